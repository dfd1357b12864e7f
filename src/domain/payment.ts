/** States of the payment attempt that counts, as people see them. */
export const paymentStates = ['created', 'pending', 'paid', 'failed', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * States of any payment attempt. A process has any number of attempts, but never two open ones. An attempt that another
 * has replaced no longer counts.
 */
export const attemptStates = [...paymentStates, 'superseded'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** The payment attempt that counts now. `redirectUrl` is the provider's page, only while pending. */
export type PaymentView = {
  state: PaymentState;
  amountCents: number;
  method: string | null;
  reference: string | null;
  redirectUrl: string | null;
};
