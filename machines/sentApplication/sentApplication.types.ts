import type { SentStatus } from '#domain/sent-status.ts';

/** Statuses of a sent application, verbatim (spec section 4). */
export type SentApplicationStatus =
  | 'pending'
  | 'submitted'
  | 'successfullySubmitted'
  | 'processingError'
  | 'unknown';

/**
 * Names of the statuses at the API. It has none for `pending`: what is on this list was sent,
 * and that its status is still being checked shows in the missing time of the last check.
 */
export const apiStatuses: Record<SentApplicationStatus, SentStatus> = {
  pending: 'SUBMITTED',
  submitted: 'SUBMITTED',
  successfullySubmitted: 'SUCCESSFULLY_SUBMITTED',
  processingError: 'PROCESSING_ERROR',
  unknown: 'UNKNOWN',
};

export type SentApplicationContext = {
  /** ISO 8601 of the last verified event; null until there is one. */
  lastEventAt: string | null;
  /** What the authority gave as reasons for a rejection. */
  problems: string[];
};

type Verified = { issuedAt: string };

/** Verified events of the delivery service and the authority, and what happens when there are none. */
export type SentApplicationEvent =
  | ({ type: 'delivery.created' } & Verified)
  | ({ type: 'delivery.submitted' } & Verified)
  | ({ type: 'delivery.notified' } & Verified)
  | ({ type: 'delivery.forwarded' } & Verified)
  | ({ type: 'delivery.accepted' } & Verified)
  | ({ type: 'delivery.rejected'; problems: string[] } & Verified)
  | ({ type: 'delivery.deleted' } & Verified)
  /** The service did not answer, also after the retries. */
  | { type: 'delivery.unreachable' }
  /** An entry whose signature or content does not hold. */
  | { type: 'delivery.unproven' };

export type SentApplicationEventType = SentApplicationEvent['type'];
