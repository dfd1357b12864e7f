import type { Insertable, Selectable } from 'kysely';
import type { LoginProviderId } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';
import type { AccountSession } from '#server/ports/identity.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { AccountSessionTable, SessionTable } from '#server/storage/tables.ts';

type Session = Selectable<SessionTable>;
type Kept = Omit<Insertable<AccountSessionTable>, 'id' | 'sessionId'>;
/** Most logins of one session that are stored; accounts that count each of them as a session of its own are rare. */
const MOST = 4;

/** Returns the data that a login leaves for ending the provider's session. */
export const keptSession = (providerId: LoginProviderId, account: AccountSession): Kept => ({
  providerId,
  account: json(account),
  name: account.protocol === 'saml2' ? account.nameId.value : null,
  sessionIndex: account.protocol === 'saml2' ? account.sessionIndex : null,
});

/** Returns the sessions at the provider that a session has been opened with, oldest first. */
export async function accountSessionsOf(trx: Trx, { id }: Pick<Session, 'id'>): Promise<Kept[]> {
  const rows = await trx
    .selectFrom('accountSession')
    .select(['providerId', 'account', 'name', 'sessionIndex'])
    .where('sessionId', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ account, ...row }) => ({ ...row, account: json(account) }));
}

/** Stores the newest of them with a session. They are erased with its row. */
export async function keepAccountSessions(
  trx: Trx,
  sessionId: string,
  sessions: readonly Kept[],
): Promise<void> {
  const newest = sessions.slice(-MOST).map((session) => ({ ...session, sessionId }));
  if (newest.length > 0) await trx.insertInto('accountSession').values(newest).execute();
}

/** Returns the session at the provider that the person's last login led to; null where none is known. */
export async function lastAccountSession(
  { storage }: ServerContext,
  { id }: Pick<Session, 'id'>,
): Promise<AccountSession | null> {
  const row = await storage.db
    .selectFrom('accountSession')
    .select('account')
    .where('sessionId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.account ?? null;
}

/**
 * Returns our sessions of a person whom the account knows by this name, in these of its sessions; all when none is
 * named. A login whose answer had no index may belong to any of them, so it ends with each.
 */
export function sessionsNamed(
  { storage }: ServerContext,
  providerId: LoginProviderId,
  { name, sessionIndexes }: { name: string; sessionIndexes: readonly string[] },
): Promise<Session[]> {
  const named = storage.db
    .selectFrom('accountSession')
    .select('sessionId')
    .where('providerId', '=', providerId)
    .where('name', '=', name)
    .$if(sessionIndexes.length > 0, (query) =>
      query.where((eb) =>
        eb.or([eb('sessionIndex', 'in', [...sessionIndexes]), eb('sessionIndex', 'is', null)]),
      ),
    );
  return storage.db
    .selectFrom('session')
    .selectAll()
    .where('id', 'in', named)
    .where('endedAt', 'is', null)
    .execute();
}
