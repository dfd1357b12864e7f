import { DAY_MS } from '#domain/days.ts';
import { germanDay } from '#domain/german-time.ts';
import { isPublicHoliday } from '#domain/public-holidays.ts';

/**
 * Returns the last day for promised documents, YYYY-MM-DD: so many days after the day of sending in Germany, and the
 * next working day where it is a Saturday, a Sunday or a public holiday (§ 31 (3) VwVfG, § 26 (3) SGB X).
 */
export function handInDay(sentAt: Date, days: number): string {
  let day = Date.parse(germanDay(sentAt)) + days * DAY_MS;
  while (isDayOff(day)) day += DAY_MS;
  return isoDay(day);
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** @param at midnight UTC of a day */
const isDayOff = (at: number): boolean =>
  [0, 6].includes(new Date(at).getUTCDay()) || isPublicHoliday(isoDay(at));
