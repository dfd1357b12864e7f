import { expect, it } from 'vitest';
import type { AttemptState } from '#domain/payment.ts';
import type { PaymentEvent, PaymentEventType } from '#machines/payment/payment.types.ts';
import { paymentSubject } from '../subjects/payment.ts';
import { assertionsOf, handlersOf, runStatusMachine } from './status-run.ts';

const types: Record<PaymentEventType, true> = {
  'payment.opened': true,
  'provider.reportedPending': true,
  'provider.reportedPaid': true,
  'provider.reportedFailed': true,
  'provider.reportedCancelled': true,
  'attempt.superseded': true,
};

const states: Record<AttemptState, true> = {
  created: true,
  pending: true,
  paid: true,
  failed: true,
  cancelled: true,
  superseded: true,
};

/** The new state of an attempt; unlisted events are refused. Success counts whenever it is reported. */
const table: Record<AttemptState, Partial<Record<PaymentEventType, AttemptState>>> = {
  created: {
    'payment.opened': 'pending',
    'attempt.superseded': 'superseded',
  },
  pending: {
    'provider.reportedPending': 'pending',
    'provider.reportedPaid': 'paid',
    'provider.reportedFailed': 'failed',
    'provider.reportedCancelled': 'cancelled',
    'attempt.superseded': 'superseded',
  },
  failed: { 'provider.reportedPaid': 'paid' },
  cancelled: { 'provider.reportedPaid': 'paid' },
  superseded: {
    'provider.reportedPending': 'superseded',
    'provider.reportedPaid': 'paid',
    'provider.reportedFailed': 'failed',
    'provider.reportedCancelled': 'cancelled',
  },
  paid: {},
};

it('follows what the provider reports, a late success included, and nothing else', async () => {
  const missing = await runStatusMachine(paymentSubject, (workflow) => ({
    events: handlersOf(
      types,
      workflow,
      ({ state }, event: PaymentEvent) => table[state as AttemptState][event.type] ?? null,
    ),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});
