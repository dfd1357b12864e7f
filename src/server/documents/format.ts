import { GERMAN_TIME } from '#domain/german-time.ts';
import { type Locale, languageTag } from '#domain/locale.ts';
import { displayBytes } from '#forms/display-bytes.ts';

/** Formats of one language; all times are those of Berlin, all instants are ISO 8601 texts. */
export type Format = {
  /** e.g. 20. November 2026 */
  date(instant: string): string;
  /** e.g. Freitag, 20. November 2026, of a day YYYY-MM-DD */
  weekday(day: string): string;
  /** e.g. 17:04 */
  time(instant: string): string;
  /** To the second, e.g. 20.11.2026, 17:04:09 */
  exact(instant: string): string;
  /** e.g. 1.234,50 € */
  amount(cents: number): string;
  /** e.g. 1,2 MB as everywhere in the portal */
  size(bytes: number): string;
};

/** The formats of a language. */
export function formatsOf(locale: Locale): Format {
  const tag = languageTag[locale];
  const zone = { timeZone: GERMAN_TIME } as const;
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long', ...zone });
  const weekday = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', ...zone });
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', ...zone });
  const amount = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' });
  return {
    weekday: (day) => weekday.format(new Date(day)),
    date: (instant) => date.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    exact: (instant) => exact.format(new Date(instant)),
    amount: (cents) => amount.format(cents / 100),
    size: (bytes) => displayBytes(bytes, locale),
  };
}
