import { germanDay } from '#domain/german-time.ts';
import type { Storage } from '#server/storage/database.ts';
import { daysBefore } from './day.ts';

/** Days for which counts are stored. */
export const KEPT_DAYS = 365;
/** Days after which a query that too few have asked is deleted. */
const RARE_QUERY_DAYS = 30;
/** Number of equal queries from which an operator sees the query. */
export const SHOWN_FROM = 5;

/** Deletes counts and feedback older than a year, and queries that stayed rare for a month. */
export async function forgetCounts({ storage, now }: { storage: Storage; now: () => Date }): Promise<void> {
  const today = germanDay(now());
  const oldest = daysBefore(today, KEPT_DAYS);
  await storage.db.deleteFrom('dailyCount').where('day', '<', oldest).execute();
  await storage.db.deleteFrom('feedback').where('day', '<', oldest).execute();
  await storage.db.deleteFrom('journalTotal').where('day', '<', oldest).execute();
  await storage.db
    .deleteFrom('dailyCount')
    .where('kind', '=', 'nothingFound')
    .where('subject', '!=', '')
    .where('day', '<', daysBefore(today, RARE_QUERY_DAYS))
    .where('subject', 'not in', (eb) =>
      eb
        .selectFrom('dailyCount as all')
        .select('all.subject')
        .where('all.kind', '=', 'nothingFound')
        .groupBy('all.subject')
        .having((having) => having.fn.sum('all.count'), '>=', SHOWN_FROM),
    )
    .execute();
}
