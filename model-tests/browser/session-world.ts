import type { AnyMachineSnapshot } from 'xstate';
import type { HeldApplication, SessionReading, SessionTimes, SessionUser } from '#contract/auth.ts';
import { deadlineOf, nextMomentOf } from '#machines/session/session.assigners.ts';
import type { SessionContext, SessionInput } from '#machines/session/session.types.ts';
import { type Ends, internalEvents } from '../flows/internal-events.ts';
import { held, type SessionStep, sessionSubject } from '../flows/session.subject.ts';
import { iso, MINUTE_MS, reading, user } from '../flows/session-user.ts';
import type { Subject, View } from '../paths/subject.ts';

/** State of the session in an answer. The walker brings each about by its name. */
export type Found =
  /** Used a moment ago, by a person with an account or without one. */
  | 'fresh'
  | 'anonymous'
  /** Unused for some minutes. */
  | 'unused'
  /** Inactivity ends it in half a minute; or in a minute and a half, and its absolute end is announced before. */
  | 'late'
  | 'lateNearEnd'
  /** The absolute end comes before inactivity would end it. */
  | 'nearEnd'
  /** Ended by the person, or by its time. */
  | 'ended'
  | 'expired';

/** State of the session at the server that the window does not know yet. */
type Truth =
  /** The window knows the state. */
  | 'known'
  /** Somebody has just logged in. */
  | 'renewed'
  /** Ended on another device. */
  | 'endedElsewhere'
  /** The device has slept for so long that inactivity could have ended it, or nearly to its absolute end. */
  | 'sleptLong'
  | 'sleptForHours';

/** `loginAt`: by the clock of the window. */
type World = { truth?: Truth; isPaid?: boolean; loginAt?: number };
type Context = SessionContext & World;

/** Time that the device sleeps. */
export type Sleep = 'a moment' | 'long' | 'for hours';
export const SLEEP_MS: Record<Sleep, number> = {
  'a moment': 3_000,
  long: 31 * MINUTE_MS,
  'for hours': 470 * MINUTE_MS,
};
/** A use later than this after the last one prolongs the session again. */
export const USED_AGAIN_MS = MINUTE_MS + 1_000;
export const RETRY_MS = 5_000;
export const PATIENCE_MS = 10_000;

/** `after`: how much time passes before it. */
export type WorldStep = SessionStep & { after?: number; sleep?: Sleep; found?: Found };

const END_IS_NEAR = iso(3 * MINUTE_MS);
const nearEnd: SessionUser = { ...user(0), expires: END_IS_NEAR, sessionExpiration: END_IS_NEAR };
/** This session, somewhat earlier. Times count from the answer; the name of its end stays. */
const lateNearEnd: SessionUser = {
  ...nearEnd,
  answeredAt: iso(-2.25 * MINUTE_MS),
  expires: iso(-0.75 * MINUTE_MS),
};
const answers: Record<Found, SessionReading> = {
  fresh: reading(user(0)),
  anonymous: reading({ ...user(0), providerId: 'anon', providerType: 'pseudo', name: '' }),
  unused: reading({ ...user(0), recentlyFetched: false, fetchedTimestamp: iso(-5 * MINUTE_MS) }),
  late: reading({ ...user(0), expires: iso(0.5 * MINUTE_MS) }),
  lateNearEnd: reading(lateNearEnd),
  nearEnd: reading(nearEnd),
  ended: reading(null),
  expired: reading(null, true),
};

const endIsNear = ({ user: present }: Context): boolean => present?.sessionExpiration === END_IS_NEAR;
const isAnonymous = ({ user: present }: Context): boolean => present?.providerType === 'pseudo';
const deadlineHasPassed = (context: Context): boolean => {
  const deadline = deadlineOf(context);
  return deadline !== null && deadline <= context.now();
};
/** True for a recent login: a sleep for hours then leads to the announcement of its absolute end, not beyond it. */
const isYoung = (context: Context): boolean => context.now() - (context.loginAt ?? 0) < 4 * MINUTE_MS;
/** The end of this session has been announced in this browser, or is being. */
const knowsEnd = ({ announced, mayAnnounce }: Context): boolean => announced !== null || mayAnnounce !== null;

/** Possible answers of the server in this world. */
function canBeFound(context: Context, state: string): Found[] {
  const { truth } = context;
  if (truth === 'renewed') return state === 'renewing' ? ['fresh', 'ended'] : ['fresh'];
  if (truth === 'endedElsewhere') return ['ended'];
  if (truth === 'sleptLong') return ['fresh', 'late', 'expired'];
  if (truth === 'sleptForHours') return ['lateNearEnd', 'nearEnd', 'expired'];
  if (state === 'unknown') return ['fresh', 'anonymous', 'unused', 'ended'];
  const used = isAnonymous(context) ? 'anonymous' : endIsNear(context) ? 'nearEnd' : 'fresh';
  if (!deadlineHasPassed(context)) return [used, 'ended'];
  return context.idleEndsAt === context.absoluteEndsAt ? ['expired'] : [used, 'expired'];
}

const network = [{ code: 'network' }];
const ends: Ends<Context> = {
  readSession: () => ({ outputs: [], errors: network }),
  prolongSession: (context) => ({ outputs: [endIsNear(context) ? nearEnd : user(0)], errors: network }),
  claimAnnouncement: ({ idleEndsAt, absoluteEndsAt }) => ({
    // The other window that announces it is opened for that, which is a use of the session.
    outputs: idleEndsAt === absoluteEndsAt ? [true, false] : [true],
    errors: [{ code: 'internal' }],
  }),
  logOut: () => ({ outputs: [undefined], errors: network }),
  reviewEnding: ({ isPaid }) => ({ outputs: [[held(isPaid ? 'paid' : 'erased')]], errors: network }),
  eraseSession: ({ isPaid, held: known }) => ({
    outputs: [known as HeldApplication[]],
    errors: isPaid ? network : [{ code: 'status-conflict' }, ...network],
  }),
};

const timesOf = (given: SessionUser): SessionTimes => given;

const consents: readonly WorldStep[] = [
  { type: 'consent.changed', agreed: true },
  { type: 'consent.changed', agreed: false },
];

/** Possible events in a window with a login, including the person's actions. */
function whileLoggedIn(context: Context, snapshot: AnyMachineSnapshot): WorldStep[] {
  const is = (region: object) => snapshot.matches({ loggedIn: region });
  if (!is({ departure: 'staying' })) {
    return [
      ...(is({ departure: 'confirmingPaid' }) ? consents : []),
      { type: 'logout.requested' },
      { type: 'logout.dismissed' },
      { type: 'ending.requested', locale: 'de' },
      { type: 'ending.confirmed' },
      { type: 'ending.dismissed' },
    ];
  }
  const left = (nextMomentOf(context) ?? 0) - context.now();
  if (!is({ validity: 'steady' })) return [];
  // The announcement is a quarter of a minute away.
  if (is({ warning: 'reminding' }) && endIsNear(context)) return [];
  const elsewhere: WorldStep[] = isAnonymous(context)
    ? [{ type: 'session.ended', erased: [held('erased')] }]
    : [
        { type: 'session.renewed' },
        // Near its absolute end the other window would announce that.
        ...(endIsNear(context) ? [] : [{ type: 'session.prolonged', times: timesOf(user(0)) } as const]),
        { type: 'session.ended', erased: null },
      ];
  const steps: WorldStep[] = [{ type: 'clock.woke', sleep: 'a moment' }, ...elsewhere];
  if (is({ warning: 'asking' }) || is({ warning: 'reminding' }))
    return [...steps, { type: 'extension.requested' }];
  if (is({ warning: 'announcing' })) return [...steps, { type: 'warning.acknowledged' }];
  if (is({ warning: 'claiming' }) || endIsNear(context)) return steps;
  if (isAnonymous(context)) return [...steps, { type: 'ending.requested', locale: 'de' }];
  if (left > USED_AGAIN_MS) {
    steps.push({ type: 'activity.noticed', at: context.now() + USED_AGAIN_MS, after: USED_AGAIN_MS });
  }
  steps.push({ type: 'clock.woke', sleep: 'long' }, { type: 'logout.requested' });
  if (!knowsEnd(context) && isYoung(context)) steps.push({ type: 'clock.woke', sleep: 'for hours' });
  if (context.now() - context.prolongedAt < MINUTE_MS) {
    steps.push(
      { type: 'session.refused', code: 'session-expired' },
      { type: 'session.refused', code: 'login-required' },
    );
  }
  return steps;
}

/** Calls end, and time passes, also while the window waits for one. */
function byThemselves({ context, snapshot, state }: View<Context>): WorldStep[] {
  const isSteady = snapshot.matches({ loggedIn: { validity: 'steady' } });
  const isStaying = snapshot.matches({ loggedIn: { departure: 'staying' } });
  const asks = snapshot._nodes.flatMap(({ invoke }) => invoke).filter(({ src }) => src === 'readSession');
  const found = asks.flatMap(({ id }) =>
    canBeFound(context, state).map(
      (it): WorldStep => ({
        type: `xstate.done.actor.${id}`,
        actorId: id,
        output: answers[it],
        found: it,
      }),
    ),
  );
  const own = internalEvents(snapshot, ends).flatMap((event): WorldStep[] => {
    if (event.type.includes('untilNextMoment')) {
      const after = Math.max(0, nextMomentOf(context)! - context.now());
      return isStaying && !isAnonymous(context) ? [{ ...event, after }] : [];
    }
    if (event.type.includes('untilGivenUp')) return [{ ...event, after: PATIENCE_MS }];
    if (event.type.includes('untilRetry')) return [{ ...event, after: RETRY_MS }];
    return 'actorId' in event && event.actorId.endsWith('claiming') && !isSteady ? [] : [event];
  });
  return [...found, ...own];
}

/** Possible events without a login, or with an unknown one. */
const otherwise: Partial<Record<string, readonly WorldStep[]>> = {
  unreachable: [{ type: 'session.renewed' }, { type: 'clock.woke', sleep: 'a moment' }],
  loggedOut: [{ type: 'session.renewed' }],
  leftElsewhere: [{ type: 'session.renewed' }],
  'expired.told': [{ type: 'session.renewed' }, { type: 'message.dismissed' }],
  'expired.acknowledged': [{ type: 'session.renewed' }],
  erased: [{ type: 'session.renewed' }, { type: 'message.dismissed' }],
};

/** State at the server after an event. */
function truthAfter({ truth }: Context, event: WorldStep): Truth | undefined {
  if (event.type === 'session.renewed') return 'renewed';
  if (event.type === 'session.refused') return event.code === 'login-required' ? 'endedElsewhere' : 'known';
  if (event.type === 'clock.woke' && event.sleep === 'long') return 'sleptLong';
  if (event.type === 'clock.woke' && event.sleep === 'for hours') return 'sleptForHours';
  return event.type.startsWith('xstate.done') ? 'known' : truth;
}

/** True if an application is paid when the person confirms, or has been for long. */
const isPaidBy = ({ isPaid }: Context, event: WorldStep): boolean =>
  isPaid === true || ('error' in event && (event.error as { code: string }).code === 'status-conflict');

const left = (moment: number | null, now: number): string | null => {
  if (moment === null) return null;
  if (moment <= now) return 'over';
  return moment - now <= MINUTE_MS
    ? 'a minute'
    : moment - now <= 5 * MINUTE_MS
      ? 'minutes'
      : moment - now <= 6 * MINUTE_MS
        ? 'more minutes'
        : 'long';
};

/**
 * The session of a window in a browser: time passes, other windows and devices act, and the server answers with its
 * present state.
 */
export const sessionWorld: Subject<WorldStep, Context, SessionInput> = {
  ...sessionSubject,
  events: (view) => [
    ...(otherwise[view.state] ?? []),
    ...(view.snapshot.matches('loggedIn') ? whileLoggedIn(view.context, view.snapshot) : []),
    ...byThemselves(view),
  ],
  meanwhile: (context, event) => {
    const passed = event.sleep ? SLEEP_MS[event.sleep] : (event.after ?? 0);
    const moment = context.now() + passed;
    return {
      ...context,
      now: () => moment,
      truth: truthAfter(context, event),
      ...(event.type === 'session.renewed' && { loginAt: moment }),
      isPaid: isPaidBy(context, event),
    };
  },
  abstraction: (context, state) => {
    const { idleEndsAt, absoluteEndsAt, announced, mayAnnounce, ending } = context;
    const now = context.now();
    return {
      ...(sessionSubject.abstraction(context, state) as object),
      idleEndsAt: left(idleEndsAt, now),
      absoluteEndsAt: left(absoluteEndsAt, now),
      idleIsFirst: idleEndsAt !== absoluteEndsAt,
      wasUsed: now - context.prolongedAt < MINUTE_MS,
      announced,
      mayAnnounce,
      ending,
      truth: context.truth,
      isPaid: context.isPaid,
      isYoung: isYoung(context),
    };
  },
};
