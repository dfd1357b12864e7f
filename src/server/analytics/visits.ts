import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';
import type { DayRange } from './report.ts';

/** Visits of a page in a month, by class of device and country. */
export type MonthlyVisits = {
  /** YYYY-MM. */
  month: string;
  screen: string;
  /** Id of the subject of the page; empty for a screen that exists once. */
  id: string;
  device: string;
  country: string;
  count: number;
};

/** Adds up the visits of a range of days by month. */
export async function readVisits(db: Database, { from, to }: DayRange): Promise<MonthlyVisits[]> {
  const month = sql<string>`substring(day from 1 for 7)`;
  const rows = await db
    .selectFrom('dailyCount')
    .select((eb) => [month.as('month'), 'subject', 'detail', eb.fn.sum<string>('count').as('count')])
    .where('kind', '=', 'visit')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['month', 'subject', 'detail'])
    .orderBy('month')
    .orderBy('subject')
    .orderBy('detail')
    .execute();
  return rows.map((row) => {
    const [screen = '', id = ''] = row.subject.split(' ');
    const [device = '', country = ''] = row.detail.split(' ');
    return { month: row.month, screen, id, device, country, count: Number(row.count) };
  });
}
