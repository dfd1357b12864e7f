import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { ServerContext } from '#server/context.ts';
import type { Database } from '#server/storage/database.ts';

/** Jobs of a queue that have failed too often, and are tried no more. */
export type FailedJobs = {
  queue: string;
  count: number;
  /** Time at which the first and the last of them failed. */
  since: Date;
  last: Date;
};

/** Returns the failed jobs of all queues. Their data is left out: ids could lead to a person. */
export async function failedJobs(db: Database): Promise<FailedJobs[]> {
  const { rows } = await sql<{ queue: string; count: string; since: Date; last: Date }>`
    select name as queue, count(*) as count, min(completed_on) as since, max(completed_on) as last
    from jobs.job where state = 'failed' group by name order by name`.execute(db);
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** A short text of what has failed in a queue: it differs once a job was tried again or another has failed. */
export const failedMark = ({ count, last }: Pick<FailedJobs, 'count' | 'last'>): string =>
  [count, last.toISOString()].join('/');

/**
 * Has the failed jobs of a queue tried again.
 * @returns how many; null where something else has happened since the operator looked, and nothing was changed
 */
export const retryJobs = (
  { storage, jobs }: Pick<ServerContext, 'storage' | 'jobs'>,
  { queue, seen }: { queue: string; seen: string },
): Promise<number | null> =>
  storage.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; last: Date }>`
      select id, completed_on as last from jobs.job
      where name = ${queue} and state = 'failed' for update`.execute(trx);
    const last = new Date(Math.max(...rows.map((row) => row.last.getTime())));
    if (rows.length === 0 || failedMark({ count: rows.length, last }) !== seen) return null;
    const ids = rows.map(({ id }) => id);
    await jobs.retry(queue, ids, { db: fromKysely(trx) });
    return ids.length;
  });
