import { type KeyObject, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import type { PostboxMessage } from '#server/ports/delivery.ts';
import { type KeyPairs, pairsOf } from '#server/security/key-pairs.ts';
import { sha512 } from '../fit-connect/metadata.ts';

/** Writes the signed envelope of a postbox message (schema message_v6 of the BundID postbox), as JSON text. */
export type SealEnvelope = (message: PostboxMessage) => Promise<string>;

/** Level with which the person must have logged in to open the message: 1 is the basic registration. */
const BASIC_LEVEL = 1;
/** Longest validity that the postbox operator accepts; with a second more, the message is refused. */
const VALID_SECONDS = 30 * 60;

/** Throws when key and certificate do not match or the certificate has no common name. */
export function createEnvelopes(signers: KeyPairs, at: Date = new Date()): SealEnvelope {
  const { key, author, certificate } = pairsOf(signers, 'postbox', at)[0];
  const signer = /^CN=(?<name>.+)$/m.exec(author.subject)?.groups?.name;
  if (!signer) throw new Error('the postbox certificate has no common name');

  return async (message) => {
    const content = JSON.stringify(contentOf(message));
    return JSON.stringify({
      content,
      sha512sum: sign('sha512', Buffer.from(content), key).toString('base64'),
      authorToken: await authorToken(signer, key),
      authorCertificate: certificate,
    });
  };
}

function contentOf({
  messageId,
  attachments,
  mailboxUuid,
  sender,
  title,
  content,
  service,
  senderUrl,
}: PostboxMessage) {
  return {
    stork_qaa_level: BASIC_LEVEL,
    mailboxUuid,
    sender,
    title,
    content,
    service,
    reference: messageId,
    senderUrl,
    attachments: attachments.map(({ filename, content: bytes }) => ({
      filename,
      sha512sum: sha512(bytes),
      contentLength: bytes.byteLength,
    })),
  };
}

function authorToken(signer: string, key: KeyObject): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT({ signer, roles: ['THIRD_PARTY'] })
    .setProtectedHeader({ typ: 'JWT', alg: 'RS512' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + VALID_SECONDS)
    .sign(key);
}
