import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import type { LoginProviderId } from '#domain/login.ts';
import { reachesLevel } from '#domain/trust-level.ts';
import type {
  AnswerFault,
  Identity,
  LoginOutcome,
  LoginProvider,
  RequestStore,
} from '#server/ports/identity.ts';
import { certificatesIn } from '#server/watch/certificates.ts';
import { NKB_SCOPES, readAttributes } from './nkb-attributes.ts';
import { nkbExtensions } from './nkb-extensions.ts';
import { toUserData } from './nkb-user-data.ts';
import { type PendingRequest, recall, remember } from './saml-requests.ts';
import { isCancel } from './saml-status.ts';
import { type AnswerReader, createAnswerReader } from './saml-thread.ts';
import { CLOCK_TOLERANCE_MS } from './saml-verify.ts';
import { levelOfClass, STORK_CLASSES } from './trust-levels.ts';

export type NkbConfig = {
  /** Where the browser posts the request. */
  entryPoint: string;
  /**
   * PEM of the account's signing certificate, the only trusted key; during a key change, both. Read for each answer,
   * because it is renewed while the server runs.
   */
  idpCertificate: () => string;
  /** Entity id of the account; answers and assertions must come from it. */
  idpIssuer: string;
  /** Our entity id; assertions must be addressed to it. */
  issuer: string;
  /** Our address to which answers are posted. */
  assertionConsumerUrl: string;
  /** PEM; signs our requests and decrypts assertions that are encrypted for us. */
  privateKey: string;
  /** PEM of the matching certificate, for the metadata. */
  certificate: string;
  organizationName: string;
  onlineServiceId: string;
};

/** The citizens' account (spec section 3). */
const NKB = 'nkb' satisfies LoginProviderId;

/** How long a person may take on the account's pages. */
const LOGIN_TIME_MS = 30 * 60_000;
const REASON_LENGTH = 300;

/** An answer that can be believed but is not a login. */
class LoginRefused extends Error {
  readonly fault: AnswerFault;

  constructor(fault: AnswerFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * The citizens' account as a SAML 2.0 identity provider in the AKDB profile (BundID). Requests are signed and posted.
 * Of the answers, only assertions signed with the pinned key count, each once, for a request in `requests`. Two copies
 * of one answer that arrive at the same moment may both pass: the caller atomically takes the login attempt that the
 * RelayState identifies.
 * @throws Error when a key or certificate cannot be used
 */
export function createNkbProvider(
  config: NkbConfig,
  requests: RequestStore,
  reader: AnswerReader = createAnswerReader(),
): LoginProvider {
  const idpCertificates = () => certificatesIn(config.idpCertificate()).map(String);
  const common: SamlConfig = {
    entryPoint: config.entryPoint,
    idpCert: idpCertificates(),
    issuer: config.issuer,
    callbackUrl: config.assertionConsumerUrl,
    privateKey: config.privateKey,
    publicCert: config.certificate,
    decryptionPvk: config.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: true,
    disableRequestedAuthnContext: false,
    racComparison: 'minimum',
    wantAssertionsSigned: true,
    // Remembers what was requested.
    validateInResponseTo: ValidateInResponseTo.always,
  };
  async function readVerified(samlResponse: string, relayState: string): Promise<LoginOutcome> {
    const { inResponseTo } = await reader.introduce(samlResponse);
    const asked = await recall(requests, inResponseTo);
    if (!asked) throw new Error('InResponseTo is not that of a request under way');
    if (asked.relayState !== relayState) throw new Error('the RelayState is not that of the request');
    const checked = await reader.check({
      samlResponse,
      requestedAt: asked.instant,
      requestLifetimeMs: LOGIN_TIME_MS,
      entryPoint: config.entryPoint,
      idpCertificates: idpCertificates(),
      idpIssuer: config.idpIssuer,
      audience: config.issuer,
      assertionConsumerUrl: config.assertionConsumerUrl,
      decryptionKey: config.privateKey,
    });
    if (checked.status) {
      const { status } = checked;
      if (isCancel(status)) return { result: 'CANCEL', relayState };
      const words = [status.codes.join('/'), status.message].filter(Boolean).join(': ');
      throw new LoginRefused('refused-by-account', words);
    }
    const { classRef, authnInstant } = checked.facts;
    const trustLevel = levelOfClass(classRef);
    if (!trustLevel) throw new Error(`unknown AuthnContext ${classRef}`);
    if (!reachesLevel(trustLevel, asked.trustLevel)) {
      throw new LoginRefused('level-too-low', `trust level ${trustLevel}, asked for ${asked.trustLevel}`);
    }
    const login = loginOf(asked, authnInstant);
    return { result: 'SUCCESS', relayState, identity: toIdentity(checked.attributes, trustLevel), login };
  }

  return {
    id: NKB,
    type: 'saml2',
    description: {
      id: NKB,
      type: 'saml2',
      serviceUrl: new URL(config.entryPoint).origin,
      transient: false,
      variableTrustLevel: true,
      defaultScopes: [...NKB_SCOPES],
      authRequestDestination: config.entryPoint,
    },
    origin: new URL(config.entryPoint).origin,

    async createRequest({ trustLevel, forceNew, relayState }) {
      reader.prepare();
      const saml = new SAML({
        ...common,
        forceAuthn: forceNew,
        authnContext: [STORK_CLASSES[trustLevel]],
        samlAuthnRequestExtensions: nkbExtensions(trustLevel, config),
        cacheProvider: remember(requests, { trustLevel, relayState, forceNew }),
      });
      const { SAMLRequest } = await saml.getAuthorizeMessageAsync(relayState);
      return {
        url: config.entryPoint,
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
        // The reason is for the log only: it can quote an answer that anybody may have posted.
        const fault = error instanceof LoginRefused ? error.fault : 'answer-not-believed';
        return { result: 'ERROR', relayState, fault, reason: reason.slice(0, REASON_LENGTH) };
      }
    },

    metadata() {
      const saml = new SAML(common);
      return saml.generateServiceProviderMetadata(config.certificate, config.certificate);
    },

    publicKeys: () => null,
  };
}

/**
 * How fresh a login is. The account's clock may differ, so when no new login was requested, it may be older than it
 * seems.
 * @throws LoginRefused when a new one was requested and did not take place
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

function toIdentity(byOid: unknown, trustLevel: Identity['trustLevel']): Identity {
  const attributes = readAttributes(byOid as Record<string, unknown>);
  const { bPK2, givenName, surname, legacyPostkorbHandle } = attributes;
  if (!bPK2) throw new Error('the assertion has no bPK2');
  return {
    providerId: NKB,
    providerType: 'saml2',
    subject: bPK2,
    name: [givenName, surname].filter(Boolean).join(' '),
    trustLevel,
    providerData: { ...attributes, trustLevel },
    userData: toUserData(attributes),
    postboxHandle: legacyPostkorbHandle ?? null,
  };
}
