import { type RefundOperator, type RefundStep, refundMark, stepsOf } from '#domain/refund-steps.ts';
import type { ServerContext } from '#server/context.ts';
import { json } from '#server/storage/json.ts';

/** A step that an operator wants to take with a refund, and how far it was when they looked. */
export type RefundMove = {
  paymentId: string;
  step: RefundStep;
  by: RefundOperator;
  /** A line without anything about a person. */
  note: string;
  seen: string;
};

/**
 * Takes an operator's step with money to be returned: notes that it was returned, or proposes, confirms or discards
 * that.
 * @returns `same` where whoever has proposed would confirm it; `moved` where something else has happened since the
 * operator looked. In both cases nothing was changed.
 */
export const markRefund = (
  { storage, config, now }: ServerContext,
  { paymentId, step, by, note, seen }: RefundMove,
): Promise<'done' | 'moved' | 'same'> =>
  storage.db.transaction().execute(async (trx) => {
    const refund = await trx
      .selectFrom('refund')
      .select(['proposed', 'refundedAt'])
      .where('paymentId', '=', paymentId)
      .forUpdate()
      .executeTakeFirst();
    if (!refund || refundMark(refund) !== seen) return 'moved';
    const steps = stepsOf(refund, by, config.REFUND_BY_TWO);
    if (!steps.includes(step)) return step === 'confirm' && steps.includes('discard') ? 'same' : 'moved';
    const at = now();
    const change = {
      mark: { refundedAt: at, refunded: json({ by, note }) },
      confirm: { refundedAt: at, refunded: json({ by, note }) },
      propose: { proposed: json({ at: at.toISOString(), by, note }) },
      discard: { proposed: null },
    }[step];
    await trx.updateTable('refund').set(change).where('paymentId', '=', paymentId).execute();
    return 'done';
  });
