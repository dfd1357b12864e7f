import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Where a sealed value is stored, in the names of the database. It opens nowhere else. */
export type Place = { table: string; column: string; id: string };

/** Bytes of a key of AES-256. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

const nameOf = ({ table, column, id }: Place): string => `${table}.${column}:${id}`;

/** A sealed value that was cut, changed, moved, or sealed by another key. The message has no content. */
export class SealBroken extends Error {
  constructor(place: Place | string) {
    super(`a sealed value does not open: ${typeof place === 'string' ? place : nameOf(place)}`);
  }
}

/** Seals bytes for their place: nonce, encrypted bytes and tag of AES-256-GCM (NIST SP 800-38D), one after the other. */
export function seal(key: Uint8Array, place: Place, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(nameOf(place)));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @throws SealBroken */
export function unseal(key: Uint8Array, place: Place, sealed: Uint8Array): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken(place);
  const end = sealed.length - TAG_BYTES;
  try {
    const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(Buffer.from(nameOf(place)));
    cipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES, end)), cipher.final()]);
  } catch {
    throw new SealBroken(place);
  }
}
