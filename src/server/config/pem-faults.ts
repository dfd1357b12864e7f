import { createPrivateKey, X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/g;
const ANY_CERTIFICATE = /-----BEGIN CERTIFICATE-----/;
const ANY_PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const WITH_PASSWORD = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

/** Returns why a text has no certificates that can be read; null when it has. It says nothing of keys or times. */
export function certificateFault(pem: string): string | null {
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0)
    return ANY_PRIVATE_KEY.test(pem)
      ? 'is a private key; a certificate in PEM is expected'
      : 'a certificate in PEM is expected (-----BEGIN CERTIFICATE-----), whole, with its last line';
  return found.every((one) => canRead(() => new X509Certificate(one)))
    ? null
    : 'a certificate in it cannot be read: it is damaged, or its lines were joined';
}

/** Returns why a text has no private keys that can be used; null when it has. */
export function privateKeyFault(pem: string): string | null {
  if (WITH_PASSWORD.test(pem))
    return 'the key has a password; one without is expected (openssl pkey removes it)';
  const found = pem.match(PRIVATE_KEY) ?? [];
  if (found.length === 0)
    return ANY_CERTIFICATE.test(pem)
      ? 'is a certificate; a private key in PEM is expected'
      : 'a private key in PEM is expected (-----BEGIN PRIVATE KEY-----), whole, with its last line';
  return found.every((one) => canRead(() => createPrivateKey(one)))
    ? null
    : 'a key in it cannot be read: it is damaged, or its lines were joined';
}

/** Returns why a text is no public key; null when it may be one. */
export const publicKeyFault = (pem: string): string | null =>
  ANY_PRIVATE_KEY.test(pem) ? 'is a private key; a public key in PEM is expected' : null;

function canRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
