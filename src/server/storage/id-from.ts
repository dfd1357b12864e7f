import { createHash } from 'node:crypto';

/**
 * Returns the id of something that must be the same again when it is made anew, because a restore has brought back a
 * database from before it: a UUID of version 8 (RFC 9562) that follows from its parts.
 */
export function idFrom(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(parts.join(' ')).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
