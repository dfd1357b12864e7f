import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryRefused } from './errors.ts';
/**
 * Base64 DER, valid 2026 to 2126. Under a root: an intermediate that may have none below it (pathlen 0) with leaves for
 * several uses, one of which issues another nevertheless; a wide one with an intermediate; one that may not sign
 * certificates. The two leaves of servers that may do more are their own roots.
 */
import certificates from './trust.certificates.json' with { type: 'json' };
import { createKeyCheck } from './trust.ts';

const { root, otherRoot, intermediate, leaf, issuedByLeaf } = certificates;
const { wideIntermediate, allowedSecond, secondIntermediate, noSigner } = certificates;

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

function withAnotherSignature(der: string): string {
  const bytes = Buffer.from(der, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
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
    expect(() => check(keyOf(leaf, [leaf, intermediate]), 'encryption')).not.toThrow();
    expect(() => check(keyOf(leaf, [leaf, intermediate, root]), 'encryption')).not.toThrow();
    const { leafWithin } = certificates;
    const chain = [leafWithin, allowedSecond, wideIntermediate];
    expect(() => check(keyOf(leafWithin, chain), 'encryption')).not.toThrow();
  });

  it('are taken when they are trusted themselves, without any authority', () => {
    const pinned = createKeyCheck(pem(leaf));
    expect(() => pinned(keyOf(leaf, [leaf]), 'signature')).not.toThrow();
    const { issuedByLeaf: below } = certificates;
    expect(() => pinned(keyOf(below, [below]), 'signature')).toThrow(/anybody we trust/);
  });

  it('are used for what their certificate is for', () => {
    const { encryptionLeaf, signingLeaf, bareLeaf, serverLeaf } = certificates;
    const purposesOf = (der: string) =>
      (['encryption', 'signature'] as const).filter((purpose) => {
        try {
          check(keyOf(der, [der, intermediate]), purpose);
          return true;
        } catch (error) {
          expect(error).toHaveProperty('message', expect.stringMatching(/is not for (encryption|signature)/));
          return false;
        }
      });
    expect(purposesOf(leaf)).toEqual(['encryption', 'signature']);
    expect(purposesOf(encryptionLeaf)).toEqual(['encryption']);
    expect(purposesOf(signingLeaf)).toEqual(['signature']);
    expect(purposesOf(bareLeaf)).toEqual([]);
    expect(purposesOf(serverLeaf)).toEqual([]);
  });

  it('may have the certificate of a server that is for mail, or for everything, as well', () => {
    for (const der of [certificates.mailServerLeaf, certificates.anyPurposeLeaf]) {
      const pinned = createKeyCheck(pem(der));
      expect(() => pinned(keyOf(der, [der]), 'encryption')).not.toThrow();
      expect(() => pinned(keyOf(der, [der]), 'signature')).not.toThrow();
    }
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
    [
      'there are more authorities than one of them allows',
      keyOf(certificates.leafBeyond, [certificates.leafBeyond, secondIntermediate, intermediate]),
      /trust/,
    ],
    [
      'the signature of a certificate is not that of its authority',
      keyOf(leaf, [withAnotherSignature(leaf), intermediate]),
      /trust/,
    ],
    [
      'who has issued it is no authority at all',
      keyOf(certificates.leafOfPlain, [certificates.leafOfPlain, certificates.plainIssuer]),
      /trust/,
    ],
    [
      'an authority goes by another name than the certificate says',
      keyOf(leaf, [leaf, certificates.renamedIntermediate]),
      /trust/,
    ],
    [
      'an authority in the chain may not certify',
      keyOf(certificates.leafOfNoSigner, [certificates.leafOfNoSigner, noSigner]),
      /trust/,
    ],
    [
      'the certificate has a restriction that nobody here knows',
      keyOf(certificates.criticalLeaf, [certificates.criticalLeaf, intermediate]),
      /restrictions/,
    ],
  ])('are refused when %s', (_reason, key, message) => {
    expect(() => check(key, 'encryption')).toThrow(DeliveryRefused);
    expect(() => check(key, 'encryption')).toThrow(message);
  });

  it('are refused when only a root of the same name is trusted', () => {
    const other = createKeyCheck(pem(otherRoot));
    expect(() => other(keyOf(leaf, [leaf, intermediate]), 'encryption')).toThrow(/trust/);
  });

  it('are refused when the root has run out', () => {
    const expired = createKeyCheck(pem(certificates.shortRoot));
    expect(() => expired(keyOf(leaf, [leaf, intermediate]), 'encryption')).toThrow(/trust/);
    vi.setSystemTime(new X509Certificate(pem(certificates.shortRoot)).validToDate);
    expect(() => expired(keyOf(leaf, [leaf, intermediate]), 'encryption')).not.toThrow();
  });

  it('cannot be checked without a root', () => {
    expect(() => createKeyCheck('')).toThrow(/no trusted certificate/);
  });

  it('are refused before a certificate is valid', () => {
    vi.setSystemTime(new Date('2025-01-01'));
    expect(() => check(keyOf(leaf, [leaf, intermediate]), 'encryption')).toThrow(/not valid now/);
  });

  it('are refused when a certificate has run out', () => {
    vi.setSystemTime(new Date('2127-01-01'));
    expect(() => check(keyOf(leaf, [leaf, intermediate]), 'encryption')).toThrow(/not valid now/);
  });
});
