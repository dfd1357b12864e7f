import type { FrameFault } from '#domain/form-engine.ts';
import type { ServerContext } from '#server/context.ts';
import { ownCaseOf } from '#server/form-cases/form-case.ts';
import { bySession } from '#server/security/events.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';

/**
 * Logs that a page has closed the frame of a form server, which only the page can notice. The report changes nothing,
 * and counts only for this session's own case.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, form-session-lost
 */
export async function reportFrame(
  context: ServerContext,
  session: Session,
  processId: string,
  { caseId, reason }: { caseId: string; reason: FrameFault },
): Promise<void> {
  await readOwned(context, session, processId);
  await ownCaseOf(context.storage.db, session, { processId, caseId });
  context.log.warn({ processId, reason }, 'the frame of a form server was closed');
  const about = { event: 'form-server', outcome: 'refused', reason, process: processId } as const;
  context.security.record(about, bySession(session));
}
