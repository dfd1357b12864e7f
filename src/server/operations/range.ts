import { germanDay } from '#domain/german-time.ts';
import { daysBefore } from '#server/analytics/day.ts';
import { KEPT_DAYS } from '#server/analytics/expiry.ts';
import type { DayRange } from '#server/analytics/report.ts';

const DAYS_SHOWN = 30;

/** Returns the given number of days up to and including today. */
export const lastDays = (now: Date, days: number): DayRange => {
  const to = germanDay(now);
  return { from: daysBefore(to, days - 1), to };
};

/** Returns the days requested by a query, in order and no more than are stored; the last 30 when it names none. */
export function rangeOf(query: { from?: unknown; to?: unknown }, now: Date): DayRange {
  const usual = lastDays(now, DAYS_SHOWN);
  const oldest = daysBefore(usual.to, KEPT_DAYS);
  const known = (value: unknown, otherwise: string) => {
    if (!isDay(value)) return otherwise;
    if (value < oldest) return oldest;
    return value > usual.to ? usual.to : value;
  };
  const to = known(query.to, usual.to);
  const from = known(query.from, usual.from);
  return from <= to ? { from, to } : { from: to, to: from };
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
