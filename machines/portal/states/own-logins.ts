import { keepLocale } from '../../kit/params.ts';
import { portalSetup, title } from '../portal.setup.ts';
import { untilRecognised } from './until-recognised.ts';

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
      actions: keepLocale,
    },
  },
  states: {
    ...untilRecognised,
    listing: {
      meta: title('listing'),
      invoke: { id: 'logins', systemId: 'logins', src: 'logins' },
    },
  },
});
