import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';

/** A data key as it is stored. */
export type StoredKey = { id: string; wrapped: string; wrappedBy: string };

/** Returns the names of the keys of the installation that stored data keys need; one step in the index for each. */
export async function wrappingKeys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive used as (
      (select wrapped_by from data_key order by wrapped_by limit 1)
      union all
      select (select wrapped_by from data_key where wrapped_by > used.wrapped_by order by wrapped_by limit 1)
      from used where used.wrapped_by is not null
    )
    select wrapped_by as name from used where wrapped_by is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns how many data keys a key of the installation has wrapped. */
export async function countWrapped(db: Database, wrappedBy: string): Promise<number> {
  const { count } = await db
    .selectFrom('dataKey')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('wrappedBy', '=', wrappedBy)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the next data keys that a key of the installation has wrapped, in the order of their ids. */
export const wrappedAfter = (
  db: Database,
  wrappedBy: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredKey[]> =>
  db
    .selectFrom('dataKey')
    .select(['id', 'wrapped', 'wrappedBy'])
    .where('wrappedBy', '=', wrappedBy)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Puts newly wrapped keys in the place of the old ones. A row that is locked, gone, or changed meanwhile is left alone:
 * this waits for nobody, so nobody who waits for it can be waited for.
 * @returns the number of rows that have changed
 */
export async function replaceWrapped(
  db: Database,
  changes: readonly { old: StoredKey; wrapped: string; wrappedBy: string }[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const ids = changes.map(({ old }) => old.id);
  const rows = changes.map(
    ({ old, wrapped, wrappedBy }) => sql`(${old.id}::uuid, ${old.wrapped}, ${wrapped}, ${wrappedBy})`,
  );
  const { numAffectedRows } = await sql`
    with free as (select id from data_key where id in (${sql.join(ids)}) for update skip locked)
    update data_key set wrapped = changed.wrapped, wrapped_by = changed.wrapped_by
    from (values ${sql.join(rows)}) as changed (id, old, wrapped, wrapped_by), free
    where data_key.id = changed.id and free.id = changed.id and data_key.wrapped = changed.old`.execute(db);
  return Number(numAffectedRows ?? 0);
}
