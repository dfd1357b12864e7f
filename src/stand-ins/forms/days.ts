import { type Locale, languageTag } from '#domain/locale.ts';

const WRITTEN = /^(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const iso = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900;
  return isThere ? date.toISOString().slice(0, 10) : null;
};

/** A day as people write it, as ISO date. A text that is no existing day stays unchanged. */
export function readDay(text: string): string {
  const [, day, month, year] = WRITTEN.exec(text.trim()) ?? [];
  return iso(Number(year), Number(month), Number(day)) ?? text.trim();
}

/** True if a stored text is a day that exists. */
export function isDay(text: string): boolean {
  const [, year, month, day] = ISO.exec(text) ?? [];
  return iso(Number(year), Number(month), Number(day)) === text;
}

/** The day as written in an input of the form; other texts stay unchanged. */
export function writeDay(text: string, locale: Locale): string {
  if (!isDay(text)) return text;
  return text
    .split('-')
    .reverse()
    .join(locale === 'de' ? '.' : '/');
}

/** The day as written in a summary. */
export function showDay(text: string, locale: Locale): string {
  if (!isDay(text)) return text;
  const format = new Intl.DateTimeFormat(languageTag[locale], { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${text}T00:00:00Z`));
}

/** Today where the authorities are, as ISO date. */
export const dayAt = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(now);

/** The day `years` earlier. */
export const yearsBefore = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
