import { DAY_MS } from '#domain/days.ts';
import { isPublicHoliday } from '#domain/public-holidays.ts';

const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const RULE = /^(Mo|Tu|We|Th|Fr|Sa|Su)(?:-(Mo|Tu|We|Th|Fr|Sa|Su))?((?:,| )\d\d:\d\d-\d\d:\d\d)+$/;
export type Hours = { days: number[]; times: { from: string; to: string }[] };

/**
 * Opening hours in a part of the notation of OpenStreetMap: `Mo-Fr 08:00-12:00; Th 08:00-12:00,14:00-18:00`. As there,
 * a later rule replaces an earlier one for its days. Undefined for anything else.
 */
export function openingHours(text: string): Hours[] | undefined {
  const rules = text.split(/; ?/).map((rule) => {
    const match = RULE.exec(rule);
    if (!match) return undefined;
    const first = weekdays.indexOf(match[1] ?? '');
    const last = weekdays.indexOf(match[2] ?? match[1] ?? '');
    const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
    const times = (rule.match(/\d\d:\d\d-\d\d:\d\d/g) ?? []).map((span) => ({
      from: span.slice(0, 5),
      to: span.slice(6),
    }));
    return times.every(({ from, to }) => from < to && to <= '24:00') ? { days, times } : undefined;
  });
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** The opening hours of a day of the week, 0 for Sunday. */
export const timesOfWeekday = (hours: Hours[], weekday: number): Hours['times'] =>
  hours.findLast(({ days }) => days.includes(weekday))?.times ?? [];

/** The opening hours of a day, YYYY-MM-DD; empty on public holidays. */
const timesOn = (hours: Hours[], day: string): Hours['times'] =>
  isPublicHoliday(day) ? [] : timesOfWeekday(hours, new Date(`${day}T00:00:00Z`).getUTCDay());

/**
 * True if an office is open on a day, or at a time of that day.
 * @param day YYYY-MM-DD
 * @param time HH:MM in Germany; undefined for the whole day
 */
export const isOpen = (hours: Hours[], day: string, time?: string): boolean =>
  timesOn(hours, day).some(({ from, to }) => time === undefined || (from <= time && time < to));

/**
 * The first day, YYYY-MM-DD, on which an office is open, with `leadDays` open days after today, itself the last of them;
 * at most a year ahead.
 */
export function earliestDay(hours: Hours[], today: string, leadDays: number): string {
  let time = Date.parse(`${today}T00:00:00Z`);
  const day = () => new Date(time).toISOString().slice(0, 10);
  for (let left = leadDays, tries = 0; (left > 0 || !isOpen(hours, day())) && tries < 366; tries++) {
    time += DAY_MS;
    if (isOpen(hours, day())) left--;
  }
  return day();
}
