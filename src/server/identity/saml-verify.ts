import { SAML, type SamlConfig, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { Html, html as xml } from '#server/html/html.ts';
import { readSignedFacts, type SignedFacts } from './saml-assertion.ts';
import { CLOCK_TOLERANCE_MS } from './saml-clock.ts';
import { decryptContent } from './saml-decrypt.ts';
import type { LogoutCheck } from './saml-logout.ts';
import { type AnswerShape, type Encrypted, shapeOf } from './saml-shape.ts';
import { readStatus, type SamlStatus } from './saml-status.ts';

const MAX_ASSERTION_AGE_MS = 5 * 60_000;
const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** An answer as posted (base64), with the values to check it against; passed to a thread unchanged. */
export type AnswerCheck = {
  samlResponse: string;
  /** Time of the request that it answers (ISO 8601). */
  requestedAt: string;
  requestLifetimeMs: number;
  entryPoint: string;
  idpCertificates: string[];
  /** Entity id of the account. */
  idpIssuer: string;
  /** Our entity id. */
  audience: string;
  assertionConsumerUrl: string;
  /** PEM of our keys, one of which may be about to be replaced. */
  decryptionKeys: string[];
  /** Whether an unencrypted assertion is refused, which others could have read on its way. */
  isEncryptionRequired: boolean;
};

/** A question to the thread. */
export type ThreadQuestion = { introduce: string } | { check: AnswerCheck } | { logout: LogoutCheck };

/** The content of a checked answer: everything in a login is signed; a refusal by the account may be unsigned. */
export type CheckedAnswer =
  | { status: SamlStatus }
  | { status: null; facts: SignedFacts; attributes: Record<string, unknown> };

/** Reads an answer, unsigned. @throws Error when its shape is refused */
export function introduce(samlResponse: string): AnswerShape {
  return shapeOf(textOf(samlResponse));
}

const textOf = (samlResponse: string): string => Buffer.from(samlResponse, 'base64').toString('utf8');

/**
 * Returns a response with the decrypted assertion in it, which is inspected like all input: anybody can encrypt for
 * us. Only this function decrypts, so nothing else can read another text from these bytes. The response loses its
 * signature, and nothing in it was trusted anyway.
 */
function decrypted({ inResponseTo }: AnswerShape, encrypted: Encrypted, check: AnswerCheck): string {
  const assertion = decryptContent(encrypted, check.decryptionKeys).replace(/^<\?xml[^>]*\?>/, '');
  const inside = shapeOf(assertion);
  if (inside.root !== 'Assertion') throw new Error('something else than an Assertion is encrypted');
  return xml`<samlp:Response xmlns:samlp="${SAMLP}" ID="_decrypted" Version="2.0" InResponseTo="${inResponseTo ?? ''}">${new Html(assertion)}</samlp:Response>`
    .text;
}

/**
 * Checks an answer of the account, shape first: nothing beyond the limits is parsed into a tree, encrypted or not.
 * @throws Error with the reason when it is not authentic
 */
export async function checkAnswer(check: AnswerCheck): Promise<CheckedAnswer> {
  const shape = introduce(check.samlResponse);
  const { destination, issuer, isSigned } = shape;
  if (destination !== check.assertionConsumerUrl && (destination !== null || isSigned)) {
    throw new Error('the answer is for another address (Destination)');
  }
  if (issuer !== null && issuer !== check.idpIssuer) throw new Error('the answer is of another issuer');
  const readable = shape.encrypted ? decrypted(shape, shape.encrypted, check) : textOf(check.samlResponse);
  const saml = new SAML(configOf(check));
  const verified = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(readable).toString('base64') })
    .catch((error) => {
      if (error instanceof SamlStatusError) return readStatus(error.xmlStatus);
      throw error;
    });
  if ('codes' in verified) return { status: verified };
  const { profile } = verified;
  if (!profile) throw new Error('there is no assertion');
  if (check.isEncryptionRequired && !shape.encrypted) throw new Error('the assertion is not encrypted');
  const facts = readSignedFacts(profile.getAssertion?.());
  assertFacts(facts, check, Date.now());
  return { status: null, facts, attributes: profile.attributes as Record<string, unknown> };
}

/** Checks facts that node-saml does not check (SAML 2.0 profiles, 4.1.4.3). */
function assertFacts(facts: SignedFacts, check: AnswerCheck, now: number): void {
  if (facts.recipient !== check.assertionConsumerUrl) throw new Error('the assertion is for another address');
  if (facts.issuer !== check.idpIssuer) throw new Error('the assertion is of another issuer');
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
    wantAssertionsSigned: true,
    // The response around the signed assertion may be unsigned; nothing in it is trusted.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    requestIdExpirationPeriodMs: check.requestLifetimeMs,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async () => null,
      // Time of the request that the answer names, looked up by that name; the assertion must name that request too.
      getAsync: async () => check.requestedAt,
      removeAsync: async () => null,
    },
  };
}
