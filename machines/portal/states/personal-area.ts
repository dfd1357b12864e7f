import { portalSetup, title } from '../portal.setup.ts';

/** The personal area, for viewers with an account. */
export const personalArea = portalSetup.createStateConfig({
  meta: title('personalArea'),
  initial: 'recognising',
  exit: 'forgetOutcome',
  on: {
    'viewer.changed': '.recognising',
    // The router also reports the first address: the lists are not requested twice.
    'route.entered': { guard: { type: 'accountIsTheSame', params: ({ event }) => event } },
  },
  states: {
    recognising: {
      meta: title('recognising'),
      always: [
        { guard: 'viewerHasAccount', target: 'listing' },
        { guard: 'viewerIsUnknown', target: 'waiting' },
        { target: 'signedOut' },
      ],
    },
    waiting: { meta: title('waiting') },
    signedOut: { meta: title('signedOut') },
    listing: {
      meta: title('listing'),
      invoke: {
        id: 'drafts',
        systemId: 'drafts',
        src: 'drafts',
        input: ({ context }) => ({ locale: context.locale }),
      },
      on: {
        'route.entered': {
          guard: { type: 'accountChangesLanguage', params: ({ event }) => event },
          actions: [
            { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
            { type: 'tellDrafts', params: ({ event }) => ({ locale: event.locale }) },
          ],
        },
      },
    },
  },
});
