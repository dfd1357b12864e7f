import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** A key without an agreement. */
const FOREIGN_KEY = newKey();

export type Identity = { id: string; address: string; privateKey: string; now(): number };
export type Other = { id: string; address: string; publicKey: string };

export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

/** Faults of a message. */
export type Wrong = {
  key?: 'foreign';
  from?: string;
  to?: string;
  /** Seconds since it was signed. */
  ageSeconds?: number;
  /** Seconds for which it claims to be valid. */
  lifeSeconds?: number;
};

/** A message to the portal, signed as agreed or with faults. */
export function signTo(
  own: Identity,
  other: Other,
  typ: string,
  claims: Record<string, unknown>,
  { key, from = own.id, to = other.address, ageSeconds = 0, lifeSeconds = 60 }: Wrong = {},
): Promise<string> {
  const at = Math.floor(own.now() / 1000) - ageSeconds;
  return new SignJWT({ jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ })
    .setIssuer(from)
    .setAudience(to)
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .sign(createPrivateKey(key === 'foreign' ? FOREIGN_KEY : own.privateKey));
}

/** The claims of a message of the portal. @throws when it is not signed as agreed */
export async function readFrom(
  own: Identity,
  other: Other,
  typ: string,
  message: string,
): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(message, createPublicKey(other.publicKey), {
    algorithms: ['ES256'],
    typ,
    issuer: other.id,
    audience: own.address,
    maxTokenAge: 120,
    clockTolerance: 30,
    currentDate: new Date(own.now()),
  });
  return payload;
}
