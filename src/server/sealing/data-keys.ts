import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { KeyService, WrappedKey } from '#server/ports/key-service.ts';
import type { Database } from '#server/storage/database.ts';
import type { DataKeyKind, DataKeyTable } from '#server/storage/tables.ts';
import { KEY_BYTES } from './seal.ts';

/** The data key of an owner, in clear. */
export type DataKey = Uint8Array;
/** A wrapped key beside the row of its owner (a left join of `data_key`); null where the owner has none. */
export type JoinedKey = { wrapped: string | null; wrappedBy: string | null };

export type DataKeys = {
  /** Opens the key that was read with a row; null where the row has none. @throws as KeyService.unwrap */
  joined(id: string, key: JoinedKey): Promise<DataKey | null>;
  /** Returns a new key of an owner, and the row that whoever stores the owner's row stores with it. @throws as wrap */
  fresh(kind: DataKeyKind, id: string): Promise<{ key: DataKey; row: Selectable<DataKeyTable> }>;
  /** Makes the key of an owner that is new, in one statement; one that is there stays, and is returned. @throws as KeyService */
  make(db: Database, kind: DataKeyKind, id: string): Promise<DataKey>;
  /** Returns the key of an owner, and makes one where it has none. @throws as KeyService */
  of(db: Database, kind: DataKeyKind, id: string): Promise<DataKey>;
  /** Erases the key of an owner: nothing that it has sealed opens any more, here and in backups. */
  forget(db: Database, id: string): Promise<unknown>;
  /** Returns the key of an owner; null where it has none. @throws as KeyService.unwrap */
  find(db: Database, id: string): Promise<DataKey | null>;
};

/** Open keys in memory. A wrapped key never changes its meaning, so an entry never grows old. */
const OPEN_KEYS = 10_000;
/** Place of a wrapped key, to which it is bound. */
export const aboutOf = (id: string): string => `data_key.wrapped:${id}`;

/** Keeps the data keys of applications, sessions and other owners, wrapped by a key of the installation. */
export function createDataKeys(keys: KeyService, now: () => Date): DataKeys {
  const open = new LRUCache<string, DataKey>({ max: OPEN_KEYS });
  const nameOf = (id: string, wrapped: string) =>
    createHash('sha256').update(`${id} ${wrapped}`).digest('base64');

  const opened = async (id: string, key: WrappedKey): Promise<DataKey> => {
    const name = nameOf(id, key.wrapped);
    const known = open.get(name);
    if (known) return known;
    const unwrapped = await keys.unwrap(key, aboutOf(id));
    open.set(name, unwrapped);
    return unwrapped;
  };
  const joined = async (id: string, { wrapped, wrappedBy }: JoinedKey): Promise<DataKey | null> =>
    wrapped === null || wrappedBy === null ? null : opened(id, { wrapped, by: wrappedBy });
  const find = async (db: Database, id: string): Promise<DataKey | null> => {
    const row = await db
      .selectFrom('dataKey')
      .select(['wrapped', 'wrappedBy'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? joined(id, row) : null;
  };

  const fresh: DataKeys['fresh'] = async (kind, id) => {
    const key = randomBytes(KEY_BYTES);
    const { wrapped, by } = await keys.wrap(key, aboutOf(id));
    open.set(nameOf(id, wrapped), key);
    return { key, row: { id, kind, wrapped, wrappedBy: by, createdAt: now() } };
  };
  const make: DataKeys['make'] = async (db, kind, id) => {
    const { row } = await fresh(kind, id);
    const stored = await db
      .insertInto('dataKey')
      .values(row)
      // Somebody else may have made it meanwhile: theirs counts, and is returned.
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ kind: eb.ref('dataKey.kind') })))
      .returning(['wrapped', 'wrappedBy'])
      .executeTakeFirstOrThrow();
    return opened(id, { wrapped: stored.wrapped, by: stored.wrappedBy });
  };

  return {
    joined,
    find,
    fresh,
    make,
    forget: (db, id) => db.deleteFrom('dataKey').where('id', '=', id).execute(),
    of: async (db, kind, id) => (await find(db, id)) ?? make(db, kind, id),
  };
}
