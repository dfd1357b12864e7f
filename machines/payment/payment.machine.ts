import { assertEvent, assign, setup } from 'xstate';
import type { AttemptState } from '#domain/payment.ts';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import type { PaymentContext, PaymentEvent, PaymentInput } from './payment.types.ts';

const title = (state: AttemptState): StateMeta => ({ titleKey: `workflow:payment.${state}` });

/** The moves that reports lead to; in every status they have a rule of their own. */
const paid = { target: 'paid', actions: ['keepMoney', 'keepReportTime'] } as const;
const failed = { target: 'failed', actions: 'keepReportTime' } as const;
const cancelled = { target: 'cancelled', actions: 'keepReportTime' } as const;
const superseded = { target: 'superseded', actions: 'markSuperseded' } as const;

/**
 * One attempt to pay the fee of a process, as the provider reports it (spec section 4, Payment). No attempt expires by
 * the clock; the days for which the provider is asked are those of `use-cases/check-payment.ts`.
 */
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
          ...rule('PAY-01', 'assumed'),
        },
        'attempt.superseded': { ...superseded, ...rule('PAY-03', 'assumed') },
      },
    },
    pending: {
      meta: title('pending'),
      on: {
        'provider.reportedPending': { actions: 'keepReportTime', ...rule('PAY-04', 'spec 4') },
        'provider.reportedPaid': { ...paid, ...rule('PAY-05', 'spec 4') },
        'provider.reportedFailed': { ...failed, ...rule('PAY-06', 'spec 4') },
        'provider.reportedCancelled': { ...cancelled, ...rule('PAY-07', 'spec 4') },
        'attempt.superseded': { ...superseded, ...rule('PAY-08', 'assumed') },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        'provider.reportedPaid': { ...paid, ...rule('PAY-09', 'assumed') },
      },
    },
    cancelled: {
      meta: title('cancelled'),
      on: {
        'provider.reportedPaid': { ...paid, ...rule('PAY-10', 'assumed') },
      },
    },
    superseded: {
      meta: title('superseded'),
      on: {
        'provider.reportedPending': { actions: 'keepReportTime', ...rule('PAY-12', 'assumed') },
        'provider.reportedPaid': { ...paid, ...rule('PAY-13', 'assumed') },
        'provider.reportedFailed': { ...failed, ...rule('PAY-14', 'assumed') },
        'provider.reportedCancelled': { ...cancelled, ...rule('PAY-15', 'assumed') },
      },
    },
    paid: { type: 'final', meta: title('paid') },
  },
});
