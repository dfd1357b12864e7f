import type { Fate } from '#domain/ending.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProviderId, ProviderType } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Problem } from '../kit/problem.ts';

/** When the session ends, as of one answer of the service. ISO 8601, by the service's clock. */
export type SessionTimes = {
  /** When it was last prolonged. */
  fetchedTimestamp: string;
  /** End through inactivity. */
  expires: string;
  /** End in any case. */
  sessionExpiration: string;
  /** The moment of the answer. */
  answeredAt: string;
};

/** Who uses the portal, as far as the flows need to know; the service decides. */
export type SessionUser = SessionTimes & {
  providerId: ProviderId;
  providerType: ProviderType;
  trustLevel: TrustLevel;
  name: string;
  hasPostbox: boolean;
  transient: boolean;
  /** Prolonged within the last minute. */
  recentlyFetched: boolean;
};

/** How long sessions last here: without use, and in any case. */
export type SessionLimits = { idleMinutes: number; absoluteMinutes: number };

/** What the service says on being asked; asking does not prolong. */
export type SessionReading = {
  user: SessionUser | null;
  /** The browser had a session that ran out; false when there was none, or somebody logged out. */
  sessionExpired: boolean;
  limits: SessionLimits;
};

/** An application without an account, and what becomes of it when the session is ended. */
export type HeldApplication = {
  serviceName: string;
  areaName: string;
  fate: Fate;
  paidCents: number;
};

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
