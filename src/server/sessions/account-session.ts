import type { Insertable, Selectable } from 'kysely';
import type { LoginProviderId } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';
import type { AccountSession } from '#server/ports/identity.ts';
import type { DataKey } from '#server/sealing/data-keys.ts';
import { searchKey } from '#server/sealing/installation-keys.ts';
import { keyedHash } from '#server/sealing/keyed-hash.ts';
import { openOrTell } from '#server/sealing/open-or-tell.ts';
import type { Place } from '#server/sealing/seal.ts';
import { openJson, sealJson } from '#server/sealing/sealed-columns.ts';
import { keyOf } from '#server/sealing/sealed-table.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { KeyedHash, SealedJson } from '#server/storage/sealed.ts';
import type { AccountSessionTable, SessionTable } from '#server/storage/tables.ts';

type Session = Selectable<SessionTable>;
type Kept = Omit<Insertable<AccountSessionTable>, 'id' | 'sessionId'>;
/** Most logins of one session that are stored; accounts that count each of them as a session of its own are rare. */
const MOST = 4;

/** The rows of a session are bound to it, not to themselves: all of them are one person's. */
const placeOf = (sessionId: string): Place => ({
  table: 'account_session',
  column: 'account',
  id: sessionId,
});
const nameHash = (key: DataKey, of: LoginProviderId, name: string): KeyedHash =>
  keyedHash(key, 'account_session.name', of, name);
const indexHash = (key: DataKey, of: LoginProviderId, index: string): KeyedHash =>
  keyedHash(key, 'account_session.session_index', of, index);

/** Prepares the data that a login leaves for ending the provider's session. The key of our session seals it. */
export async function sealAccountSession(
  context: ServerContext,
  providerId: LoginProviderId,
  account: AccountSession,
  sessionId: string,
): Promise<(key: DataKey) => Kept> {
  const isNamed = account.protocol === 'saml2';
  const key = isNamed ? await searchKey(context) : null;
  const name = isNamed && key ? nameHash(key, providerId, account.nameId.value) : null;
  const sessionIndex =
    isNamed && key && account.sessionIndex !== null ? indexHash(key, providerId, account.sessionIndex) : null;
  return (ofSession) => ({
    providerId,
    account: sealJson(ofSession, placeOf(sessionId), account),
    name,
    sessionIndex,
  });
}

/**
 * Returns the sessions at the provider that a session has been opened with, oldest first, to be stored with the session
 * that continues it: it has the same id and key, so they stay as they are.
 */
export async function accountSessionsOf(trx: Trx, { id }: Pick<Session, 'id'>): Promise<Kept[]> {
  const rows = await trx
    .selectFrom('accountSession')
    .select(['providerId', 'account', 'name', 'sessionIndex'])
    .where('sessionId', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ account, name, sessionIndex, ...row }) => ({
    ...row,
    account: json(account) as SealedJson,
    name: name as KeyedHash | null,
    sessionIndex: sessionIndex as KeyedHash | null,
  }));
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
  context: ServerContext,
  { id }: Pick<Session, 'id'>,
): Promise<AccountSession | null> {
  const row = await context.storage.db
    .selectFrom('accountSession')
    .select(['account', keyOf('accountSession.sessionId').as('dataKey')])
    .where('sessionId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // Where it does not open, the person is logged out here alone, and told so.
  return openOrTell(context, placeOf(id), async () =>
    openJson(row.dataKey && (await context.dataKeys.joined(id, row.dataKey)), placeOf(id), row.account),
  );
}

/** Facts of a session that another device, or the account, ends. They are not sealed, so every session can be ended. */
export type EndingSession = Pick<Session, 'id' | 'userId' | 'sessionExpiresAt'>;

/**
 * Returns our sessions of a person whom the account knows by this name, in these of its sessions; all when none is
 * named. A login whose answer had no index may belong to any of them, so it ends with each.
 */
export async function sessionsNamed(
  context: ServerContext,
  providerId: LoginProviderId,
  { name, sessionIndexes }: { name: string; sessionIndexes: readonly string[] },
): Promise<EndingSession[]> {
  const key = await searchKey(context);
  const { db } = context.storage;
  const indexes = sessionIndexes.map((index) => indexHash(key, providerId, index));
  const named = db
    .selectFrom('accountSession')
    .select('sessionId')
    .where('providerId', '=', providerId)
    // Sessions of an earlier version have names and numbers in clear.
    .where('name', 'in', [nameHash(key, providerId, name), name])
    .$if(indexes.length > 0, (query) =>
      query.where((eb) =>
        eb.or([eb('sessionIndex', 'in', [...indexes, ...sessionIndexes]), eb('sessionIndex', 'is', null)]),
      ),
    );
  return db
    .selectFrom('session')
    .select(['id', 'userId', 'sessionExpiresAt'])
    .where('id', 'in', named)
    .where('endedAt', 'is', null)
    .execute();
}
