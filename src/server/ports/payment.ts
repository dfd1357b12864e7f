import type { PaymentMethod } from '#domain/payment-method.ts';
/** The payment provider's answer to a question (XBezahldienste status, one word per state). */
export type ProviderPaymentState = 'pending' | 'paid' | 'cancelled' | 'failed';

export type StartPayment = {
  /** Idempotency key, at most 36 characters of [\w-]; the same id never starts a second transaction. */
  requestId: string;
  /** Payee: the authority's endPointId. */
  endPointId: string;
  amountCents: number;
  /** At most 27 characters; the adapter removes characters that the standard does not allow. */
  purpose: string;
  description: string;
  /** Absolute address to which the provider's page returns. */
  returnUrl: string;
};

export type ProviderPayment = {
  transactionId: string;
  /** Reference of the payee (Kassenzeichen); empty while the provider has not given one. */
  reference: string;
  state: ProviderPaymentState;
  /** The provider's page, only while pending. */
  redirectUrl: string | null;
  /** e.g. CREDITCARD, PAYPAL; null while pending. */
  method: string | null;
  amountCents: number;
  /** ISO 8601 of the last change at the provider. */
  timestamp: string;
};

/** Payment provider port. Throws PartnerUnavailable when the provider does not answer as it should. */
export type PaymentProvider = {
  /** Currency of every amount (ISO 4217). */
  currency: 'EUR';
  /** Payment methods that the provider's page offers here; empty when they are unknown before the page is opened. */
  methods: readonly PaymentMethod[];
  /** Starts a transaction, or returns the existing one for the same requestId. */
  start(payment: StartPayment): Promise<ProviderPayment>;
  /** Asks for the present state; null when the provider does not know the transaction. */
  status(endPointId: string, transactionId: string): Promise<ProviderPayment | null>;
};
