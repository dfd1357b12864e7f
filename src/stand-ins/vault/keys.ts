import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A request that Vault refuses with 400, in its words. */
export class RequestRefused extends Error {}

/** One key of the transit engine, with its versions, the first of which has the number 1. */
export type TransitKey = {
  type: 'aes256-gcm96' | 'rsa-2048';
  /** Whether each context has a key of its own. */
  derived: boolean;
  versions: Buffer[];
  minDecryption: number;
  /** The oldest version that was not trimmed; 0 for none that was. */
  minAvailable: number;
};

export const newTransitKey = (about: Partial<TransitKey> = {}): TransitKey => ({
  type: 'aes256-gcm96',
  derived: false,
  versions: [randomBytes(32)],
  minDecryption: 1,
  minAvailable: 0,
  ...about,
});

export type Bound = { context?: string | undefined; associatedData?: string | undefined };

const NOT_AUTHENTIC = 'cipher: message authentication failed';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @throws RequestRefused */
function base64(text: string, words = 'illegal base64 data at input byte 0'): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new RequestRefused(words);
  return bytes;
}

function secretOf(key: TransitKey, version: number, { context }: Bound): Buffer {
  const secret = key.versions[version - 1] as Buffer;
  if (!key.derived) return secret;
  if (!context)
    throw new RequestRefused(
      "missing 'context' for key derivation; the key was created using a derived key, which means additional, per-request information must be included in order to perform operations with the key",
    );
  return Buffer.from(hkdfSync('sha256', secret, '', base64(context), 32));
}

/**
 * @param version the newest one that the node knows
 * @returns the text as Vault writes it, with this version
 * @throws RequestRefused
 */
export function encrypt(key: TransitKey, version: number, plaintext: string, bound: Bound): string {
  const bytes = base64(plaintext);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secretOf(key, version, bound), nonce);
  cipher.setAAD(base64(bound.associatedData ?? ''));
  const parts = [nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()];
  return `vault:v${version}:${Buffer.concat(parts).toString('base64')}`;
}

/** @param newest the newest version that the node knows. @returns the bytes in Base64. @throws RequestRefused */
export function decrypt(key: TransitKey, newest: number, ciphertext: string, bound: Bound): string {
  const [, number, text] = /^vault:v(\d+):(.*)$/s.exec(ciphertext) ?? [];
  if (number === undefined || text === undefined) throw new RequestRefused('invalid ciphertext: no prefix');
  const version = Number(number);
  if (version > newest) throw new RequestRefused('invalid ciphertext: version is too new');
  if (version < key.minDecryption)
    throw new RequestRefused('ciphertext or signature version is disallowed by policy (too old)');
  if (version < key.minAvailable) throw new RequestRefused('no such key version');
  const bytes = base64(text, 'invalid ciphertext: could not decode base64');
  if (bytes.length < NONCE_BYTES) throw new RequestRefused('invalid ciphertext length');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new RequestRefused(NOT_AUTHENTIC);
  const end = bytes.length - TAG_BYTES;
  const secret = secretOf(key, version, bound);
  const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_BYTES));
  cipher.setAAD(base64(bound.associatedData ?? ''));
  cipher.setAuthTag(bytes.subarray(end));
  try {
    const opened = Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, end)), cipher.final()]);
    return opened.toString('base64');
  } catch {
    throw new RequestRefused(NOT_AUTHENTIC);
  }
}
