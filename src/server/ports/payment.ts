import type { PaymentMethod } from '#domain/payment-method.ts';
/** What the payment provider says on being asked (XBezahldienste status, one word a thing). */
export type ProviderPaymentState = 'pending' | 'paid' | 'cancelled' | 'failed';

export type StartPayment = {
  /** Idempotency key, at most 36 characters of [\w-]; the same id never starts a second transaction. */
  requestId: string;
  /** Payee: the authority's endPointId. */
  endPointId: string;
  amountCents: number;
  /** At most 27 characters; the adapter cleans what the standard does not allow. */
  purpose: string;
  description: string;
  /** Absolute address that the provider's page returns to. */
  returnUrl: string;
};

export type ProviderPayment = {
  transactionId: string;
  /** Reference of the payee (Kassenzeichen); empty while the provider has not given one. */
  reference: string;
  state: ProviderPaymentState;
  /** Page of the provider, only while pending. */
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
  /** Ways to pay that the provider's page offers here; empty when that is not known before the page is opened. */
  methods: readonly PaymentMethod[];
  /** Starts a transaction, or answers the existing one for the same requestId. */
  start(payment: StartPayment): Promise<ProviderPayment>;
  /** Asks for the present state; null when the provider does not know the transaction. */
  status(endPointId: string, transactionId: string): Promise<ProviderPayment | null>;
};
