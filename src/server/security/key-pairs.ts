import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Private keys and certificates in PEM; while they are renewed, the old and the new ones follow one another. */
export type KeyPairs = { privateKey: string; certificate: string };

/** A key with its certificate, each also as PEM. */
export type Pair = { key: KeyObject; privateKey: string; author: X509Certificate; certificate: string };

const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/g;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Returns the pairs of a key and its certificate, best first: the newest that is valid now, or the newest if none is
 * valid.
 * @param name of the partner, for the error
 * @throws Error when no key belongs to a certificate
 */
export function pairsOf({ privateKey, certificate }: KeyPairs, name: string, at: Date): [Pair, ...Pair[]] {
  const keys = (privateKey.match(KEY) ?? []).map((pem) => ({ pem, key: createPrivateKey(pem) }));
  const pairs = (certificate.match(CERTIFICATE) ?? []).flatMap((pem): Pair[] => {
    const author = new X509Certificate(pem);
    const own = keys.find(({ key }) => author.checkPrivateKey(key));
    return own ? [{ key: own.key, privateKey: own.pem, author, certificate: pem }] : [];
  });
  const byAge = pairs.toSorted((a, b) => b.author.validFromDate.getTime() - a.author.validFromDate.getTime());
  const isValid = ({ author }: Pair) => author.validFromDate <= at && at <= author.validToDate;
  const first = byAge.find(isValid) ?? byAge[0];
  if (!first) throw new Error(`the ${name} key does not belong to its certificate`);
  return [first, ...byAge.filter((pair) => pair !== first)];
}
