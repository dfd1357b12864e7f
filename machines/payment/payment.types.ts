export type PaymentContext = {
  /** What the attempt is to collect. */
  amountCents: number;
  /** Id at the provider; null until the provider has answered. */
  transactionId: string | null;
  /** Reference of the payee (Kassenzeichen). */
  reference: string | null;
  /** What the provider says was collected; 0 until paid. */
  paidCents: number;
  /** e.g. CREDITCARD; null until paid. */
  method: string | null;
  /** ISO 8601 of the last report of the provider. */
  reportedAt: string | null;
  /** A later attempt has taken the place of this one; its money may have to be returned. */
  superseded: boolean;
};

export type PaymentInput = { amountCents: number };

type Report = { reportedAt: string };

/** What the provider answers on being asked; nothing of it comes from a redirect or a client. */
export type PaymentEvent =
  | ({ type: 'payment.opened'; transactionId: string; reference: string } & Report)
  | ({ type: 'provider.reportedPending' } & Report)
  | ({ type: 'provider.reportedPaid'; amountCents: number; method: string } & Report)
  | ({ type: 'provider.reportedFailed' } & Report)
  | ({ type: 'provider.reportedCancelled' } & Report)
  /** The fee has changed or the person starts anew: this attempt no longer counts. */
  | { type: 'attempt.superseded' };

export type PaymentEventType = PaymentEvent['type'];
