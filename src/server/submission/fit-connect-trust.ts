import { createPublicKey, X509Certificate } from 'node:crypto';
import { DeliveryRefused } from '#server/submission/fit-connect-errors.ts';

type CertifiedKey = { kty: 'RSA'; kid: string; n: string; e: string; x5c?: string[] | undefined };

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Throws DeliveryRefused unless the key is certified. */
export type KeyCheck = (key: CertifiedKey) => void;

/**
 * Checks that a destination's key is certified by an authority we trust (x5c, RFC 7517 section 4.7): in production
 * the roots of the administration's PKI. Without it, whoever runs the delivery service could put a key of their
 * own in the destination's place. `trusted` is PEM, one certificate after the other; throws when there is none.
 */
export function createKeyCheck(trusted: string): KeyCheck {
  const roots = (trusted.match(pemCertificate) ?? []).map((pem) => new X509Certificate(pem));
  if (roots.length === 0)
    throw new Error('there is no trusted certificate to check the keys of destinations with');

  return ({ kty, kid, n, e, x5c = [] }) => {
    const refuse = (reason: string) => new DeliveryRefused(`key ${kid} ${reason}`);
    const chain = x5c.map((der) => parse(der));
    const leaf = chain[0];
    if (!leaf) throw refuse('has no certificate');
    if (!leaf.publicKey.equals(createPublicKey({ key: { kty, n, e }, format: 'jwk' }))) {
      throw refuse('is not the one of its certificate');
    }
    const now = new Date();
    for (const [index, certificate] of chain.entries()) {
      if (!isValid(certificate, now)) throw refuse('has a certificate that is not valid now');
      const root = roots.find((one) => isIssuedBy(certificate, one));
      if (root && isValid(root, now)) return;
      const issuer = chain[index + 1];
      if (!issuer?.ca || !isIssuedBy(certificate, issuer)) break;
    }
    throw refuse('is not certified by anybody we trust');
  };
}

function parse(der: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(der, 'base64'));
  } catch {
    throw new DeliveryRefused('a key has an unreadable certificate');
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValid({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate;
}
