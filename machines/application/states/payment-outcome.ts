import { aboutError } from '../../kit/problem.ts';
import { aboutProcess, queryOf, reopening, reviewing } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The provider's page is open: it is asked how the payment stands. */
export const waiting = applicationSetup.createStateConfig({
  meta: title('payment.waiting'),
  initial: 'resting',
  invoke: {
    src: 'watchReturn',
    input: ({ context }) => ({ processId: context.process?.id ?? '' }),
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
          {
            guard: { type: 'stillPending', params: aboutProcess },
            target: 'resting',
            actions: { type: 'keepProcess', params: aboutProcess },
          },
          {
            target: '#application.course.deciding',
            actions: [{ type: 'keepProcess', params: aboutProcess }, 'closeProviderWindow'],
          },
        ],
        onError: [
          {
            guard: { type: 'isClosedToViewer', params: aboutError },
            target: '#application.course.refreshing',
          },
          { target: 'resting', actions: { type: 'keepProblem', params: aboutError } },
        ],
      },
    },
  },
});

/** A payment may turn out well after all: in the provider's window, or as late news from there. */
export const failed = applicationSetup.createStateConfig({
  meta: title('payment.failed'),
  initial: 'resting',
  invoke: {
    src: 'watchReturn',
    input: ({ context }) => ({ processId: context.process?.id ?? '' }),
  },
  on: { 'data.changeRequested': { target: '#application.course.open', actions: reopening } },
  states: {
    resting: {
      meta: title('payment.failed'),
      on: { 'payment.returned': 'checking', 'step.requested': reviewing },
    },
    checking: {
      meta: title('payment.checking'),
      invoke: {
        src: 'checkPayment',
        input: queryOf,
        onDone: [
          { guard: { type: 'stillFailed', params: aboutProcess }, target: 'resting' },
          {
            target: '#application.course.deciding',
            actions: { type: 'keepProcess', params: aboutProcess },
          },
        ],
        onError: 'resting',
      },
    },
  },
});
