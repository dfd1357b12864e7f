import { type ExpressionBuilder, sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { Tables } from '#server/storage/tables.ts';

/** Seconds of silence after which a worker is presumed dead, and another continues. */
export const LEASE_SECONDS = 30;

/**
 * End of a lease that a worker takes or renews now, by the clock of the database, the only one that all servers
 * share. With clocks of their own, a server with a wrong clock would take over from the living, or from nobody.
 */
export const newLease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Selects submissions that no living worker holds. */
export const isFree = (eb: ExpressionBuilder<Tables, 'submission'>) =>
  eb.or([eb('submission.leaseUntil', 'is', null), eb('submission.leaseUntil', '<', sql<Date>`now()`)]);

/** Returns how long, in seconds, a worker still holds a submission without a renewal; null when nobody holds it. */
export async function secondsHeld({ storage }: ServerContext, processId: string): Promise<number | null> {
  const row = await storage.db
    .selectFrom('submission')
    .select(sql<number>`ceil(extract(epoch from lease_until - now()))::integer`.as('seconds'))
    .where('processId', '=', processId)
    .where('state', 'not in', ['SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE'])
    .where('leaseUntil', '>=', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.seconds ?? null;
}
