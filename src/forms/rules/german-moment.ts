import { GERMAN_TIME } from '#domain/german-time.ts';
import { isCalendarDate } from './day.ts';

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: GERMAN_TIME,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Clocks are changed by this much at most, in minutes. */
const CHANGE_MINUTES = 60;

/** Date and time of a moment in Germany, `YYYY-MM-DDThh:mm`. @param moment ms since the epoch */
export const germanDateAndTime = (moment: number): string =>
  wallClock.format(moment).replace(' ', 'T').slice(0, 16);

const offsetAt = (moment: number): number =>
  Math.round((Date.parse(`${wallClock.format(moment).replace(' ', 'T')}Z`) - moment) / 60_000);

/** The moments at which clocks in Germany show this date and time, in order: none, one, or two. */
function momentsAt(dateAndTime: string): { moment: number; offset: number }[] {
  const asUtc = Date.parse(`${dateAndTime}:00Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set(
    [-CHANGE_MINUTES, CHANGE_MINUTES].map((minutes) =>
      offsetAt(asUtc - offsetAt(asUtc) * 60_000 + minutes * 60_000),
    ),
  );
  return [...offsets]
    .map((offset) => ({ moment: asUtc - offset * 60_000, offset }))
    .filter(({ moment }) => germanDateAndTime(moment) === dateAndTime)
    .sort((one, other) => one.moment - other.moment);
}

/**
 * ISO 8601 with the offset in Germany for what clocks show there, `YYYY-MM-DDThh:mm`; undefined if none shows it: the
 * day does not exist, or a change of the clocks skips the hour. Of two such moments it is the first, in summer time.
 */
export function germanMoment(dateAndTime: string): string | undefined {
  const [first] = isCalendarDate(dateAndTime.slice(0, 10)) ? momentsAt(dateAndTime) : [];
  if (!first) return undefined;
  const sign = first.offset < 0 ? '-' : '+';
  const hours = String(Math.floor(Math.abs(first.offset) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(first.offset) % 60).padStart(2, '0');
  return `${dateAndTime}:00${sign}${hours}:${minutes}`;
}

/** The side of a moment that clocks in Germany show twice: the first is in summer time; null for any other moment. */
export function alikeMoment(moment: number): 'summer' | 'winter' | null {
  const moments = momentsAt(germanDateAndTime(moment));
  if (moments.length < 2) return null;
  return moment < moments[1]!.moment ? 'summer' : 'winter';
}

/**
 * The time that a change of the clocks skips, with its existing day; undefined for any other text.
 * @param typed `YYYY-MM-DDThh:mm`; month and day may have one digit
 */
export function skippedTime(
  typed: string,
): { day: number; month: number; year: number; time: string } | undefined {
  const match = /^([1-9]\d{3})-(\d{1,2})-(\d{1,2})T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(typed);
  const [year = '', month = '', day = '', time = ''] = match?.slice(1) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isCalendarDate(date) || germanMoment(`${date}T${time}`) !== undefined) return undefined;
  return { day: Number(day), month: Number(month), year: Number(year), time };
}
