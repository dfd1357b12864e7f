import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import { sha512 } from '#server/submission/fit-connect-metadata.ts';
import type { PostboxMessage } from '#server/submission/types.ts';

/** Key and certificate (PEM) that the postbox operator knows us by. */
export type PostboxSigner = { privateKey: string; certificate: string };

/** Writes the signed envelope of a postbox message (schema message_v6 of the BundID postbox), as JSON text. */
export type SealEnvelope = (message: PostboxMessage) => Promise<string>;

/** Level that the person must have logged in with to open the message: 1 is the basic registration. */
const basicLevel = 1;

/** Throws when key and certificate do not belong together or the certificate names nobody. */
export function createEnvelopes({ privateKey, certificate }: PostboxSigner): SealEnvelope {
  const key = createPrivateKey(privateKey);
  const author = new X509Certificate(certificate);
  if (!author.checkPrivateKey(key)) throw new Error('the postbox key does not belong to its certificate');
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
    stork_qaa_level: basicLevel,
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
  return new SignJWT({ signer, roles: ['THIRD_PARTY'] })
    .setProtectedHeader({ typ: 'JWT', alg: 'RS512' })
    .setIssuedAt()
    .setExpirationTime('30 minutes')
    .sign(key);
}
