import { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { PaymentContext, PaymentEvent, PaymentInput } from '#machines/payment/payment.types.ts';
import type { Subject } from '../paths/subject.ts';

const REPORTED_AT = '2026-11-20T10:00:00Z';

const events: readonly PaymentEvent[] = [
  { type: 'payment.opened', transactionId: 'T-1', reference: 'K-1', reportedAt: REPORTED_AT },
  { type: 'provider.reportedPending', reportedAt: REPORTED_AT },
  { type: 'provider.reportedPaid', amountCents: 1100, method: 'CREDITCARD', reportedAt: REPORTED_AT },
  { type: 'provider.reportedFailed', reportedAt: REPORTED_AT },
  { type: 'provider.reportedCancelled', reportedAt: REPORTED_AT },
  { type: 'attempt.superseded' },
];

export const paymentSubject: Subject<PaymentEvent, PaymentContext, PaymentInput> = {
  name: 'payment',
  machine: paymentMachine,
  starts: [{ id: 'an attempt of 11.00 €', input: { amountCents: 1100 } }],
  events: () => events,
  abstraction: ({ superseded, transactionId }) => ({ superseded, opened: transactionId !== null }),
  sentences: {
    'payment.opened': () => 'the provider has opened the transaction',
    'provider.reportedPending': () => 'the provider reports that the person is still paying',
    'provider.reportedPaid': ({ amountCents }) => `the provider reports ${amountCents / 100} € as paid`,
    'provider.reportedFailed': () => 'the provider reports that the payment failed',
    'provider.reportedCancelled': () => 'the provider reports that the payment was cancelled',
    'attempt.superseded': () => 'another attempt takes its place',
  },
};
