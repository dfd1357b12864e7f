import type { AnyMachineSnapshot } from 'xstate';
import type { HeldApplication, SessionUser } from '#contract/auth.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { SessionContext, SessionEvent, SessionInput } from '#machines/session/session.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';
import { anonymous, iso, MINUTE_MS, reading, timesOf, user } from './session-user.ts';

/** A session that was not used for a while. */
const unused: SessionUser = {
  ...user(0),
  recentlyFetched: false,
  fetchedTimestamp: iso(-5 * MINUTE_MS),
};
/** A session that has ended when the answer arrives. */
const overdue: SessionUser = { ...user(0), expires: iso(-2 * MINUTE_MS) };
/** Inactivity ends it in half a minute or in three, or its absolute end comes in three: alone, or after the other. */
const idleSoon: SessionUser = { ...user(0), expires: iso(MINUTE_MS / 2) };
const idleLater: SessionUser = { ...user(0), expires: iso(3 * MINUTE_MS) };
const endsSoon: SessionUser = {
  ...user(0),
  expires: iso(3 * MINUTE_MS),
  sessionExpiration: iso(3 * MINUTE_MS),
};
const bothSoon: SessionUser = { ...endsSoon, expires: iso(MINUTE_MS / 2) };
export const held = (fate: HeldApplication['fate']): HeldApplication => ({
  serviceName: 'Hundesteuer',
  areaName: 'Kiel',
  fate,
  paidCents: fate === 'paid' ? 2600 : 0,
});

const failure = (...codes: string[]) => codes.map((code) => ({ code }));

/** Possible answers of the server to every call of the session. */
export const sessionEnds: Ends<SessionContext> = {
  readSession: () => ({
    outputs: [
      ...[user(0), anonymous, unused, overdue, idleSoon, idleLater, endsSoon, bothSoon, null].map((it) =>
        reading(it),
      ),
      reading(null, true),
    ],
    errors: failure('network'),
  }),
  prolongSession: () => ({ outputs: [user(0), endsSoon], errors: failure('network') }),
  claimAnnouncement: () => ({ outputs: [true, false], errors: failure('internal') }),
  logOut: () => ({ outputs: [null], errors: failure('network') }),
  reviewEnding: () => ({ outputs: [[held('erased')], [held('paid')]], errors: failure('network') }),
  eraseSession: () => ({ outputs: [[held('erased')]], errors: failure('status-conflict', 'network') }),
};

const events: readonly SessionEvent[] = [
  { type: 'activity.noticed', at: 30_000 },
  { type: 'activity.noticed', at: 2 * MINUTE_MS },
  { type: 'clock.woke' },
  { type: 'session.refused', code: 'session-expired' },
  { type: 'session.refused', code: 'login-required' },
  { type: 'session.renewed' },
  ...[user(0), idleSoon, idleLater, endsSoon, bothSoon].map(
    (it) => ({ type: 'session.prolonged', times: timesOf(it) }) as const,
  ),
  { type: 'session.ended', erased: null },
  { type: 'session.ended', erased: [held('erased')] },
  { type: 'extension.requested' },
  { type: 'warning.acknowledged' },
  { type: 'logout.requested' },
  { type: 'logout.dismissed' },
  { type: 'ending.requested', locale: 'de' },
  { type: 'consent.changed', agreed: true },
  { type: 'consent.changed', agreed: false },
  { type: 'ending.confirmed' },
  { type: 'ending.dismissed' },
  { type: 'message.dismissed' },
];

export type SessionStep = SessionEvent | InternalEvent;

/**
 * Warnings and leaving are independent: combining them would only multiply the paths. Leaving does not begin while the
 * end is near, and the end does not come near during it.
 */
const isLeaving = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches('loggedIn') && !snapshot.matches({ loggedIn: { departure: 'staying' } });
const endIsNear = ({ idleEndsAt, absoluteEndsAt }: SessionContext): boolean =>
  isNear(idleEndsAt) || isNear(absoluteEndsAt);
const isNear = (at: number | null): boolean => at !== null && at > 0 && at < 5 * MINUTE_MS;
const leads = ({ type }: SessionStep): boolean => type === 'logout.requested' || type === 'ending.requested';
function bringsEnd(event: SessionStep): boolean {
  const times = event.type === 'session.prolonged' ? event.times : 'output' in event ? event.output : null;
  const user = times && typeof times === 'object' && 'user' in times ? times.user : times;
  return [idleSoon, idleLater, endsSoon, bothSoon].some(
    (it) => it.expires === (user as SessionUser | null)?.expires,
  );
}

export const sessionSubject: Subject<SessionStep, SessionContext, SessionInput> = {
  name: 'session',
  machine: sessionMachine,
  starts: [{ id: 'any page', input: { now: () => 0 } }],
  events: ({ snapshot, context }) => {
    const all = [...events, ...internalEvents(snapshot, sessionEnds)];
    return all.filter((event) =>
      isLeaving(snapshot) ? !bringsEnd(event) : !endIsNear(context) || !leads(event),
    );
  },
  abstraction: (
    { user: present, idleEndsAt, absoluteEndsAt, ending, mayAnnounce, announced, held: found, agreed },
    state,
  ) => ({
    who: present?.providerType ?? null,
    idleEndsAt,
    absoluteEndsAt,
    end: present?.sessionExpiration ?? null,
    mayAnnounce,
    announced,
    ending,
    paid: found.some(({ fate }) => fate === 'paid'),
    ...(state.includes('confirmingPaid') && { agreed }),
  }),
  sentences: {
    ...internalSentences,
    'activity.noticed': ({ at }) => `something is done after ${at / 1000} seconds`,
    'clock.woke': () => 'the device wakes',
    'session.refused': ({ code }) => `a call is refused: ${code}`,
    'session.renewed': () => 'somebody logs in in another window',
    'session.prolonged': () => 'another window is used',
    'session.ended': ({ erased }) =>
      erased ? 'another window ends and deletes' : 'somebody logs out in another window',
    'extension.requested': () => 'the person wants to go on',
    'warning.acknowledged': () => 'the announced end is read',
    'logout.requested': () => 'the person logs out',
    'logout.dismissed': () => 'the person does not log out after all',
    'ending.requested': () => 'the person wants to end and delete',
    'consent.changed': ({ agreed }) => `the consent is ${agreed ? 'given' : 'taken back'}`,
    'ending.confirmed': () => 'the person confirms that',
    'ending.dismissed': () => 'the person does not go through with it',
    'message.dismissed': () => 'the message is read',
  },
};
