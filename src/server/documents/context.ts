import { type Format, formatsOf } from './format.ts';
import { type Say, textsOf } from './texts.ts';
import type { DocumentData } from './types.ts';

/** The source of every part of a document. */
export type Context = { data: DocumentData; say: Say; format: Format };

/** The source of a part that needs only this of the data, whichever document it is in. */
export type About<Key extends keyof DocumentData> = { data: Pick<DocumentData, Key>; say: Say };

/** Returns the data with the texts and formats of its language. */
export function contextOf(data: DocumentData): Context {
  return { data, say: textsOf(data.locale), format: formatsOf(data.locale) };
}

/** Returns date and time as in a sentence, e.g. 20. November 2026 um 17:04 Uhr. */
export function moment({ say, format }: Context, instant: string): string {
  return say('common.at', { date: format.date(instant), time: format.time(instant) });
}
