import type { SessionReading, SessionTimes, SessionUser } from '#contract/auth.ts';

export const MINUTE_MS = 60_000;
export const iso = (ms: number) => new Date(ms).toISOString();

/** A person whose session begins now. It ends after half an hour of inactivity, and always after eight hours. */
export const user = (now: number): SessionUser => ({
  person: 'Kim',
  session: 's1',
  providerId: 'nkb',
  providerType: 'saml2',
  trustLevel: 'substantial',
  name: 'Kim Muster',
  hasPostbox: true,
  sentHere: [],
  providerData: {},
  loginData: {},
  transient: false,
  recentlyFetched: true,
  fetchedTimestamp: iso(now),
  answeredAt: iso(now),
  expires: iso(now + 30 * MINUTE_MS),
  sessionExpiration: iso(now + 8 * 60 * MINUTE_MS),
});

/** A session without an account that begins at the same time. */
export const anonymous: SessionUser = { ...user(0), providerId: 'anon', providerType: 'pseudo', name: '' };

/** Times of a session, which a window tells the others when it was used. */
export const timesOf = ({
  fetchedTimestamp,
  expires,
  sessionExpiration,
  answeredAt,
}: SessionUser): SessionTimes => ({ fetchedTimestamp, expires, sessionExpiration, answeredAt });

/** The server's answer for that person, or without a login. */
export const reading = (found: SessionUser | null, sessionExpired = false): SessionReading => ({
  user: found,
  sessionExpired,
  limits: { idleMinutes: 30, absoluteMinutes: 480 },
});
