import type { ServiceContext } from '#server/context.ts';
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
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', context.now())]))
    .execute();
  for (const { processId } of abandoned) await enqueue(context, 'submission', { processId });
}
