import * as z from 'zod';
import { metadataSchema } from '#server/submission/fit-connect/metadata.ts';
import { contentSchema } from './postbox.ts';
import { recordSchema } from './records.ts';

const summary = recordSchema.omit({ events: true, authenticationTags: true });

/** The answers of the control calls. */
export const controlAnswers = {
  summary,
  content: summary.extend({ metadata: metadataSchema.nullable(), data: z.unknown() }),
  message: recordSchema
    .pick({ submissionId: true, state: true, received: true })
    .extend({ receivedAt: z.iso.datetime(), message: contentSchema.nullable() }),
};

export type ArrivedSubmission = z.infer<typeof controlAnswers.summary>;
export type OpenedSubmission = z.infer<typeof controlAnswers.content>;
export type ArrivedMessage = z.infer<typeof controlAnswers.message>;
