import { GERMAN_TIME } from '#domain/german-time.ts';
import { type Locale, languageTag } from '#domain/locale.ts';
import type { OperatorPerson } from '#domain/operator.ts';
import de from '#locales/de/operations.json' with { type: 'json' };
import deWorkflow from '#locales/de/workflow.json' with { type: 'json' };
import en from '#locales/en/operations.json' with { type: 'json' };
import enWorkflow from '#locales/en/workflow.json' with { type: 'json' };

export type OperationsTexts = typeof de;
export const texts: Record<Locale, OperationsTexts> = { de, en };

/** Titles of the states of all machines. */
export const titles = { de: deWorkflow, en: enWorkflow };

/** Addresses of the operators' page. */
export const operationsPaths: Record<Locale, string> = { de: '/betrieb', en: '/en/operations' };

/** Returns the name and id of an operator; null stands for whoever has the token. */
export const operatorName = (person: OperatorPerson | null, locale: Locale): string =>
  person ? `${person.name} (${person.subject})` : texts[locale].operator.byToken;

/** Formats numbers and times as the reader writes them; amounts are cents, days and times are shown as in Germany. */
export const formatOf = (locale: Locale) => ({
  count: (value: number) => value.toLocaleString(languageTag[locale]),
  money: (cents: number) =>
    (cents / 100).toLocaleString(languageTag[locale], { style: 'currency', currency: 'EUR' }),
  /** With one digit after the comma. */
  average: (value: number) =>
    value.toLocaleString(languageTag[locale], { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  /** A day, YYYY-MM-DD. */
  day: (value: string) =>
    new Date(`${value}T12:00:00Z`).toLocaleDateString(languageTag[locale], { dateStyle: 'medium' }),
  time: (value: Date) =>
    value.toLocaleString(languageTag[locale], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: GERMAN_TIME,
    }),
});
