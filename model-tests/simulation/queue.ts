import { sql } from 'kysely';
import type { Jobs, QueueName } from '#server/queues/queues.ts';
import type { Database } from '#server/storage/database.ts';

/**
 * The table of jobs without pg-boss' workers: which due job is taken next, and by which process, is a choice of the run.
 * The table, and what the server writes into it, are real.
 */
export type WaitingJob = { id: string; name: QueueName; data: Jobs[QueueName] };

/** Returns the due jobs, the oldest first. */
export const dueJobs = async (db: Database): Promise<WaitingJob[]> =>
  (
    await sql<WaitingJob>`select id, name, data from jobs.job
      where state < 'active' and start_after <= now() order by created_on, name, ctid`.execute(db)
  ).rows;

/** Returns when the next job of some queues is due, in milliseconds from now; null when none waits. */
export async function untilNextJob(db: Database, names: readonly QueueName[]): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(start_after) - now()) * 1000)::float as ms from jobs.job
    where state < 'active' and name = any(${names})`.execute(db);
  return rows[0]?.ms ?? null;
}

export const takeJob = (db: Database, id: string): Promise<unknown> =>
  sql`update jobs.job set state = 'active' where id = ${id}`.execute(db);

export const endJob = (db: Database, id: string): Promise<unknown> =>
  sql`delete from jobs.job where id = ${id}`.execute(db);

/** Offers a job again: it has failed, or its worker is dead. After eight times it is left (jobs/jobs.ts). */
export const offerAgain = (db: Database, id: string): Promise<unknown> =>
  sql`update jobs.job set retry_count = retry_count + 1,
      state = case when retry_count < 8 then 'retry' else 'failed' end::jobs.job_state,
      start_after = now() + make_interval(secs => power(2, retry_count))
    where id = ${id}`.execute(db);
