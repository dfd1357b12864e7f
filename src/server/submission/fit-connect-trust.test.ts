import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryRefused } from '#server/submission/fit-connect-errors.ts';
import { createKeyCheck } from '#server/submission/fit-connect-trust.ts';
/** Base64 DER, valid 2026 to 2126: a root, an intermediate under it, a leaf under that, and one issued by the leaf. */
import certificates from './fit-connect-trust.certificates.json' with { type: 'json' };

const { root, otherRoot, intermediate, leaf, issuedByLeaf } = certificates;

function pem(der: string): string {
  return new X509Certificate(Buffer.from(der, 'base64')).toString();
}

/** The public key of a certificate, presented with a chain. */
function keyOf(der: string, x5c: string[] | undefined) {
  const { n = '', e = '' } = new X509Certificate(Buffer.from(der, 'base64')).publicKey.export({
    format: 'jwk',
  });
  return { kty: 'RSA' as const, kid: 'key-1', n, e, x5c };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('keys of destinations where a PKI is configured', () => {
  const check = createKeyCheck(`${pem(otherRoot)}\n${pem(root)}`);

  it('are taken when a chain leads to a trusted root, with or without the root in it', () => {
    expect(() => check(keyOf(leaf, [leaf, intermediate]))).not.toThrow();
    expect(() => check(keyOf(leaf, [leaf, intermediate, root]))).not.toThrow();
  });

  it.each([
    ['there is no certificate', keyOf(leaf, undefined), /no certificate/],
    [
      'the certificate is of another key',
      keyOf(root, [leaf, intermediate]),
      /not the one of its certificate/,
    ],
    ['the chain is incomplete', keyOf(leaf, [leaf]), /anybody we trust/],
    ['the chain is not in order', keyOf(leaf, [leaf, root]), /anybody we trust/],
    [
      'somebody without that right has issued it',
      keyOf(issuedByLeaf, [issuedByLeaf, leaf, intermediate]),
      /trust/,
    ],
    ['the certificate is unreadable', keyOf(leaf, ['AAAA']), /unreadable/],
  ])('are refused when %s', (_reason, key, message) => {
    expect(() => check(key)).toThrow(DeliveryRefused);
    expect(() => check(key)).toThrow(message);
  });

  it('are refused when only a root of the same name is trusted', () => {
    expect(() => createKeyCheck(pem(otherRoot))(keyOf(leaf, [leaf, intermediate]))).toThrow(/trust/);
  });

  it('cannot be checked without a root', () => {
    expect(() => createKeyCheck('')).toThrow(/no trusted certificate/);
  });

  it('are refused when a certificate has run out', () => {
    vi.setSystemTime(new Date('2127-01-01'));
    expect(() => check(keyOf(leaf, [leaf, intermediate]))).toThrow(/not valid now/);
  });
});
