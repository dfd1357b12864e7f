import type { ServiceContext } from '#server/context.ts';
import {
  assertAccepts,
  factsOf,
  languageOfAct,
  type ProcessRow,
  type Spoken,
} from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { assertLoginAccepted } from '../processes/admission.ts';
import { assertConfirmed, metadataOf } from '../processes/offer.ts';
import { loadOwned } from '../processes/owned.ts';
import { moveProcess } from '../workflow/move.ts';

/**
 * Asks for the submission: the state, the submission's row and its job are written in one transaction.
 * @throws ProblemError not-found, login-required, login-not-accepted, status-conflict, summary-changed
 */
export function requestSubmission(
  context: ServiceContext,
  session: Session,
  processId: string,
  spoken: Spoken,
): Promise<ProcessRow> {
  return context.storage.db.transaction().execute(async (trx) => {
    const row = await loadOwned(context, trx, session, processId);
    assertAccepts(row, { type: 'submission.requested' });
    assertConfirmed(context, row);
    // What is paid is sent, whatever the form asks for since.
    if (factsOf(row).paidCents === 0) assertLoginAccepted(session, metadataOf(context, row));
    return moveProcess(context, trx, row, { type: 'submission.requested' }, languageOfAct(row, spoken));
  });
}
