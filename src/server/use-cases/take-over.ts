import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import {
  accountAfter,
  accountOf,
  assertAsked,
  provenValues,
  saysTheSame,
} from '#server/processes/account.ts';
import { admissionRules, assertAdmitted } from '#server/processes/admission.ts';
import { applicantOf, hasPostbox } from '#server/processes/applicant.ts';
import { availableUntil } from '#server/processes/availability.ts';
import { isConfirmedByLogin, isWhoConfirmed } from '#server/processes/confirming-login.ts';
import { feeAfterLogin } from '#server/processes/fee.ts';
import { formOf, metadataOf } from '#server/processes/form.ts';
import { factsOf, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import { act } from '#server/workflow/act.ts';
import { compareAll } from '#server/workflow/compare.ts';

/**
 * Takes over an anonymous process of this session for the person who has logged in. A process that is already theirs
 * is confirmed, if a login was made for that after completion and at the level it needs. The account's values are
 * compared with the data.
 * @throws ProblemError not-found, login-required, login-not-accepted, trust-level-too-low, login-incomplete,
 * status-conflict
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
    async ({ trx, row, move }) => {
      if (session.userId === null || session.authenticatedAt === null)
        throw new ProblemError('login-required');
      const metadata = metadataOf(context, row);
      assertAdmitted(context, session, admissionRules(metadata, row), 'submission');
      const authenticatedAfterCompletion = isConfirmedByLogin(context, session, row);
      const form = formOf(context, metadata, row.locale);
      const account = accountAfter(row.account, accountOf(session, form));
      assertAsked(metadata, form, account);
      const taken = await move(
        {
          type: 'user.changed',
          authenticatedAfterCompletion,
          // A paid application is sent as it was confirmed.
          loginHolds: factsOf(row).paidCents > 0 || isWhoConfirmed(session, row),
          hasPostbox: hasPostbox(session),
          feeCents: feeAfterLogin(session, metadata, form, row),
        },
        {
          userId: session.userId,
          applicant: applicantOf(session),
          account,
          ...(row.confirmedHash !== null && {
            proven: provenValues(context, { ...row, account }),
          }),
          availableUntil: availableUntil(session, metadata, context.now()),
        },
      );
      // A login that the application already knows gives nothing to compare.
      const isNew = !saysTheSame(account, row.account);
      return { before: row, taken: isNew ? await compareAll(context, trx, taken) : taken };
    },
  );
  if (before.userId === null) {
    const { security } = context;
    security.record({ event: 'take-over', outcome: 'succeeded', process: processId }, bySession(session));
  }
  return taken;
}
