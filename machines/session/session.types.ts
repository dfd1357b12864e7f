import type { HeldApplication, SessionLimits, SessionTimes, SessionUser } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProviderId } from '#domain/login.ts';
import type { Problem } from '../kit/problem.ts';

/** The logged-in account, as far as it decides what can be done. */
export type Account = Pick<SessionUser, 'person' | 'providerId' | 'name' | 'company' | 'trustLevel'>;

/** The person here: the kind of viewer, the account, and the session by its opaque id; null without one. */
export type Seen = { viewer: Viewer; account: Account | null; session: string | null };

/** Kind of viewer. `unknown` until the server has answered; `anonymous` is the pseudo user. */
export type Viewer = 'unknown' | 'none' | 'anonymous' | 'account';

export type SessionContext = {
  user: SessionUser | null;
  limits: SessionLimits | null;
  /** Ends of the session by this device's clock, ms since the epoch; null without a session. */
  idleEndsAt: number | null;
  absoluteEndsAt: number | null;
  /** Moment when a window last prolonged the session, or this window last tried to; by this device's clock. */
  prolongedAt: number;
  /** The kind of viewer of the last session, and the end of that session if it did not end here. */
  former: Exclude<Viewer, 'unknown' | 'none'> | null;
  /** The login of that session; null without an account. */
  formerProvider: ProviderId | null;
  ending: 'expired' | 'elsewhere' | null;
  /** The session's end, as the server names it, that this window may announce, and the one that is announced. */
  mayAnnounce: string | null;
  announced: string | null;
  /**
   * The server was asked in vain for the viewer; kept while it is asked again, or the message about it would flicker.
   */
  wasUnreachable: boolean;
  /** The last attempt to prolong the session failed. */
  prolongingHasFailed: boolean;
  /** Applications that the end of the session would affect. */
  held: readonly HeldApplication[];
  /** The second consent is given: the session may be ended although money is on record. */
  agreed: boolean;
  /** The end was confirmed without the second consent. */
  agreementIsMissed: boolean;
  /** Applications that the end of the session affected; null when unknown, as another window ended it. */
  erased: readonly HeldApplication[] | null;
  locale: Locale;
  now: () => number;
};

export type SessionInput = { now: () => number };

/** Messages of a window to the others, which save them a request. */
export type SessionMessage =
  /** A session was opened, or somebody has logged in. */
  | { type: 'session.renewed' }
  | { type: 'session.prolonged'; times: SessionTimes }
  /** The person logged out, or ended the session with everything that no account keeps. */
  | { type: 'session.ended'; erased: readonly HeldApplication[] | null };

export type SessionEvent =
  /** Something happened that proves somebody is here: a call to the server, a change of page. */
  | { type: 'activity.noticed'; at: number }
  /** The device slept or the tab was hidden. */
  | { type: 'clock.woke' }
  /** A call was refused because there is no session any more, or none that suffices. */
  | { type: 'session.refused'; code: Problem['code'] }
  /** The person wants to go on although the session would end soon through inactivity. */
  | { type: 'extension.requested' }
  /** The announcement of the end has been read. */
  | { type: 'warning.acknowledged' }
  | { type: 'logout.requested' }
  | { type: 'logout.dismissed' }
  /** The person wants to "end and delete", without an account. */
  | { type: 'ending.requested'; locale: Locale }
  /** The checkbox of the second consent has changed. */
  | { type: 'consent.changed'; agreed: boolean }
  | { type: 'ending.confirmed' }
  | { type: 'ending.dismissed' }
  | { type: 'message.dismissed' }
  | SessionMessage;
