import type { RefundOperator, RefundStep } from '#domain/refund-steps.ts';
import { advance } from '#machines/kit/advance.ts';
import { refundMachine } from '#machines/refund/refund.machine.ts';
import { refundEvents, whyRefused } from '#machines/refund/refund.selectors.ts';
import type { ServerContext } from '#server/context.ts';
import { note as noteMove, recorded } from '#server/journal/journal.ts';
import { refundMachineRow, refundMark } from '#server/payment/refund.ts';
import type { Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';

/** A step that an operator wants to take with a refund, and how far it was when they looked. */
export type RefundMove = {
  paymentId: string;
  step: RefundStep;
  by: RefundOperator;
  /** Whether the operator may set something right. */
  mayRepair: boolean;
  /** A line without anything about a person. */
  note: string;
  seen: string;
};

/**
 * Takes an operator's step with money to be returned, as its machine decides: notes that it was returned, or proposes,
 * confirms or discards that.
 * @returns `role` where the operator may not; `same` where whoever has proposed would confirm it; `moved` where
 * something else has happened since the operator looked. In all three nothing was changed.
 */
export const markRefund = (
  context: ServerContext,
  { paymentId, step, by, mayRepair, note, seen }: RefundMove,
): Promise<'done' | 'moved' | 'same' | 'role'> =>
  recorded(context, async (trx) => {
    const refund = await trx
      .selectFrom('refund')
      .select(['processId', 'proposed', 'refundedAt', 'refunded'])
      .where('paymentId', '=', paymentId)
      .forUpdate()
      .executeTakeFirst();
    if (!refund) return 'moved';
    const row = refundMachineRow(refund, context.config);
    const event = { type: refundEvents[step], by, mayRepair, at: context.now().toISOString(), note };
    const moved = advance(refundMachine, row, event);
    if (!moved.accepted) return whyRefused(row, event);
    if (refundMark(refund) !== seen) return 'moved';
    const { proposed, returned } = moved.context;
    await trx
      .updateTable('refund')
      .set({
        proposed: proposed && json(proposed),
        refundedAt: returned && new Date(returned.at),
        refunded: returned && json({ by: returned.by, note: returned.note }),
      })
      .where('paymentId', '=', paymentId)
      .execute();
    await noteMove(context, trx, {
      processId: refund.processId,
      machine: 'refund',
      attempt: await attemptOf(trx, paymentId),
      event: event.type,
      from: row.state,
      to: moved.state,
      rule: moved.rule,
      by: 'operator',
    });
    return 'done';
  });

/** Returns the number of an attempt to pay; null once its application is gone, which has no journal any more. */
const attemptOf = async (trx: Trx, paymentId: string): Promise<number | null> =>
  (await trx.selectFrom('payment').select('attempt').where('id', '=', paymentId).executeTakeFirst())
    ?.attempt ?? null;
