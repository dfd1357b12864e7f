import { type Compilable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';
import type { DataKeyTable } from '#server/storage/tables.ts';

/**
 * Stores rows with a new key for each that is stored, in one statement: a row that is there already gets none.
 * @param insert stores the rows, and returns their ids
 */
export const storeWithKey = <Stored extends { id: string }>(
  db: Database,
  { kind, wrapped, wrappedBy, createdAt }: Selectable<DataKeyTable>,
  insert: Compilable<Stored>,
): Promise<Stored | undefined> =>
  sql<Stored>`with stored as (${insert}), keyed as (
      insert into data_key (id, kind, wrapped, wrapped_by, created_at)
      select id, ${kind}, ${wrapped}, ${wrappedBy}, ${createdAt}::timestamptz from stored
    ) select * from stored`
    .execute(db)
    .then(({ rows }) => rows[0]);
