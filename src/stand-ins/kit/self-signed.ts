import { createPublicKey, randomBytes, sign } from 'node:crypto';

/** The few ASN.1 types in a certificate (X.690, DER). */
const TAG = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8: 12,
  utcTime: 23,
  sequence: 0x30,
  set: 0x31,
  extensions: 0xa3,
};
const KEY_USAGE = '551d0f';
/** Bits of the key usage, preceded by the number of unused bits. */
const USAGES = { digitalSignature: '0780', keyEncipherment: '0520' };
export type Usage = keyof typeof USAGES;
const COMMON_NAME = '550403';
const SHA256_WITH_RSA = '2a864886f70d01010b';
const VERSION_3 = Buffer.from('a003020102', 'hex');

/**
 * A self-signed X.509 certificate (RFC 5280) in PEM for an RSA key, valid from an hour ago for `years`. SAML partners
 * identify each other by such certificates and use nothing but the key in them. Others also check the allowed uses of
 * the key.
 */
export function selfSignedCertificate(
  privateKeyPem: string,
  commonName: string,
  years: number,
  usage?: Usage,
): string {
  const now = Date.now();
  const algorithm = der(TAG.sequence, der(TAG.oid, Buffer.from(SHA256_WITH_RSA, 'hex')), der(TAG.null));
  const name = der(
    TAG.sequence,
    der(
      TAG.set,
      der(
        TAG.sequence,
        der(TAG.oid, Buffer.from(COMMON_NAME, 'hex')),
        der(TAG.utf8, Buffer.from(commonName)),
      ),
    ),
  );
  const validity = der(TAG.sequence, utcTime(now - 3_600_000), utcTime(now + years * 365 * 86_400_000));
  const publicKey = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'der' });
  const body = der(
    TAG.sequence,
    VERSION_3,
    serialNumber(),
    algorithm,
    name,
    validity,
    name,
    publicKey,
    ...extensions(usage),
  );
  const signature = sign('sha256', body, privateKeyPem);
  const certificate = der(
    TAG.sequence,
    body,
    algorithm,
    der(TAG.bitString, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions(usage: Usage | undefined): Buffer[] {
  if (!usage) return [];
  const bits = der(TAG.octetString, der(TAG.bitString, Buffer.from(USAGES[usage], 'hex')));
  const critical = der(TAG.boolean, Buffer.from([0xff]));
  const extension = der(TAG.sequence, der(TAG.oid, Buffer.from(KEY_USAGE, 'hex')), critical, bits);
  return [der(TAG.extensions, der(TAG.sequence, extension))];
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content]);
}

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

/** A positive random number: the leading byte is never zero and has no sign bit. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return der(TAG.integer, bytes);
}

/** UTCTime covers years up to 2049. */
function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(TAG.utcTime, Buffer.from(`${digits}Z`));
}
