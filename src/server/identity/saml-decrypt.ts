import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import type { Encrypted } from './saml-shape.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHERS: Record<string, 'aes-128-gcm' | 'aes-256-gcm'> = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'aes-128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'aes-256-gcm',
};

/**
 * Decrypts encrypted content (XML Encryption 1.1: AES-GCM, its key wrapped by RSA-OAEP) with the first of our keys
 * that can: during a renewal of our key the account uses the old one for some time.
 * @throws Error when it was encrypted for none of them, or was changed
 */
export function decryptContent(encrypted: Encrypted, privateKeys: readonly string[]): string {
  for (const privateKey of privateKeys) {
    try {
      return decryptWith(encrypted, privateKey);
    } catch {
      // The reason would show an attacker who tries often which part of a changed message is wrong.
    }
  }
  throw new Error('the assertion cannot be decrypted: encrypted for another key, or changed');
}

function decryptWith(encrypted: Encrypted, privateKey: string): string {
  const cipher = CIPHERS[encrypted.algorithm];
  if (!cipher) throw new Error(`${encrypted.algorithm} is not decrypted`);
  const key = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: encrypted.oaepHash },
    Buffer.from(encrypted.key, 'base64'),
  );
  const bytes = Buffer.from(encrypted.content, 'base64');
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
