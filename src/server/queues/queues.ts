import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { FormEngine } from '#domain/form-engine.ts';
import type { ServerContext } from '#server/context.ts';
import type { Trx } from '#server/storage/database.ts';
import { currentSpan } from '#server/tracing/spans.ts';
import { wakeWorkers } from './wake.ts';

/** The data of each queue's jobs. */
export type Jobs = {
  submission: { processId: string };
  'payment-check': { paymentId: string };
  'delivery-status': { processId: string };
  'file-check': { fileId: string };
  'form-case-end': { processId: string; caseId: string; fmsType: FormEngine };
  'hand-in': { handInId: string };
  mail: { mailId: string };
  expiry: Record<string, never>;
  tidying: Record<string, never>;
};
export type QueueName = keyof Jobs;

/** Part of a job beside its data: the place in a trace of what has asked for it, and when (ms since 1970). */
export type Traced = { trace?: { parent: string; at: number } };

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
  const span = currentSpan.getStore();
  const traced: Jobs[N] & Traced = span
    ? { ...data, trace: { parent: span.traceparent, at: Date.now() } }
    : data;
  await context.jobs.send(name, traced, {
    ...(options.trx && { db: fromKysely(options.trx) }),
    ...(options.startAfter && { startAfter: options.startAfter }),
  });
  if (!options.startAfter) wakeWorkers(context.jobs, name);
}

/** Makes the check of a payment run within ten seconds: one that waits for longer is brought forward. */
export async function enqueuePaymentCheck(
  context: ServerContext,
  trx: Trx,
  paymentId: string,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update jobs.job
    set start_after = least(start_after, now() + interval '10 seconds')
    where name = 'payment-check' and state < 'completed' and data ->> 'paymentId' = ${paymentId}`.execute(
    trx,
  );
  if (numAffectedRows === 0n) await enqueue(context, 'payment-check', { paymentId }, { trx, startAfter: 10 });
}

/** Makes the work on a submission begin now: a job that waits for its time is brought forward. */
export async function enqueueSubmissionNow(
  context: ServerContext,
  trx: Trx,
  processId: string,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update jobs.job set start_after = now()
    where name = 'submission' and state < 'active' and data ->> 'processId' = ${processId}`.execute(trx);
  if (numAffectedRows === 0n) await enqueue(context, 'submission', { processId }, { trx });
}

/** Makes the next reading of these applications' statuses, where one waits for its time, run now. */
export const hurryStatuses = ({ storage }: ServerContext, processIds: readonly string[]): Promise<unknown> =>
  sql`update jobs.job set start_after = now()
    where name = 'delivery-status' and state < 'active' and start_after > now()
      and data ->> 'processId' in (${sql.join(processIds)})`.execute(storage.db);

/** Makes the jobs of a queue that wait for their time run now. */
export const hurry = ({ storage }: ServerContext, name: QueueName): Promise<unknown> =>
  sql`update jobs.job set start_after = now()
    where name = ${name} and state < 'active' and start_after > now()`.execute(storage.db);
