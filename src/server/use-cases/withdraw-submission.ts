import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { submissionKinds } from '#server/storage/file-kinds.ts';
import { findSubmission, type SubmissionRow, submissionOf } from '#server/submission/row.ts';
import { readOwned } from '#server/workflow/act.ts';
import { hasArrived } from './note-arrival.ts';

/** A failed submission that had not arrived when the delivery service was asked, at this repeat. */
export type Unsent = { repeats: number };

const repeatsOf = (submission: SubmissionRow) => submission.context.repeats;

/**
 * Asks the delivery service whether a failed submission has arrived. Only if it certainly has not may its data
 * change; an application that has arrived can only be completed.
 * @throws ProblemError not-found, status-conflict when the authority already has the application
 * @throws PartnerUnavailable when the delivery service cannot tell
 */
export async function assertUnsent(
  context: ServerContext,
  session: Session,
  processId: string,
): Promise<Unsent | null> {
  const owned = await readOwned(context, session, processId);
  const submission = await findSubmission(context, processId);
  if (!submission || owned.status !== 'SUBMIT_FAILURE') return null;
  if (await hasArrived(context, submission))
    throw new ProblemError('status-conflict', { processStatus: owned.status });
  return { repeats: repeatsOf(submission) };
}

/**
 * Drops the failed submission of a locked process together with the documents of the old data.
 * @throws ProblemError status-conflict when it was repeated after the delivery service was asked
 */
export async function dropSubmission(
  context: ServerContext,
  trx: Trx,
  process: ProcessRow,
  unsent: Unsent | null,
): Promise<void> {
  const present = await submissionOf(context, trx, process.id);
  if (!present || repeatsOf(present) !== unsent?.repeats) {
    throw new ProblemError('status-conflict', { processStatus: process.status });
  }
  await trx.deleteFrom('submission').where('processId', '=', process.id).execute();
  await trx
    .deleteFrom('file')
    .where('processId', '=', process.id)
    .where('kind', 'in', submissionKinds)
    .execute();
}
