import * as z from 'zod/mini';
import { call } from './call.ts';
import { basedOn, closedToCaller, lang, process, processId } from './process.ts';
import { dataSource, locale } from './shapes.ts';

/**
 * A field in which the form and the account say different things, or the parts of an address, which are decided by the
 * key of the first; values as people write them, '' for none.
 */
const difference = z.object({
  key: z.string(),
  /** Key of the form page that has the field. */
  page: z.string(),
  label: z.string(),
  own: z.string(),
  account: z.string(),
  /** The form takes nothing but the account's value from this login. */
  locked: z.boolean(),
});
export interface DifferenceView extends z.output<typeof difference> {}

/** Everything that is left to decide; `hash` identifies what is decided. */
const conflict = z.object({
  /** Language of the texts. */
  lang: locale,
  version: z.number(),
  hash: z.string(),
  source: z.nullable(dataSource),
  differences: z.array(difference),
});
export interface ConflictView extends z.output<typeof conflict> {}

const keys = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200));

export const conflictCalls = {
  getConflict: call({
    method: 'GET',
    path: '/api/process/{id}/conflict',
    summary: 'What the account says otherwise than the form, as far as the person has not decided it',
    origin: 'own',
    params: processId,
    query: lang,
    answer: conflict,
    errors: [...closedToCaller, 'form-not-found'],
  }),
  decideConflict: call({
    method: 'PUT',
    path: '/api/process/{id}/conflict',
    summary: "Takes the account's values of some fields, and keeps the own ones of others, by their keys",
    origin: 'own',
    params: processId,
    query: lang,
    body: z.object({
      ...basedOn,
      apply: keys,
      /** Own entries that count as they are (own). */
      keep: z.optional(keys),
      /** Own entries that the person goes on to correct. */
      correct: keys,
    }),
    answer: process,
    errors: [
      ...closedToCaller,
      'version-conflict',
      'status-conflict',
      'edited-elsewhere',
      'input-invalid',
      'delivery-unavailable',
      'payment-unavailable',
    ],
  }),
};
