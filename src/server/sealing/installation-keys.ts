import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';
import type { Expired } from '#server/storage/erase-rows.ts';
import type { DataKey, DataKeys } from './data-keys.ts';

/** Parts of the server that keys of the installation need. */
export type Keeping = { storage: { db: Database }; dataKeys: DataKeys };

/** The key of the hashes by which people and their sessions at an account are found. It never ends. */
const LOOKED_FOR = '00000000-0000-4000-8000-000000000001';
/** Ids of the keys of days, which sort as their days do. */
const DAY_ID = '00000000-0000-4001-8000-0000';
const FIRST_DAY = `${DAY_ID}00000000`;
/** A day's key stays as long as clocks of servers may differ. */
const CLOCKS_DIFFER_MS = 3_600_000;
const dayId = (time: Date): string => DAY_ID + time.toISOString().slice(0, 10).replaceAll('-', '');

/** Open keys in memory, a few of each database: none ever changes its meaning, so none is asked for twice. */
const open = new WeakMap<Database, Map<string, Promise<DataKey>>>();
const MOST = 8;

/** @throws as KeyService */
function keyOf(
  { storage: { db }, dataKeys }: Keeping,
  id: string,
  read: () => Promise<DataKey> = () => dataKeys.of(db, 'installation', id),
): Promise<DataKey> {
  const known = open.get(db) ?? new Map<string, Promise<DataKey>>();
  open.set(db, known);
  const found = known.get(id);
  if (found) return found;
  const asked = read();
  known.set(id, asked);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  asked.catch(() => known.delete(id));
  return asked;
}

/** The key of the hashes is not there, but hashes are: with a new key nobody would be found, and all would be new. */
export class SearchKeyGone extends Error {
  constructor() {
    super(`data_key has no ${LOOKED_FOR}, by which people are found: restore it from a backup of the keys`);
  }
}

/**
 * Returns the key of the hashes by which people are found. Ask for it before a transaction begins: the first time, it
 * is read.
 * @throws SearchKeyGone, and as KeyService
 */
export const searchKey = (keeping: Keeping): Promise<DataKey> =>
  keyOf(keeping, LOOKED_FOR, async () => {
    const { dataKeys, storage } = keeping;
    const hashed = await storage.db
      .selectFrom('appUser')
      .select('id')
      .where(sql<boolean>`subject like 'hmac:1:%'`)
      .limit(1)
      .executeTakeFirst();
    if (!hashed) return dataKeys.of(storage.db, 'installation', LOOKED_FOR);
    const key = await dataKeys.find(storage.db, LOOKED_FOR);
    if (key === null) throw new SearchKeyGone();
    return key;
  });

/**
 * Returns the key of everything that ends on one day (UTC), at whatever moment. It is erased after that day, so that a
 * backup does not open what is gone here.
 * @throws as KeyService
 */
export const keyUntil = (keeping: Keeping, end: Date): Promise<DataKey> =>
  // What ends at midnight belongs to the day before.
  keyOf(keeping, dayId(new Date(end.getTime() - 1)));

/** Keys of days that are over. */
export const expiredDayKeys: Expired = {
  table: 'data_key',
  by: 'id',
  key: 'id',
  isOver: (now) =>
    sql`id > ${FIRST_DAY}::uuid and id < ${dayId(new Date(now.getTime() - CLOCKS_DIFFER_MS))}::uuid`,
};
