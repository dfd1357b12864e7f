import * as z from 'zod/mini';
import { call } from './call.ts';
import { handIn } from './handed-in.ts';
import { closedToCaller, fileRefused, lang, processId, takenFile } from './process.ts';
import { uuid } from './shapes.ts';

export type { HandInView } from './handed-in.ts';

/** A sent application on the page for handing in. */
export const handInPage = z.object({
  ticketNumber: z.string(),
  serviceName: z.string(),
  authorityName: z.string(),
  /** The last day, YYYY-MM-DD; null where the content sets none. It may be over: documents are taken all the same. */
  until: z.nullable(z.string()),
  isPast: z.boolean(),
  /** All documents that are owed, also those handed in: a person may add a page. */
  documents: z.array(
    z.object({
      path: z.string(),
      label: z.string(),
      /** Accepted media types, in the spelling of the form. */
      pattern: z.string(),
      maxBytes: z.number(),
    }),
  ),
  /** Files that were uploaded and not handed in yet: a page that is opened again shows them. */
  files: z.array(z.extend(takenFile, { path: z.string() })),
  /** Oldest first. */
  handIns: z.array(handIn),
});
export interface HandInPage extends z.output<typeof handInPage> {}

/** Calls for handing in owed documents (own); for accounts, once the authority has the application. */
export const handInCalls = {
  getHandIn: call({
    method: 'GET',
    path: '/api/process/{id}/hand-in',
    summary: 'The documents that are owed for a sent application, and what was handed in',
    origin: 'own',
    params: processId,
    query: lang,
    answer: handInPage,
    errors: [...closedToCaller, 'login-required', 'hand-in-closed'],
  }),
  uploadHandIn: call({
    method: 'POST',
    path: '/api/process/{id}/hand-in/upload',
    summary: 'Takes the bytes of one file for an owed document, as for a file field',
    origin: 'own',
    params: processId,
    query: z.object({
      /** Data path of the owed document. */
      path: z.string().check(z.minLength(1), z.maxLength(300)),
      name: z.string().check(z.minLength(1), z.maxLength(255)),
    }),
    streams: 'body',
    answer: takenFile,
    errors: [
      'not-found',
      'login-required',
      'hand-in-closed',
      'input-invalid',
      ...fileRefused,
      'trust-level-too-low',
    ],
  }),
  dropHandInFile: call({
    method: 'DELETE',
    path: '/api/process/{id}/hand-in/upload/{file}',
    summary: 'Removes a file that was uploaded and not handed in; one that is gone is no error',
    origin: 'own',
    params: z.object({ id: uuid, file: uuid }),
    errors: [...closedToCaller, 'login-required', 'status-conflict'],
  }),
  handIn: call({
    method: 'POST',
    path: '/api/process/{id}/hand-in',
    summary:
      'Hands these files in, as one delivery that refers to the first; the same files a second time change nothing',
    origin: 'own',
    params: processId,
    query: lang,
    body: z.object({ files: z.array(uuid).check(z.minLength(1), z.maxLength(40)) }),
    answer: handInPage,
    errors: [
      ...closedToCaller,
      'login-required',
      'hand-in-closed',
      'input-invalid',
      'status-conflict',
      'scanner-unavailable',
    ],
  }),
  repeatHandIn: call({
    method: 'POST',
    path: '/api/process/{id}/hand-in/{handIn}/repeat',
    summary: 'Tries a failed hand-in again; one that waits or is delivered stays as it is',
    origin: 'own',
    params: z.object({ id: uuid, handIn: uuid }),
    query: lang,
    answer: handInPage,
    errors: [...closedToCaller, 'login-required', 'hand-in-closed'],
  }),
  downloadHandInReceipt: call({
    method: 'GET',
    path: '/api/process/{id}/hand-in/{handIn}/receipt',
    summary: 'Streams the receipt (PDF) of a delivered hand-in',
    origin: 'own',
    params: z.object({ id: uuid, handIn: uuid }),
    streams: 'answer',
    errors: ['not-found', 'login-required', 'download-expired', 'trust-level-too-low'],
  }),
};
