const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC_1_1 = 'http://www.w3.org/2009/xmlenc11#';
const OAEP = `${XENC}rsa-oaep-mgf1p`;
const OAEP_1_1 = `${XENC_1_1}rsa-oaep`;
const SHA_256 = `${XENC}sha256`;
const SHA_512 = `${XENC}sha512`;
/** The digest of RSA-OAEP in an answer that names none (XML Encryption 1.1, 5.5.2). */
export const DEFAULT_OAEP_DIGEST = 'http://www.w3.org/2000/09/xmldsig#sha1';
export const DEFAULT_OAEP_MASK = `${XENC_1_1}mgf1sha1`;

/**
 * The allowed algorithms by the element that names them (XML Signature, XML Encryption), with its parent where that
 * matters; all others are refused. No SHA-1 in signatures; no AES-CBC and no RSA with PKCS #1 v1.5, which reveal what
 * is encrypted to an attacker who can try often.
 */
export const ALLOWED_ALGORITHMS: Record<string, readonly string[]> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  'Reference/DigestMethod': [SHA_256, SHA_512],
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ],
  'EncryptedData/EncryptionMethod': [`${XENC_1_1}aes128-gcm`, `${XENC_1_1}aes256-gcm`],
  'EncryptedKey/EncryptionMethod': [OAEP, OAEP_1_1],
  'EncryptionMethod/DigestMethod': [DEFAULT_OAEP_DIGEST, SHA_256, SHA_512],
  'EncryptionMethod/MGF': [DEFAULT_OAEP_MASK, `${XENC_1_1}mgf1sha256`, `${XENC_1_1}mgf1sha512`],
};

/** Hashes of a signature beside a message in an address (SAML 2.0 bindings, 3.4.4.1); others are refused. */
export const QUERY_HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
};

/**
 * Hashes of RSA-OAEP by the three names in an answer: the way of wrapping the key, the digest and the mask function.
 * Both must use one hash, as cryptographic libraries expect. SHA-1 does no harm here, because OAEP needs no
 * resistance to collisions; the first name alone means SHA-1.
 */
export const OAEP_HASHES: Readonly<Record<string, 'sha1' | 'sha256' | 'sha512'>> = {
  [`${OAEP} ${DEFAULT_OAEP_DIGEST} ${DEFAULT_OAEP_MASK}`]: 'sha1',
  [`${OAEP_1_1} ${DEFAULT_OAEP_DIGEST} ${DEFAULT_OAEP_MASK}`]: 'sha1',
  [`${OAEP_1_1} ${SHA_256} ${XENC_1_1}mgf1sha256`]: 'sha256',
  [`${OAEP_1_1} ${SHA_512} ${XENC_1_1}mgf1sha512`]: 'sha512',
};
