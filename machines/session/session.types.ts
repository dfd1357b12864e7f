import type { TrustLevel } from './trust-level.ts';

/** Who uses the portal, as far as the flows need to know; the service decides. Times are ISO 8601. */
export type SessionUser = {
  providerId: string;
  providerType: 'oidc' | 'saml2' | 'pseudo';
  trustLevel: TrustLevel;
  name: string;
  hasPostbox: boolean;
  transient: boolean;
  fetchedTimestamp: string;
  /** End through inactivity. */
  expires: string;
  /** End in any case. */
  sessionExpiration: string;
};

/** Whose account is logged in, as far as it decides what can be done. */
export type Account = Pick<SessionUser, 'providerId' | 'name' | 'trustLevel'>;

/** `unknown` until the service has answered; `anonymous` is the pseudo user. */
export type Viewer = 'unknown' | 'none' | 'anonymous' | 'account';

export type SessionContext = {
  user: SessionUser | null;
  /** When the session ends by this device's clock, ms since the epoch; null without a session. */
  endsAt: number | null;
  /** When the user was last asked for, ms since the epoch by this device's clock. */
  askedAt: number;
  now: () => number;
};

export type SessionInput = { now: () => number };

export type SessionEvent =
  /** Something was done that proves somebody is here: a call to the service, a change of the page. */
  | { type: 'activity.noticed' }
  /** The device slept or the tab was hidden. */
  | { type: 'clock.woke' }
  /** A call was refused because there is no session any more. */
  | { type: 'session.refused' }
  /** The session was opened or renewed elsewhere: another window, or a call of this one. */
  | { type: 'session.renewed' }
  | { type: 'logout.requested' }
  | { type: 'notice.dismissed' };
