import type { Device } from './device.ts';
import type { Fate } from './ending.ts';
import type { ProviderId, ProviderType } from './login.ts';
import type { TrustLevel } from './trust-level.ts';

/** Ends of the session, as of one answer of the server. ISO 8601, by the server's clock. */
export type SessionTimes = {
  /** Time of the last prolongation. */
  fetchedTimestamp: string;
  /** End through inactivity. */
  expires: string;
  /** End in any case. */
  sessionExpiration: string;
  /** The moment of the answer. */
  answeredAt: string;
};

/** The person who uses the portal, as far as the flows need to know; the server decides. */
export type SessionUser = SessionTimes & {
  /** Opaque: the same whenever this person logs in, null without an account. Names are not enough to tell people apart. */
  person: string | null;
  /** Opaque: the same as long as this session lasts, also when somebody logs in within it. */
  session: string;
  providerId: ProviderId;
  providerType: ProviderType;
  trustLevel: TrustLevel;
  name: string;
  /** The company that the person acts for with a business account. */
  company?: string | undefined;
  hasPostbox: boolean;
  transient: boolean;
  /** Prolonged within the last minute. */
  recentlyFetched: boolean;
};

/** Longest duration of a session here: without use, and in any case. */
export type SessionLimits = { idleMinutes: number; absoluteMinutes: number };

/** The server's report on the session; asking does not prolong it. */
export type SessionReading = {
  user: SessionUser | null;
  /** True if the browser had a session that expired; false if there was none, or after a logout. */
  sessionExpired: boolean;
  limits: SessionLimits;
};

/** A login of a person that has not ended, here or on another device. Moments are ISO 8601. */
export type LoginView = {
  id: string;
  openedAt: string;
  usedAt: string;
  providerId: ProviderId;
  trustLevel: TrustLevel;
  device: Device;
  isThis: boolean;
};

/** An application without an account, and its fate at the end of the session. */
export type HeldApplication = {
  serviceName: string;
  areaName: string;
  fate: Fate;
  paidCents: number;
};
