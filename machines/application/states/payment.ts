import { aboutError, keepProblem } from '../../kit/params.ts';
import { reopening, toConfirmed, toNotice, versionOf } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';
import { failed, waiting } from './payment-outcome.ts';

/** The fee, from the offer to pay it to the provider's report. */
export const payment = applicationSetup.createStateConfig({
  meta: title('payment'),
  initial: 'offered',
  on: {
    'payment.requested': {
      target: '.starting',
      actions: ['noteWindow', 'openProviderWindow'],
    },
    'window.blocked': { actions: 'noteBlockedWindow' },
  },
  states: {
    offered: {
      meta: title('payment.offered'),
      on: {
        'step.requested': [toConfirmed, toNotice],
        'data.changeRequested': { target: '#application.progress.open', actions: reopening },
      },
    },
    starting: {
      meta: title('payment.starting'),
      tags: 'busy',
      entry: 'forgetProblem',
      on: { 'payment.requested': {} },
      invoke: {
        src: 'startPayment',
        input: versionOf,
        onDone: {
          target: '#application.progress.deciding',
          actions: [
            { type: 'keepProcess', params: ({ event }) => event.output.process },
            {
              type: 'leadWindowToProvider',
              params: ({ event }) => ({ url: event.output.redirectUrl }),
            },
          ],
        },
        onError: [
          {
            guard: { type: 'viewIsOutdated', params: aboutError },
            target: '#application.progress.refreshing',
            actions: 'closeProviderWindow',
          },
          { target: 'reconsidering', actions: [keepProblem, 'closeProviderWindow'] },
        ],
      },
    },
    /** The payment could not be started: back to the state of the process, which has not changed. */
    reconsidering: {
      meta: title('payment.reconsidering'),
      always: [
        { guard: 'paymentIsPending', target: 'waiting' },
        { guard: 'paymentHasFailed', target: 'failed' },
        { target: 'offered' },
      ],
    },
    waiting,
    failed,
  },
});
