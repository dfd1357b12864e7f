import * as z from 'zod/mini';
import { browserNames, systemNames } from '#domain/device.ts';
import { fates } from '#domain/ending.ts';
import { loginProviderIds, providerTypes } from '#domain/login.ts';
import { call } from './call.ts';
import { isoTime, leiKaId, locale, portalPath, providerId, trustLevel, uuid } from './shapes.ts';

/** An application without an account that the session has sent, or is sending. */
const sentHere = z.object({
  id: uuid,
  ticketNumber: z.string(),
  leiKaId,
  /** Name of the service in each language. */
  service: z.record(locale, z.string()),
  /** Null while it is being sent. */
  submittedAt: z.nullable(isoTime),
});
export interface SentHere extends z.output<typeof sentHere> {}

/** The user session of spec section 3. `expires` is the inactivity expiry, `sessionExpiration` the absolute one. */
export const user = z.object({
  /** Opaque: the same whenever this person logs in, null without an account. Names are not enough to tell people apart. */
  person: z.nullable(z.string()),
  /** Opaque: the same as long as this session lasts, also when somebody logs in within it. */
  session: z.string(),
  providerId,
  providerType: z.enum(providerTypes),
  trustLevel,
  name: z.string(),
  /** The company that the person acts for with a business account; absent without one. */
  company: z.optional(z.string()),
  transient: z.boolean(),
  hasPostbox: z.boolean(),
  /** Newest first (own): without an account nothing but the session leads back to them. */
  sentHere: z.array(sentHere),
  /** Always empty: the provider's data, identifiers included, stays on the server, which compares it with the form. */
  providerData: z.record(z.string(), z.string()),
  /** User data fields (spec section 3) mapped from them. */
  loginData: z.record(z.string(), z.string()),
  /** Time of the last prolongation, and whether it was within the last minute. */
  fetchedTimestamp: isoTime,
  recentlyFetched: z.boolean(),
  expires: isoTime,
  sessionExpiration: isoTime,
  /** The server's clock at this answer: the device's clock may differ. */
  answeredAt: isoTime,
});
export interface SessionUser extends z.output<typeof user> {}
/** When the session ends, as of one answer of the server. */
export type SessionTimes = Pick<
  SessionUser,
  'fetchedTimestamp' | 'expires' | 'sessionExpiration' | 'answeredAt'
>;

/** How long sessions last here, in minutes: without use, and at most. */
const sessionLimits = z.object({ idleMinutes: z.number(), absoluteMinutes: z.number() });
export interface SessionLimits extends z.output<typeof sessionLimits> {}

/** The server's report about the session; asking does not prolong it. */
const session = z.object({
  user: z.nullable(user),
  /** The browser had a session that expired; false when there was none, or when the person logged out. */
  sessionExpired: z.boolean(),
  limits: sessionLimits,
});
export interface SessionReading extends z.output<typeof session> {}

/** An application without an account, and what happens to it when the session is ended. */
const heldApplication = z.object({
  serviceName: z.string(),
  areaName: z.string(),
  fate: z.enum(fates),
  paidCents: z.number(),
});
export interface HeldApplication extends z.output<typeof heldApplication> {}

export const identityProvider = z.object({
  id: providerId,
  type: z.enum(providerTypes),
  serviceUrl: z.string(),
  transient: z.boolean(),
  variableTrustLevel: z.boolean(),
  defaultScopes: z.array(z.string()),
  authRequestDestination: z.string(),
});
export type IdentityProvider = z.output<typeof identityProvider>;

/** A page of a provider that the browser opens, by its address or by a posted form. */
const providerPage = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
});
export interface ProviderPage extends z.output<typeof providerPage> {}

/** The account of a session that its person has ended; `page` logs out there, and is null where it has no single logout. */
const leftAccount = z.object({ providerId: z.enum(loginProviderIds), page: z.nullable(providerPage) });
export interface LeftAccount extends z.output<typeof leftAccount> {}

/** Parameters of both calls that begin a login (spec section 7). */
const loginQuery = {
  providerId: z.enum(loginProviderIds),
  redirect: portalPath,
  locale,
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
  trustLevel: z.optional(trustLevel),
  /** Names of the provider's data, separated by spaces; by default all that the portal can use. */
  scopes: z.optional(z.string().check(z.maxLength(1000))),
  /** Authenticate again although a session exists. */
  forceNew: z.optional(z.enum(['true', 'false'])),
  /** The application that is to be sent after this login (own): once completed, the server asks to log in again. */
  processId: z.optional(uuid),
  /**
   * Owner of that application (own), as `person` of the user who saw it. No other person's login counts, even if the
   * session has ended since.
   */
  person: z.optional(z.string().check(z.regex(/^[\w-]{22}$/))),
};

/** A device in the words that people know it by; null where they are not known. */
const device = z.object({
  browser: z.nullable(z.enum(browserNames)),
  system: z.nullable(z.enum(systemNames)),
});
export interface Device extends z.output<typeof device> {}

/** A login of the person that has not ended, here or on another device. */
const login = z.object({
  id: z.uuid(),
  openedAt: isoTime,
  /** Precise to the minute. */
  usedAt: isoTime,
  providerId,
  trustLevel,
  device,
  /** The one that asks. */
  isThis: z.boolean(),
});
export interface LoginView extends z.output<typeof login> {}

export const authCalls = {
  getProviders: call({
    method: 'GET',
    path: '/api/auth/provider',
    summary: 'Identity providers that can be used',
    origin: 'spec',
    answer: z.array(identityProvider),
  }),
  getUser: call({
    method: 'GET',
    path: '/api/auth/user',
    summary:
      'The current user and when the session ends; user is null without a session. Does not prolong the session.',
    origin: 'spec',
    unattended: true,
    answer: session,
  }),
  prolongSession: call({
    method: 'PUT',
    path: '/api/auth/session',
    summary:
      'Prolongs the session: somebody is using the portal. Every call that needs a session does so, too, but those that a window makes by itself',
    origin: 'own',
    answer: z.object({ user }),
  }),
  listLogins: call({
    method: 'GET',
    path: '/api/auth/logins',
    summary: 'The logins of the person that have not ended, this one first. Not for an anonymous session',
    origin: 'own',
    answer: z.array(login),
    errors: ['login-required'],
  }),
  endLogin: call({
    method: 'DELETE',
    path: '/api/auth/logins/{id}',
    summary: 'Ends another login of the person: the next request of its device finds it logged out',
    origin: 'own',
    params: z.object({ id: z.uuid() }),
    errors: ['not-found'],
  }),
  reviewEnding: call({
    method: 'GET',
    path: '/api/auth/session/applications',
    summary: 'What the anonymous session holds, and what would become of it if it were ended now',
    origin: 'own',
    query: z.object({ lang: z.optional(locale) }),
    answer: z.array(heldApplication),
    errors: ['status-conflict'],
  }),
  eraseSession: call({
    method: 'DELETE',
    path: '/api/auth/session',
    summary:
      'Ends the anonymous session and erases its applications at once. Refused, and nothing is erased, when one of them is paid and `paidConsent` is missing, and for a person who has logged in',
    origin: 'own',
    query: z.object({ lang: z.optional(locale), paidConsent: z.optional(z.enum(['true', 'false'])) }),
    answer: z.array(heldApplication),
    errors: ['status-conflict'],
  }),
  openPseudo: call({
    method: 'PUT',
    path: '/api/auth/pseudo',
    summary: 'Opens an anonymous session; an existing session is kept',
    origin: 'spec',
    body: z.object({ locale }),
    answer: z.object({ user }),
  }),
  requestSamlLogin: call({
    method: 'GET',
    path: '/api/auth/saml2/request',
    summary: 'A signed login request that the browser posts to the provider',
    origin: 'spec',
    query: z.object({ ...loginQuery, cancelUrl: portalPath }),
    answer: providerPage,
    errors: ['input-invalid', 'interrupted', 'login-not-accepted'],
  }),
  requestOidcLogin: call({
    method: 'GET',
    path: '/api/auth/oidc/url',
    summary: 'The address of a provider that speaks OpenID Connect, which the browser opens',
    origin: 'spec',
    query: z.object({
      ...loginQuery,
      /** Address to go to without a login; by default `redirect`. */
      cancelUrl: z.optional(portalPath),
    }),
    answer: providerPage,
    errors: ['input-invalid', 'interrupted', 'login-not-accepted', 'login-failed'],
  }),
  logout: call({
    method: 'PUT',
    path: '/api/auth/logout',
    summary:
      'Ends the session; what was begun without an account goes with it. Then the browser can log out at the account as well',
    origin: 'spec',
    query: z.object({ lang: z.optional(locale) }),
    answer: z.object({ account: z.nullable(leftAccount) }),
  }),
};
