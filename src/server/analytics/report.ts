import type { Database } from '#server/storage/database.ts';
import type { CountKind } from '#server/storage/tables.ts';
import { SHOWN_FROM } from './expiry.ts';

/** Both days (YYYY-MM-DD) are included. */
export type DayRange = { from: string; to: string };
export type Counted = { subject: string; detail: string; count: number };
export type Report = {
  /** By screen and id, most seen first. */
  pages: Counted[];
  pagesInAll: number;
  /** By query (subject), most asked first; only those that several people have asked. */
  queries: Counted[];
  searchesWithoutResult: number;
  /** By form (subject) and status (detail). */
  steps: Counted[];
};

/** Adds up the counts of a range of days. */
export async function readReport(db: Database, range: DayRange): Promise<Report> {
  const [pages, queries, steps] = await Promise.all([
    sums(db, 'page', range),
    sums(db, 'nothingFound', range),
    readSteps(db, range),
  ]);
  const inAll = (rows: Counted[]) => rows.reduce((sum, { count }) => sum + count, 0);
  return {
    pages,
    pagesInAll: inAll(pages),
    queries: queries.filter(({ subject, count }) => subject !== '' && count >= SHOWN_FROM),
    searchesWithoutResult: inAll(queries),
    steps,
  };
}

/** Adds up how often applications came to a status (detail), by form (subject). */
export const readSteps = (db: Database, range: DayRange): Promise<Counted[]> => sums(db, 'step', range);

async function sums(db: Database, kind: CountKind, { from, to }: DayRange): Promise<Counted[]> {
  const rows = await db
    .selectFrom('dailyCount')
    .select((eb) => ['subject', 'detail', eb.fn.sum<string>('count').as('count')])
    .where('kind', '=', kind)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['subject', 'detail'])
    .execute();
  return rows
    .map((row) => ({ ...row, count: Number(row.count) }))
    .sort((one, other) => other.count - one.count || (one.detail < other.detail ? -1 : 1));
}
