import { type ExpressionBuilder, sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { Tables } from '#server/storage/tables.ts';

/** A worker that has not been heard of for this long is taken for dead, and another goes on. */
export const LEASE_SECONDS = 30;

/**
 * Until when a worker that takes or renews a lease now has it. By the clock of the database, the only one that all
 * processes share: where each used its own, one whose clock is wrong would take over from the living, or from nobody.
 */
export const newLease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Picks submissions that no living worker holds. */
export const isFree = (eb: ExpressionBuilder<Tables, 'submission'>) =>
  eb.or([eb('submission.leaseUntil', 'is', null), eb('submission.leaseUntil', '<', sql<Date>`now()`)]);

/** For how many seconds a worker holds a submission if nothing more is heard of it; null when nobody holds it. */
export async function secondsHeld({ storage }: ServiceContext, processId: string): Promise<number | null> {
  const row = await storage.db
    .selectFrom('submission')
    .select(sql<number>`ceil(extract(epoch from lease_until - now()))::integer`.as('seconds'))
    .where('processId', '=', processId)
    .where('state', 'not in', ['SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE'])
    .where('leaseUntil', '>=', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.seconds ?? null;
}
