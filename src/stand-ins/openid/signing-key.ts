import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import * as z from 'zod';
import type { Kind } from './profile.ts';
import { PROFILES } from './profile.ts';

export const signingKey = z.looseObject({
  kty: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string(),
});
/** A private key as the provider stores it (RFC 7517). */
export type SigningKey = z.infer<typeof signingKey>;

export function newSigningKey(kind: Kind): SigningKey {
  const { algorithm } = PROFILES[kind];
  const { privateKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { ...jwk, kty: String(jwk.kty), kid: randomUUID(), alg: algorithm, use: 'sig' };
}

/** An ID token with some claims changed, signed again. */
export function rewriteToken(
  token: string,
  change: Readonly<Record<string, unknown>>,
  key: SigningKey,
): string {
  const [header = '', body = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const changed = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
  const content = Buffer.from(`${header}.${changed}`);
  const privateKey = createPrivateKey({ key: key as never, format: 'jwk' });
  const options =
    key.alg === 'ES256' ? { dsaEncoding: 'ieee-p1363' as const } : { padding: 6, saltLength: 32 };
  const signature = sign('sha256', content, { key: privateKey, ...options });
  return `${content}.${signature.toString('base64url')}`;
}
