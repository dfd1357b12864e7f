import * as z from 'zod/mini';
import { call } from './call.ts';
import { process, processId } from './process.ts';
import { locale } from './shapes.ts';

/** The draft with the answers of a sent application, and its differences from what was sent. */
const repeatedApplication = z.object({
  process,
  /** The form is another one since. */
  changed: z.boolean(),
  /** Title of the page to look at first; null where none is known. */
  page: z.nullable(z.string()),
  /** Number of answers that the form of today has no place for. */
  dropped: z.number(),
  /** Number of files that were examined again and taken. */
  files: z.number(),
  /** Names of the files that have to be attached again. */
  filesLeft: z.array(z.string()),
});
export interface RepeatedApplication extends z.output<typeof repeatedApplication> {}

/** The call that begins a new application with the answers of a sent one. */
export const repeatCalls = {
  repeatApplication: call({
    method: 'POST',
    path: '/api/process/{id}/again',
    summary:
      'Starts a process of the same service and place with the answers and files of a sent one, as long as they are stored; both are checked like any input. FORMIO only',
    origin: 'own',
    params: processId,
    body: z.object({ lang: z.optional(locale) }),
    answer: repeatedApplication,
    errors: [
      'not-found',
      'trust-level-too-low',
      'status-conflict',
      'answers-erased',
      'interrupted',
      'form-not-found',
      'place-not-covered',
      'login-required',
      'login-not-accepted',
      'login-incomplete',
      'too-many-applications',
      'too-many-anonymous',
    ],
  }),
};
