import type { Locale } from './paths.ts';

const tags = { de: 'de-DE', en: 'en-GB' } as const;

/** An amount in the reader's language. @param cents money in cents */
export const money = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(tags[locale], { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** A day, e.g. "20. November 2026". @param iso ISO 8601 */
export const day = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(
    new Date(iso),
  );

/** A day with the time, as told in Germany. @param iso ISO 8601 */
export const dayAndTime = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(new Date(iso));

/** Whole days from now until a moment, at least 0. @param iso ISO 8601 */
export const daysUntil = (iso: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - now) / 86_400_000));
