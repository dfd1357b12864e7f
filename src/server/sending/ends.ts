import type { Mover } from '#domain/journal.ts';
import type { SubmissionEvent } from '#machines/submission/submission.types.ts';
import type { ServerContext } from '#server/context.ts';
import { queueMail } from '#server/mails/row.ts';
import { availableAfterFailure } from '#server/processes/availability.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';
import { byOwner } from '#server/security/events.ts';
import { isDelivered, moveSubmission, type SubmissionRow } from '#server/submission/row.ts';
import type { Held } from '#server/workflow/act.ts';

/** A failure of a submission: its event, who has caused it, and a message for operators. */
export type Failure = {
  event: Extract<SubmissionEvent, { type: 'step.failed' | 'submission.givenUp' }>;
  by: Mover;
  lastError: string;
};

/**
 * Ends a locked submission that has failed, with all that follows: the process moves to SUBMIT_FAILURE, the application
 * stays for its person, and an e-mail says so. The submission can be repeated from its step.
 * @returns whether the machine has accepted that; nothing is changed otherwise
 */
export async function endFailed(
  context: ServerContext,
  { trx, row: process, move }: Held,
  row: SubmissionRow,
  { event, by, lastError }: Failure,
): Promise<boolean> {
  const free = { lastError, leaseOwner: null, leaseUntil: null };
  if (!(await moveSubmission(context, trx, row, event, by, free))) return false;
  const metadata = context.content().metadata.get(process.metadataId);
  const availableUntil = availableAfterFailure(process, metadata, context.now());
  await move({ type: 'submission.failed' }, { availableUntil });
  if (!(await isDelivered(trx, process.id))) {
    await queueMail(context, trx, process, {
      kind: 'notSent',
      occasion: String(row.context.repeats),
      recipient: process.mailTo,
      facts: {
        ticketNumber: row.ticketNumber,
        paid: factsOf(process).paidCents > 0,
        ...(event.type === 'submission.givenUp' && { givenUp: event.reason }),
      },
    });
  }
  return true;
}

/** Writes the end of a submission into the security log, once it is committed. */
export const recordEnd = (
  { security }: ServerContext,
  process: ProcessRow,
  outcome: 'succeeded' | 'failed',
): void => security.record({ event: 'submission', outcome, process: process.id }, byOwner(process));
