import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';

/**
 * Whether an access token was issued with an ID token (OpenID Connect Core 3.1.3.8). Another access token could fetch
 * somebody else's data. Providers may leave the hash out.
 * @param atHash the claim of a verified ID token
 */
export function belongsTo(idToken: string, atHash: unknown, accessToken: string): boolean {
  if (atHash === undefined) return true;
  const [bits = ''] = /\d{3}$/.exec(decodeProtectedHeader(idToken).alg ?? '') ?? [];
  if (!['256', '384', '512'].includes(bits)) return false;
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return atHash === hash.subarray(0, hash.length / 2).toString('base64url');
}
