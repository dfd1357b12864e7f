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
  'Reference/DigestMethod': [
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ],
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ],
  'EncryptedData/EncryptionMethod': [
    'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  ],
  'EncryptedKey/EncryptionMethod': ['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'],
  // The hash of RSA-OAEP, where SHA-1 does no harm: it is the default of rsa-oaep-mgf1p.
  'EncryptionMethod/DigestMethod': [
    'http://www.w3.org/2000/09/xmldsig#sha1',
    'http://www.w3.org/2000/09/xmldsig#sha256',
    'http://www.w3.org/2000/09/xmldsig#sha512',
  ],
};
