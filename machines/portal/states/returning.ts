import { aboutAnswer, aboutEvent, keepLocale, keepProblem } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';

/** The payment provider's page has led back here: the server asks the provider. */
export const returning = portalSetup.createStateConfig({
  meta: title('returning'),
  initial: 'asking',
  on: {
    'route.entered': { guard: { type: 'returnIsTheSame', params: aboutEvent }, actions: keepLocale },
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
            { type: 'keepSettlement', params: aboutAnswer },
            {
              type: 'announceReturn',
              params: ({ event }) => ({ processId: event.output.processId }),
            },
          ],
        },
        onError: {
          target: 'unsettled',
          actions: [keepProblem, { type: 'announceReturn', params: { processId: null } }],
        },
      },
    },
    settled: { meta: title('settled'), on: { 'retry.requested': 'asking' } },
    unsettled: { meta: title('unsettled'), on: { 'retry.requested': 'asking' } },
  },
});
