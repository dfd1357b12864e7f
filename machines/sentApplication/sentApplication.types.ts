import type { SentStatus } from '#domain/sent-status.ts';

/** Statuses of a sent application, verbatim (spec section 4). */
export type SentApplicationStatus =
  | 'pending'
  | 'submitted'
  | 'successfullySubmitted'
  | 'processingError'
  | 'unknown';

/**
 * Names of the statuses at the API. It has no name for `pending`: every application on this list was sent, and the
 * missing time of the last check shows that the status is still being checked.
 */
export const apiStatuses: Record<SentApplicationStatus, SentStatus> = {
  pending: 'SUBMITTED',
  submitted: 'SUBMITTED',
  successfullySubmitted: 'SUCCESSFULLY_SUBMITTED',
  processingError: 'PROCESSING_ERROR',
  unknown: 'UNKNOWN',
};

export type SentApplicationContext = {
  /** Moment of the last verified event, ISO 8601; null until there is one. */
  lastEventAt: string | null;
  /** The authority's reasons for a rejection. */
  problems: string[];
};

type Verified = { issuedAt: string };

/** Verified events of the delivery service and the authority, and events for the lack of one. */
export type SentApplicationEvent =
  | ({ type: 'delivery.created' } & Verified)
  | ({ type: 'delivery.submitted' } & Verified)
  | ({ type: 'delivery.notified' } & Verified)
  | ({ type: 'delivery.forwarded' } & Verified)
  | ({ type: 'delivery.accepted' } & Verified)
  | ({ type: 'delivery.rejected'; problems: string[] } & Verified)
  | ({ type: 'delivery.deleted' } & Verified)
  /** The delivery service did not answer, even after the retries. */
  | { type: 'delivery.unreachable' }
  /** An entry whose signature or content is not valid. */
  | { type: 'delivery.unproven' };

export type SentApplicationEventType = SentApplicationEvent['type'];
