import type { ServerContext } from '#server/context.ts';
import { enqueue } from '#server/queues/queues.ts';
import type { Trx } from '#server/storage/database.ts';
import { insertSubmission, moveSubmission } from './row.ts';

/** Opens the submission of a locked process, with its job; a failed one continues at the step that failed. */
export async function openSubmission(context: ServerContext, trx: Trx, processId: string): Promise<void> {
  const present = await trx
    .selectFrom('submission')
    .selectAll()
    .where('processId', '=', processId)
    .executeTakeFirst();
  if (present) await moveSubmission(trx, present, { type: 'submission.repeated' }, { lastError: null });
  else await insertSubmission(trx, processId);
  await enqueue(context, 'submission', { processId }, { trx });
}
