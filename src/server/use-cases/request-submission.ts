import type { ServerContext } from '#server/context.ts';
import { admissionRules, assertAdmitted } from '#server/processes/admission.ts';
import { metadataOf } from '#server/processes/form.ts';
import { factsOf, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { assertStillConfirmed } from '#server/processes/still-confirmed.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';

/**
 * Requests the submission: the status, the submission's row and its job are written in one transaction.
 * @throws ProblemError not-found, login-required, login-not-accepted, trust-level-too-low, status-conflict,
 * summary-changed
 */
export function requestSubmission(
  context: ServerContext,
  session: Session,
  processId: string,
  { lang }: Spoken,
): Promise<ProcessRow> {
  const event = { type: 'submission.requested' } as const;
  const grounds = { version: null, accepts: event, lang, edits: true } as const;
  return act(context, session, processId, grounds, async ({ row, move }) => {
    assertStillConfirmed(context, row);
    // A paid application is sent, whatever login the form requires by now.
    if (factsOf(row).paidCents === 0) {
      assertAdmitted(context, session, admissionRules(metadataOf(context, row), row), 'submission');
    }
    return move(event);
  });
}
