import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Device } from '#contract/auth.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { SessionIdentity, SessionTable } from '#server/storage/tables.ts';
import type { EditingWindow } from '#server/windows/editing.ts';
import { accountSessionsOf, keepAccountSessions, keptSession } from './account-session.ts';

export type Session = Selectable<SessionTable> & {
  /** The window that the request comes from, if the request names it. */
  window?: EditingWindow | null;
};
/** A newly opened session: `token` goes into the cookie and is never stored. */
export type OpenedSession = { session: Session; token: string };

const MINUTE_MS = 60_000;
/** Returns the stored form of a cookie's token. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const newToken = () => randomBytes(32).toString('base64url');

/** The identity of a session without an account. */
export const nobody: SessionIdentity = {
  providerId: 'anon',
  providerType: 'pseudo',
  trustLevel: 'low',
  name: '',
  providerData: {},
  userData: {},
  postboxHandle: null,
};

/** Opens an anonymous session (spec section 4: a pseudo user is transient). */
export const openAnonymousSession = (context: ServerContext): Promise<OpenedSession> =>
  insertSession(context, { identity: nobody, userId: null, at: null });

/** Returns the active session of a cookie's token; null when there is none or it has expired. */
export async function findSession(context: ServerContext, token: string): Promise<Session | null> {
  const now = context.now();
  const session = await context.storage.db
    .selectFrom('session')
    .selectAll()
    .where('tokenHash', '=', tokenHashOf(token))
    .executeTakeFirst();
  if (!session || session.endedAt !== null || session.expiresAt <= now || session.sessionExpiresAt <= now)
    return null;
  return session;
}

/** Whether the person has ended the session of a cookie's token from another device. */
export async function wasEndedElsewhere({ storage }: ServerContext, token: string): Promise<boolean> {
  const ended = await storage.db
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', tokenHashOf(token))
    .where('endedAt', 'is not', null)
    .executeTakeFirst();
  return ended !== undefined;
}

/** Notes the device that a session was opened on. */
export async function noteDevice({ storage }: ServerContext, id: string, device: Device): Promise<void> {
  await storage.db
    .updateTable('session')
    .set({ device: json(device) })
    .where('id', '=', id)
    .execute();
}

/** Postpones the inactivity expiry; written at most once a minute (spec section 9). */
export async function extendSession(context: ServerContext, session: Session): Promise<Session> {
  const now = context.now();
  if (now.getTime() - session.fetchedAt.getTime() < MINUTE_MS) return session;
  const idle = new Date(now.getTime() + context.config.SESSION_IDLE_MINUTES * MINUTE_MS);
  const expiresAt = idle < session.sessionExpiresAt ? idle : session.sessionExpiresAt;
  await context.storage.db
    .updateTable('session')
    .set({ fetchedAt: now, expiresAt })
    .where('id', '=', session.id)
    .execute();
  return { ...session, fetchedAt: now, expiresAt };
}

/**
 * Opens the session of a person who has logged in. It replaces `kept` and takes over its id, so that its processes
 * can be taken over; the token always changes. A weaker login of that person changes nothing that a stronger one has
 * proved: identity, time of the login and end of the session stay. The session ends no later than the provider's.
 * @param at the earliest moment at which the login can have taken place
 * @returns null when `kept` has changed since it was read
 */
export function openSessionOf(
  context: ServerContext,
  userId: string,
  { subject: _, accountSession, endsAt, ...identity }: Identity,
  at: Date,
  kept: Session | null,
): Promise<OpenedSession | null> {
  return context.storage.db.transaction().execute(async (trx) => {
    const earlier = kept ? await accountSessionsOf(trx, kept) : [];
    if (kept && !(await remove(trx, kept))) return null;
    const isLess = isWeaker(identity, userId, kept);
    const proved = isLess ? { ...kept.identity, postboxHandle: identity.postboxHandle } : identity;
    const provedAt = isLess ? kept.authenticatedAt : at;
    const ends = [...(endsAt ? [new Date(endsAt)] : []), ...(isLess ? [kept.sessionExpiresAt] : [])];
    const opened = await insertSession(
      context,
      { identity: proved, userId, at: provedAt },
      { kept, ends, trx },
    );
    const present = accountSession ? [keptSession(identity.providerId, accountSession)] : [];
    await keepAccountSessions(trx, opened.session.id, [...earlier, ...present]);
    return opened;
  });
}

/** Removes a session as it was read; returns false when it is gone or has been continued since. */
async function remove(trx: Trx, { id, tokenHash }: Session): Promise<boolean> {
  const removed = await trx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Returns the present state of a session that another request has continued or ended; null when it is gone. */
export async function sessionNow({ storage }: ServerContext, { id }: Session): Promise<Session | null> {
  const session = await storage.db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return session ?? null;
}

/** Returns the sessions of a person that have not ended on purpose; of a company also those of colleagues. */
export const sessionsOf = (db: Database, userId: string): Promise<Session[]> =>
  db.selectFrom('session').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();

const isWeaker = (login: SessionIdentity, userId: string, kept: Session | null): kept is Session =>
  kept?.userId === userId &&
  isSamePerson(login, kept.identity) &&
  !reachesLevel(login.trustLevel, kept.identity.trustLevel);

/** Whether two logins are of one person: several may act for a company, and the account knows only their names. */
export const isSamePerson = (
  login: Pick<SessionIdentity, 'company' | 'name'>,
  other: Pick<SessionIdentity, 'name'>,
): boolean => login.company === undefined || login.name === other.name;

async function insertSession(
  context: ServerContext,
  { identity, userId, at }: { identity: SessionIdentity; userId: string | null; at: Date | null },
  options: { kept?: Pick<Session, 'id'> | null; ends?: readonly Date[]; trx?: Trx } = {},
): Promise<OpenedSession> {
  const { kept, ends = [], trx = context.storage.db } = options;
  const now = context.now();
  const token = newToken();
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const limits = [after(context.config.SESSION_ABSOLUTE_MINUTES), ...ends];
  const sessionExpiresAt = new Date(Math.min(...limits.map((limit) => limit.getTime())));
  const idle = after(context.config.SESSION_IDLE_MINUTES);
  const session = await trx
    .insertInto('session')
    .values({
      id: kept?.id ?? randomUUID(),
      tokenHash: tokenHashOf(token),
      userId,
      identity: json(identity),
      authenticatedAt: at,
      createdAt: now,
      fetchedAt: now,
      expiresAt: new Date(Math.min(idle.getTime(), sessionExpiresAt.getTime())),
      sessionExpiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { session, token };
}

/** Returns the id of a person here, which is created at the first login. */
export async function userOf(
  context: ServerContext,
  { providerId, subject }: Pick<Identity, 'providerId' | 'subject'>,
): Promise<string> {
  const now = context.now();
  const { id } = await context.storage.db
    .insertInto('appUser')
    .values({ id: randomUUID(), providerId, subject, createdAt: now, neededAt: now })
    .onConflict((conflict) => conflict.columns(['providerId', 'subject']).doUpdateSet({ neededAt: now }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
