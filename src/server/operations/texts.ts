import { GERMAN_TIME } from '#domain/german-time.ts';
import { type Locale, languageTag } from '#domain/locale.ts';
import type { OperatorPerson } from '#domain/operator.ts';
import de from '#locales/de/operations.json' with { type: 'json' };
import deWorkflow from '#locales/de/workflow.json' with { type: 'json' };
import en from '#locales/en/operations.json' with { type: 'json' };
import enWorkflow from '#locales/en/workflow.json' with { type: 'json' };
import { filled } from '#server/html/texts.ts';
import type { QueueName } from '#server/queues/queues.ts';
import { UNKNOWN_COMMIT } from '#server/unknown-commit.ts';

export type OperationsTexts = typeof de;
export const texts: Record<Locale, OperationsTexts> = { de, en };

/** Titles of the states of all machines. */
export const titles = { de: deWorkflow, en: enWorkflow };

/** Addresses of the operators' page. */
export const operationsPaths: Record<Locale, string> = { de: '/betrieb', en: '/en/operations' };

/** Returns the name and id of an operator; null stands for whoever has the token. */
export const operatorName = (person: OperatorPerson | null, locale: Locale): string =>
  person ? `${person.name} (${person.subject})` : texts[locale].operator.byToken;

/** Returns a version with its commit, where that is known. */
export const buildName = ({ version, commit }: { version: string; commit: string }): string =>
  commit === UNKNOWN_COMMIT ? version : `${version} (${commit})`;

/** Returns why something was not delivered, in words. @param problem name of the error that the machine keeps */
export const problemText = (problem: string, locale: Locale): string => {
  const { other, ...known } = texts[locale].problems;
  return (known as Record<string, string>)[problem] ?? filled(other, { name: problem });
};

/** Every queue in words: one that is added to the code is missed here by the compiler. */
const queueWords: Record<Locale, Record<QueueName, string>> = { de: de.queues.names, en: en.queues.names };

/** Returns what a queue of jobs does, in words, with its name in logs and metrics. */
export function queueName(queue: string, locale: Locale): string {
  const name = (queueWords[locale] as Record<string, string>)[queue];
  return name === undefined ? queue : `${name} (${queue})`;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const unitOf = (locale: Locale, value: number, unit: 'second' | 'minute' | 'hour' | 'day', digits = 0) =>
  value.toLocaleString(languageTag[locale], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: digits,
  });

/** Returns a time in at most two units, as somebody would say it: 3,900 seconds are an hour and five minutes. */
function durationOf(locale: Locale, seconds: number): string {
  if (seconds < MINUTE_SECONDS) return texts[locale].underAMinute;
  const minutes = Math.floor(seconds / MINUTE_SECONDS) % 60;
  const hours = Math.floor(seconds / HOUR_SECONDS) % 24;
  const parts: [number, 'minute' | 'hour' | 'day'][] =
    seconds < DAY_SECONDS
      ? [
          [Math.floor(seconds / HOUR_SECONDS), 'hour'],
          [minutes, 'minute'],
        ]
      : [
          [Math.floor(seconds / DAY_SECONDS), 'day'],
          [hours, 'hour'],
        ];
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => unitOf(locale, value, unit))
    .join(' ');
}

/** Formats numbers and times as the reader writes them; amounts are cents, days and times are shown as in Germany. */
export const formatOf = (locale: Locale) => ({
  /** A time in minutes, hours or days, given in seconds. */
  duration: (seconds: number) => durationOf(locale, seconds),
  /** A short time, with one digit after the comma. */
  seconds: (value: number) => unitOf(locale, value, 'second', 1),
  days: (value: number) => unitOf(locale, value, 'day'),
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
