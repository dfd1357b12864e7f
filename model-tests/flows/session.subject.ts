import type { HeldApplication, SessionUser } from '#domain/session.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { SessionContext, SessionEvent, SessionInput } from '#machines/session/session.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';
import { iso, MINUTE_MS, reading, user } from './session-user.ts';

const anonymous: SessionUser = { ...user(0), providerId: 'anon', providerType: 'pseudo', name: '' };
/** Nobody has used it for a while. */
const unused: SessionUser = {
  ...user(0),
  recentlyFetched: false,
  fetchedTimestamp: iso(-5 * MINUTE_MS),
};
/** It has ended by the time the answer arrives. */
const overdue: SessionUser = { ...user(0), expires: iso(-2 * MINUTE_MS) };
const { fetchedTimestamp, expires, sessionExpiration, answeredAt } = user(0);

export const held = (fate: HeldApplication['fate']): HeldApplication => ({
  serviceName: 'Hundesteuer',
  areaName: 'Kiel',
  fate,
  paidCents: fate === 'paid' ? 2600 : 0,
});

const failure = (...codes: string[]) => codes.map((code) => ({ code }));

/** What the server may answer to every call of the session. */
export const sessionEnds: Ends<SessionContext> = {
  readSession: () => ({
    outputs: [...[user(0), anonymous, unused, overdue, null].map((it) => reading(it)), reading(null, true)],
    errors: failure('network'),
  }),
  prolongSession: () => ({ outputs: [user(0)], errors: failure('network') }),
  logOut: () => ({ outputs: [undefined], errors: failure('network') }),
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
  { type: 'session.prolonged', times: { fetchedTimestamp, expires, sessionExpiration, answeredAt } },
  { type: 'session.ended', erased: null },
  { type: 'session.ended', erased: [held('erased')] },
  { type: 'logout.requested' },
  { type: 'ending.requested', locale: 'de' },
  { type: 'ending.confirmed' },
  { type: 'ending.dismissed' },
  { type: 'notice.dismissed' },
];

export type SessionStep = SessionEvent | InternalEvent;

export const sessionSubject: Subject<SessionStep, SessionContext, SessionInput> = {
  name: 'session',
  machine: sessionMachine,
  starts: [{ id: 'any page', input: { now: () => 0 } }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, sessionEnds)],
  abstraction: ({ user: present, idleEndsAt, ending, held: found }) => ({
    who: present?.providerType ?? null,
    isOver: idleEndsAt !== null && idleEndsAt < 0,
    ending,
    paid: found.some(({ fate }) => fate === 'paid'),
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
    'logout.requested': () => 'the person logs out',
    'ending.requested': () => 'the person wants to end and delete',
    'ending.confirmed': () => 'the person confirms that',
    'ending.dismissed': () => 'the person does not go through with it',
    'notice.dismissed': () => 'the notice is read',
  },
};
