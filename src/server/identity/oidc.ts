import * as client from 'openid-client';
import { reachesLevel } from '#domain/trust-level.ts';
import type { LoginOutcome, LoginProvider, LoginRequest, RequestStore } from '#server/ports/identity.ts';
import { publicKeys } from './oidc-authentication.ts';
import { CLOCK_TOLERANCE_SECONDS, createOidcExchange, type OidcClient } from './oidc-exchange.ts';
import { AnswerDisbelieved, faultOf, LoginRefused } from './oidc-faults.ts';
import { acrValues, levelOfAcr } from './oidc-levels.ts';
import type { ProviderMetadata } from './oidc-metadata.ts';
import type { OidcProfile } from './oidc-profile.ts';
import { type PendingRequest, recall, remember } from './oidc-requests.ts';

export type OidcConfig = Omit<OidcClient, 'id'> & {
  /** Our address that the browser returns to from a logout at the provider. */
  logoutUrl: string;
};

/** Shape of a state, which this server makes. */
const STATE = /^[\da-f-]{36}$/;

/**
 * A provider of OpenID Connect: authorization code with PKCE. An answer counts only if it belongs to a login under
 * way, comes from the provider that was asked, and carries an ID token signed with a key that the provider publishes
 * at that moment.
 */
export function createOidcProvider(
  config: OidcConfig,
  profile: OidcProfile,
  requests: RequestStore,
): LoginProvider {
  const { metadata, connection, readClaims } = createOidcExchange({ ...config, id: profile.id });

  async function readVerified(
    parameters: Readonly<Record<string, string | undefined>>,
    state: string,
    receivedBy: string | undefined,
  ): Promise<LoginOutcome> {
    if (receivedBy !== profile.id)
      throw new AnswerDisbelieved('the answer came to the address of another provider');
    const asked = await recall(requests, state);
    if (!asked) throw new AnswerDisbelieved('the state is not that of a request under way');
    const { token, claims, idToken } = await readClaims(parameters, state, asked);
    const trustLevel = levelOfAcr(token.acr);
    if (!trustLevel) throw new AnswerDisbelieved('the level (acr) is missing or unknown');
    if (!reachesLevel(trustLevel, asked.trustLevel)) {
      throw new LoginRefused('level-too-low', `trust level ${trustLevel}, asked for ${asked.trustLevel}`);
    }
    const person = profile.read(claims);
    const identity = {
      ...person,
      providerId: profile.id,
      providerType: 'oidc' as const,
      trustLevel,
      postboxHandle: null,
      ...(idToken && profile.keepsSession && { accountSession: { protocol: 'oidc' as const, idToken } }),
    };
    return { result: 'SUCCESS', relayState: state, identity, login: loginOf(token, asked) };
  }

  return {
    id: profile.id,
    type: 'oidc',
    description: {
      id: profile.id,
      type: 'oidc',
      serviceUrl: new URL(config.issuer).origin,
      transient: false,
      variableTrustLevel: !profile.hasOneLevel,
      defaultScopes: [...profile.scopes],
      authRequestDestination: config.issuer,
    },
    sources: profile.sources,
    alwaysAsked: profile.neededScopes,
    origin: new URL(config.issuer).origin,

    async createRequest(request) {
      const about = await metadata.fresh();
      const verifier = client.randomPKCECodeVerifier();
      const nonce = client.randomNonce();
      const { relayState: state, forceNew } = request;
      const trustLevel = reachesLevel(request.trustLevel, profile.lowestLevel)
        ? request.trustLevel
        : profile.lowestLevel;
      const requestedAt = new Date().toISOString();
      await remember(requests, state, { verifier, nonce, trustLevel, forceNew, requestedAt });
      const acrs = acrValues(trustLevel);
      const parameters = {
        ...askFor(request, acrs, profile, about),
        redirect_uri: config.callbackUrl,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        acr_values: acrs.join(' '),
      };
      const url = client.buildAuthorizationUrl(connection(about), parameters);
      return { url: url.href, method: 'GET', fields: {} };
    },

    async readAnswer({ relayState, parameters, receivedBy }) {
      try {
        return await readVerified(parameters, relayState, receivedBy);
      } catch (error) {
        const found = faultOf(error);
        if (found === 'cancelled') return { result: 'CANCEL', relayState };
        return { result: 'ERROR', relayState, ...found };
      }
    },

    keepsSession: profile.keepsSession,
    logout: {
      async createRequest({ session, locale, relayState: state }) {
        if (session.protocol !== 'oidc') return null;
        const about = await metadata.lastKnown().catch(() => null);
        if (about?.end_session_endpoint === undefined) return null;
        const url = client.buildEndSessionUrl(connection(about), {
          id_token_hint: session.idToken,
          post_logout_redirect_uri: config.logoutUrl,
          state,
          ui_locales: locale,
        });
        return { url: url.href, method: 'GET', fields: {} };
      },
      /** Accepts any return: providers may lead back after a "no" (OpenID Connect RP-Initiated Logout 1.0, 3). */
      async read(message) {
        const state = 'query' in message ? new URLSearchParams(message.query).get('state') : null;
        if (state === null || !STATE.test(state))
          return { kind: 'refused', fault: 'answer-not-believed', reason: 'there is no state of ours' };
        return { kind: 'return', relayState: state };
      },
    },

    metadata: () => null,
    publicKeys: () => publicKeys(config.proof()),
  };
}

/** Returns the parameters that request data about the person: only what the caller needs, in the person's language. */
function askFor(
  request: LoginRequest,
  acrs: readonly string[],
  profile: OidcProfile,
  about: ProviderMetadata,
) {
  const wanted = profile.scopes.filter((name) => request.scopes?.includes(name) ?? true);
  const { scope, claims } = profile.ask([...new Set([...profile.neededScopes, ...wanted])]);
  const named = {
    id_token: { auth_time: { essential: true }, acr: { essential: true, values: acrs } },
    ...(claims.length > 0 && { userinfo: Object.fromEntries(claims.map((name) => [name, null])) }),
  };
  return {
    scope: ['openid', ...scope].join(' '),
    ui_locales: request.locale,
    // The standard has no such parameter, and lets providers ignore unknown ones.
    timezone: request.timezone,
    ...(about.claims_parameter_supported && { claims: JSON.stringify(named) }),
    ...(request.forceNew && { prompt: 'login', max_age: '0' }),
  };
}

/**
 * Returns the earliest time of a login. The provider's clock may differ, so without a requested new login it may be
 * older than it seems; it counts from 1970 when the provider names no time.
 * @throws LoginRefused when a new login was requested and did not take place
 */
function loginOf({ auth_time: at }: client.IDToken, { forceNew, requestedAt }: PendingRequest) {
  if (!forceNew) {
    const earliest = at === undefined ? 0 : (at - CLOCK_TOLERANCE_SECONDS) * 1000;
    return { isNew: false as const, at: new Date(earliest) };
  }
  if (at === undefined || at < Date.parse(requestedAt) / 1000 - CLOCK_TOLERANCE_SECONDS) {
    throw new LoginRefused(
      'answered-from-memory',
      'a new login was asked for, that of the answer is older (auth_time)',
    );
  }
  return { isNew: true as const };
}
