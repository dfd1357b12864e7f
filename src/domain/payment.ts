/** States of the payment attempt that counts, as people see them. */
export const paymentStates = ['created', 'pending', 'paid', 'failed', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * States of any payment attempt. A process has any number of attempts, but never two open ones. An attempt that another
 * has replaced no longer counts.
 */
export const attemptStates = [...paymentStates, 'superseded'] as const;
export type AttemptState = (typeof attemptStates)[number];
