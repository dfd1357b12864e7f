import { languageTag, locales } from '#domain/locale.ts';

/** The contents of the three inputs of a day field, as typed. */
export type DayParts = { day: string; month: string; year: string };

/**
 * A whole date in one text, as it is pasted: "27.3.1985", "1985-03-27", "27. März 1985", "March 27, 1985", "27031985".
 * It is asked for at every keystroke: no shape may be the beginning of a longer date.
 */
export function wholeDate(text: string): DayParts | undefined {
  const written = text.replaceAll(',', ' ').replace(/\s+/gu, ' ').trim();
  for (const shape of SHAPES) {
    const { day, month, year } = shape.exec(written)?.groups ?? {};
    if (day === undefined || month === undefined || year === undefined) continue;
    const number = /^\d+$/u.test(month) ? month : monthOf(month);
    if (number === undefined) continue;
    const parts = { day, month: number, year };
    // Eight digits are read in the order in which they can be a date.
    if (Number(number) <= 12 && Number(day) <= 31) return parts;
  }
  return undefined;
}

const SHAPES = [
  /^(?<day>\d{1,2})(?:\. ?|[ /-])(?<month>\d{1,2})(?:\. ?|[ /-])(?<year>\d{4})$/u,
  /^(?<year>\d{4})[-./ ](?<month>\d{1,2})[-./ ](?<day>\d\d)$/u,
  /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)? ?(?<month>\p{L}{3,})\.? ?(?<year>\d{4})$/u,
  /^(?<month>\p{L}{3,})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})$/u,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/u,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/u,
] as const;

/**
 * A date in one text whose year is short or missing: "20.11.26", "20.11.". Nothing is guessed: the year stays as it was
 * typed, and is asked for. It may be the beginning of a whole date, and is asked for when the person has left.
 */
export function shortDate(text: string): DayParts | undefined {
  const { day = '', month = '', year = '' } = SHORT.exec(text.trim())?.groups ?? {};
  return inRange(day, 31) && inRange(month, 12) ? { day, month, year } : undefined;
}

const SHORT = /^(?<day>\d{1,2})(?:\. ?|[ /-])(?<month>\d{1,2})(?:(?:\. ?|[ /-])(?<year>\d\d)|\.)?$/u;

const inRange = (number: string, most: number): boolean => Number(number) >= 1 && Number(number) <= most;

/** The parts of a day without what people write beside the number: "1." is 1, "März" and "Mar" are 3. */
export function plainParts({ day, month, year }: DayParts): DayParts {
  const number = (typed: string) => typed.trim().replace(/^(\d+)\.$/u, '$1');
  return { day: number(day), month: monthOf(month) ?? number(month), year: number(year) };
}

/** Letters from which the name of a month is clear. */
const ENOUGH_LETTERS = 3;

const folded = (name: string): string => name.toLowerCase().replaceAll('ä', 'a').replace(/^mae/u, 'ma');

/** The number of a month by its name, or the beginning of it, in a language of the portal. */
function monthOf(typed: string): string | undefined {
  const name = folded(typed.trim().replace(/\.$/u, ''));
  if (name.length < ENOUGH_LETTERS || /\P{L}/u.test(name)) return undefined;
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(languageTag[locale], { month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month += 1)
      if (folded(format.format(Date.UTC(2000, month))).startsWith(name)) return String(month + 1);
  }
  return undefined;
}
