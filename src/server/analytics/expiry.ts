import { sql } from 'kysely';
import { germanDay } from '#domain/german-time.ts';
import type { Expired } from '#server/storage/erase-rows.ts';
import { daysBefore } from './day.ts';

/** Days for which counts are stored. */
export const KEPT_DAYS = 365;
/** Days after which a query that too few have asked is deleted. */
const RARE_QUERY_DAYS = 30;
/** Number of equal queries from which an operator sees the query. */
export const SHOWN_FROM = 5;

const olderThan = (now: Date, days: number) => sql`day < ${daysBefore(germanDay(now), days)}`;

/** Rows of a day that is older than a year. */
const expiredDays = (table: string, key: string): Expired => ({
  table,
  by: 'day',
  key,
  isOver: (now) => olderThan(now, KEPT_DAYS),
});

export const expiredCounts = expiredDays('daily_count', 'ctid');
export const expiredFeedback = expiredDays('feedback', 'id');
export const expiredTotals = expiredDays('journal_total', 'ctid');

/** Queries that stayed rare for a month. */
export const rareQueries: Expired = {
  table: 'daily_count',
  by: 'day',
  key: 'ctid',
  isOver: (now) => sql`kind = 'nothingFound' and subject <> '' and ${olderThan(now, RARE_QUERY_DAYS)}
    and subject in (
      select subject from daily_count where kind = 'nothingFound' group by subject having sum(count) < ${SHOWN_FROM}
    )`,
};
