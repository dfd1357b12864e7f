import * as client from 'openid-client';
import { reachesLevel } from '#domain/trust-level.ts';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { LoginOutcome, LoginProvider, LoginRequest, RequestStore } from '#server/ports/identity.ts';
import { type ClientProof, clientAuthentication, publicKeys } from './oidc-authentication.ts';
import { AnswerDisbelieved, faultOf, LoginRefused } from './oidc-faults.ts';
import { acrValues, levelOfAcr } from './oidc-levels.ts';
import { createMetadataSource, isHttp, type ProviderMetadata } from './oidc-metadata.ts';
import type { Claims, OidcProfile } from './oidc-profile.ts';
import { type PendingRequest, recall, remember } from './oidc-requests.ts';
import { belongsTo } from './oidc-token-hash.ts';

export type OidcConfig = {
  /** The provider's address, which identifies it in its answers. */
  issuer: string;
  clientId: string;
  /** Reads the proof for each answer, because keys are renewed while the server runs. */
  proof: () => ClientProof;
  /** Our address for answers of this provider alone. */
  callbackUrl: string;
  /** Our address that the browser returns to from a logout at the provider. */
  logoutUrl: string;
  /** Time that the provider may take for each of its answers. */
  patienceSeconds?: number;
  presence?: PartnerPresence;
};

/** Equals the tolerance for SAML accounts. */
const CLOCK_TOLERANCE_SECONDS = 60;
const PATIENCE_SECONDS = 5;
/** Far more than the metadata, keys or claims of any provider. */
const MOST_ANSWER_BYTES = 256 * 1024;
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
  const { patienceSeconds = PATIENCE_SECONDS } = config;
  const ask = createPartnerFetch({
    partner: 'identity',
    id: profile.id,
    timeoutMs: patienceSeconds * 1000,
    mostBytes: MOST_ANSWER_BYTES,
    answeredInFull: ['GET', 'POST'],
    presence: config.presence,
  });
  const metadata = createMetadataSource(config.issuer, ask);

  /** Makes a configuration for each answer: it stores the provider's keys, which may have been withdrawn since. */
  function connection(about: ProviderMetadata): client.Configuration {
    const options = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const made = new client.Configuration(
      about,
      config.clientId,
      options,
      clientAuthentication(config.proof(), about),
    );
    made[client.customFetch] = ask as client.CustomFetch;
    client.enableNonRepudiationChecks(made);
    if (isHttp(config.issuer)) client.allowInsecureRequests(made);
    return made;
  }

  /** Exchanges the code, and reads the provider's claims about the person. */
  async function readClaims(address: URL, state: string, asked: PendingRequest) {
    const about = connection(await metadata.lastKnown());
    const tokens = await client.authorizationCodeGrant(about, address, {
      expectedState: state,
      expectedNonce: asked.nonce,
      pkceCodeVerifier: asked.verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token) throw new AnswerDisbelieved('there is no ID token');
    if (!belongsTo(tokens.id_token ?? '', token.at_hash, tokens.access_token))
      throw new AnswerDisbelieved('the access token is not that of the ID token (at_hash)');
    const isPublished = about.serverMetadata().userinfo_endpoint !== undefined;
    const more = isPublished ? await client.fetchUserInfo(about, tokens.access_token, token.sub) : {};
    return { token, claims: { ...more, ...token } satisfies Claims, idToken: tokens.id_token };
  }

  async function readVerified(
    parameters: Readonly<Record<string, string | undefined>>,
    state: string,
    receivedBy: string | undefined,
  ): Promise<LoginOutcome> {
    if (receivedBy !== profile.id)
      throw new AnswerDisbelieved('the answer came to the address of another provider');
    const asked = await recall(requests, state);
    if (!asked) throw new AnswerDisbelieved('the state is not that of a request under way');
    const { token, claims, idToken } = await readClaims(
      addressOf(config.callbackUrl, parameters),
      state,
      asked,
    );
    assertForUsAlone(token, config.clientId);
    assertIssuedSince(token, asked);
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

/** Returns the address to which the provider sent the browser. */
function addressOf(callbackUrl: string, parameters: Readonly<Record<string, string | undefined>>): URL {
  const address = new URL(callbackUrl);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

/** @throws AnswerDisbelieved when the token is also meant for others, or was made for somebody else */
function assertForUsAlone({ aud, azp }: client.IDToken, clientId: string): void {
  const isAlone = [aud].flat().every((one) => one === clientId);
  if (!isAlone) throw new AnswerDisbelieved('the ID token is meant for others, too (aud)');
  if (azp !== undefined && azp !== clientId)
    throw new AnswerDisbelieved('the ID token was made for another party (azp)');
}

/** @throws AnswerDisbelieved when the token was not made for this request (iat), or names a future login (auth_time) */
function assertIssuedSince({ iat, auth_time }: client.IDToken, { requestedAt }: PendingRequest): void {
  const from = Date.parse(requestedAt) / 1000 - CLOCK_TOLERANCE_SECONDS;
  const until = Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS;
  if (iat < from) throw new AnswerDisbelieved('the ID token is older than the request (iat)');
  if (iat > until) throw new AnswerDisbelieved('the ID token was issued in the future (iat)');
  if (auth_time !== undefined && auth_time > until)
    throw new AnswerDisbelieved('the login is in the future (auth_time)');
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
