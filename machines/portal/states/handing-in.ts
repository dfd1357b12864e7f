import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';
import { untilRecognised } from './until-recognised.ts';

/** Documents are handed in for a sent application, by viewers with an account. */
export const handingIn = portalSetup.createStateConfig({
  meta: title('handingIn'),
  initial: 'recognising',
  exit: 'forgetOutcome',
  on: {
    'viewer.changed': '.recognising',
    // The first address is reported, too.
    'route.entered': { guard: { type: 'handInIsTheSame', params: aboutEvent }, actions: keepLocale },
  },
  states: {
    ...untilRecognised,
    listing: {
      meta: title('listing'),
      invoke: {
        id: 'handingIn',
        systemId: 'handingIn',
        src: 'handingIn',
        input: ({ context }) => ({ processId: context.handIn ?? '', locale: context.locale }),
      },
      on: {
        'route.entered': {
          guard: { type: 'handInIsTheSame', params: aboutEvent },
          actions: [keepLocale, { type: 'tellLocale', params: aboutEvent }],
        },
      },
    },
  },
});
