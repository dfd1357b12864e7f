import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { aboutEvent } from '../kit/params.ts';
import type { sessionMachine } from '../session/session.machine.ts';
import { selectAccount, selectEnding, selectUser, selectViewer } from '../session/session.selectors.ts';
import type { Account } from '../session/session.types.ts';
import { initialContext } from './portal.assigners.ts';
import { portalSetup, title } from './portal.setup.ts';
import { route } from './states/route.ts';

/** The account without the data that every renewal changes: a renewed session is the same viewer. */
const accountOf = (user: Account | null): Account | null =>
  user && {
    person: user.person,
    providerId: user.providerId,
    name: user.name,
    company: user.company,
    trustLevel: user.trustLevel,
  };

const whoIsSeen = ({ event }: { event: { snapshot: SnapshotFrom<typeof sessionMachine> } }) => ({
  viewer: selectViewer(event.snapshot),
  account: accountOf(selectAccount(event.snapshot)),
  session: selectUser(event.snapshot)?.session ?? null,
});

/**
 * The root of all workflows, created once outside the view. The router reports the position of the person; an
 * application in progress continues while the router shows it, whatever the language.
 */
export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  invoke: [
    {
      id: 'session',
      systemId: 'session',
      src: 'session',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: {
        guard: {
          type: 'viewerDiffers',
          params: whoIsSeen,
        },
        actions: [
          { type: 'keepViewer', params: whoIsSeen },
          { type: 'tellAccountLogout', params: whoIsSeen },
          {
            type: 'raiseViewer',
            params: ({ event }) => ({
              ...whoIsSeen({ event }),
              isErased: selectEnding(event.snapshot) === 'erased',
            }),
          },
        ],
      },
    },
    {
      id: 'login',
      systemId: 'login',
      src: 'login',
      input: ({ context }) => ({
        outcome: context.loginOutcome,
        refusal: context.loginRefusal,
        query: context.lastLogin,
        named: context.namedLogin,
        appCanBeAsked: context.appCanBeAsked,
      }),
    },
    {
      id: 'accountLogout',
      systemId: 'accountLogout',
      src: 'accountLogout',
      input: ({ context }) => ({ returned: context.logoutReturn }),
    },
    { id: 'location', systemId: 'location', src: 'location', input: ({ self }) => ({ parent: self }) },
    { src: 'recallPlace', input: ({ context }) => ({ place: context.place }) },
    { id: 'search', systemId: 'search', src: 'search' },
    {
      id: 'notifications',
      systemId: 'notifications',
      src: 'notifications',
      input: ({ context }) => ({ now: context.now }),
    },
    { id: 'loading', systemId: 'loading', src: 'loading' },
    {
      id: 'build',
      systemId: 'build',
      src: 'build',
      input: ({ context, self }) => ({ parent: self, own: context.buildId, now: context.now }),
    },
  ],
  on: {
    'place.chosen': {
      actions: [
        { type: 'keepPlace', params: aboutEvent },
        { type: 'rememberPlace', params: ({ event }) => ({ place: event.place }) },
      ],
    },
    'place.cleared': {
      actions: [
        { type: 'keepPlace', params: { place: null } },
        { type: 'rememberPlace', params: { place: null } },
      ],
    },
    'notification.raised': { actions: { type: 'tellNotifications', params: aboutEvent } },
  },
  states: {
    route,
    network: {
      meta: title('network'),
      initial: 'online',
      invoke: { src: 'watchNetwork' },
      on: { 'network.lost': '.offline', 'network.restored': '.online' },
      states: {
        online: { meta: title('online') },
        offline: { meta: title('offline') },
      },
    },
  },
});

/** The running portal. */
export type Portal = ActorRefFrom<typeof portalMachine>;
