import type { RefundNote, RefundOperator } from '#domain/refund-steps.ts';

export type RefundContext = {
  /** Whether two operators are needed, as the installation is configured now (`REFUND_BY_TWO`). */
  byTwo: boolean;
  /** The proposal to note it as returned; null while there is none. */
  proposed: RefundNote | null;
  /** The note that it was returned; null while it is to be returned. */
  returned: RefundNote | null;
};

export type RefundInput = Pick<RefundContext, 'byTwo'>;

/** An operator's act: who, whether their role allows it, when (ISO 8601), and a line without anything about a person. */
type OperatorAct = { by: RefundOperator; mayRepair: boolean; at: string; note: string };

/** Acts of operators, who return money with the payment provider. */
export type RefundEvent =
  /** An operator notes that it was returned. */
  | ({ type: 'refund.marked' } & OperatorAct)
  /** An operator says that it was returned, which another one has to confirm. */
  | ({ type: 'refund.proposed' } & OperatorAct)
  | ({ type: 'refund.confirmed' } & OperatorAct)
  | ({ type: 'refund.discarded' } & OperatorAct);
export type RefundEventType = RefundEvent['type'];
