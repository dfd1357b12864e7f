import * as z from 'zod';

const tagsSchema = z.object({
  metadata: z.string(),
  data: z.string(),
  attachments: z.record(z.string(), z.string()),
});

export const recordSchema = z.object({
  submissionId: z.uuid(),
  caseId: z.uuid(),
  destinationId: z.string(),
  publicService: z.object({ identifier: z.string(), name: z.string().optional() }),
  announcedAttachments: z.array(z.string()),
  /** Announced attachments that have arrived: size of the content in bytes, and authentication tag. */
  uploaded: z.record(z.string(), z.object({ size: z.number(), tag: z.string() })),
  state: z.enum(['incomplete', 'submitted', 'accepted', 'rejected', 'deleted']),
  announcedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  authenticationTags: tagsSchema.nullable(),
  problems: z.array(z.object({ type: z.string(), title: z.string(), detail: z.string() })),
  /** Signed Security Event Tokens, oldest first. */
  events: z.array(z.string()),
  /** Calls that reached this submission, including refused ones. */
  received: z.object({ uploads: z.number(), finalizations: z.number() }),
});

/** Stored facts about one submission; the encrypted bodies are stored next to it. */
export type SubmissionRecord = z.infer<typeof recordSchema>;
export type AuthenticationTags = z.infer<typeof tagsSchema>;
export type EventProblem = SubmissionRecord['problems'][number];
