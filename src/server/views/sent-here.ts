import type { SentHere } from '#contract/auth.ts';
import type { ServerContext } from '#server/context.ts';
import { offersOf } from '#server/processes/kept-offer.ts';
import { isRunning } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';

/** Returns the applications without an account that this session has sent or is sending, newest first. */
export async function sentHereOf(context: ServerContext, session: Session): Promise<SentHere[]> {
  const rows = await context.storage.db
    .selectFrom('process')
    .innerJoin('submission', 'submission.processId', 'process.id')
    .select(['process.id', 'process.metadataId', 'process.areaKey', 'process.offerId'])
    .select(['submission.ticketNumber', 'submission.submittedAt'])
    .where('process.sessionId', '=', session.id)
    .where('process.userId', 'is', null)
    .where((eb) => eb.or([eb('process.status', '=', 'SUBMITTED'), isRunning]))
    .orderBy('process.createdAt', 'desc')
    .execute();
  const offer = await offersOf(context, rows);
  return rows.map((row) => {
    const { leiKaId, title: service } = offer(row).metadata;
    const { id, ticketNumber, submittedAt } = row;
    return { id, ticketNumber, leiKaId, service, submittedAt: submittedAt?.toISOString() ?? null };
  });
}
