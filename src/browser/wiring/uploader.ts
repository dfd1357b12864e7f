import i18next from 'i18next';
import { problemOf } from '#machines/portal/problem.ts';
import { problemText } from '#ui/screens/shared/problem-text.ts';
import type { Uploader } from './uploads.ts';

/** Uploads to the service, failures in the words of the error catalogue. */
export const uploader: Uploader = {
  send: async (request) => (await import('../upload.ts')).uploadFile(request),
  wordingOf: (error) => problemText(problemOf(error), i18next.getFixedT(null, 'errors')),
};
