import type { ServiceContext } from '#server/context.ts';
import { enqueue } from '#server/jobs/queues.ts';
import {
  assertConfirmed,
  languageOfAct,
  loadOwned,
  moveProcess,
  type ProcessRow,
  type Spoken,
} from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { insertSubmission, moveSubmission } from './row.ts';

/**
 * Asks for the submission: the state, the submission's row and its job are written in one transaction. A failed
 * one goes on at the step that failed.
 * @throws ProblemError not-found, status-conflict, summary-changed
 */
export function requestSubmission(
  context: ServiceContext,
  session: Session,
  processId: string,
  spoken: Spoken,
): Promise<ProcessRow> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    const moved = await moveProcess(
      context,
      trx,
      row,
      { type: 'submission.requested' },
      languageOfAct(row, spoken),
    );
    assertConfirmed(context, row);
    const present = await trx
      .selectFrom('submission')
      .selectAll()
      .where('processId', '=', processId)
      .executeTakeFirst();
    if (present) await moveSubmission(trx, present, { type: 'submission.repeated' }, { lastError: null });
    else await insertSubmission(trx, processId);
    await enqueue(context, 'submission', { processId }, { trx });
    return moved;
  });
}
