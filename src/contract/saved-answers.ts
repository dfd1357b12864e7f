import * as z from 'zod/mini';
import { MOST_CHARACTERS } from '#domain/saved-answers.ts';
import { call } from './call.ts';
import { lang, process, processId } from './process.ts';
import { areaKey, isoTime, locale, metadataId } from './shapes.ts';

/** Answers as a file that a person keeps, and the code that opens it: it is shown once. */
const savedFile = z.object({ file: z.string(), name: z.string(), code: z.string(), until: isoTime });
export interface SavedFile extends z.output<typeof savedFile> {}

/** The application that was started with the answers of a file, and its differences from what was saved. */
const restoredAnswers = z.object({
  process,
  /** The form has changed since the answers were saved. */
  changed: z.boolean(),
  /** Title of the page to look at first; null where none is known. */
  page: z.nullable(z.string()),
  /** Number of files that have to be attached again. */
  files: z.number(),
});
export interface RestoredAnswers extends z.output<typeof restoredAnswers> {}

/** Answers that people without an account keep as a file of their own (docs/decisions/0055-answers-as-a-file.md). */
export const savedAnswersCalls = {
  saveAnswers: call({
    method: 'POST',
    path: '/api/process/{id}/saved-answers',
    summary:
      'The stored answers of an application without an account as a sealed file, and the code that opens it; nothing of either is stored. FORMIO only, without the attached files',
    origin: 'own',
    params: processId,
    query: lang,
    answer: savedFile,
    errors: ['not-found', 'draft-expired', 'form-not-found', 'status-conflict', 'too-many-requests'],
  }),
  restoreAnswers: call({
    method: 'POST',
    path: '/api/saved-answers',
    summary:
      'Starts a process with the answers of such a file, which are checked like any input; `changed` says that the form is another one since, `page` which page to look at, `files` how many files have to be attached again',
    origin: 'own',
    body: z.object({
      file: z.string().check(z.maxLength(MOST_CHARACTERS)),
      code: z.string().check(z.maxLength(40)),
      metadataId,
      area: areaKey,
      lang: z.optional(locale),
    }),
    answer: restoredAnswers,
    errors: [
      'saved-answers-damaged',
      'saved-answers-code',
      'saved-answers-expired',
      'saved-answers-other',
      'interrupted',
      'form-not-found',
      'login-required',
      'login-not-accepted',
      'trust-level-too-low',
      'place-not-covered',
      'too-many-applications',
      'too-many-anonymous',
      'too-many-requests',
    ],
  }),
};
