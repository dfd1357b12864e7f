import type { Mover } from '#domain/journal.ts';
import type { ServerContext } from '#server/context.ts';
import { enqueue } from '#server/queues/queues.ts';
import type { Trx } from '#server/storage/database.ts';
import { insertSubmission, moveSubmission, submissionOf } from './row.ts';

/**
 * Opens the submission of a locked process, with its job; a failed one continues at the step that failed.
 * @param by the one who wants it sent
 */
export async function openSubmission(
  context: ServerContext,
  trx: Trx,
  processId: string,
  by: Mover,
): Promise<void> {
  const present = await submissionOf(context, trx, processId);
  const repeated = { type: 'submission.repeated' } as const;
  if (present) await moveSubmission(context, trx, present, repeated, by, { lastError: null });
  else await insertSubmission(context, trx, processId, by);
  await enqueue(context, 'submission', { processId }, { trx });
}
