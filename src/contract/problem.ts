import * as z from 'zod/mini';
import { loginProviderIds } from '#domain/login.ts';
import { stayReasons } from '#domain/staying.ts';
import { authority, isoTime, leiKaId, place, processStatus, trustLevel, uuid } from './shapes.ts';

/** A draft whose form is not offered any more: what its person can still do with it. Money in cents. */
const leftDraft = z.object({
  id: uuid,
  /** Title and authority as they were, in each language: a page may change it. */
  title: z.object({ de: z.string(), en: z.string() }),
  authority: z.object({ de: authority, en: authority }),
  areaName: z.string(),
  /** The service, if the portal still describes it. */
  leiKaId: z.nullable(leiKaId),
  availableUntil: isoTime,
  hasUser: z.boolean(),
  paidCents: z.number(),
  refundDueCents: z.number(),
  /** A payment has no outcome yet. */
  isPaying: z.boolean(),
});
export interface LeftDraft extends z.output<typeof leftDraft> {}

export const problemSchema = z.object({
  /** URN of the code, e.g. `urn:serviceportal:problem:status-conflict`. */
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
  /** Current status of the process, with 409. */
  processStatus: z.optional(processStatus),
  /** The reason for still-under-way. */
  stays: z.optional(z.enum(stayReasons)),
  /** Current version of the process, with version-conflict. */
  version: z.optional(z.number()),
  /** Names of the wrong parameters or body fields, with 400; data paths with form-invalid. */
  fields: z.optional(z.array(z.object({ name: z.string(), reason: z.string() }))),
  /** Limit in bytes (file-too-large) or points (file-picture-too-large), or accepted media types (file-type-refused). */
  limit: z.optional(z.union([z.number(), z.string()])),
  /** Required trust level, with trust-level-too-low. */
  trustLevel: z.optional(trustLevel),
  /** Logins that would do, with login-required, login-not-accepted and trust-level-too-low. */
  accepted: z.optional(z.array(z.enum(loginProviderIds))),
  /** Areas that the form is offered for, with place-required: the place is one of their municipalities. */
  areas: z.optional(z.array(place)),
  /** Where a new application can be started, with draft-expired. */
  startOver: z.optional(z.object({ leiKaId: z.string(), area: z.string() })),
  /** The operators' words to people in each language, with interrupted. */
  sentence: z.optional(z.object({ de: z.string(), en: z.string() })),
  /** The draft, with form-not-found for one whose form has left the content. */
  left: z.optional(leftDraft),
  /** Number in the server's log, for support. */
  requestId: z.optional(z.string()),
});
/** A problem as it is sent (RFC 9457). The flows know it as a `Problem` (machines/kit/problem.ts). */
export interface ProblemDetails extends z.output<typeof problemSchema> {}
