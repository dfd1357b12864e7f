import { portalSetup, title } from '../portal.setup.ts';

/** The logins of the person, for viewers with an account. */
export const ownLogins = portalSetup.createStateConfig({
  meta: title('ownLogins'),
  initial: 'recognising',
  exit: 'forgetOutcome',
  on: {
    'viewer.changed': '.recognising',
    // The logins do not depend on the language.
    'route.entered': {
      guard: { type: 'routeIs', params: ({ event }) => ({ route: event.route, screen: 'logins' as const }) },
      actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
    },
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
      invoke: { id: 'logins', systemId: 'logins', src: 'logins' },
    },
  },
});
