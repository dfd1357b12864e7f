import { isCalendarDate } from '#forms/rules/day.ts';
import { germanDateAndTime, germanMoment } from '#forms/rules/german-moment.ts';
import { plainTime } from '#forms/rules/time-and-address.ts';
import { type DayParts, plainParts } from '#forms/rules/typed-day.ts';

/** Date and time as typed ("8 Uhr", "14:30"); the time is empty for a date only. */
export type Moment = DayParts & { time: string };

/**
 * ISO 8601 with the offset that applies in Germany at that moment, wherever the reader is. Incomplete input, and an
 * hour that a change of the clocks skips, is passed on as typed (the rules refuse it); no input gives an empty string.
 */
export function formatMoment({ time, ...typed }: Moment, withTime: boolean): string {
  const { day, month, year } = plainParts(typed);
  if (!day && !month && !year && !time) return '';
  const date = [year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const clock = withTime ? (plainTime(time) ?? time.trim()) : '00:00';
  // The first three digits are a year, too, while the year is being typed; no time zone knows of it.
  if (!/^[1-9]\d{3}$/.test(year)) return `${year}-${month}-${day}T${clock}`;
  return germanMoment(`${date}T${clock}`) ?? `${year}-${month}-${day}T${clock}`;
}

/** Returns the inputs for a value made by formatMoment. */
export function parseMoment(value: string, withTime: boolean): Moment {
  // Date.parse takes 31 February for 3 March.
  const isWhole = /[+-]\d\d:\d\d$|Z$/.test(value) && isCalendarDate(value.slice(0, 10));
  const whole = isWhole ? Date.parse(value) : Number.NaN;
  const text = Number.isNaN(whole) ? value : germanDateAndTime(whole);
  const [date = '', time = ''] = text.split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const short = (part: string) => part.replace(/^0+/, '');
  return {
    day: short(day),
    month: short(month),
    year: short(year),
    time: withTime ? time.replace(/^(\d\d:\d\d):.*/, '$1') : '',
  };
}
