import { DAY_MS } from '#domain/days.ts';
import { GERMAN_TIME } from '#domain/german-time.ts';
import { type Locale, languageTag } from '#domain/locale.ts';

const inGermany = (iso: string, locale: Locale, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(languageTag[locale], { ...style, timeZone: GERMAN_TIME }).format(new Date(iso));

/** A day, e.g. "20. November 2026". @param iso ISO 8601 */
export const day = (iso: string, locale: Locale): string => inGermany(iso, locale, { dateStyle: 'long' });

/**
 * A day with its weekday, e.g. "Freitag, 20. November 2026".
 * @param date YYYY-MM-DD
 */
export const weekday = (date: string, locale: Locale): string =>
  new Intl.DateTimeFormat(languageTag[locale], { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));

/**
 * A day with the time in Germany.
 * @param iso ISO 8601
 */
export const dayAndTime = (iso: string, locale: Locale): string =>
  inGermany(iso, locale, { dateStyle: 'long', timeStyle: 'short' });

/**
 * The time of a moment in Germany if it is today there, e.g. "14:32"; else null.
 * @param iso ISO 8601
 */
export function timeToday(iso: string, now: number, locale: Locale): string | null {
  const moment = Date.parse(iso);
  const dayOf = (at: number) => new Intl.DateTimeFormat('en', { timeZone: GERMAN_TIME }).format(at);
  if (dayOf(moment) !== dayOf(now)) return null;
  return inGermany(iso, locale, { timeStyle: 'short' });
}

/**
 * Whole days from now until a moment, at least 0.
 * @param iso ISO 8601
 */
export const daysUntil = (iso: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - now) / DAY_MS));

/**
 * A span of time in its largest whole unit, e.g. "30 Minuten", "8 Stunden".
 * @param minutes at least one is shown
 */
export function span(minutes: number, locale: Locale): string {
  const inHours = minutes >= 120 && minutes % 60 === 0;
  return new Intl.NumberFormat(languageTag[locale], {
    style: 'unit',
    unit: inHours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(inHours ? minutes / 60 : Math.max(1, Math.round(minutes)));
}
