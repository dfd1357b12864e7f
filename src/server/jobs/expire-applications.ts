import { type ExpressionBuilder, sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { isRunning, type ProcessRow } from '#server/processes/row.ts';
import { inBatches } from '#server/storage/in-batches.ts';
import type { Tables } from '#server/storage/tables.ts';
import { expireApplication } from '#server/use-cases/expire-application.ts';

type Found = Pick<ProcessRow, 'id' | 'status'> & { at: string };

/**
 * Erases drafts whose time is over, and of sent applications what has reached its end. A submission under way and a
 * payment that can still be made are skipped. Each application is a transaction of its own. The failed ones come last:
 * the delivery service is asked about each, and while it is silent, that must not hold up the others.
 * @param turnIsOver whether the rest is left to the next run
 */
export async function expireApplications(
  context: ServerContext,
  part: string,
  now: Date,
  turnIsOver: () => boolean,
): Promise<void> {
  for (const failed of [false, true]) {
    await inBatches<Found>(
      context,
      {
        part: failed ? `${part}, failed` : part,
        next: (after, limit) => nextExpired(context, now, after, limit),
        work: async ([found]) => {
          if ((found!.status === 'SUBMIT_FAILURE') === failed) await expireApplication(context, found!.id);
        },
        singly: true,
        about: ({ id }) => ({ processId: id }),
      },
      turnIsOver,
    );
  }
}

/** Returns the next expired drafts and sent applications, the oldest end first, without those that stay. */
const nextExpired = (
  context: ServerContext,
  now: Date,
  after: Found | null,
  limit: number,
): Promise<Found[]> =>
  context.storage.db
    .selectFrom('process')
    .select(['id', 'status', sql<string>`available_until::text`.as('at')])
    .where('availableUntil', '<=', now)
    .where((eb) => eb.not(isRunning))
    .where((eb) => eb.or([eb('status', '=', 'SUBMITTED'), eb.not(eb.exists(deliveredStep(eb)))]))
    .where((eb) => eb.not(eb.exists(waitingHandIn(eb))))
    .where((eb) => eb.or([eb('status', '!=', 'PAYMENT_PENDING'), eb.not(eb.exists(askedPayment(eb, now)))]))
    .where(
      after === null ? sql<boolean>`true` : sql<boolean>`(available_until, id) > (${after.at}, ${after.id})`,
    )
    .orderBy('availableUntil')
    .orderBy('id')
    .limit(limit)
    .execute();

const deliveredStep = (eb: ExpressionBuilder<Tables, 'process'>) =>
  eb
    .selectFrom('submissionStep')
    .select('step')
    .whereRef('submissionStep.processId', '=', 'process.id')
    .where('step', '=', 'SUBMIT_DATA_TO_AUTHORITY');

const waitingHandIn = (eb: ExpressionBuilder<Tables, 'process'>) =>
  eb
    .selectFrom('handIn')
    .select('handIn.id')
    .whereRef('handIn.processId', '=', 'process.id')
    .where('state', '=', 'waiting');

const askedPayment = (eb: ExpressionBuilder<Tables, 'process'>, now: Date) =>
  eb
    .selectFrom('payment')
    .select('payment.id')
    .whereRef('payment.processId', '=', 'process.id')
    .where('askedUntil', '>', now);
