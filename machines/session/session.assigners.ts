import type { HeldApplication, SessionReading, SessionTimes, SessionUser } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import { isOver } from '../kit/deadline.ts';
import type { Problem } from '../kit/problem.ts';

import type { SessionContext, SessionInput, Viewer } from './session.types.ts';

/** Shortest time between two prolongations of the session (spec section 9). */
const PROLONG_THROTTLE_MS = 60_000;
/** Delay after the deadline until the server is asked: then it knows whether the session has ended. */
const DEADLINE_SLACK_MS = 1_500;
/** Time between the question and the end through inactivity (spec section 9). */
const IDLE_WARNING_MS = 60_000;
/** Time between the quiet reminder and the end through inactivity (spec section 9). */
const IDLE_REMINDER_MS = 5 * 60_000;
/** Time between the announcement and the end in any case (spec section 9). */
const END_WARNING_MS = 5 * 60_000;

type Of = { context: SessionContext };
type Update = Partial<SessionContext>;

/** The kind of viewer for the flows: no session, a session without an account, or an account. */
export const viewerOf = (user: SessionUser | null): Exclude<Viewer, 'unknown'> => {
  if (user === null) return 'none';
  return user.providerType === 'pseudo' ? 'anonymous' : 'account';
};

export const initialContext = ({ now }: SessionInput): SessionContext => ({
  user: null,
  limits: null,
  idleEndsAt: null,
  absoluteEndsAt: null,
  prolongedAt: Number.NEGATIVE_INFINITY,
  former: null,
  formerProvider: null,
  ending: null,
  mayAnnounce: null,
  announced: null,
  wasUnreachable: false,
  prolongingHasFailed: false,
  held: [],
  agreed: false,
  agreementIsMissed: false,
  erased: null,
  locale: 'de',
  now,
});

/** The times of an answer by this device's clock, which may differ from the server's. */
function timesOf({ context }: Of, times: SessionTimes): Update {
  const here = (moment: string) => context.now() + Date.parse(moment) - Date.parse(times.answeredAt);
  return {
    idleEndsAt: here(times.expires),
    absoluteEndsAt: here(times.sessionExpiration),
    prolongedAt: Math.max(context.prolongedAt, here(times.fetchedTimestamp)),
    prolongingHasFailed: false,
  };
}

/** The moment of the end without any activity; null without a session. */
export const deadlineOf = ({ idleEndsAt, absoluteEndsAt }: SessionContext): number | null =>
  idleEndsAt === null || absoluteEndsAt === null
    ? null
    : Math.min(idleEndsAt, absoluteEndsAt) + DEADLINE_SLACK_MS;

/** Inactivity ends the session before its absolute end does: otherwise the server gives both as one moment. */
const idleComesFirst = ({ idleEndsAt, absoluteEndsAt }: SessionContext): boolean =>
  idleEndsAt !== null && idleEndsAt < absoluteEndsAt!;

/** The moment of the question whether the person goes on; null when no such question is due in this session. */
const idleWarningAt = (context: SessionContext): number | null =>
  idleComesFirst(context) ? context.idleEndsAt! - IDLE_WARNING_MS : null;

/**
 * The moment of the reminder of the coming end through inactivity; null where there is none. The reminder never comes
 * in the first half of the time that a session lasts: where that is short, it comes later, or the question comes alone.
 */
function idleReminderAt(context: SessionContext): number | null {
  if (!idleComesFirst(context)) return null;
  const half = ((context.limits?.idleMinutes ?? 0) * 60_000) / 2;
  const before = Math.min(IDLE_REMINDER_MS, half);
  return before > IDLE_WARNING_MS ? context.idleEndsAt! - before : null;
}

const endWarningAt = ({ absoluteEndsAt }: SessionContext): number | null =>
  absoluteEndsAt === null ? null : absoluteEndsAt - END_WARNING_MS;

/** The next moment at which something must be shown or asked; null without a session. */
export const nextMomentOf = (context: SessionContext): number | null => {
  const deadline = deadlineOf(context);
  if (deadline === null) return null;
  const now = context.now();
  const warnings = [idleReminderAt(context), idleWarningAt(context), endWarningAt(context)];
  return Math.min(deadline, ...warnings.filter((at) => at !== null && at > now).map((at) => at!));
};

const forgetUser = ({ context }: Of): Update => {
  const viewer = viewerOf(context.user);
  return {
    user: null,
    idleEndsAt: null,
    absoluteEndsAt: null,
    ...(viewer !== 'none' && {
      former: viewer,
      formerProvider: viewer === 'account' ? (context.user?.providerId ?? null) : null,
    }),
    held: [],
    agreed: false,
  };
};

/** Assigners of the session's actions; the machine wraps them in `assign`. */
export const sessionAssigners = {
  keepReading: (of: Of, reading: SessionReading): Update => ({
    user: reading.user,
    limits: reading.limits,
    ...(reading.user && { ...timesOf(of, reading.user), ending: null, erased: null }),
  }),
  keepUser: (of: Of, user: SessionUser): Update => ({ user, ...timesOf(of, user) }),
  keepTimes: (of: Of, { times }: { times: SessionTimes }): Update => timesOf(of, times),
  noteSilence: (): Update => ({ wasUnreachable: true }),
  noteTrial: ({ context }: Of): Update => ({ prolongedAt: context.now() }),
  noteFailedTrial: (): Update => ({ prolongingHasFailed: true }),
  claimAnnouncement: ({ context }: Of): Update => ({ mayAnnounce: context.user?.sessionExpiration ?? null }),
  noteAnnouncement: ({ context }: Of): Update => ({ announced: context.user?.sessionExpiration ?? null }),
  keepLocale: (_: Of, { locale }: { locale: Locale }): Update => ({ locale }),
  /** Keeps the applications, and forgets the consent, which was given to something else. */
  keepHeld: (_: Of, held: readonly HeldApplication[]): Update => ({
    held,
    agreed: false,
    agreementIsMissed: false,
  }),
  keepAgreement: (_: Of, { agreed }: { agreed: boolean }): Update => ({ agreed, agreementIsMissed: false }),
  missAgreement: (): Update => ({ agreementIsMissed: true }),
  /** Forgets the user after an end by the person in this window: nothing more needs to be shown. */
  forgetUser: (of: Of): Update => ({ ...forgetUser(of), ending: null }),
  noteExpiry: (of: Of): Update => ({ ...forgetUser(of), ending: 'expired' }),
  noteLogout: (of: Of): Update => ({ ...forgetUser(of), ending: 'elsewhere' }),
  noteErasure: (of: Of, { erased }: { erased: readonly HeldApplication[] | null }): Update => ({
    ...forgetUser(of),
    ending: null,
    erased,
  }),
};

function idleReminderIsDue(context: SessionContext): boolean {
  const at = idleReminderAt(context);
  return at !== null && isOver(at, context.now()) && !isOver(context.idleEndsAt!, context.now());
}

function endWarningIsDue(context: SessionContext): boolean {
  const at = endWarningAt(context);
  return at !== null && isOver(at, context.now()) && context.announced !== context.user?.sessionExpiration;
}

export const sessionGuards = {
  userIsPresent: (_: Of, reading: SessionReading) => reading.user !== null,
  userIsPresentSinceLong: (_: Of, reading: SessionReading) => reading.user?.recentlyFetched === false,
  sessionHasRunOut: (_: Of, reading: SessionReading) => reading.sessionExpired,
  refusalSaysExpired: (_: Of, { code }: Problem) => code === 'session-expired',
  viewerIsAnonymous: ({ context }: Of) => viewerOf(context.user) === 'anonymous',
  prolongationIsDue: ({ context }: Of, { at }: { at: number }) =>
    at - context.prolongedAt >= PROLONG_THROTTLE_MS,
  deadlineHasPassed: ({ context }: Of) => {
    const deadline = deadlineOf(context);
    return deadline !== null && isOver(deadline, context.now());
  },
  idleWarningIsDue: ({ context }: Of) => {
    const at = idleWarningAt(context);
    return at !== null && isOver(at, context.now()) && !isOver(context.idleEndsAt!, context.now());
  },
  /** The question is no longer due: another window was used, or the server knows better. */
  idleWarningIsPast: ({ context }: Of) => {
    const at = idleWarningAt(context);
    return at === null || !isOver(at, context.now());
  },
  idleReminderIsDue: ({ context }: Of) => idleReminderIsDue(context),
  idleReminderIsPast: ({ context }: Of) => !idleReminderIsDue(context),
  endWarningIsDue: ({ context }: Of) => endWarningIsDue(context),
  endWarningIsPast: ({ context }: Of) => !endWarningIsDue(context),
  endWarningIsOurs: ({ context }: Of) =>
    endWarningIsDue(context) && context.mayAnnounce === context.user?.sessionExpiration,
  announcementIsGranted: (_: Of, granted: boolean) => granted,
  wasErased: (_: Of, { erased }: { erased: readonly HeldApplication[] | null }) => erased !== null,
  endedByExpiry: ({ context }: Of) => context.ending === 'expired',
  endedElsewhere: ({ context }: Of) => context.ending === 'elsewhere',
  somethingIsPaid: ({ context }: Of) => context.held.some(({ fate }) => fate === 'paid'),
  agreementIsGiven: ({ context }: Of) => context.agreed,
  heldHasChanged: (_: Of, { problem }: { problem: Problem }) => problem.code === 'status-conflict',
};
