import type { SentHere } from '#contract/auth.ts';
import type { ServerContext } from '#server/context.ts';
import { isRunning } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';

/**
 * Returns the applications without an account that this session has sent or is sending, newest first. One whose form
 * is no longer in the content is left out, because nothing about it can be shown.
 */
export async function sentHereOf(context: ServerContext, session: Session): Promise<SentHere[]> {
  const rows = await context.storage.db
    .selectFrom('process')
    .innerJoin('submission', 'submission.processId', 'process.id')
    .select(['process.id', 'process.metadataId', 'submission.ticketNumber', 'submission.submittedAt'])
    .where('process.sessionId', '=', session.id)
    .where('process.userId', 'is', null)
    .where((eb) => eb.or([eb('process.status', '=', 'SUBMITTED'), isRunning]))
    .orderBy('process.createdAt', 'desc')
    .execute();
  return rows.flatMap(({ id, metadataId, ticketNumber, submittedAt }) => {
    const metadata = context.content().metadata.get(metadataId);
    if (!metadata) return [];
    const { leiKaId, title: service } = metadata;
    return [{ id, ticketNumber, leiKaId, service, submittedAt: submittedAt?.toISOString() ?? null }];
  });
}
