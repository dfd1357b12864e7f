import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Device } from '#contract/auth.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import type { DataKey } from '#server/sealing/data-keys.ts';
import { openOrTell } from '#server/sealing/open-or-tell.ts';
import type { Place } from '#server/sealing/seal.ts';
import { openJson, sealJson } from '#server/sealing/sealed-columns.ts';
import { keyOf, type WithKey } from '#server/sealing/sealed-table.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import type { SessionIdentity, SessionTable } from '#server/storage/tables.ts';
import type { EditingWindow } from '#server/windows/editing.ts';
import { accountSessionsOf, keepAccountSessions, sealAccountSession } from './account-session.ts';

type Row = Selectable<SessionTable>;
/** A session, opened. */
export type Session = Omit<Row, 'identity' | 'device'> & {
  identity: SessionIdentity;
  device: Device | null;
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

/** Nobody's identity is stored open, so that it needs no key. */
const nobodys = json(nobody) as SealedJson;

const placeOf = (column: 'identity' | 'device', id: string): Place => ({ table: 'session', column, id });

/** Sessions with their keys, in one statement. */
const withKeys = (db: Database) =>
  db.selectFrom('session').selectAll('session').select(keyOf('session.id').as('dataKey'));

/** Opens a session; one that does not open is none, so its person logs in again. */
const opened = (context: ServerContext, { dataKey, ...row }: Row & WithKey): Promise<Session | null> => {
  const { id } = row;
  return openOrTell(context, placeOf('identity', id), async () => {
    const key = dataKey && (await context.dataKeys.joined(id, dataKey));
    const identity = openJson(key, placeOf('identity', id), row.identity);
    return { ...row, identity, device: row.device && openJson(key, placeOf('device', id), row.device) };
  });
};

/** Opens an anonymous session (spec section 4: a pseudo user is transient). */
export const openAnonymousSession = (context: ServerContext): Promise<OpenedSession> =>
  insertSession(context, { id: randomUUID(), identity: nobody, userId: null, at: null, device: null });

/** Returns the active session of a cookie's token; null when there is none or it has expired. */
export async function findSession(context: ServerContext, token: string): Promise<Session | null> {
  const now = context.now();
  const row = await withKeys(context.storage.db)
    .where('tokenHash', '=', tokenHashOf(token))
    .executeTakeFirst();
  if (!row || row.endedAt !== null || row.expiresAt <= now || row.sessionExpiresAt <= now) return null;
  return opened(context, row);
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
 * @param device on which the person has logged in
 * @returns null when `kept` has changed since it was read
 */
export async function openSessionOf(
  context: ServerContext,
  userId: string,
  { subject: _, accountSession, endsAt, ...identity }: Identity,
  { at, kept, device = null }: { at: Date; kept: Session | null; device?: Device | null },
): Promise<OpenedSession | null> {
  const id = kept?.id ?? randomUUID();
  const present =
    accountSession && (await sealAccountSession(context, identity.providerId, accountSession, id));
  return context.storage.db.transaction().execute(async (trx) => {
    const earlier = kept ? await accountSessionsOf(trx, kept) : [];
    if (kept && !(await remove(trx, kept))) return null;
    const isLess = isWeaker(identity, userId, kept);
    const proved = isLess ? { ...kept.identity, postboxHandle: identity.postboxHandle } : identity;
    const provedAt = isLess ? kept.authenticatedAt : at;
    const ends = [...(endsAt ? [new Date(endsAt)] : []), ...(isLess ? [kept.sessionExpiresAt] : [])];
    const key = await context.dataKeys.make(trx, 'session', id);
    const opened = await insertSession(
      context,
      { id, identity: proved, userId, at: provedAt, device },
      { ends, trx, key },
    );
    await keepAccountSessions(trx, opened.session.id, [...earlier, ...(present ? [present(key)] : [])]);
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
export async function sessionNow(context: ServerContext, { id }: Session): Promise<Session | null> {
  const row = await withKeys(context.storage.db)
    .where('session.id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row ? opened(context, row) : null;
}

/** Returns the sessions of a person that have not ended, the one used last first. */
export async function sessionsOf(context: ServerContext, userId: string): Promise<Session[]> {
  const rows = await withKeys(context.storage.db)
    .where('userId', '=', userId)
    .where('expiresAt', '>', context.now())
    .orderBy('fetchedAt', 'desc')
    .execute();
  const sessions = await Promise.all(rows.map((row) => opened(context, row)));
  return sessions.filter((session) => session !== null);
}

/** Returns a session of a person by its id; null when it is gone, or somebody else's. */
export async function sessionOfPerson(
  context: ServerContext,
  userId: string,
  id: string,
): Promise<Session | null> {
  const row = await withKeys(context.storage.db)
    .where('session.id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? opened(context, row) : null;
}

/** Leaves only the trace of a session that was ended from another device: nothing about its person. */
export async function leaveTrace(
  trx: Trx,
  { id, sessionExpiresAt }: Pick<Session, 'id' | 'sessionExpiresAt'>,
  now: Date,
): Promise<void> {
  await trx.deleteFrom('accountSession').where('sessionId', '=', id).execute();
  await trx
    .updateTable('session')
    .set({ endedAt: now, expiresAt: sessionExpiresAt, userId: null, device: null, identity: nobodys })
    .where('id', '=', id)
    .execute();
}

/** Returns all sessions of a person that have not been erased yet; of a company also those of colleagues. */
export async function allSessionsOf(
  context: ServerContext,
  db: Database,
  userId: string,
): Promise<Session[]> {
  const rows = await withKeys(db).where('userId', '=', userId).orderBy('createdAt').execute();
  const sessions = await Promise.all(rows.map((row) => opened(context, row)));
  return sessions.filter((session) => session !== null);
}

const isWeaker = (login: SessionIdentity, userId: string, kept: Session | null): kept is Session =>
  kept?.userId === userId &&
  isSamePerson(login, kept.identity) &&
  !reachesLevel(login.trustLevel, kept.identity.trustLevel);

/** Whether two logins are of one person: several may act for a company, and the account knows only their names. */
export const isSamePerson = (
  login: Pick<SessionIdentity, 'company' | 'name'>,
  other: Pick<SessionIdentity, 'name'>,
): boolean => login.company === undefined || login.name === other.name;

type Said = Pick<Session, 'id' | 'identity' | 'userId' | 'device'> & { at: Date | null };

/** @param options.key seals what the session says; an anonymous one has none, and says nothing */
async function insertSession(
  context: ServerContext,
  { id, identity, userId, at, device }: Said,
  options: { ends?: readonly Date[]; trx?: Trx; key?: DataKey } = {},
): Promise<OpenedSession> {
  const { ends = [], trx = context.storage.db, key } = options;
  const now = context.now();
  const token = newToken();
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const limits = [after(context.config.SESSION_ABSOLUTE_MINUTES), ...ends];
  const sessionExpiresAt = new Date(Math.min(...limits.map((limit) => limit.getTime())));
  const idle = after(context.config.SESSION_IDLE_MINUTES);
  const plain = {
    id,
    tokenHash: tokenHashOf(token),
    userId,
    authenticatedAt: at,
    createdAt: now,
    fetchedAt: now,
    expiresAt: new Date(Math.min(idle.getTime(), sessionExpiresAt.getTime())),
    sessionExpiresAt,
    endedAt: null,
  };
  const sealed = key
    ? {
        identity: sealJson(key, placeOf('identity', id), identity),
        device: device && sealJson(key, placeOf('device', id), device),
      }
    : { identity: nobodys, device: null };
  await trx
    .insertInto('session')
    .values({ ...plain, ...sealed })
    .execute();
  return { session: { ...plain, identity, device }, token };
}
