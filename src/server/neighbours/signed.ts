import { createPrivateKey, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { HandoverFault } from '#domain/handover.ts';
import { HandoverRefused } from '#server/ports/neighbours.ts';
import { CLOCK_TOLERANCE_SECONDS, MAX_LIFE_SECONDS, MAX_MESSAGE_BYTES } from './messages.ts';
import type { PartnerPortal } from './partners.ts';

const ALGORITHM = 'ES256';

type Message = {
  typ: string;
  /** Id of the portal that signs. */
  from: string;
  /** Public address of the portal that it is for. */
  to: string;
  claims: Record<string, unknown>;
  at: Date;
};

/** Returns a compact JWS that is valid for two minutes. @param privateKey PEM */
export async function sign(privateKey: string, { typ, from, to, claims, at }: Message): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ })
    .setIssuer(from)
    .setAudience(to)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + MAX_LIFE_SECONDS)
    .sign(createPrivateKey(privateKey));
}

/**
 * Returns the claims of a message that one of the partners has signed for this portal.
 * @throws HandoverRefused
 */
export async function verify(
  message: string,
  expected: { typ: string; to: string; partners: readonly PartnerPortal[]; at: Date },
): Promise<{ partner: PartnerPortal; claims: JWTPayload }> {
  if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) throw new HandoverRefused('too-large');
  const partner = senderOf(message, expected.partners);
  try {
    const { payload } = await jwtVerify(message, createPublicKey(partner.publicKey), {
      algorithms: [ALGORITHM],
      typ: expected.typ,
      audience: expected.to,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti'],
      maxTokenAge: MAX_LIFE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: expected.at,
    });
    // With two audiences it would also be valid elsewhere.
    if (typeof payload.aud !== 'string') throw new HandoverRefused('wrong-audience', partner.id);
    if (payload.exp! - payload.iat! > MAX_LIFE_SECONDS) throw new HandoverRefused('too-old', partner.id);
    return { partner, claims: payload };
  } catch (error) {
    if (error instanceof HandoverRefused) throw error;
    const fault = faultOf(error);
    // Without a valid signature its sender is unknown.
    throw new HandoverRefused(fault, fault === 'bad-signature' ? null : partner.id);
  }
}

/** Returns the partner that a message names as its sender; the signature has yet to prove it. */
function senderOf(message: string, partners: readonly PartnerPortal[]): PartnerPortal {
  let issuer: unknown;
  try {
    decodeProtectedHeader(message);
    issuer = decodeJwt(message).iss;
  } catch {
    throw new HandoverRefused('malformed');
  }
  const partner = partners.find(({ id }) => id === issuer);
  if (!partner) throw new HandoverRefused('unknown-sender');
  return partner;
}

function faultOf(error: unknown): HandoverFault {
  if (error instanceof errors.JWTExpired) return 'too-old';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'wrong-audience';
    return error.claim === 'iat' || error.claim === 'exp' ? 'too-old' : 'malformed';
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) {
    return 'bad-signature';
  }
  return 'malformed';
}
