import type { ServerContext } from '#server/context.ts';
import { ownCaseOf } from '#server/form-cases/form-case.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';
import { asked, formServerOf } from './ask-form-server.ts';

/**
 * Keeps the session at the form server alive while a person works in its frame. The call is no activity here (spec
 * section 7: excluded from the automatic extension).
 * @returns the new end of that session
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, form-session-lost, form-server-refused
 * @throws PartnerUnavailable
 */
export async function prolongForm(
  context: ServerContext,
  session: Session,
  processId: string,
  caseId: string,
): Promise<Date> {
  const row = await readOwned(context, session, processId);
  await ownCaseOf(context.storage.db, session, { processId, caseId });
  const { server } = formServerOf(context, row);
  return asked(context, session, processId, () => server.prolong({ processId, caseId }));
}
