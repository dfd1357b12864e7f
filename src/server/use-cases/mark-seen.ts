import type { SentStatus } from '#domain/sent-status.ts';
import { apiStatuses } from '#machines/sentApplication/sentApplication.selectors.ts';
import type { ServerContext } from '#server/context.ts';
import type { Session } from '#server/sessions/session.ts';
import { submissionOf } from '#server/submission/row.ts';
import { act } from '#server/workflow/act.ts';

/**
 * Notes that a person has seen the news of a sent application, on whatever device. News that came after the status that
 * they saw stays.
 * @throws ProblemError not-found, trust-level-too-low
 */
export const markSeen = (
  context: ServerContext,
  session: Session,
  processId: string,
  { status }: { status: SentStatus },
): Promise<void> =>
  act(context, session, processId, { version: null, accepts: null }, async ({ trx }) => {
    const submission = await submissionOf(context, trx, processId);
    if (!submission || apiStatuses[submission.sentState] !== status) return;
    await trx
      .updateTable('submission')
      .set({ unseenSince: null, unseenBy: null })
      .where('processId', '=', processId)
      .execute();
  });
