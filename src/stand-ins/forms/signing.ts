import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { stateFile } from '#stand-ins/kit/state-file.ts';

const LIFETIME_SECONDS = 60;
const CLOCK_TOLERANCE_SECONDS = 5;

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pemOf = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

/** The form server's own key; created on the first start and the same from then on. */
export async function loadSigningKey(stateDir: string): Promise<{ key: KeyObject; publicKey: string }> {
  const file = stateFile(
    path.join(stateDir, 'signing-key.json'),
    z.object({ key: z.string() }).nullable(),
    null,
  );
  const kept = (await file.read()) ?? { key: pemOf(newKey()) };
  await file.write(kept);
  const key = createPrivateKey(kept.key);
  return { key, publicKey: String(createPublicKey(kept.key).export({ type: 'spki', format: 'pem' })) };
}

export type RequestReader = (jws: string, operation: string) => Promise<Asked | null>;
export type Asked = { jti: string; claims: Record<string, unknown> };

/**
 * Reads requests signed by the portal. Returns null for another signature, another server or operation, and for an old
 * or repeated request.
 */
export function createRequestReader(options: {
  clientId: string;
  publicKey: string;
  audience: () => string;
  now: () => Date;
}): RequestReader {
  const key = createPublicKey(options.publicKey);
  const seen = new Map<string, number>();

  return async (jws, operation) => {
    const now = options.now();
    const verified = await jwtVerify(jws, key, {
      algorithms: ['ES256'],
      typ: 'form-request+jwt',
      issuer: options.clientId,
      audience: options.audience(),
      requiredClaims: ['iat', 'exp', 'jti', 'op'],
      maxTokenAge: LIFETIME_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    }).catch(() => null);
    if (!verified) return null;
    const { jti = '', op, exp = 0, iat = 0 } = verified.payload;
    if (op !== operation || !z.uuid().safeParse(jti).success || exp - iat > LIFETIME_SECONDS) return null;
    const seconds = now.getTime() / 1000;
    for (const [one, end] of seen) if (end < seconds) seen.delete(one);
    if (seen.has(jti)) return null;
    seen.set(jti, exp + CLOCK_TOLERANCE_SECONDS);
    return { jti, claims: verified.payload };
  };
}

export type AnswerClaims = Record<string, unknown> & { op: string };

/** Signs an answer. @param age of the answer, in seconds, when it pretends to be old */
export function signAnswer(
  claims: AnswerClaims,
  signed: { key: KeyObject; issuer: string; audience: string; now: Date; age: number },
): Promise<string> {
  const seconds = Math.floor(signed.now.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'form-answer+jwt' })
    .setIssuer(signed.issuer)
    .setAudience(signed.audience)
    .setIssuedAt(seconds - signed.age)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(signed.key);
}
