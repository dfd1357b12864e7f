import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { loadOwned } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { findSubmission } from './row.ts';
import type { Announcement, SealedPackage } from './types.ts';

/**
 * Before the data of a failed submission may change, it must be certain that the old data has not arrived:
 * the delivery service is asked. What has arrived can only be completed, not changed.
 * @throws ProblemError not-found, status-conflict when the authority has the application already
 * @throws PartnerUnavailable when the delivery service cannot tell
 */
export async function withdrawSubmission(
  context: ServiceContext,
  session: Session,
  processId: string,
): Promise<void> {
  const owned = await context.storage.db
    .transaction()
    .execute((trx) => loadOwned(context, trx, session, processId));
  const submission = await findSubmission(context, processId);
  if (!submission || owned.status !== 'SUBMIT_FAILURE') return;
  const announcement = submission.announcement as Announcement | null;
  const sealed = submission.sealed as SealedPackage | null;
  if (announcement && sealed) {
    const log = await context.delivery.events(announcement, sealed);
    if (log.rejected > 0 || log.events.some(({ kind }) => kind !== 'create' && kind !== 'delete')) {
      // An announcement that expired unsent is deleted; all else says that the authority's side has it.
      throw new ProblemError('status-conflict', { processStatus: owned.status });
    }
  }
  await context.storage.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('submission').where('processId', '=', processId).execute();
    await trx
      .deleteFrom('file')
      .where('processId', '=', processId)
      .where('kind', 'in', ['form', 'receipt', 'coverLetter', 'sealed'])
      .execute();
  });
}
