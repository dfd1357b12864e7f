import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { SessionReading, SessionUser } from '#contract/auth.ts';
import type { ArrivalView } from '#contract/handover.ts';
import type { PaymentSettlement } from '#contract/payment.ts';
import type { Erasure } from '#contract/person.ts';
import { locales } from '#domain/locale.ts';
import type { Step } from '#machines/application/application.types.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalContext, PortalEvent, PortalInput, Route } from '#machines/portal/portal.types.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { SessionEvent } from '#machines/session/session.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';
import { reading, user } from './session-user.ts';

export const kiel = { value: 'Kiel', key: '010020000000' };

export const toService: Route = {
  screen: 'process',
  start: { kind: 'service', leiKaId: '99102013000000', area: kiel.key },
  step: null,
  begun: null,
};
export const toProcess = (processId: string, step: Step | null = null): Route => ({
  screen: 'process',
  start: { kind: 'process', processId },
  step,
  begun: null,
});
/** An address of applications without an application. */
export const toNoApplication: Route = { screen: 'process', start: null, step: null, begun: null };
export const toAccount: Route = { screen: 'account' };
/** The personal area with another part of its lists. */
const toAskedLists: Route = {
  screen: 'account',
  asked: '?kind=sent&q=Kiel&page=2&after=a.sent',
};
export const toLogins: Route = { screen: 'logins' };
export const toOwnData: Route = { screen: 'ownData', application: null };
export const toRemoval: Route = { screen: 'ownData', application: 'p1' };
export const toHandIn: Route = { screen: 'handIn', processId: 'p1' };
export const toReturn: Route = { screen: 'paymentReturn', payment: { result: 'PAYED', id: 'sign' } };
export const toArrival: Route = { screen: 'handover', trip: { kind: 'arrival', code: 'code' } };
export const elsewhere: Route = { screen: 'other' };
export const arrived: ArrivalView = {
  id: 'in',
  sender: 'MV',
  leiKaId: '99102013000000',
  area: kiel.key,
  data: 'fits',
};

const routes: Readonly<Record<string, Route>> = {
  'a service': toService,
  'an application': toProcess('p1'),
  'the summary of an application': toProcess('p1', 'summary'),
  'another application': toProcess('p2'),
  'no application': toNoApplication,
  'the personal area': toAccount,
  'another part of its lists': toAskedLists,
  'the logins': toLogins,
  'the own data': toOwnData,
  'the removal of an application': toRemoval,
  'the documents owed for an application': toHandIn,
  'the return from a payment': toReturn,
  'the return from another payment': {
    screen: 'paymentReturn',
    payment: { result: 'CANCELED', id: 'other sign' },
  },
  'what has come from another portal': toArrival,
  'what another portal tells': { screen: 'handover', trip: { kind: 'return', id: 'out' } },
  'another page': elsewhere,
};

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;
/** Report of the session after each change. */
type SessionSeen = {
  type: `xstate.snapshot.${'session'}`;
  snapshot: SessionSnapshot & { toJSON: () => unknown };
};

/** A session that has been answered, after what happened to it since. */
export function sessionAfter(
  found: SessionReading | null,
  ...since: readonly SessionEvent[]
): SessionSnapshot {
  const answer = { type: 'xstate.done.actor.0.session.unknown', output: found };
  const told = [...(found ? [answer] : []), ...since] as unknown as readonly SessionEvent[];
  const [first] = initialTransition(sessionMachine, { now: () => 0 });
  return told.reduce<SessionSnapshot>((now, event) => transition(sessionMachine, now, event)[0], first);
}

/** The session after these events, written as its name. */
const session = (name: string, ...happened: Parameters<typeof sessionAfter>): SessionSeen['snapshot'] => ({
  ...sessionAfter(...happened),
  toJSON: () => name,
});

const anonymous: SessionUser = { ...user(0), providerId: 'anon', providerType: 'pseudo', name: '' };

const sessions: readonly SessionSeen['snapshot'][] = [
  session('nothing is known yet', null),
  session('nobody', reading(null)),
  session('somebody without an account', reading(anonymous)),
  session('nobody any more, and all is deleted', reading(anonymous), { type: 'session.ended', erased: [] }),
  session('Kim', reading(user(0))),
  session('Kim, whose session is prolonged', reading(user(1_000))),
  session('Kim at a higher trust level', reading({ ...user(0), trustLevel: 'high' })),
  session('Kim in another session', reading({ ...user(0), session: 's2' })),
  session('Jo', reading({ ...user(0), person: 'Jo', name: 'Jo Muster' })),
];

const nobody = { substantial: 0, high: 0 };
/** A person has deleted everything. */
export const everything: Erasure = {
  more: false,
  gone: { drafts: 1, sent: 1, handovers: 0, notes: 0, logins: 1, refundCents: 0 },
  stays: [],
  closed: { drafts: nobody, sent: nobody },
  accountGone: true,
  account: null,
};

const settlement: PaymentSettlement = {
  processId: 'p1',
  paymentState: 'paid',
  refundCents: 0,
  application: null,
};

export const portalEnds: Ends<PortalContext> = {
  completePayment: () => ({ outputs: [settlement], errors: [{ code: 'payment-unavailable' }] }),
};

/** `viewer.changed` is not among them: the portal raises it itself when the session is another. */
type Sent = Exclude<PortalEvent, { type: 'viewer.changed' }>;
export type PortalStep = Sent | SessionSeen | InternalEvent;

const events: readonly (Sent | SessionSeen)[] = [
  ...Object.values(routes).flatMap((route) =>
    locales.map((locale) => ({ type: 'route.entered', route, locale }) as const),
  ),
  { type: 'application.named', processId: 'p1' },
  { type: 'handover.arrived', arrival: arrived },
  { type: 'person.erased', erasure: everything },
  { type: 'retry.requested' },
  { type: 'network.lost' },
  { type: 'network.restored' },
  { type: 'notification.raised', notification: { type: 'error', key: 'errors:general' } },
  { type: 'place.chosen', place: kiel },
  { type: 'place.cleared' },
  ...sessions.map((snapshot) => ({ type: 'xstate.snapshot.session', snapshot }) as const),
];

const nameOf = (route: Route): string =>
  Object.entries(routes).find(([, it]) => JSON.stringify(it) === JSON.stringify(route))![0];

export const portalSubject: Subject<PortalStep, PortalContext, PortalInput> = {
  name: 'portal',
  machine: portalMachine,
  starts: [
    {
      id: 'a page after a login',
      input: { now: () => 0, locale: 'de', place: null, loginOutcome: 'SUCCESS' },
    },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, portalEnds)],
  abstraction: ({ locale, start, asked, trip, payment, viewer, account, session: id }) => ({
    locale,
    start,
    asked,
    trip,
    payment,
    viewer,
    account,
    id,
  }),
  sentences: {
    ...internalSentences,
    'xstate.snapshot': ({ snapshot }) => `the session reports: ${String(snapshot.toJSON())}`,
    'route.entered': ({ route, locale }) => `the address names ${nameOf(route)} (${locale})`,
    'application.named': () => 'the application has its number',
    'person.erased': () => 'the person has deleted everything',
    'handover.arrived': () => 'what another portal has handed over is here',
    'retry.requested': () => 'the person tries again',
    'network.lost': () => 'the connection is lost',
    'network.restored': () => 'the connection is back',
    'notification.raised': () => 'somebody has a short message',
    'place.chosen': ({ place }) => `the person chooses ${place.value}`,
    'place.cleared': () => 'the person takes the place back',
  },
};
