import type { EventLog } from '#server/ports/delivery.ts';

/** Status of a sent application as the API names it (spec section 4). */
export type SentStatus = 'SUBMITTED' | 'SUCCESSFULLY_SUBMITTED' | 'PROCESSING_ERROR' | 'UNKNOWN';

/**
 * The status by the verified events. The first of accept, reject, delete decides: an authority also deletes what it
 * has accepted. Without one of these, an entry that could not be verified may have been the decision: UNKNOWN.
 */
export function statusOf({ events, rejected }: EventLog): SentStatus {
  const decision = events.find(({ kind }) => kind === 'accept' || kind === 'reject' || kind === 'delete');
  if (decision) return decision.kind === 'accept' ? 'SUCCESSFULLY_SUBMITTED' : 'PROCESSING_ERROR';
  return rejected > 0 || events.length === 0 ? 'UNKNOWN' : 'SUBMITTED';
}
