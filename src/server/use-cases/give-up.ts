import type { GiveUpReason } from '#domain/give-up.ts';
import type { ServerContext } from '#server/context.ts';
import { freeHandIn, moveHandIn } from '#server/hand-ins/row.ts';
import { endFailed, recordEnd } from '#server/sending/ends.ts';
import { keepAfterEnd } from '#server/sending/hand-in/keep-after-end.ts';
import { freeSubmission } from '#server/submission/row.ts';
import { actByItself } from '#server/workflow/act.ts';
import { deliveryMark, handInMark, type Repair } from './try-now.ts';

/** Message for operators at a delivery that one of them has given up. */
const LAST_ERROR = 'given up by an operator';

/**
 * Ends the tries of a delivery that waits for its next one, as if their time were over: its person is told why, and can
 * send the application again or delete it. What the delivery service has is asked before the data may change.
 */
export async function giveUpDelivery(
  context: ServerContext,
  processId: string,
  { seen, reason }: { seen: string; reason: GiveUpReason },
): Promise<Repair> {
  const ended = await actByItself(context, processId, 'operator', async (held) => {
    // A worker that has taken it up may be delivering it.
    const row = await freeSubmission(context, held.trx, processId);
    if (!row || deliveryMark(row) !== seen) return null;
    const event = { type: 'submission.givenUp', reason } as const;
    const failure = { event, by: 'operator', lastError: LAST_ERROR } as const;
    return (await endFailed(context, held, row, failure)) ? held.row : null;
  });
  if (!ended) return 'moved';
  recordEnd(context, ended, 'failed');
  return 'done';
}

/** Ends the tries of a hand-in that waits for its next one: its person is told why, and can send it again. */
export const giveUpHandIn = async (
  context: ServerContext,
  processId: string,
  { number, seen, reason }: { number: number; seen: string; reason: GiveUpReason },
): Promise<Repair> =>
  (await actByItself(context, processId, 'operator', async ({ trx }) => {
    const row = await freeHandIn(context, trx, { processId, number });
    if (!row || handInMark(row) !== seen) return 'moved';
    if (!(await moveHandIn(context, trx, row, { type: 'handIn.givenUp', reason }, 'operator')))
      return 'moved';
    await keepAfterEnd(context, trx, processId);
    return 'done';
  })) ?? 'moved';
