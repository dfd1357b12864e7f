import * as client from 'openid-client';
import { type ClientKey, readClientKeys } from '#server/config/client-keys.ts';
import type { ProviderMetadata } from './oidc-metadata.ts';

/** Proof to the provider that a request is ours: private keys in PEM, or a secret that both know. */
export type ClientProof = { privateKey: string } | { secret: string };

/** Returns the way in which the portal signs in at the provider: one that both support. */
export function clientAuthentication(proof: ClientProof, about: ProviderMetadata): client.ClientAuth {
  if ('secret' in proof) {
    const methods = about.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(proof.secret)
      : client.ClientSecretPost(proof.secret);
  }
  const [key] = readClientKeys(proof.privateKey);
  const offered = about.token_endpoint_auth_signing_alg_values_supported ?? key.algorithms;
  const algorithm = key.algorithms.find((one) => offered.includes(one)) ?? key.algorithms[0] ?? 'ES256';
  return client.PrivateKeyJwt({ key: key.forSigning(algorithm), kid: key.kid });
}

/** Returns the public keys for the provider (RFC 7517); null with a secret. */
export const publicKeys = (proof: ClientProof): { keys: ClientKey['jwk'][] } | null =>
  'secret' in proof ? null : { keys: readClientKeys(proof.privateKey).map(({ jwk }) => jwk) };
