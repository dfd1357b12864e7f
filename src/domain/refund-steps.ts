import type { OperatorPerson } from './operator.ts';

/**
 * States of money to be returned: `open`, `proposed` once one of two operators has said that it was returned, and
 * `returned` once that is noted.
 */
export const refundStates = ['open', 'proposed', 'returned'] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * Steps of operators towards money that is returned: one of them notes it (`mark`), or one proposes that and another
 * confirms it; a proposal can be discarded.
 */
export const refundSteps = ['mark', 'propose', 'confirm', 'discard'] as const;
export type RefundStep = (typeof refundSteps)[number];

/** An operator by name; null for whoever has the token, who counts as no person. */
export type RefundOperator = OperatorPerson | null;

/** Words of an operator about a refund, with their time (ISO 8601). */
export type RefundNote = { at: string; by: RefundOperator; note: string };
