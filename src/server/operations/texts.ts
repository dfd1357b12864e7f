import type { Locale } from '#domain/locale.ts';
import deFrame from '#locales/de/frame.json' with { type: 'json' };
import de from '#locales/de/operations.json' with { type: 'json' };
import enFrame from '#locales/en/frame.json' with { type: 'json' };
import en from '#locales/en/operations.json' with { type: 'json' };

export type OperationsTexts = typeof de;
export const texts: Record<Locale, OperationsTexts> = { de, en };
export const frameTexts = { de: deFrame, en: enFrame };

/** Addresses of the operators' page. */
export const operationsPaths: Record<Locale, string> = { de: '/betrieb', en: '/en/operations' };

const regions: Record<Locale, string> = { de: 'de-DE', en: 'en-GB' };

/** Figures and times as the reader writes them; amounts are cents, times are shown as in Germany. */
export const formatOf = (locale: Locale) => ({
  count: (value: number) => value.toLocaleString(regions[locale]),
  money: (cents: number) =>
    (cents / 100).toLocaleString(regions[locale], { style: 'currency', currency: 'EUR' }),
  time: (value: Date) =>
    value.toLocaleString(regions[locale], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Europe/Berlin',
    }),
});

/** A text with its places filled in. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
