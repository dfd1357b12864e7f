import { germanDay } from '#domain/german-time.ts';
import type { Duration } from './types.ts';

/**
 * Returns the day on which the usual time of a service is over, in Germany (YYYY-MM-DD): the longer end of a range. Null
 * where it cannot be counted: working days depend on the holidays of a place, and hours on the opening hours.
 * @param from moment from which the time runs
 */
export function expectedDay({ value, to, unit }: Duration, from: Date): string | null {
  const count = to ?? value;
  const [year = 0, month = 0, day = 0] = germanDay(from).split('-').map(Number);
  const on = (months: number, days: number): string => {
    const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    const end = Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth) + days);
    return new Date(end).toISOString().slice(0, 10);
  };
  switch (unit) {
    case 'day':
      return on(0, count);
    case 'week':
      return on(0, 7 * count);
    case 'month':
      return on(count, 0);
    case 'year':
      return on(12 * count, 0);
    default:
      return null;
  }
}
