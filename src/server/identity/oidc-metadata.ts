import * as client from 'openid-client';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { PartnerFetch } from '#server/partners/partner-fetch.ts';

/** Accepted signature algorithms: none without a key, and none with a secret that the provider shares with us. */
const ALLOWED = [
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'RS256',
  'RS384',
  'RS512',
];
/** Age at which a login reads the metadata again: an outage is noticed before anybody is sent to the provider. */
const FRESH_MS = 60_000;

export type ProviderMetadata = client.ServerMetadata;

/**
 * Reads the metadata that a provider publishes, when they are needed and older than a minute. Simultaneous callers
 * wait for one answer.
 */
export function createMetadataSource(issuer: string, ask: PartnerFetch, now = Date.now) {
  let known: { metadata: ProviderMetadata; at: number } | null = null;
  let underWay: Promise<ProviderMetadata> | null = null;

  const read = () => {
    underWay ??= discover(issuer, ask)
      .then((metadata) => {
        known = { metadata, at: now() };
        return metadata;
      })
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };
  return {
    /** Returns metadata for a new login. @throws PartnerUnavailable when the provider does not answer as it must */
    fresh: async () => (known && now() - known.at < FRESH_MS ? known.metadata : read()),
    /** Returns metadata for an answer; those of the start of its login are good enough. @throws PartnerUnavailable */
    lastKnown: async () => known?.metadata ?? read(),
  };
}

async function discover(issuer: string, ask: PartnerFetch): Promise<ProviderMetadata> {
  try {
    const found = await client.discovery(new URL(issuer), 'unused', undefined, client.None(), {
      execute: isHttp(issuer) ? [client.allowInsecureRequests] : [],
      [client.customFetch]: ask as client.CustomFetch,
    });
    return checked(found.serverMetadata());
  } catch (cause) {
    throw new PartnerUnavailable('identity', 'the provider’s metadata cannot be read', { cause });
  }
}

function checked(metadata: ProviderMetadata): ProviderMetadata {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (metadata[name] === undefined) throw new Error(`the metadata lacks ${name}`);
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const usable = offered.filter((algorithm) => ALLOWED.includes(algorithm));
  if (usable.length === 0) throw new Error('the provider signs by no algorithm that is believed');
  return { ...metadata, id_token_signing_alg_values_supported: usable };
}

/** Whether an address is http; in production only on this machine (config.ts). */
export const isHttp = (address: string): boolean => new URL(address).protocol === 'http:';
