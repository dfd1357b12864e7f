import * as z from 'zod';
import { handedPersonFields, handoverStatuses } from '#domain/handover.ts';
import { locales } from '#domain/locale.ts';

/** Kinds of signed messages (`typ`), so that none is taken for another. */
export const messageTypes = {
  handover: 'handover+jwt',
  question: 'handover-status+jwt',
  answer: 'handover-status-answer+jwt',
} as const;

/** Longest life of a message, by its own times. */
export const MAX_LIFE_SECONDS = 120;
/** Allowed difference between two portals' clocks. */
export const CLOCK_TOLERANCE_SECONDS = 30;
/** Largest signed message; handed-over data is limited to what a person could type on the first pages. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

const reference = z.string().regex(/^[\w-]{8,80}$/);
const jti = z.string().regex(/^[\w-]{16,80}$/);

export const handoverClaims = z.object({
  jti,
  leiKaId: z.string().regex(/^\d{14}$/),
  regionalKey: z.string().regex(/^\d{2,12}$/),
  locale: z.enum(locales),
  returnUrl: z.url({ protocol: /^https?$/ }).max(1000),
  reference,
  externalProcessData: z.record(z.string(), z.unknown()).optional(),
  person: z.partialRecord(z.enum(handedPersonFields), z.string().max(200)).optional(),
});

export const questionClaims = z.object({ jti, reference });

export const answerClaims = z
  .object({
    reference,
    /** `jti` of the question. */
    nonce: jti,
    status: z.enum(handoverStatuses),
    ticketNumber: z.string().max(80).optional(),
    submittedAt: z.iso.datetime({ offset: true }).optional(),
  })
  // Only a submitted application has both.
  .refine(({ status, ticketNumber, submittedAt }) =>
    status === 'SUBMITTED'
      ? ticketNumber !== undefined && submittedAt !== undefined
      : ticketNumber === undefined && submittedAt === undefined,
  );

/** Answer to a hand-over: the one-time code that the person's browser arrives with. */
export const handoverAnswer = z.object({
  handover: z.string().regex(/^[\w-]{43}$/),
  expiresIn: z.number().int().positive().max(3600),
});
export const statusAnswer = z.object({ status: z.string().max(MAX_MESSAGE_BYTES) });
