/** States of the attempt to pay that counts, as people see them. */
export const paymentStates = ['created', 'pending', 'paid', 'failed', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];
