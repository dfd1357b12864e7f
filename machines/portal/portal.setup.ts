import { type AnyActorRef, assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { PaymentSettlement } from '#contract/payment.ts';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { accountLogoutMachine } from '../accountLogout/accountLogout.machine.ts';
import type { applicationMachine } from '../application/application.machine.ts';
import type { ApplicationEvent } from '../application/application.types.ts';
import { buildMachine } from '../build/build.machine.ts';
import type { coverMachine } from '../cover/cover.machine.ts';
import type { draftsMachine } from '../drafts/drafts.machine.ts';
import type { DraftsEvent } from '../drafts/drafts.types.ts';
import type { handingInMachine } from '../handingIn/handingIn.machine.ts';
import type { handoverMachine } from '../handover/handover.machine.ts';
import type { HandoverEvent } from '../handover/handover.types.ts';
import type { keepingMachine } from '../keeping/keeping.machine.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { idleWatcher, missingFlow, placeholder } from '../kit/placeholders.ts';
import { loadingMachine } from '../loading/loading.machine.ts';
import { locationMachine } from '../location/location.machine.ts';
import { loginMachine } from '../login/login.machine.ts';
import type { loginsMachine } from '../logins/logins.machine.ts';
import { notificationsMachine } from '../notifications/notifications.machine.ts';
import type { Notification } from '../notifications/notifications.types.ts';
import type { ownDataMachine } from '../ownData/ownData.machine.ts';
import type { restoringMachine } from '../restoring/restoring.machine.ts';
import { searchMachine } from '../search/search.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { Seen } from '../session/session.types.ts';
import type { windowsMachine } from '../windows/windows.machine.ts';
import { portalAssigners, portalGuards } from './portal.assigners.ts';
import type { PaymentReturn, PortalContext, PortalEvent, PortalInput, Route } from './portal.types.ts';

export const title = titles('portal');

/** Parts that all states of the portal are built from: flows, calls, actions, guards. */
export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    meta: {} as FlowMeta,
    children: {} as {
      session: 'session';
      login: 'login';
      accountLogout: 'accountLogout';
      location: 'location';
      search: 'search';
      notifications: 'notifications';
      loading: 'loading';
      build: 'build';
      application: 'application';
      drafts: 'drafts';
      windows: 'windows';
      cover: 'cover';
      logins: 'logins';
      ownData: 'ownData';
      handingIn: 'handingIn';
      handover: 'handover';
      keeping: 'keeping';
      restoring: 'restoring';
    },
  },
  actors: {
    session: sessionMachine,
    login: loginMachine,
    accountLogout: accountLogoutMachine,
    location: locationMachine,
    search: searchMachine,
    notifications: notificationsMachine,
    loading: loadingMachine,
    build: buildMachine,
    /** The code of these flows is loaded with the application's pages, which keeps it out of the public ones. */
    application: missingFlow<typeof applicationMachine>('application'),
    drafts: missingFlow<typeof draftsMachine>('drafts'),
    windows: missingFlow<typeof windowsMachine>('windows'),
    cover: missingFlow<typeof coverMachine>('cover'),
    logins: missingFlow<typeof loginsMachine>('logins'),
    ownData: missingFlow<typeof ownDataMachine>('ownData'),
    handingIn: missingFlow<typeof handingInMachine>('handingIn'),
    handover: missingFlow<typeof handoverMachine>('handover'),
    keeping: missingFlow<typeof keepingMachine>('keeping'),
    restoring: missingFlow<typeof restoringMachine>('restoring'),
    /** Sends `network.lost` and `network.restored`. */
    watchNetwork: idleWatcher(),
    /** Stores the place that the page was made for; without one, sends `place.chosen` for the one stored earlier. */
    recallPlace: idleWatcher<{ place: Place | null }>(),
    completePayment: placeholder<PaymentSettlement, PaymentReturn>('completePayment'),
  },
  actions: {
    keepLocale: assign(portalAssigners.keepLocale),
    keepRoute: assign(portalAssigners.keepRoute),
    keepArrival: assign(portalAssigners.keepArrival),
    nameApplication: assign(portalAssigners.nameApplication),
    keepViewer: assign(portalAssigners.keepViewer),
    keepPlace: assign(portalAssigners.keepPlace),
    keepSettlement: assign(portalAssigners.keepSettlement),
    keepErasure: assign(portalAssigners.keepErasure),
    keepProblem: assign(portalAssigners.keepProblem),
    forgetOutcome: assign(portalAssigners.forgetOutcome),
    raiseViewer: raise((_, { viewer, account, session, isErased }: Seen & { isErased: boolean }) => ({
      type: 'viewer.changed' as const,
      viewer,
      account,
      session,
      isErased,
    })),
    tellAccountLogout: sendTo('accountLogout', (_, { viewer }: Pick<Seen, 'viewer'>) => ({
      type: 'viewer.seen',
      viewer,
    })),
    tellApplication: sendTo(
      ({ self }) => self.getSnapshot().children.application as AnyActorRef,
      (_, event: ApplicationEvent) => event,
    ),
    tellKeeping: sendTo(({ self }) => self.getSnapshot().children.keeping as AnyActorRef, {
      type: 'viewer.changed',
    }),
    /** Asks the application in progress for the step that the address names. */
    askForStep: enqueueActions(({ self, enqueue }, { route }: { route: Route }) => {
      if (route.screen !== 'process' || route.step === null) return;
      const application = self.getSnapshot().children.application as AnyActorRef;
      enqueue.sendTo(application, { type: 'step.requested', step: route.step } satisfies ApplicationEvent);
    }),
    /** Tells the list of the page the language. */
    tellLocale: sendTo(
      ({ self }) => {
        const { drafts, handingIn, ownData } = self.getSnapshot().children;
        return (drafts ?? handingIn ?? ownData) as AnyActorRef;
      },
      (_, { locale }: { locale: Locale }) => ({ type: 'locale.changed', locale }),
    ),
    /** Tells the personal area which part of its lists the address asks for. */
    tellAsked: sendTo(
      ({ self }) => self.getSnapshot().children.drafts as AnyActorRef,
      (_, { route }: { route: Route }): DraftsEvent => ({
        type: 'list.asked',
        asked: (route.screen === 'account' && route.asked) || '',
      }),
    ),
    tellHandover: sendTo(
      ({ self }) => self.getSnapshot().children.handover as AnyActorRef,
      (_, event: HandoverEvent) => event,
    ),
    tellNotifications: sendTo('notifications', (_, { notification }: { notification: Notification }) => ({
      type: 'notification.raised',
      notification,
    })),
    /** Stores the place in the browser, or removes it from there. */
    rememberPlace: (_, _params: { place: Place | null }) => undefined,
    /** Tells the other windows that the person left the provider's page. */
    announceReturn: (_, _params: { processId: string | null }) => undefined,
  },
  guards: portalGuards,
});
