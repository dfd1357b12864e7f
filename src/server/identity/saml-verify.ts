import { SAML, type SamlConfig, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { readSignedFacts, type SignedFacts } from './saml-assertion.ts';
import { decryptContent } from './saml-decrypt.ts';
import { type AnswerShape, shapeOf } from './saml-shape.ts';
import { readStatus, type SamlStatus } from './saml-status.ts';

/** Tolerated difference between our clock and the account's, in either direction. */
export const CLOCK_TOLERANCE_MS = 60_000;
const MAX_ASSERTION_AGE_MS = 5 * 60_000;

/** An answer as posted (base64), and what it is checked against; passed to a thread as it is. */
export type AnswerCheck = {
  samlResponse: string;
  /** When the request it answers was made (ISO 8601). */
  requestedAt: string;
  requestLifetimeMs: number;
  entryPoint: string;
  idpCertificates: string[];
  /** Entity id of the account. */
  idpIssuer: string;
  /** Our entity id. */
  audience: string;
  assertionConsumerUrl: string;
  decryptionKey: string;
};

/** A question to the thread. */
export type ThreadQuestion = { introduce: string } | { check: AnswerCheck };

/** The content of a checked answer: everything in a login is signed; a refusal by the account may be unsigned. */
export type CheckedAnswer =
  | { status: SamlStatus }
  | { status: null; facts: SignedFacts; attributes: Record<string, unknown> };

/** What an answer says about itself, unsigned. @throws Error when its shape is refused */
export function introduce(samlResponse: string): AnswerShape {
  return shapeOf(Buffer.from(samlResponse, 'base64').toString('utf8'));
}

/**
 * Checks an answer of the account, shape first: nothing beyond the limits is parsed into a tree, encrypted or not.
 * @throws Error with the reason when it cannot be believed
 */
export async function checkAnswer(check: AnswerCheck): Promise<CheckedAnswer> {
  const shape = introduce(check.samlResponse);
  const { destination, issuer, isSigned } = shape;
  if (destination !== check.assertionConsumerUrl && (destination !== null || isSigned)) {
    throw new Error('the answer is for another address (Destination)');
  }
  if (issuer !== null && issuer !== check.idpIssuer)
    throw new Error(`the answer is of another issuer ${issuer}`);
  if (shape.encrypted) shapeOf(decryptContent(shape.encrypted, check.decryptionKey));
  const saml = new SAML(configOf(check));
  const verified = await saml
    .validatePostResponseAsync({ SAMLResponse: check.samlResponse })
    .catch((error) => {
      if (error instanceof SamlStatusError) return readStatus(error.xmlStatus);
      throw error;
    });
  if ('codes' in verified) return { status: verified };
  const { profile } = verified;
  if (!profile) throw new Error('there is no assertion');
  const facts = readSignedFacts(profile.getAssertion?.());
  assertFacts(facts, check, Date.now());
  return { status: null, facts, attributes: profile.attributes as Record<string, unknown> };
}

/** What node-saml does not check (SAML 2.0 profiles, 4.1.4.3). */
function assertFacts(facts: SignedFacts, check: AnswerCheck, now: number): void {
  if (facts.recipient !== check.assertionConsumerUrl) throw new Error('the assertion is for another address');
  if (facts.issuer !== check.idpIssuer) throw new Error(`the assertion is of another issuer ${facts.issuer}`);
  const latest = now + CLOCK_TOLERANCE_MS;
  if (!(facts.issueInstant <= latest)) throw new Error('the assertion was issued in the future');
  if (!(facts.authnInstant <= latest)) throw new Error('the login is in the future (AuthnInstant)');
  if (facts.sessionEnd !== null && !(facts.sessionEnd > now - CLOCK_TOLERANCE_MS)) {
    throw new Error('the session at the account has ended (SessionNotOnOrAfter)');
  }
}

function configOf(check: AnswerCheck): SamlConfig {
  return {
    entryPoint: check.entryPoint,
    idpCert: check.idpCertificates,
    issuer: check.audience,
    audience: check.audience,
    callbackUrl: check.assertionConsumerUrl,
    decryptionPvk: check.decryptionKey,
    wantAssertionsSigned: true,
    // The response around the signed assertion may be unsigned; nothing in it is believed.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    requestIdExpirationPeriodMs: check.requestLifetimeMs,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async () => null,
      // Time of the request that the answer names, looked up by that name; the assertion must name the same request.
      getAsync: async () => check.requestedAt,
      removeAsync: async () => null,
    },
  };
}
