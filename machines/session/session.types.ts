import type { Locale } from '#domain/locale.ts';
import type { HeldApplication, SessionLimits, SessionTimes, SessionUser } from '#domain/session.ts';
import type { Problem } from '../kit/problem.ts';

/** Whose account is logged in, as far as it decides what can be done. */
export type Account = Pick<SessionUser, 'providerId' | 'name' | 'trustLevel'>;

/** `unknown` until the service has answered; `anonymous` is the pseudo user. */
export type Viewer = 'unknown' | 'none' | 'anonymous' | 'account';

export type SessionContext = {
  user: SessionUser | null;
  limits: SessionLimits | null;
  /** Ends of the session by this device's clock, ms since the epoch; null without a session. */
  idleEndsAt: number | null;
  absoluteEndsAt: number | null;
  /** When it was last prolonged, from whichever window, or this one last tried to; by this device's clock. */
  prolongedAt: number;
  /** Whose the last session was, and how it ended if it was not ended here. */
  former: Exclude<Viewer, 'unknown' | 'none'> | null;
  ending: 'expired' | 'elsewhere' | null;
  /** What ending the session would do. */
  held: readonly HeldApplication[];
  /** What became of it; null when it is not known, as another window ended it. */
  erased: readonly HeldApplication[] | null;
  locale: Locale;
  now: () => number;
};

export type SessionInput = { now: () => number };

/** What a window tells the others, so that they need not ask. */
export type SessionMessage =
  /** A session was opened, or somebody has logged in. */
  | { type: 'session.renewed' }
  | { type: 'session.prolonged'; times: SessionTimes }
  /** By the person: logged out, or ended with all that was begun without an account. */
  | { type: 'session.ended'; erased: readonly HeldApplication[] | null };

export type SessionEvent =
  /** Something was done that proves somebody is here: a call to the service, a change of the page. */
  | { type: 'activity.noticed'; at: number }
  /** The device slept or the tab was hidden. */
  | { type: 'clock.woke' }
  /** A call was refused because there is no session any more, or none that is enough. */
  | { type: 'session.refused'; code: Problem['code'] }
  | { type: 'logout.requested' }
  /** "End and delete", without an account. */
  | { type: 'ending.requested'; locale: Locale }
  | { type: 'ending.confirmed' }
  | { type: 'ending.dismissed' }
  | { type: 'notice.dismissed' }
  | SessionMessage;
