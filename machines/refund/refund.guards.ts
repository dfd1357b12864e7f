import type { RefundOperator } from '#domain/refund-steps.ts';
import type { RefundContext, RefundEvent } from './refund.types.ts';

type Args = { context: RefundContext; event: RefundEvent };

/** Whether two operators could be one person: the same one, or both by the token. */
export const areOne = (one: RefundOperator, other: RefundOperator): boolean =>
  one?.subject === other?.subject;

/** Guards of the machine: what an operator may do. */
export const refundGuards = {
  mayRepair: ({ event }: Args) => event.mayRepair,
  oneIsEnough: ({ context, event }: Args) => event.mayRepair && !context.byTwo,
  twoAreNeeded: ({ context, event }: Args) => event.mayRepair && context.byTwo,
  isAnother: ({ context, event }: Args) =>
    event.mayRepair && context.proposed !== null && !areOne(context.proposed.by, event.by),
};
