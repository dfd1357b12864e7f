import type { OperatorPerson } from './operator.ts';

/**
 * Steps of operators towards money that is returned: one of them notes it (`mark`), or one proposes that and another
 * confirms it; a proposal can be discarded.
 */
export const refundSteps = ['mark', 'propose', 'confirm', 'discard'] as const;
export type RefundStep = (typeof refundSteps)[number];

/** An operator by name; null for whoever has the token, who counts as no person. */
export type RefundOperator = OperatorPerson | null;

/** How far money to be returned is: whether somebody has proposed to note it as returned, and when it was noted. */
type RefundState = {
  /** With its time (ISO 8601). */
  proposed: { at: string; by: RefundOperator } | null;
  refundedAt: Date | null;
};

/** A short text of how far a refund is: it differs once an operator has done something with it. */
export const refundMark = ({ proposed, refundedAt }: RefundState): string =>
  [proposed?.at ?? '', refundedAt?.toISOString() ?? ''].join('/');

/** Whether two operators could be one person: the same one, or both by the token. */
const areOne = (one: RefundOperator, other: RefundOperator): boolean => one?.subject === other?.subject;

/**
 * Returns the steps that an operator can take now with a refund; none once it is returned.
 * @param byTwo whether another operator has to confirm (`REFUND_BY_TWO`)
 */
export function stepsOf(
  { proposed, refundedAt }: RefundState,
  operator: RefundOperator,
  byTwo: boolean,
): readonly RefundStep[] {
  if (refundedAt !== null) return [];
  if (!byTwo) return ['mark'];
  if (proposed === null) return ['propose'];
  return areOne(proposed.by, operator) ? ['discard'] : ['confirm', 'discard'];
}
