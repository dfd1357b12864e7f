import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';

/**
 * Whether an access token is the one that an ID token was issued with (OpenID Connect Core 3.1.3.8): with another one,
 * somebody else's data could be fetched. Providers may leave the hash out.
 * @param atHash the claim of a verified ID token
 */
export function belongsTo(idToken: string, atHash: unknown, accessToken: string): boolean {
  if (atHash === undefined) return true;
  const [bits = ''] = /\d{3}$/.exec(decodeProtectedHeader(idToken).alg ?? '') ?? [];
  if (!['256', '384', '512'].includes(bits)) return false;
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return atHash === hash.subarray(0, hash.length / 2).toString('base64url');
}
