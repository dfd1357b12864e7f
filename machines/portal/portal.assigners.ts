import type { ArrivalView } from '#contract/handover.ts';
import type { PaymentSettlement } from '#contract/payment.ts';
import type { Erasure } from '#contract/person.ts';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';
import type { Seen } from '../session/session.types.ts';
import type { PortalContext, PortalInput, Route } from './portal.types.ts';

type Of = { context: PortalContext };
type Update = Partial<PortalContext>;

export const initialContext = (input: PortalInput): PortalContext => ({
  ...input,
  lastLogin: input.lastLogin ?? null,
  loginRefusal: input.loginRefusal ?? null,
  namedLogin: input.namedLogin ?? null,
  logoutReturn: input.logoutReturn ?? null,
  appCanBeAsked: input.appCanBeAsked ?? true,
  buildId: input.buildId ?? null,
  viewer: 'unknown',
  account: null,
  session: null,
  start: null,
  step: null,
  begun: null,
  payment: null,
  asked: null,
  handIn: null,
  removal: null,
  erasure: null,
  trip: null,
  landing: null,
  settlement: null,
  problem: null,
});

/** Parts of the context that a route names; null for all other parts. */
const namedBy = (
  route: Route,
): Pick<
  PortalContext,
  'start' | 'step' | 'begun' | 'payment' | 'asked' | 'handIn' | 'removal' | 'trip' | 'landing'
> => ({
  start: route.screen === 'process' ? route.start : null,
  step: route.screen === 'process' ? route.step : null,
  begun: route.screen === 'process' ? route.begun : null,
  payment: route.screen === 'paymentReturn' ? route.payment : null,
  asked: route.screen === 'account' ? (route.asked ?? null) : null,
  handIn: route.screen === 'handIn' ? route.processId : null,
  removal: route.screen === 'ownData' ? route.application : null,
  trip: route.screen === 'handover' ? route.trip : null,
  landing: route.screen === 'landing' ? route.landing : null,
});

export const portalAssigners = {
  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),
  keepRoute: (_: Of, { route }: { route: Route }): Update => namedBy(route),
  /** Begins the application with the service and the place of the hand-over. */
  keepArrival: (_: Of, { arrival: { leiKaId, area, ...handover } }: { arrival: ArrivalView }): Update => ({
    start: { kind: 'service', leiKaId, area, handover },
  }),
  nameApplication: (_: Of, { processId }: { processId: string }): Update => ({
    start: { kind: 'process', processId },
  }),
  keepViewer: (_: Of, { viewer, account, session }: Seen): Update => ({ viewer, account, session }),
  keepPlace: (_: Of, { place }: { place: Place | null }): Update => ({ place }),
  keepSettlement: (_: Of, settlement: PaymentSettlement): Update => ({
    settlement,
    problem: null,
  }),
  keepErasure: (_: Of, { erasure }: { erasure: Erasure }): Update => ({ erasure }),
  keepProblem: (_: Of, { problem }: { problem: Problem }): Update => ({ problem }),
  forgetOutcome: (): Update => ({ loginOutcome: null }),
};

type Entered = { route: Route; locale: Locale };

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isSameApplication = (context: PortalContext, route: Route): boolean =>
  route.screen === 'handover'
    ? // An application that has its process has an address of its own.
      context.start?.kind === 'service' && equal(route.trip, context.trip)
    : equal(namedBy(route).start, context.start);

export const portalGuards = {
  routeIs: (_: Of, { route, screen }: { route: Route; screen: Route['screen'] }) => route.screen === screen,
  applicationIsMeant: (_: Of, { route }: { route: Route }) => namedBy(route).start !== null,
  applicationIsTheSame: ({ context }: Of, { route }: Entered) => isSameApplication(context, route),
  /** The route is the same page in the other language: all input stays. */
  applicationChangesLanguage: ({ context }: Of, { route, locale }: Entered) =>
    isSameApplication(context, route) && locale !== context.locale,
  accountChangesLanguage: ({ context }: Of, { route, locale }: Entered) =>
    route.screen === 'account' && locale !== context.locale,
  accountIsTheSame: ({ context }: Of, { route, locale }: Entered) =>
    route.screen === 'account' && locale === context.locale,
  handInIsTheSame: ({ context }: Of, { route }: Entered) => namedBy(route).handIn === context.handIn,
  removalIsTheSame: ({ context }: Of, { route }: Entered) =>
    route.screen === 'ownData' && route.application === context.removal,
  tripIsTheSame: ({ context }: Of, { route, locale }: Entered) =>
    locale === context.locale && equal(namedBy(route).trip, context.trip),
  returnIsTheSame: ({ context }: Of, { route }: Entered) => equal(namedBy(route).payment, context.payment),
  /** Somebody else, or the same person at another trust level, may see and do different things. */
  viewerDiffers: ({ context }: Of, { viewer, account, session }: Seen) =>
    context.viewer !== viewer || context.session !== session || !equal(context.account, account),
  sessionIsErased: (_: Of, { isErased }: { isErased: boolean }) => isErased,
  viewerIsNobody: (_: Of, { viewer }: { viewer: Seen['viewer'] }) => viewer === 'none',
  viewerIsUnknown: ({ context }: Of) => context.viewer === 'unknown',
  viewerHasAccount: ({ context }: Of) => context.viewer === 'account',
};
