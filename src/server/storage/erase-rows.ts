import { type RawBuilder, sql } from 'kysely';
import { type Batching, inBatches } from './in-batches.ts';

/**
 * Rows of one table whose time is over, in the names of the database. `by` is what their time is told by (an index
 * begins with it), `key` makes the order of rows whole; what refers to them goes with them.
 */
export type Expired = {
  table: string;
  by: string;
  key: string;
  isOver: (now: Date) => RawBuilder<unknown>;
  /** Assignment that ends the rows, where they are not deleted. */
  set?: string;
};

/** A row by its place in the order. As texts: a time as a Date would lose its microseconds. */
type Place = { at: string; name: string };

/**
 * Erases rows whose time is over, in batches. Rows that another process is working on are left to it, and rows that
 * are continued meanwhile stay.
 * @throws DatabaseUnavailable when the database is away
 */
export function eraseRows(
  context: Batching,
  part: string,
  { table, by, key, isOver, set }: Expired,
  now: Date,
  timeIsOver: () => boolean = () => false,
): Promise<void> {
  const { db } = context.storage;
  const [from, at, name, over] = [sql.raw(table), sql.raw(by), sql.raw(key), isOver(now)];
  const change = set === undefined ? sql`delete from ${from}` : sql`update ${from} set ${sql.raw(set)}`;
  return inBatches<Place>(
    context,
    {
      part,
      next: async (after, limit) => {
        const behind = after === null ? sql`` : sql`and (${at}, ${name}) > (${after.at}, ${after.name})`;
        const { rows } = await sql<Place>`select ${at}::text as at, ${name}::text as name from ${from}
          where ${over} ${behind} order by ${at}, ${name} limit ${limit}`.execute(db);
        return rows;
      },
      work: (rows) => {
        const names = rows.map((row) => row.name);
        return sql`${change} where ${name} in (select ${name} from ${from}
          where ${name} in (${sql.join(names)}) and ${over} for update skip locked)`.execute(db);
      },
      // Other keys are secrets, or say nothing.
      about: (row): Record<string, string> => (key === 'id' ? { id: row.name } : {}),
    },
    timeIsOver,
  );
}
