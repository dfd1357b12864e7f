import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import { isDelivered } from '#server/submission/row.ts';
import { act } from '#server/workflow/act.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { onceAsked } from './note-arrival.ts';

/**
 * Deletes a draft with everything that belongs to it. An application that the authority already has is no draft any
 * more, even when the receipt is still missing: it can only be completed.
 * @throws ProblemError not-found, status-conflict
 * @throws PartnerUnavailable when a failed one may have arrived, and the delivery service cannot tell
 */
export async function deleteDraft(
  context: ServerContext,
  session: Session,
  processId: string,
  paidConsent: boolean,
): Promise<void> {
  const grounds = { version: null, accepts: null, evenBroken: true } as const;
  await onceAsked(context, processId, (assertAsked) =>
    act(context, session, processId, grounds, async ({ trx, row, move }) => {
      if (await isDelivered(trx, row.id))
        throw new ProblemError('status-conflict', { processStatus: row.status });
      assertAsked(row);
      await eraseProcess(context, trx, await move({ type: 'draft.deleted', paidConsent }));
    }),
  );
  context.security.record(
    { event: 'deletion', outcome: 'succeeded', what: 'draft', reason: 'asked-for', process: processId },
    bySession(session),
  );
}
