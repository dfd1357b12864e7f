import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { goOn } from '#server/processes/move.ts';
import { loadForService } from '#server/processes/row.ts';
import { isFree } from '#server/submission/lease.ts';
import { enqueue } from './queues.ts';

/** Frees every lease; only where no other process can hold one. */
export const releaseLeases = (context: ServiceContext) =>
  context.storage.db.updateTable('submission').set({ leaseOwner: null, leaseUntil: null }).execute();

/** Submissions that are under way and that no living worker holds get a new job. */
export async function recoverSubmissions(context: ServiceContext): Promise<void> {
  const { db } = context.storage;
  const abandoned = await db
    .selectFrom('submission')
    .select('processId')
    .where('state', 'not in', ['SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE'])
    .where(isFree)
    .execute();
  for (const { processId } of abandoned) await enqueue(context, 'submission', { processId });
}

/**
 * Applications that are paid and lack nothing else, but are not on their way: stored by an earlier version of the
 * service, or settled while content had lost their form. Each gets its submission; no promise is without its job.
 */
export async function submitPaid(context: ServiceContext): Promise<void> {
  const { db } = context.storage;
  const left = await db
    .selectFrom('process')
    .select('id')
    .where('status', 'in', ['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED', 'PAID'])
    .where(sql<string>`context ->> 'paidCents'`, '!=', '0')
    .where(sql<string>`context ->> 'running'`, '=', 'false')
    .execute();
  for (const { id } of left) {
    await db.transaction().execute(async (trx) => {
      const row = await loadForService(trx, id);
      if (row) await goOn(context, trx, row);
    });
  }
}
