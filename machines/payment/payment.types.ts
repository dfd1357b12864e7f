export type PaymentContext = {
  /** The amount that the attempt is to collect. */
  amountCents: number;
  /** Id at the provider; null until the provider has answered. */
  transactionId: string | null;
  /** Reference of the payee (Kassenzeichen). */
  reference: string | null;
  /** The amount collected according to the provider; 0 until paid. */
  paidCents: number;
  /** Way of the payment, e.g. CREDITCARD; null until paid. */
  method: string | null;
  /** Moment of the provider's last report, ISO 8601. */
  reportedAt: string | null;
  /** A later attempt has replaced this one; its money may have to be returned. */
  superseded: boolean;
};

export type PaymentInput = { amountCents: number };

type Report = { reportedAt: string };

/** Answers of the provider to our requests; none of them comes from a redirect or a client. */
export type PaymentEvent =
  | ({ type: 'payment.opened'; transactionId: string; reference: string } & Report)
  | ({ type: 'provider.reportedPending' } & Report)
  | ({ type: 'provider.reportedPaid'; amountCents: number; method: string } & Report)
  | ({ type: 'provider.reportedFailed' } & Report)
  | ({ type: 'provider.reportedCancelled' } & Report)
  /** The fee changed or the person starts again: this attempt no longer counts. */
  | { type: 'attempt.superseded' };

export type PaymentEventType = PaymentEvent['type'];
