import { assign, setup } from 'xstate';
import { boundedDelay, isOver } from '../portal/deadline.ts';
import { type FlowMeta, titles } from '../portal/meta.ts';
import { placeholder, silentWatcher } from '../portal/placeholders.ts';
import type { SessionContext, SessionEvent, SessionInput, SessionUser } from './session.types.ts';

/** A user asked for within the last minute is not asked for again (spec section 9). */
const REFRESH_THROTTLE_MS = 60_000;
/** The service is asked just after the deadline, not just before: asking before would prolong the session. */
const DEADLINE_SLACK_MS = 1_500;
const RETRY_MS = 5_000;

const title = titles('session');

/** When the session ends by this device's clock, which may differ from that of the service. */
function endOnThisClock(user: SessionUser, now: number): number {
  const end = Math.min(Date.parse(user.expires), Date.parse(user.sessionExpiration));
  return now + (end - Date.parse(user.fetchedTimestamp)) + DEADLINE_SLACK_MS;
}

/**
 * The session of whoever uses the portal (spec section 4, Session). Deadlines are moments given by the
 * service: at a deadline the service is asked, because another window may have prolonged the session.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    meta: {} as FlowMeta,
    tags: {} as 'undetermined',
  },
  actors: {
    fetchUser: placeholder<SessionUser | null>('fetchUser'),
    endSession: placeholder<void>('endSession'),
    /** Sends `clock.woke` after sleep. */
    watchClock: silentWatcher(),
  },
  actions: {
    keepUser: assign(({ context }, { user }: { user: SessionUser | null }) => {
      const now = context.now();
      return { user, askedAt: now, endsAt: user ? endOnThisClock(user, now) : null };
    }),
    forgetUser: assign({ user: null, endsAt: null }),
  },
  guards: {
    userIsPresent: (_, { user }: { user: SessionUser | null }) => user !== null,
    refreshIsDue: ({ context }) => context.now() - context.askedAt >= REFRESH_THROTTLE_MS,
    deadlineHasPassed: ({ context }) => context.endsAt !== null && isOver(context.endsAt, context.now()),
  },
  delays: {
    untilDeadline: ({ context }) => boundedDelay(context.endsAt ?? context.now(), context.now()),
    untilRetry: RETRY_MS,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ user: null, endsAt: null, askedAt: 0, now: input.now }),
  invoke: { src: 'watchClock' },
  initial: 'unknown',
  states: {
    unknown: {
      meta: title('unknown'),
      tags: 'undetermined',
      invoke: {
        src: 'fetchUser',
        onDone: [
          {
            guard: { type: 'userIsPresent', params: ({ event }) => ({ user: event.output }) },
            target: 'loggedIn',
            actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
          },
          {
            target: 'loggedOut',
            actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
          },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      meta: title('unreachable'),
      tags: 'undetermined',
      after: { untilRetry: 'unknown' },
      on: { 'session.renewed': 'unknown', 'clock.woke': 'unknown' },
    },
    loggedOut: {
      meta: title('loggedOut'),
      on: { 'session.renewed': 'renewing' },
    },
    renewing: {
      meta: title('renewing'),
      invoke: {
        src: 'fetchUser',
        onDone: [
          {
            guard: { type: 'userIsPresent', params: ({ event }) => ({ user: event.output }) },
            target: 'loggedIn',
            actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
          },
          { target: 'loggedOut' },
        ],
        onError: 'loggedOut',
      },
    },
    loggedIn: {
      meta: title('loggedIn'),
      initial: 'steady',
      on: {
        'session.refused': { target: 'expired', actions: 'forgetUser' },
        'session.renewed': '.refreshing',
      },
      states: {
        steady: {
          meta: title('steady'),
          after: {
            untilDeadline: [
              { guard: 'deadlineHasPassed', target: 'refreshing' },
              { target: 'steady', reenter: true },
            ],
          },
          on: {
            'activity.noticed': { guard: 'refreshIsDue', target: 'refreshing' },
            'clock.woke': 'refreshing',
            'logout.requested': 'leaving',
          },
        },
        refreshing: {
          meta: title('refreshing'),
          invoke: {
            src: 'fetchUser',
            onDone: [
              {
                guard: { type: 'userIsPresent', params: ({ event }) => ({ user: event.output }) },
                target: 'steady',
                actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
              },
              { target: '#session.expired', actions: 'forgetUser' },
            ],
            onError: [
              { guard: 'deadlineHasPassed', target: '#session.expired', actions: 'forgetUser' },
              { target: 'steady' },
            ],
          },
          on: { 'logout.requested': 'leaving' },
        },
        leaving: {
          meta: title('leaving'),
          invoke: {
            src: 'endSession',
            onDone: { target: '#session.loggedOut', actions: 'forgetUser' },
            onError: 'refreshing',
          },
        },
      },
    },
    expired: {
      meta: title('expired'),
      on: {
        'session.renewed': 'renewing',
        'notice.dismissed': 'loggedOut',
      },
    },
  },
});
