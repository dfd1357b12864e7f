import type { EventLog } from '#server/ports/delivery.ts';

/** Status of a sent application as the API names it (spec section 4). */
export type SentStatus = 'SUBMITTED' | 'SUCCESSFULLY_SUBMITTED' | 'PROCESSING_ERROR' | 'UNKNOWN';

/**
 * The status by the verified events. The first accept, reject or delete decides: an authority also deletes accepted
 * submissions. Without one of these, an unverified entry may have been the decision: UNKNOWN.
 */
export function statusOf({ events, rejected }: EventLog): SentStatus {
  const decision = events.find(({ kind }) => kind === 'accept' || kind === 'reject' || kind === 'delete');
  if (decision) return decision.kind === 'accept' ? 'SUCCESSFULLY_SUBMITTED' : 'PROCESSING_ERROR';
  return rejected > 0 || events.length === 0 ? 'UNKNOWN' : 'SUBMITTED';
}
