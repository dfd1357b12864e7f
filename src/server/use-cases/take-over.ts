import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { admissionRules, assertAdmitted } from '#server/processes/admission.ts';
import { applicantOf, hasPostbox } from '#server/processes/applicant.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { metadataOf } from '#server/processes/offer.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { act } from '#server/workflow/act.ts';

/**
 * Hands an anonymous process of this session to the person who has logged in; for a process that is already theirs,
 * confirms the login before submission if the login was made for it, and after the form was completed.
 * @throws ProblemError not-found, login-required, login-not-accepted, trust-level-too-low, status-conflict
 */
export async function takeOver(
  context: ServerContext,
  session: Session,
  processId: string,
  { lang }: Spoken,
): Promise<ProcessRow> {
  const { before, taken } = await act(
    context,
    session,
    processId,
    { version: null, accepts: null, lang },
    async ({ row, move }) => {
      if (session.userId === null || session.authenticatedAt === null)
        throw new ProblemError('login-required');
      const metadata = metadataOf(context, row);
      assertAdmitted(context, session, admissionRules(metadata, row), 'submission');
      const authenticatedAfterCompletion =
        session.confirmsProcess === row.id &&
        row.confirmedAt !== null &&
        session.authenticatedAt >= row.confirmedAt;
      const taken = await move(
        { type: 'user.changed', authenticatedAfterCompletion, hasPostbox: hasPostbox(session) },
        {
          userId: session.userId,
          applicant: json(applicantOf(session)),
          availableUntil: availableUntil(session, metadata, context.now()),
        },
      );
      return { before: row, taken };
    },
  );
  if (before.userId === null) {
    const { security } = context;
    security.record({ event: 'take-over', outcome: 'succeeded', process: processId }, bySession(session));
  }
  return taken;
}
