import { sql } from 'kysely';
import type { Database, Trx } from './database.ts';
import { type Batching, inBatches } from './in-batches.ts';

/** Rows of one table in which an earlier version has stored something open that is sealed today. */
export type SealedRows<Id> = {
  /** Name of the table, for the log. */
  part: string;
  /** Rows that one transaction seals: while it lasts, people wait for these. */
  atOnce?: number;
  /** Returns ids of the next rows, in their order, by an index; from the first one without `after`. */
  next: (after: Id | null, limit: number) => Promise<Id[]>;
  /**
   * Seals those of these rows that nobody holds; the others are left to the next run. It goes in the order of their
   * applications, whatever the table: whoever makes the key of one waits only for somebody who is further.
   * @returns their number
   */
  seal: (trx: Trx, ids: Id[]) => Promise<number>;
  /** Names a row in the log. */
  about: (id: Id) => Record<string, string>;
};

/**
 * Returns how the next rows of a table are found that `unsealed.ts` has an index for.
 * @param key the column that names a row, in the names of the database
 */
export const nextUnsealed =
  (db: Database, table: string, key: string, isUnsealed: string): SealedRows<string>['next'] =>
  async (after, limit) => {
    const [from, id] = [sql.raw(table), sql.raw(key)];
    const behind = after === null ? sql`` : sql`and ${id} > ${after}`;
    const { rows } = await sql<{ id: string }>`select ${id} as id from ${from}
      where (${sql.raw(isUnsealed)}) ${behind} order by ${id} limit ${limit}`.execute(db);
    return rows.map((row) => row.id);
  };

const AT_ONCE = 20;

/**
 * Seals rows in short transactions, until none is left or the time is over; then the next call goes on there.
 * @returns the number of rows that were sealed
 */
export async function sealRows<Id>(
  context: Batching,
  rows: SealedRows<Id>,
  isOver: () => boolean,
): Promise<number> {
  let count = 0;
  await inBatches<Id>(
    context,
    {
      part: `sealing ${rows.part}`,
      next: (after, limit) => rows.next(after, Math.min(limit, rows.atOnce ?? AT_ONCE)),
      work: async (ids) => {
        count += await context.storage.db.transaction().execute((trx) => rows.seal(trx, ids));
      },
      about: rows.about,
    },
    isOver,
  );
  return count;
}
