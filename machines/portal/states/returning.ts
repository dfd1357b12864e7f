import { aboutError } from '../../kit/problem.ts';
import { portalSetup, title } from '../portal.setup.ts';

/** The payment provider's page has led back here: the server asks the provider. */
export const returning = portalSetup.createStateConfig({
  meta: title('returning'),
  initial: 'asking',
  on: {
    'route.entered': {
      guard: { type: 'returnIsTheSame', params: ({ event }) => event },
      actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
    },
  },
  states: {
    asking: {
      meta: title('asking'),
      invoke: {
        src: 'completePayment',
        input: ({ context }) => context.payment!,
        onDone: {
          target: 'settled',
          actions: [
            {
              type: 'keepSettlement',
              params: ({ event }) => ({ settlement: event.output }),
            },
            {
              type: 'announceReturn',
              params: ({ event }) => ({ processId: event.output.processId }),
            },
          ],
        },
        onError: {
          target: 'unsettled',
          actions: [
            { type: 'keepProblem', params: aboutError },
            { type: 'announceReturn', params: { processId: null } },
          ],
        },
      },
    },
    settled: { meta: title('settled'), on: { 'retry.requested': 'asking' } },
    unsettled: { meta: title('unsettled'), on: { 'retry.requested': 'asking' } },
  },
});
