import { type RefundOperator, type RefundStep, refundSteps } from '#domain/refund-steps.ts';
import { advance, type Row } from '../kit/advance.ts';
import { areOne } from './refund.guards.ts';
import { refundMachine } from './refund.machine.ts';
import type { RefundEvent, RefundEventType } from './refund.types.ts';

/** A refund as the machine knows it. */
export type RefundMachineRow = Row<typeof refundMachine>;

/** The event of each step. */
export const refundEvents = {
  mark: 'refund.marked',
  propose: 'refund.proposed',
  confirm: 'refund.confirmed',
  discard: 'refund.discarded',
} as const satisfies Record<RefundStep, RefundEventType>;

/** Returns the steps that an operator can take now with a refund. */
export const refundStepsOf = (
  row: RefundMachineRow,
  operator: { by: RefundOperator; mayRepair: boolean },
): readonly RefundStep[] =>
  refundSteps.filter(
    (step) =>
      advance(refundMachine, row, { type: refundEvents[step], at: '', note: '', ...operator }).accepted,
  );

/** Returns why the machine refuses an operator's act: their role, their own proposal, or how far the refund is. */
export function whyRefused(row: RefundMachineRow, event: RefundEvent): 'role' | 'same' | 'moved' {
  if (!event.mayRepair) return 'role';
  const { proposed } = row.context;
  const isOwn = row.state === 'proposed' && proposed !== null && areOne(proposed.by, event.by);
  return isOwn && event.type === 'refund.confirmed' ? 'same' : 'moved';
}
