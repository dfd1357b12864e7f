import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';

/** States of jobs that are not done, by the names of pg-boss. */
export type JobState = 'created' | 'retry' | 'active' | 'failed';
export type JobQueue = {
  queue: string;
  state: JobState;
  count: number;
  /** Time for which the oldest has been due; negative while none is. */
  seconds: number;
};

/** Returns the jobs of all processes that are not done, and those that failed, by queue and state. */
export async function jobQueues(db: Database): Promise<JobQueue[]> {
  const { rows } = await sql<{ queue: string; state: JobState; count: string; seconds: string }>`
    select name as queue, state::text, count(*) as count,
      extract(epoch from now() - min(start_after)) as seconds
    from jobs.job where state < 'completed' or state = 'failed' group by name, state
    order by name, state`.execute(db);
  return rows.map(({ queue, state, count, seconds }) => ({
    queue,
    state,
    count: Number(count),
    seconds: Number(seconds),
  }));
}
