import * as z from 'zod';
import { type Interrupted, interruptedOf, SENTENCE_LENGTH } from '#domain/interruption.ts';
import { type Locale, locales } from '#domain/locale.ts';
import { germanMoment } from '#forms/rules/german-moment.ts';

/** A step of an operator with an interruption, as the page's form says it. */
export const interruptionForm = z.object({
  what: z.string().max(40),
  step: z.enum(['say', 'end']),
  /** How it stood when the operator looked. */
  seen: z.string().max(40),
  because: z.string(),
  de: z.string().default(''),
  en: z.string().default(''),
  /** Date and time as clocks in Germany show them, `YYYY-MM-DDThh:mm`; only maintenance has them. */
  from: z.string().default(''),
  until: z.string().default(''),
});
export type InterruptionForm = z.infer<typeof interruptionForm>;

/** Returns what the form is about, if it can be interrupted here. */
export const askedFor = (what: unknown, known: readonly { what: Interrupted }[]): Interrupted | null => {
  const asked = typeof what === 'string' ? interruptedOf(what) : null;
  return known.find((one) => one.what === asked)?.what ?? null;
};

/** Returns a sentence in one line, as plain text; null where it is none, or too long. */
export function sentenceIn(text: string): string | null {
  const sentence = text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return sentence.length < 10 || sentence.length > SENTENCE_LENGTH ? null : sentence;
}

/** Returns the sentence in each language; null where one is missing or too long. */
export function sentencesIn(form: Record<Locale, string>): Record<Locale, string> | null {
  const [de, en] = locales.map((locale) => sentenceIn(form[locale]));
  return de && en ? { de, en } : null;
}

/** Returns the moment that a field names; null where it names none. */
export function momentIn(text: string): string | null {
  const moment = germanMoment(text.slice(0, 16));
  return moment === undefined ? null : new Date(moment).toISOString();
}
