import { type AnyActorRef, assign, raise, sendTo, setup } from 'xstate';
import type { applicationMachine } from '../application/application.machine.ts';
import type { ApplicationEvent } from '../application/application.types.ts';
import { buildMachine } from '../build/build.machine.ts';
import type { draftsMachine } from '../drafts/drafts.machine.ts';
import { loadingMachine } from '../loading/loading.machine.ts';
import { locationMachine } from '../location/location.machine.ts';
import { loginMachine } from '../login/login.machine.ts';
import { notificationsMachine } from '../notifications/notifications.machine.ts';
import type { Notification } from '../notifications/notifications.types.ts';
import { searchMachine } from '../search/search.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { selectViewer } from '../session/session.selectors.ts';
import type { Viewer } from '../session/session.types.ts';
import { type FlowMeta, titles } from './meta.ts';
import { missingFlow, placeholder, silentWatcher } from './placeholders.ts';
import { initialContext, portalFacts, portalGuards } from './portal.facts.ts';
import type {
  Locale,
  PaymentReturn,
  PaymentSettlement,
  Place,
  PortalContext,
  PortalEvent,
  PortalInput,
} from './portal.types.ts';
import { aboutError } from './problem.ts';

const title = titles('portal');

const aboutRoute = ({ event }: { event: Extract<PortalEvent, { type: 'route.entered' }> }) => ({
  route: event.route,
});
const routeIs =
  (screen: 'account' | 'paymentReturn') =>
  ({ event }: { event: Extract<PortalEvent, { type: 'route.entered' }> }) => ({ route: event.route, screen });

/**
 * The root of all workflows, created once outside the view. The router says where the person is; an
 * application under way goes on while the router shows it, whatever the language.
 */
export const portalMachine = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    meta: {} as FlowMeta,
    children: {} as {
      session: 'session';
      login: 'login';
      location: 'location';
      search: 'search';
      notifications: 'notifications';
      loading: 'loading';
      build: 'build';
      application: 'application';
      drafts: 'drafts';
    },
  },
  actors: {
    session: sessionMachine,
    login: loginMachine,
    location: locationMachine,
    search: searchMachine,
    notifications: notificationsMachine,
    loading: loadingMachine,
    build: buildMachine,
    /** Their code comes with the application's pages, so that the public ones do not carry it. */
    application: missingFlow<typeof applicationMachine>('application'),
    drafts: missingFlow<typeof draftsMachine>('drafts'),
    /** Sends `network.lost` and `network.restored`. */
    watchNetwork: silentWatcher(),
    /** Keeps the place the page was made for; without one, sends `place.chosen` for the one kept earlier. */
    recallPlace: silentWatcher<{ place: Place | null }>(),
    completePayment: placeholder<PaymentSettlement, PaymentReturn>('completePayment'),
  },
  actions: {
    keepLocale: assign(portalFacts.keepLocale),
    keepRoute: assign(portalFacts.keepRoute),
    nameApplication: assign(portalFacts.nameApplication),
    keepViewer: assign(portalFacts.keepViewer),
    keepPlace: assign(portalFacts.keepPlace),
    keepSettlement: assign(portalFacts.keepSettlement),
    keepProblem: assign(portalFacts.keepProblem),
    forgetOutcome: assign(portalFacts.forgetOutcome),
    raiseViewer: raise((_, { viewer }: { viewer: Viewer }) => ({ type: 'viewer.changed' as const, viewer })),
    tellApplication: sendTo(
      ({ self }) => self.getSnapshot().children.application as AnyActorRef,
      (_, { event }: { event: ApplicationEvent }) => event,
    ),
    tellDrafts: sendTo(
      ({ self }) => self.getSnapshot().children.drafts as AnyActorRef,
      (_, { locale }: { locale: Locale }) => ({ type: 'locale.changed', locale }),
    ),
    tellNotifications: sendTo('notifications', (_, { notification }: { notification: Notification }) => ({
      type: 'notification.raised',
      notification,
    })),
    /** Keeps the place in the browser, or removes it from there. */
    rememberPlace: (_, _params: { place: Place | null }) => undefined,
    /** Tells the other windows that the provider's page was left. */
    announceReturn: (_, _params: { processId: string | null }) => undefined,
  },
  guards: portalGuards,
}).createMachine({
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
          params: ({ event }) => ({ viewer: selectViewer(event.snapshot) }),
        },
        actions: [
          { type: 'keepViewer', params: ({ event }) => ({ viewer: selectViewer(event.snapshot) }) },
          { type: 'raiseViewer', params: ({ event }) => ({ viewer: selectViewer(event.snapshot) }) },
        ],
      },
    },
    {
      id: 'login',
      systemId: 'login',
      src: 'login',
      input: ({ context }) => ({ outcome: context.loginOutcome }),
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
        { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        { type: 'rememberPlace', params: ({ event }) => ({ place: event.place }) },
      ],
    },
    'place.cleared': {
      actions: [
        { type: 'keepPlace', params: { place: null } },
        { type: 'rememberPlace', params: { place: null } },
      ],
    },
    'notification.raised': {
      actions: {
        type: 'tellNotifications',
        params: ({ event }) => ({ notification: event.notification }),
      },
    },
  },
  states: {
    workplace: {
      meta: title('workplace'),
      initial: 'arriving',
      on: {
        'route.entered': [
          {
            guard: { type: 'applicationIsMeant', params: aboutRoute },
            target: '.applying',
            reenter: true,
            actions: [
              { type: 'keepRoute', params: aboutRoute },
              { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
            ],
          },
          {
            guard: { type: 'routeIs', params: routeIs('account') },
            target: '.reviewing',
            actions: [
              { type: 'keepRoute', params: aboutRoute },
              { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
            ],
          },
          {
            guard: { type: 'routeIs', params: routeIs('paymentReturn') },
            target: '.returning',
            actions: [
              { type: 'keepRoute', params: aboutRoute },
              { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
            ],
          },
          {
            target: '.browsing',
            actions: [
              { type: 'keepRoute', params: aboutRoute },
              { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
            ],
          },
        ],
      },
      states: {
        arriving: { meta: title('arriving') },
        browsing: { meta: title('browsing'), exit: 'forgetOutcome' },
        applying: {
          meta: title('applying'),
          exit: 'forgetOutcome',
          invoke: {
            id: 'application',
            systemId: 'application',
            src: 'application',
            input: ({ context }) => ({
              start: context.start!,
              locale: context.locale,
              viewer: context.viewer,
              loginOutcome: context.loginOutcome,
              rules: context.rules!,
            }),
          },
          on: {
            'route.entered': [
              {
                guard: { type: 'applicationChangesLanguage', params: ({ event }) => event },
                actions: [
                  { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
                  {
                    type: 'tellApplication',
                    params: ({ event }) => ({ event: { type: 'locale.changed', locale: event.locale } }),
                  },
                ],
              },
              { guard: { type: 'applicationIsTheSame', params: ({ event }) => event } },
            ],
            'application.named': {
              actions: { type: 'nameApplication', params: ({ event }) => ({ processId: event.processId }) },
            },
            'viewer.changed': {
              actions: { type: 'tellApplication', params: ({ event }) => ({ event }) },
            },
            'network.restored': { actions: { type: 'tellApplication', params: ({ event }) => ({ event }) } },
          },
        },
        reviewing: {
          meta: title('reviewing'),
          initial: 'recognising',
          exit: 'forgetOutcome',
          on: {
            'viewer.changed': '.recognising',
            // The router names the first address, too: nothing is asked for twice.
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
        },
        /** The payment provider's page has led back here: the service asks the provider. */
        returning: {
          meta: title('returning'),
          initial: 'asking',
          on: {
            'route.entered': { guard: { type: 'returnIsTheSame', params: ({ event }) => event } },
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
        },
      },
    },
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
