import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { FormEngine } from '#domain/form-engine.ts';
import type { ServerContext } from '#server/context.ts';
import type { Trx } from '#server/storage/database.ts';

/** The data of each queue's jobs. */
export type Jobs = {
  submission: { processId: string };
  'payment-check': { paymentId: string };
  'delivery-status': { processId: string };
  'file-check': { fileId: string };
  'form-case-end': { processId: string; caseId: string; fmsType: FormEngine };
  expiry: Record<string, never>;
  tidying: Record<string, never>;
};
export type QueueName = keyof Jobs;

/**
 * Adds a job, with `trx` in the same transaction as the change that requests it: committed changes run once,
 * rolled-back ones never. `startAfter` in seconds.
 */
export async function enqueue<N extends QueueName>(
  context: ServerContext,
  name: N,
  data: Jobs[N],
  options: { trx?: Trx; startAfter?: number } = {},
): Promise<void> {
  await context.jobs.send(name, data, {
    ...(options.trx && { db: fromKysely(options.trx) }),
    ...(options.startAfter && { startAfter: options.startAfter }),
  });
}

/** Makes the jobs of a queue that wait for their time run now. */
export const hurry = ({ storage }: ServerContext, name: QueueName): Promise<unknown> =>
  sql`update jobs.job set start_after = now()
    where name = ${name} and state < 'active' and start_after > now()`.execute(storage.db);
