import { SAML, type SamlConfig, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { readAttributes } from './nkb-attributes.ts';
import { nkbExtensions } from './nkb-extensions.ts';
import { toUserData } from './nkb-user-data.ts';
import { readSignedFacts } from './saml-assertion.ts';
import { recall, remember } from './saml-requests.ts';
import { isCancel, readStatus } from './saml-status.ts';
import { levelOfClass, reaches, STORK_CLASSES } from './trust-levels.ts';
import type { Identity, LoginOutcome, RequestStore, SamlProvider } from './types.ts';

export type NkbConfig = {
  /** Where the browser posts the request to. */
  entryPoint: string;
  /** PEM of the account's signing certificate, the only key that is trusted; during a change of keys, both. */
  idpCertificate: string;
  /** Our entity id; assertions must be meant for it. */
  issuer: string;
  /** Our address that answers are posted to. */
  assertionConsumerUrl: string;
  /** PEM; signs our requests. */
  privateKey: string;
  certificate: string;
  /** PEM; opens encrypted assertions. Default: `privateKey`. */
  decryptionKey?: string;
  /** PEM that belongs to `decryptionKey`, for the metadata. Default: `certificate`. */
  decryptionCertificate?: string;
  organizationName: string;
  onlineServiceId: string;
};

/** How long a person may take on the account's pages. */
const LOGIN_TIME_MS = 30 * 60_000;
const MAX_ASSERTION_AGE_MS = 5 * 60_000;
const CLOCK_SKEW_MS = 5000;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The citizens' account as a SAML 2.0 identity provider in the AKDB profile (BundID). Requests are signed and
 * posted; of answers only assertions that the pinned key has signed count, each once, for a request in `requests`.
 * Of two copies of one answer that arrive at the same moment both may pass: the caller takes the login attempt
 * that the RelayState stands for atomically.
 * @throws Error when a key or certificate cannot be used
 */
export function createNkbProvider(config: NkbConfig, requests: RequestStore): SamlProvider {
  const common: SamlConfig = {
    entryPoint: config.entryPoint,
    idpCert: certificatesOf(config.idpCertificate),
    issuer: config.issuer,
    audience: config.issuer,
    callbackUrl: config.assertionConsumerUrl,
    privateKey: config.privateKey,
    publicCert: config.certificate,
    decryptionPvk: config.decryptionKey ?? config.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: true,
    disableRequestedAuthnContext: false,
    racComparison: 'minimum',
    wantAssertionsSigned: true,
    // The response around the signed assertion may be unsigned: nothing in it is believed.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    requestIdExpirationPeriodMs: LOGIN_TIME_MS,
    validateInResponseTo: ValidateInResponseTo.always,
  };

  async function readVerified(samlResponse: string, relayState: string): Promise<LoginOutcome> {
    const cacheProvider = recall(requests);
    const saml = new SAML({ ...common, cacheProvider });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse });
    const asked = cacheProvider.found();
    if (!profile || !asked) throw new Error('there is no assertion');

    const facts = readSignedFacts(profile.getAssertion?.());
    if (facts.inResponseTo !== profile.inResponseTo) throw new Error('the assertion answers another request');
    if (facts.recipient !== config.assertionConsumerUrl)
      throw new Error('the assertion is for another address');
    if (asked.relayState !== relayState) throw new Error('the RelayState is not that of the request');
    const trustLevel = levelOfClass(facts.classRef);
    if (!trustLevel) throw new Error(`unknown AuthnContext ${facts.classRef}`);
    if (!reaches(trustLevel, asked.trustLevel)) {
      throw new Error(`trust level ${trustLevel}, asked for ${asked.trustLevel}`);
    }
    return { result: 'SUCCESS', relayState, identity: toIdentity(profile.attributes, trustLevel) };
  }

  return {
    id: 'nkb',
    origin: new URL(config.entryPoint).origin,

    async createRequest({ trustLevel, forceNew, relayState }) {
      const saml = new SAML({
        ...common,
        forceAuthn: forceNew,
        authnContext: [STORK_CLASSES[trustLevel]],
        samlAuthnRequestExtensions: nkbExtensions(trustLevel, config),
        cacheProvider: remember(requests, { trustLevel, relayState }),
      });
      const { SAMLRequest } = await saml.getAuthorizeMessageAsync(relayState);
      return {
        url: config.entryPoint,
        method: 'POST',
        fields: { SAMLRequest: String(SAMLRequest), RelayState: relayState },
      };
    },

    async readResponse({ SAMLResponse, RelayState }) {
      const relayState = RelayState ?? '';
      try {
        if (!SAMLResponse) throw new Error('SAMLResponse is missing');
        return await readVerified(SAMLResponse, relayState);
      } catch (error) {
        if (error instanceof SamlStatusError) {
          const status = readStatus(error.xmlStatus);
          if (isCancel(status)) return { result: 'CANCEL', relayState };
          const reason = [status.codes.join('/'), status.message].filter(Boolean).join(': ');
          return { result: 'ERROR', relayState, reason };
        }
        return {
          result: 'ERROR',
          relayState,
          reason: error instanceof Error ? error.message : String(error),
        };
      }
    },

    metadata() {
      const saml = new SAML(common);
      const decryptionCertificate = config.decryptionCertificate ?? config.certificate;
      return saml.generateServiceProviderMetadata(decryptionCertificate, config.certificate);
    },
  };
}

function certificatesOf(pem: string): string[] {
  const found = pem.match(CERTIFICATE);
  if (!found) throw new Error('idpCertificate has no PEM certificate');
  return found;
}

function toIdentity(byOid: unknown, trustLevel: Identity['trustLevel']): Identity {
  const attributes = readAttributes(byOid as Record<string, unknown>);
  const { bPK2, givenName, surname, legacyPostkorbHandle } = attributes;
  if (!bPK2) throw new Error('the assertion has no bPK2');
  return {
    providerId: 'nkb',
    providerType: 'saml2',
    subject: bPK2,
    name: [givenName, surname].filter(Boolean).join(' '),
    trustLevel,
    providerData: { ...attributes, trustLevel },
    userData: toUserData(attributes),
    postboxHandle: legacyPostkorbHandle ?? null,
  };
}
