import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { act } from '#server/workflow/act.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { standingOf, whyStays } from '#server/workflow/staying.ts';

/**
 * Removes a sent application of an account from the portal, with its documents. The authority keeps what it has
 * received. What was sent without an account ends with its session.
 * @throws ProblemError not-found, trust-level-too-low, login-required; still-under-way with the reason while something
 * of it is under way; status-conflict for a draft
 */
export async function removeSent(context: ServerContext, session: Session, processId: string): Promise<void> {
  await act(context, session, processId, { version: null, accepts: null }, async ({ trx, row }) => {
    if (row.userId === null) throw new ProblemError('login-required');
    await assertRemovable(context, trx, row);
    await eraseProcess(context, trx, row);
  });
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what: 'sent', reason: 'asked-for', process: processId },
    bySession(session),
  );
}

/**
 * Refuses to remove an application, locked in this transaction, that was not sent, or of which something is under way.
 * @throws ProblemError still-under-way with the reason, status-conflict for a draft
 */
export async function assertRemovable(context: ServerContext, trx: Trx, row: ProcessRow): Promise<void> {
  const stays = whyStays((await standingOf(trx, row.id, context.now()))!, false);
  if (stays === 'sending' || stays === 'unfinished' || (stays && row.status === 'SUBMITTED'))
    throw new ProblemError('still-under-way', { stays, processStatus: row.status });
  if (row.status !== 'SUBMITTED') throw new ProblemError('status-conflict', { processStatus: row.status });
}
