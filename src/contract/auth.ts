import * as z from 'zod/mini';
import { browserNames, systemNames } from '#domain/device.ts';
import { fates } from '#domain/ending.ts';
import { loginProviderIds, providerTypes } from '#domain/login.ts';
import type { LeftAccount } from '#domain/logout.ts';
import type { HeldApplication, LoginView, SessionLimits, SessionUser } from '#domain/session.ts';
import { call } from './call.ts';
import { isoTime, locale, portalPath, providerId, trustLevel, uuid } from './shapes.ts';

/** The user session of spec section 3. `expires` is the inactivity expiry, `sessionExpiration` the absolute one. */
export const user = z.object({
  /** Opaque, to tell people apart; null for an anonymous session. */
  person: z.nullable(z.string()),
  /** Opaque, to tell sessions apart; a login within an anonymous session continues it. */
  session: z.string(),
  providerId,
  providerType: z.enum(providerTypes),
  trustLevel,
  name: z.string(),
  /** The company that the person acts for with a business account; absent without one. */
  company: z.optional(z.string()),
  transient: z.boolean(),
  hasPostbox: z.boolean(),
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
}) satisfies z.ZodMiniType<SessionUser>;
export type User = z.output<typeof user>;

/** Longest duration of sessions here, in minutes: without use, and in any case. */
export const sessionLimits = z.object({
  idleMinutes: z.number(),
  absoluteMinutes: z.number(),
}) satisfies z.ZodMiniType<SessionLimits>;

export const fate = z.enum(fates);
export const endedApplication = z.object({
  serviceName: z.string(),
  areaName: z.string(),
  fate,
  paidCents: z.number(),
}) satisfies z.ZodMiniType<HeldApplication>;
export type EndedApplication = z.output<typeof endedApplication>;

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

export const loginRedirect = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  fields: z.record(z.string(), z.string()),
});

/** The login that was left; `page` logs out at its account, too, and is null where that has no single logout. */
const leftAccount = z.object({
  providerId: z.enum(loginProviderIds),
  page: z.nullable(loginRedirect),
}) satisfies z.ZodMiniType<LeftAccount>;

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

/** A login of the person that has not ended. */
export const login = z.object({
  id: z.uuid(),
  openedAt: isoTime,
  /** Precise to the minute. */
  usedAt: isoTime,
  providerId,
  trustLevel,
  device: z.object({ browser: z.nullable(z.enum(browserNames)), system: z.nullable(z.enum(systemNames)) }),
  /** True for the login that asks. */
  isThis: z.boolean(),
}) satisfies z.ZodMiniType<LoginView>;
export type Login = z.output<typeof login>;

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
    answer: z.object({
      user: z.nullable(user),
      /** True if the browser had a session that expired; false if there was none, or after a logout. */
      sessionExpired: z.boolean(),
      limits: sessionLimits,
    }),
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
    answer: z.array(endedApplication),
    errors: ['status-conflict'],
  }),
  eraseSession: call({
    method: 'DELETE',
    path: '/api/auth/session',
    summary:
      'Ends the anonymous session and erases its applications at once. Refused, and nothing is erased, when one of them is paid and `paidConsent` is missing, and for a person who has logged in',
    origin: 'own',
    query: z.object({ lang: z.optional(locale), paidConsent: z.optional(z.enum(['true', 'false'])) }),
    answer: z.array(endedApplication),
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
    answer: loginRedirect,
    errors: ['input-invalid', 'login-not-accepted'],
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
    answer: loginRedirect,
    errors: ['input-invalid', 'login-not-accepted', 'login-failed'],
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
