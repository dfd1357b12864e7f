import * as client from 'openid-client';
import type { Locale } from '#domain/locale.ts';
import type { OperatorPerson, OperatorRole } from '#domain/operator.ts';
import type { AnswerFault } from '#server/ports/identity.ts';
import { createOidcExchange, type OidcClient } from './oidc-exchange.ts';
import { faultOf } from './oidc-faults.ts';
import { operatorIn, type RoleNames, rolesIn } from './operator-claims.ts';

/** Path of our address for the provider's answers, which is registered there. */
export const OPERATORS_CALLBACK = '/betrieb/anmeldung';

export type OperatorsConfig = Omit<OidcClient, 'id'> & {
  /** The claim with the roles. */
  rolesClaim: string;
  roleNames: RoleNames;
  /** Longest time since the login at the provider. */
  maxAgeSeconds: number;
};

/** Secrets of a request that the server keeps until it is answered. */
export type OperatorsRequest = {
  /** Proves that the code is exchanged by the sender of the request (PKCE). */
  verifier: string;
  nonce: string;
  /** ISO 8601, by our clock. */
  requestedAt: string;
};

export type OperatorsOutcome =
  | { result: 'SUCCESS'; person: OperatorPerson; roles: readonly OperatorRole[] }
  | { result: 'CANCEL' }
  /** The reason is for the log. */
  | { result: 'ERROR'; fault: AnswerFault; reason: string };

export type OperatorsProvider = {
  /**
   * Begins a login.
   * @returns the address at the provider, and what reads its answer
   * @throws PartnerUnavailable when the provider does not answer as it must
   */
  begin(about: { state: string; locale: Locale }): Promise<{ url: string; request: OperatorsRequest }>;
  /** Reads the answer that a browser has brought: the raw parameters of its address. Somebody may have no role. */
  read(
    parameters: Readonly<Record<string, string | undefined>>,
    state: string,
    request: OperatorsRequest,
  ): Promise<OperatorsOutcome>;
};

/** The administration's own provider of OpenID Connect, at which operators log in as persons with roles. */
export function createOperatorsProvider(config: OperatorsConfig): OperatorsProvider {
  const { metadata, connection, readClaims } = createOidcExchange({ ...config, id: 'operators' });
  return {
    async begin({ state, locale }) {
      const about = connection(await metadata.fresh());
      const verifier = client.randomPKCECodeVerifier();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(about, {
        scope: 'openid profile',
        redirect_uri: config.callbackUrl,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(config.maxAgeSeconds),
        ui_locales: locale,
      });
      return { url: url.href, request: { verifier, nonce, requestedAt: new Date().toISOString() } };
    },

    async read(parameters, state, request) {
      try {
        const { claims } = await readClaims(parameters, state, request, config.maxAgeSeconds);
        const roles = rolesIn(claims, config.rolesClaim, config.roleNames);
        return { result: 'SUCCESS', person: operatorIn(claims), roles };
      } catch (error) {
        const found = faultOf(error);
        return found === 'cancelled' ? { result: 'CANCEL' } : { result: 'ERROR', ...found };
      }
    },
  };
}
