import * as z from 'zod/mini';
import { trustLevel } from './shapes.ts';

/**
 * Stable codes of the problem details (RFC 9457) that the service answers. Both languages translate each
 * (locales: errors). The status is fixed per code.
 */
export const problemStatus = {
  'parameter-missing': 400,
  'input-invalid': 400,
  'xsrf-mismatch': 403,
  'login-required': 401,
  'session-expired': 401,
  'trust-level-too-low': 403,
  'login-not-accepted': 403,
  'not-found': 404,
  'service-not-found': 410,
  'form-not-found': 404,
  'draft-expired': 410,
  'download-expired': 410,
  'status-conflict': 409,
  'version-conflict': 409,
  'summary-changed': 409,
  'form-invalid': 422,
  'place-not-covered': 422,
  'file-empty': 400,
  'file-too-large': 413,
  'file-type-refused': 415,
  'file-limit-reached': 413,
  'file-damaged': 422,
  'file-protected': 422,
  'file-active': 422,
  'file-picture-too-large': 422,
  'file-total-reached': 413,
  'file-infected': 422,
  'file-uncheckable': 422,
  'too-many-applications': 409,
  'too-many-anonymous': 429,
  'too-many-requests': 429,
  'login-failed': 502,
  'database-unavailable': 503,
  overloaded: 503,
  'payment-unavailable': 503,
  'delivery-unavailable': 503,
  'scanner-unavailable': 503,
  internal: 500,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export const problemSchema = z.object({
  /** URN of the code, e.g. `urn:serviceportal:problem:status-conflict`. */
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
  /** Present status of the process, with 409. */
  processStatus: z.optional(z.string()),
  /** Present version of the process, with version-conflict. */
  version: z.optional(z.number()),
  /** Names of the wrong parameters or body fields, with 400; data paths with form-invalid. */
  fields: z.optional(z.array(z.object({ name: z.string(), reason: z.string() }))),
  /** Limit in bytes (file-too-large) or points (file-picture-too-large), or accepted media types (file-type-refused). */
  limit: z.optional(z.union([z.number(), z.string()])),
  /** Trust level that is asked for, with trust-level-too-low. */
  trustLevel: z.optional(trustLevel),
  /** Where a new application can be started, with draft-expired. */
  startOver: z.optional(z.object({ leiKaId: z.string(), area: z.string() })),
  /** Number in the service's log, for support. */
  requestId: z.optional(z.string()),
});
export type Problem = z.output<typeof problemSchema>;
