/** States of the attempt to pay that counts, as people see them. */
export const paymentStates = ['created', 'pending', 'paid', 'failed', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * States of any attempt to pay; a process has as many as it takes, never two open. One that another attempt has
 * replaced counts no more.
 */
export const attemptStates = [...paymentStates, 'superseded'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** The attempt to pay that counts now. `redirectUrl` is the provider's page, only while pending. */
export type PaymentView = {
  state: PaymentState;
  amountCents: number;
  method: string | null;
  reference: string | null;
  redirectUrl: string | null;
};
