import { CompactEncrypt, type CryptoKey, importJWK } from 'jose';
import type { DeliveryPackage, SealedPackage, SubmissionSchema } from '#server/ports/delivery.ts';
import type { Author } from './config.ts';
import { buildMetadata, sha512 } from './metadata.ts';
import type { EncryptionKey } from './schemas.ts';

const encoder = new TextEncoder();

/**
 * Encrypts metadata, data and each attachment separately as compact JWE (RFC 7516; RSA-OAEP-256, A256GCM, no zip) for
 * one key, with the data in the chosen format. Throws when an attachment differs from the hashed one, or the metadata violates its schema.
 */
export async function sealPackage(
  content: DeliveryPackage,
  chosen: SubmissionSchema,
  jwk: EncryptionKey,
  author: Author,
): Promise<SealedPackage> {
  const altered = content.attachments.find((attachment) => sha512(attachment.content) !== attachment.sha512);
  if (altered) throw new Error(`attachment ${altered.attachmentId} is not the one that was hashed`);

  const { kty, n, e, alg, kid } = jwk;
  // The published key_ops (wrapKey) are left out: with them the Web Crypto API would refuse to encrypt.
  const key = (await importJWK({ kty, n, e, alg })) as CryptoKey;
  const encrypt = (bytes: Uint8Array, cty: string) =>
    new CompactEncrypt(bytes)
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty })
      .encrypt(key);

  const data = content.data.find(({ schema }) => schema === chosen);
  if (!data) throw new Error('the package does not have the data in the chosen format');
  const metadata = JSON.stringify(buildMetadata(content, data, author));
  const encryptedMetadata = await encrypt(encoder.encode(metadata), 'application/json');
  const encryptedData = await encrypt(encoder.encode(data.text), chosen.mimeType);
  const attachments: SealedPackage['attachments'] = [];
  for (const { attachmentId, mimeType, content: bytes } of content.attachments) {
    attachments.push({ attachmentId, encrypted: await encrypt(bytes, mimeType) });
  }
  return {
    destinationId: content.destinationId,
    encryptionKid: kid,
    publicService: content.publicService,
    offer: { area: content.area, schema: chosen },
    encryptedMetadata,
    encryptedData,
    attachments,
    authenticationTags: {
      metadata: authenticationTag(encryptedMetadata),
      data: authenticationTag(encryptedData),
      attachments: Object.fromEntries(
        attachments.map(({ attachmentId, encrypted }) => [attachmentId, authenticationTag(encrypted)]),
      ),
    },
  };
}

/** The fifth segment of a compact JWE. */
function authenticationTag(jwe: string): string {
  return jwe.slice(jwe.lastIndexOf('.') + 1);
}
