import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { AttemptState } from '#domain/payment.ts';
import type { HandInContext } from '#machines/handIn/handIn.types.ts';
import type { ServerContext } from '#server/context.ts';
import { handInsOf, moveHandIn } from '#server/hand-ins/row.ts';
import { openOwed } from '#server/hand-ins/standing.ts';
import { keepLonger } from '#server/processes/availability.ts';
import { enqueuePaymentCheck, enqueueSubmissionNow } from '#server/queues/queues.ts';
import {
  freeSubmission,
  keepDownloadsLonger,
  moveSubmission,
  type SubmissionRow,
  submissionOf,
} from '#server/submission/row.ts';
import { actByItself } from '#server/workflow/act.ts';

/**
 * Outcome of an operator's repair: `moved` where something else has happened since the operator looked, and nothing
 * was changed.
 */
export type Repair = 'done' | 'moved';

/** A short text of how far something is: it differs once anything has moved. */
type Mark = string;

export const deliveryMark = ({ state, context }: Pick<SubmissionRow, 'state' | 'context'>): Mark =>
  [state, context.step, context.repeats, context.tries, context.nextTryAt].join(':');

/** Has a delivery that waits for its next try tried now. */
export const tryDeliveryNow = async (
  context: ServerContext,
  processId: string,
  seen: Mark,
): Promise<Repair> =>
  (await actByItself(
    context,
    processId,
    'operator',
    async ({ trx }) => {
      // A worker that has taken it up is the try that the operator wants.
      const row = await freeSubmission(context, trx, processId);
      if (!row || deliveryMark(row) !== seen) return 'moved';
      if (!(await moveSubmission(context, trx, row, { type: 'step.resumed', asked: true }, 'operator')))
        return 'moved';
      await enqueueSubmissionNow(context, trx, processId);
      return 'done';
    },
    { evenBroken: true },
  )) ?? 'moved';

export const handInMark = ({ state, context }: { state: string; context: HandInContext }): Mark =>
  [state, context.tries, context.tryUntil].join(':');

/** Has a hand-in that failed tried again, as its person can; not where documents are taken no longer. */
export const tryHandInNow = async (
  context: ServerContext,
  processId: string,
  { number, seen }: { number: number; seen: Mark },
): Promise<Repair> =>
  (await actByItself(context, processId, 'operator', async ({ trx, row }) => {
    const submission = await submissionOf(context, trx, processId);
    const handIns = (await handInsOf(context, trx, [processId])).get(processId) ?? [];
    const failed = handIns.find((handIn) => handIn.number === number);
    if (!submission || !failed || handInMark(failed) !== seen) return 'moved';
    if (!openOwed(context, row, submission)) return 'moved';
    const now = context.now();
    const until = new Date(now.getTime() + context.config.DELIVERY_RETRY_DAYS * DAY_MS);
    const event = {
      type: 'handIn.repeated',
      nextTryAt: now.toISOString(),
      tryUntil: until.toISOString(),
    } as const;
    if (!(await moveHandIn(context, trx, failed, event, 'operator'))) return 'moved';
    await keepLonger(trx, processId, until);
    await keepDownloadsLonger(trx, processId, until);
    return 'done';
  })) ?? 'moved';

export const paymentMark = ({ state, checks }: { state: AttemptState; checks: number }): Mark =>
  [state, checks].join(':');

/** Has the payment provider asked about an attempt within ten seconds, also after the time in which it is asked. */
export const askPaymentNow = (
  context: ServerContext,
  { processId, paymentId }: { processId: string; paymentId: string },
  seen: Mark,
): Promise<Repair> =>
  context.storage.db.transaction().execute(async (trx) => {
    const attempt = await trx
      .selectFrom('payment')
      .select(['state', 'checks', 'transactionId'])
      .where(sql<string>`id::text`, '=', paymentId)
      .where('processId', '=', processId)
      .forUpdate()
      .executeTakeFirst();
    if (!attempt || attempt.state === 'paid' || attempt.transactionId === null) return 'moved';
    if (paymentMark(attempt) !== seen) return 'moved';
    await enqueuePaymentCheck(context, trx, paymentId);
    return 'done';
  });
