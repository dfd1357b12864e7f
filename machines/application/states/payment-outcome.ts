import { aboutAnswer, keepProblem } from '../../kit/params.ts';
import { keepProcess, queryOf, refreshingIf, reopening, toConfirmed } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The provider's page is open: polls the state of the payment. */
export const waiting = applicationSetup.createStateConfig({
  meta: title('payment.waiting'),
  initial: 'resting',
  invoke: {
    src: 'watchReturn',
    input: ({ context }) => ({ processId: context.process!.id }),
  },
  states: {
    resting: {
      meta: title('payment.resting'),
      after: { untilPaymentPoll: 'checking' },
      on: { 'payment.returned': 'checking' },
    },
    checking: {
      meta: title('payment.checking'),
      invoke: {
        src: 'checkPayment',
        input: queryOf,
        onDone: [
          { guard: { type: 'stillPending', params: aboutAnswer }, target: 'resting', actions: keepProcess },
          { target: '#application.progress.deciding', actions: [keepProcess, 'closeProviderWindow'] },
        ],
        onError: [refreshingIf('isClosedToViewer'), { target: 'resting', actions: keepProblem }],
      },
    },
  },
});

/** A payment may still succeed: in the provider's window, or by a late report from the provider. */
export const failed = applicationSetup.createStateConfig({
  meta: title('payment.failed'),
  initial: 'resting',
  invoke: {
    src: 'watchReturn',
    input: ({ context }) => ({ processId: context.process!.id }),
  },
  on: { 'data.changeRequested': { target: '#application.progress.open', actions: reopening } },
  states: {
    resting: {
      meta: title('payment.failed'),
      on: { 'payment.returned': 'checking', 'step.requested': toConfirmed },
    },
    checking: {
      meta: title('payment.checking'),
      invoke: {
        src: 'checkPayment',
        input: queryOf,
        onDone: [
          { guard: { type: 'stillFailed', params: aboutAnswer }, target: 'resting' },
          { target: '#application.progress.deciding', actions: keepProcess },
        ],
        onError: 'resting',
      },
    },
  },
});
