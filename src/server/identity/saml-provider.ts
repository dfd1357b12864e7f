import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { LOGIN_MINUTES } from '#domain/login.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type {
  AnswerFault,
  Identity,
  LoginOutcome,
  LoginProvider,
  RequestStore,
} from '#server/ports/identity.ts';
import { type KeyPairs, pairsOf } from '#server/security/key-pairs.ts';
import { certificatesIn } from '#server/watch/certificates.ts';
import type { SignedFacts } from './saml-assertion.ts';
import { readAttributes } from './saml-attributes.ts';
import { CLOCK_TOLERANCE_MS } from './saml-clock.ts';
import { samlMetadata } from './saml-metadata.ts';
import { requestedOf, type SamlProfile } from './saml-profile.ts';
import { type PendingRequest, recall, remember } from './saml-requests.ts';
import { createSamlLogout, type LogoutPlaces } from './saml-single-logout.ts';
import { inWords, isBelowLevel, isCancel } from './saml-status.ts';
import { type AnswerReader, createAnswerReader, faultOfReading } from './saml-thread.ts';
import { levelOfClass } from './trust-levels.ts';

/** An account that we are registered with. Certificates and keys may be renewed, so each use reads them. */
export type SamlConfig = {
  /** Address to which the browser posts the request. */
  entryPoint: string;
  /** PEM of the account's signing certificate, the only trusted key; during a key change, both. */
  idpCertificate: () => string;
  /** Entity id of the account; answers and assertions must come from it. */
  idpIssuer: string;
  /** Our entity id; assertions must be addressed to it. */
  issuer: string;
  /** Our address to which answers are posted. */
  assertionConsumerUrl: string;
  /** PEM; the newest valid pair signs our requests, every key decrypts assertions. */
  keys: () => KeyPairs;
  /** Our name on the account's page. */
  organizationName: string;
  /** Single logout; absent where the account offers none. */
  logout?: LogoutPlaces | undefined;
};

const REASON_LENGTH = 300;
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** An authentic answer that is no login. */
class LoginRefused extends Error {
  readonly fault: AnswerFault;

  constructor(fault: AnswerFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * An account that speaks SAML 2.0. Requests are signed and posted. An answer counts only by an assertion signed with
 * the pinned key, once, for a request in `requests`. Two copies of one answer that arrive at one moment may both
 * pass: the caller atomically takes the login attempt that the RelayState identifies.
 * @throws Error when a key or certificate cannot be used
 */
export function createSamlProvider(
  profile: SamlProfile,
  config: SamlConfig,
  requests: RequestStore,
  reader: AnswerReader = createAnswerReader(),
): LoginProvider {
  const { entryPoint, issuer, idpIssuer, assertionConsumerUrl } = config;
  const idpCertificates = () => certificatesIn(config.idpCertificate()).map(String);
  const ourPairs = () => pairsOf(config.keys(), profile.id, new Date());
  idpCertificates();
  ourPairs();

  async function readVerified(samlResponse: string, relayState: string): Promise<LoginOutcome> {
    const { inResponseTo } = await reader.introduce(samlResponse);
    const asked = await recall(requests, inResponseTo);
    if (!asked) throw new Error('InResponseTo is not that of a request under way');
    if (asked.relayState !== relayState) throw new Error('the RelayState is not that of the request');
    const checked = await reader.check({
      samlResponse,
      requestedAt: asked.instant,
      requestLifetimeMs: LOGIN_MINUTES * 60_000,
      entryPoint,
      idpCertificates: idpCertificates(),
      idpIssuer,
      audience: issuer,
      assertionConsumerUrl,
      decryptionKeys: ourPairs().map(({ privateKey }) => privateKey),
      isEncryptionRequired: profile.isEncryptionRequired,
    });
    if (checked.status) {
      const { status } = checked;
      if (isCancel(status)) return { result: 'CANCEL', relayState };
      throw new LoginRefused(isBelowLevel(status) ? 'level-too-low' : 'refused-by-account', inWords(status));
    }
    const { classRef, authnInstant } = checked.facts;
    const level = levelOfClass(classRef);
    if (!level) throw new Error(`unknown AuthnContext ${classRef}`);
    const attributes = readAttributes(checked.attributes, requestedOf(profile, asked.scopes));
    const identity = profile.identityOf(attributes, level);
    if (!reachesLevel(identity.trustLevel, asked.trustLevel)) {
      const words = `trust level ${identity.trustLevel}, asked for ${asked.trustLevel}`;
      throw new LoginRefused('level-too-low', words);
    }
    return {
      result: 'SUCCESS',
      relayState,
      identity: {
        ...identity,
        providerType: 'saml2',
        providerData: { ...attributes, trustLevel: identity.trustLevel },
        ...sessionOf(checked.facts),
      },
      login: loginOf(asked, authnInstant),
    };
  }

  return {
    id: profile.id,
    type: 'saml2',
    description: {
      id: profile.id,
      type: 'saml2',
      serviceUrl: new URL(entryPoint).origin,
      transient: false,
      variableTrustLevel: profile.variableTrustLevel,
      defaultScopes: [...new Set([...Object.keys(profile.names), 'trustLevel'])],
      authRequestDestination: entryPoint,
    },
    origin: new URL(entryPoint).origin,
    keepsSession: true,
    logout: config.logout
      ? createSamlLogout(config, config.logout, { requests, reader, ourPairs, idpCertificates })
      : null,
    sources: profile.sources,
    alwaysAsked: [...profile.required, ...profile.always],

    async createRequest({ trustLevel, forceNew, relayState, scopes }) {
      reader.prepare();
      const saml = new SAML({
        entryPoint,
        idpCert: idpCertificates(),
        issuer,
        callbackUrl: assertionConsumerUrl,
        privateKey: ourPairs()[0].privateKey,
        signatureAlgorithm: 'sha256',
        digestAlgorithm: 'sha256',
        identifierFormat: TRANSIENT,
        authnRequestBinding: 'HTTP-POST',
        skipRequestCompression: true,
        disableRequestedAuthnContext: false,
        racComparison: 'minimum',
        forceAuthn: forceNew,
        authnContext: [profile.classOf(trustLevel)],
        samlAuthnRequestExtensions: profile.extensions(trustLevel, requestedOf(profile, scopes)),
        // Stores the request.
        validateInResponseTo: ValidateInResponseTo.always,
        cacheProvider: remember(requests, {
          trustLevel,
          relayState,
          forceNew,
          scopes: scopes && [...scopes],
        }),
      });
      const { SAMLRequest } = await saml.getAuthorizeMessageAsync(relayState);
      return {
        url: entryPoint,
        method: 'POST',
        fields: { SAMLRequest: String(SAMLRequest), RelayState: relayState },
      };
    },

    async readAnswer({ relayState, parameters: { SAMLResponse } }) {
      try {
        if (!SAMLResponse) throw new Error('SAMLResponse is missing');
        return await readVerified(SAMLResponse, relayState);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const fault = error instanceof LoginRefused ? error.fault : faultOfReading(error);
        // The reason is for the log. The library quotes the expected and the found value, and anybody may have posted
        // that.
        const [ours = ''] = reason.split(' Expected: ');
        return { result: 'ERROR', relayState, fault, reason: ours.slice(0, REASON_LENGTH) };
      }
    },

    metadata() {
      const [current, ...others] = ourPairs().map(({ certificate }) => certificate);
      return samlMetadata({
        issuer,
        assertionConsumerUrl,
        organizationName: config.organizationName,
        nameIdFormat: TRANSIENT,
        logoutUrl: config.logout?.ours ?? null,
        certificates: [current!, ...others],
        attributes: requestedOf(profile, null),
      });
    },

    publicKeys: () => null,
  };
}

/** Returns the account's session: the values that end it there, and its end by the later of the two clocks. */
function sessionOf({
  nameId,
  sessionIndex,
  sessionEnd,
}: SignedFacts): Pick<Identity, 'accountSession' | 'endsAt'> {
  return {
    ...(nameId && { accountSession: { protocol: 'saml2', nameId, sessionIndex } }),
    ...(sessionEnd !== null && { endsAt: new Date(sessionEnd + CLOCK_TOLERANCE_MS).toISOString() }),
  };
}

/**
 * Returns the earliest time of a login. The account's clock may differ, so without a requested new login it may be
 * older than it seems.
 * @throws LoginRefused when a new login was requested and did not take place
 */
function loginOf({ forceNew, instant }: PendingRequest, authnInstant: number) {
  if (!forceNew) return { isNew: false as const, at: new Date(authnInstant - CLOCK_TOLERANCE_MS) };
  if (authnInstant < Date.parse(instant) - CLOCK_TOLERANCE_MS) {
    throw new LoginRefused(
      'answered-from-memory',
      'a new login was asked for, that of the answer is older (AuthnInstant)',
    );
  }
  return { isNew: true as const };
}
