import type { ServerContext } from '#server/context.ts';
import { type HandInRow, handInsOf } from '#server/hand-ins/row.ts';
import { openOwed } from '#server/hand-ins/standing.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import type { KeptOwed } from '#server/storage/tables.ts';
import { type SubmissionRow, submissionOf } from '#server/submission/row.ts';
import { act } from '#server/workflow/act.ts';

/** A sent application that is locked, with what is owed for it and what was handed in, oldest first. */
export type Owing = {
  trx: Trx;
  row: ProcessRow;
  submission: SubmissionRow;
  owed: KeptOwed;
  handIns: readonly HandInRow[];
};

/**
 * Runs an act of a person on the documents that are owed for their sent application.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, login-required, hand-in-closed
 */
export const actOnOwed = <T>(
  context: ServerContext,
  session: Session,
  processId: string,
  work: (owing: Owing) => Promise<T>,
): Promise<T> =>
  act(context, session, processId, { version: null, accepts: null }, async ({ trx, row }) => {
    if (row.userId === null) throw new ProblemError('login-required');
    const submission = await submissionOf(context, trx, processId);
    const owed = submission ? openOwed(context, row, submission) : null;
    if (!submission || !owed) throw new ProblemError('hand-in-closed');
    const handIns = (await handInsOf(context, trx, [processId])).get(processId) ?? [];
    return work({ trx, row, submission, owed, handIns });
  });
