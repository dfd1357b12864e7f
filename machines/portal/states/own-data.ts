import { aboutEvent, keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';
import { untilRecognised } from './until-recognised.ts';

/** Everything that is kept of the person, for viewers with an account. */
export const ownData = portalSetup.createStateConfig({
  meta: title('ownData'),
  initial: 'recognising',
  exit: 'forgetOutcome',
  on: {
    'viewer.changed': '.recognising',
    'route.entered': { guard: { type: 'removalIsTheSame', params: aboutEvent }, actions: keepLocale },
  },
  states: {
    ...untilRecognised,
    listing: {
      meta: title('listing'),
      invoke: {
        id: 'ownData',
        systemId: 'ownData',
        src: 'ownData',
        input: ({ context }) => ({
          locale: context.locale,
          application: context.removal,
          now: context.now,
        }),
      },
      on: {
        'route.entered': {
          guard: { type: 'removalIsTheSame', params: aboutEvent },
          actions: [keepLocale, { type: 'tellLocale', params: aboutEvent }],
        },
        'person.erased': { target: 'over', actions: { type: 'keepErasure', params: aboutEvent } },
      },
    },
    /** The session has ended with the deletion: the page tells what became of everything, until somebody logs in. */
    over: {
      meta: title('over'),
      on: { 'viewer.changed': { guard: { type: 'viewerIsNobody', params: aboutEvent } } },
    },
  },
});
