import { assertEvent, assign, setup } from 'xstate';
import type { AttemptState } from '#domain/payment.ts';
import type { RuleMeta, StateMeta } from '../kit/rule.ts';
import { rules } from './payment.rules.ts';
import type { PaymentContext, PaymentEvent, PaymentInput } from './payment.types.ts';

const title = (state: AttemptState): StateMeta => ({ titleKey: `workflow:payment.${state}` });

/** One attempt to pay the fee of a process, as the provider reports it (spec section 4, Payment). */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as PaymentInput,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  actions: {
    keepTransaction: assign(({ event }) => {
      assertEvent(event, 'payment.opened');
      return { transactionId: event.transactionId, reference: event.reference };
    }),
    keepMoney: assign(({ event }) => {
      assertEvent(event, 'provider.reportedPaid');
      return { paidCents: event.amountCents, method: event.method };
    }),
    keepReportTime: assign(({ event }) => {
      assertEvent(event, ['payment.opened', 'provider.*']);
      return { reportedAt: event.reportedAt };
    }),
    markSuperseded: assign({ superseded: true }),
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({
    amountCents: input.amountCents,
    transactionId: null,
    reference: null,
    paidCents: 0,
    method: null,
    reportedAt: null,
    superseded: false,
  }),
  initial: 'created',
  states: {
    created: {
      meta: title('created'),
      on: {
        'payment.opened': {
          target: 'pending',
          actions: ['keepTransaction', 'keepReportTime'],
          ...rules['PAY-01'],
        },
        'attempt.superseded': { target: 'superseded', actions: 'markSuperseded', ...rules['PAY-03'] },
      },
    },
    pending: {
      meta: title('pending'),
      on: {
        'provider.reportedPending': { actions: 'keepReportTime', ...rules['PAY-04'] },
        'provider.reportedPaid': {
          target: 'paid',
          actions: ['keepMoney', 'keepReportTime'],
          ...rules['PAY-05'],
        },
        'provider.reportedFailed': { target: 'failed', actions: 'keepReportTime', ...rules['PAY-06'] },
        'provider.reportedCancelled': { target: 'cancelled', actions: 'keepReportTime', ...rules['PAY-07'] },
        'attempt.superseded': { target: 'superseded', actions: 'markSuperseded', ...rules['PAY-08'] },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        'provider.reportedPaid': {
          target: 'paid',
          actions: ['keepMoney', 'keepReportTime'],
          ...rules['PAY-09'],
        },
      },
    },
    cancelled: {
      meta: title('cancelled'),
      on: {
        'provider.reportedPaid': {
          target: 'paid',
          actions: ['keepMoney', 'keepReportTime'],
          ...rules['PAY-10'],
        },
      },
    },
    superseded: {
      meta: title('superseded'),
      on: {
        'provider.reportedPending': { actions: 'keepReportTime', ...rules['PAY-12'] },
        'provider.reportedPaid': {
          target: 'paid',
          actions: ['keepMoney', 'keepReportTime'],
          ...rules['PAY-13'],
        },
        'provider.reportedFailed': { target: 'failed', actions: 'keepReportTime', ...rules['PAY-14'] },
        'provider.reportedCancelled': { target: 'cancelled', actions: 'keepReportTime', ...rules['PAY-15'] },
      },
    },
    paid: { type: 'final', meta: title('paid') },
  },
});
