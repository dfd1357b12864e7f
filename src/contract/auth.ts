import * as z from 'zod/mini';
import { call } from './call.ts';
import { isoTime, locale, portalPath, providerId, trustLevel } from './shapes.ts';

/** The user session of spec section 3. `expires` is the inactivity expiry, `sessionExpiration` the absolute. */
export const user = z.object({
  providerId,
  providerType: z.enum(['oidc', 'saml2', 'pseudo']),
  trustLevel,
  name: z.string(),
  transient: z.boolean(),
  hasPostbox: z.boolean(),
  /** Scopes of the provider, for the comparison with the form. Empty for an anonymous session. */
  providerData: z.record(z.string(), z.string()),
  /** User data fields (spec section 3) mapped from them. */
  loginData: z.record(z.string(), z.string()),
  fetchedTimestamp: isoTime,
  recentlyFetched: z.boolean(),
  expires: isoTime,
  sessionExpiration: isoTime,
});
export type User = z.output<typeof user>;

export const identityProvider = z.object({
  id: providerId,
  type: z.enum(['oidc', 'saml2', 'pseudo']),
  serviceUrl: z.string(),
  transient: z.boolean(),
  variableTrustLevel: z.boolean(),
  defaultScopes: z.array(z.string()),
  authRequestDestination: z.string(),
});
export type IdentityProvider = z.output<typeof identityProvider>;

export const loginRedirect = z.object({
  url: z.string(),
  method: z.literal('POST'),
  fields: z.record(z.string(), z.string()),
});

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
      'The current user and when the session ends; user is null without a session. Extends the session.',
    origin: 'spec',
    answer: z.object({ user: z.nullable(user) }),
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
    query: z.object({
      providerId,
      redirect: portalPath,
      cancelUrl: portalPath,
      locale,
      timezone: z.string().check(z.minLength(1), z.maxLength(64)),
      trustLevel: z.optional(trustLevel),
      scopes: z.optional(z.string()),
      /** Authenticate anew although a session exists (login before submission). */
      forceNew: z.optional(z.enum(['true', 'false'])),
    }),
    answer: loginRedirect,
    errors: ['login-failed'],
  }),
  logout: call({
    method: 'PUT',
    path: '/api/auth/logout',
    summary: 'Ends the session; an anonymous process goes with it',
    origin: 'spec',
  }),
};
