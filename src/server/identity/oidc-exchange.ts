import * as client from 'openid-client';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { type ClientProof, clientAuthentication } from './oidc-authentication.ts';
import { AnswerDisbelieved } from './oidc-faults.ts';
import { createMetadataSource, isHttp, type ProviderMetadata } from './oidc-metadata.ts';
import type { Claims } from './oidc-profile.ts';
import { belongsTo } from './oidc-token-hash.ts';

export type OidcClient = {
  /** The provider's name among the partners. */
  id: string;
  /** The provider's address, which identifies it in its answers. */
  issuer: string;
  clientId: string;
  /** Reads the proof for each answer, because keys are renewed while the server runs. */
  proof: () => ClientProof;
  /** Our address for answers of this provider alone. */
  callbackUrl: string;
  /** Time that the provider may take for each of its answers. */
  patienceSeconds?: number;
  presence?: PartnerPresence;
};

/** Secrets of a request to the provider, which are compared with its answer. */
type Asked = { verifier: string; nonce: string; requestedAt: string };

/** Equals the tolerance for SAML accounts. */
export const CLOCK_TOLERANCE_SECONDS = 60;
const PATIENCE_SECONDS = 5;
/** Far more than the metadata, keys or claims of any provider. */
const MOST_ANSWER_BYTES = 256 * 1024;

/**
 * The part of OpenID Connect that every provider has: authorization code with PKCE, and an ID token that is signed with
 * a key that the provider publishes at that moment, for us alone and for this request.
 */
export function createOidcExchange(config: OidcClient) {
  const { patienceSeconds = PATIENCE_SECONDS } = config;
  const ask = createPartnerFetch({
    partner: 'identity',
    id: config.id,
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

  return {
    metadata,
    connection,

    /**
     * Exchanges the code, and reads the provider's claims about the person.
     * @param maxAge seconds since the login at the provider; any without it
     * @throws Error for an answer that is not believed, see faultOf in oidc-faults.ts
     */
    async readClaims(
      parameters: Readonly<Record<string, string | undefined>>,
      state: string,
      asked: Asked,
      maxAge?: number,
    ) {
      const about = connection(await metadata.lastKnown());
      const tokens = await client.authorizationCodeGrant(about, addressOf(config.callbackUrl, parameters), {
        expectedState: state,
        expectedNonce: asked.nonce,
        pkceCodeVerifier: asked.verifier,
        idTokenExpected: true,
        ...(maxAge !== undefined && { maxAge }),
      });
      const token = tokens.claims();
      if (!token) throw new AnswerDisbelieved('there is no ID token');
      if (!belongsTo(tokens.id_token ?? '', token.at_hash, tokens.access_token))
        throw new AnswerDisbelieved('the access token is not that of the ID token (at_hash)');
      const isPublished = about.serverMetadata().userinfo_endpoint !== undefined;
      const more = isPublished ? await client.fetchUserInfo(about, tokens.access_token, token.sub) : {};
      assertForUsAlone(token, config.clientId);
      assertIssuedSince(token, asked);
      return { token, claims: { ...more, ...token } satisfies Claims, idToken: tokens.id_token };
    },
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
function assertIssuedSince({ iat, auth_time }: client.IDToken, { requestedAt }: Asked): void {
  const from = Date.parse(requestedAt) / 1000 - CLOCK_TOLERANCE_SECONDS;
  const until = Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS;
  if (iat < from) throw new AnswerDisbelieved('the ID token is older than the request (iat)');
  if (iat > until) throw new AnswerDisbelieved('the ID token was issued in the future (iat)');
  if (auth_time !== undefined && auth_time > until)
    throw new AnswerDisbelieved('the login is in the future (auth_time)');
}
