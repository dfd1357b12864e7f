import { createPublicKey, X509Certificate } from 'node:crypto';
import { DeliveryRefused } from './errors.ts';
import { type Extensions, extensionsOf } from './x509-extensions.ts';

type CertifiedKey = { kty: 'RSA'; kid: string; n: string; e: string; x5c?: string[] | undefined };
type Certificate = { x509: X509Certificate; extensions: Extensions };

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Uses that a key's certificate must allow (RFC 5280, 4.2.1.3), by our purpose. */
const NEEDED = { encryption: 'keyEncipherment', signature: 'digitalSignature' } as const;
export type KeyPurpose = keyof typeof NEEDED;

const SERVER_AUTHENTICATION = '2b06010505070301';
const EMAIL_PROTECTION = '2b06010505070304';
const ANY_PURPOSE = '551d2500';

/** Throws DeliveryRefused unless the key is certified for the purpose. */
export type KeyCheck = (key: CertifiedKey, purpose: KeyPurpose) => void;

/**
 * Checks that a destination's key is certified by a CA we trust (x5c, RFC 7517 section 4.7): in production the roots
 * of the administration's PKI. Otherwise the operators of the delivery service could substitute a key of their own
 * for the destination's. `trusted` is PEM, one certificate after the other; throws when there is none.
 */
export function createKeyCheck(trusted: string): KeyCheck {
  const roots = (trusted.match(PEM_CERTIFICATE) ?? []).map((pem) => withExtensions(new X509Certificate(pem)));
  if (roots.length === 0)
    throw new Error('there is no trusted certificate to check the keys of destinations with');

  return ({ kty, kid, n, e, x5c = [] }, purpose) => {
    const refuse = (reason: string) => new DeliveryRefused(`key ${kid} ${reason}`);
    const chain = x5c.map((der) => parse(der));
    const leaf = chain[0];
    if (!leaf) throw refuse('has no certificate');
    if (!leaf.x509.publicKey.equals(createPublicKey({ key: { kty, n, e }, format: 'jwk' }))) {
      throw refuse('is not the one of its certificate');
    }
    if (!mayBeUsedFor(leaf, purpose)) throw refuse(`has a certificate that is not for ${purpose}`);
    const now = new Date();
    for (const [below, certificate] of chain.entries()) {
      if (!isValid(certificate, now)) throw refuse('has a certificate that is not valid now');
      if (certificate.extensions.unknownCritical.length > 0) {
        throw refuse('has a certificate with restrictions that we do not know');
      }
      if (roots.some((root) => isValid(root, now) && isCertifiedBy(certificate, root, below))) return;
      const issuer = chain[below + 1];
      if (!issuer || !isCertifiedBy(certificate, issuer, below)) break;
    }
    throw refuse('is not certified by anybody we trust');
  };
}

function parse(der: string): Certificate {
  try {
    return withExtensions(new X509Certificate(Buffer.from(der, 'base64')));
  } catch {
    throw new DeliveryRefused('a key has an unreadable certificate');
  }
}

function withExtensions(x509: X509Certificate): Certificate {
  return { x509, extensions: extensionsOf(x509.raw) };
}

/**
 * Whether a certificate names our purpose. A certificate for a server's TLS and no other known use was issued for
 * another reason, whoever its holder is.
 */
function mayBeUsedFor(
  { extensions: { keyUsage, extendedKeyUsage } }: Certificate,
  purpose: KeyPurpose,
): boolean {
  if (!keyUsage?.has(NEEDED[purpose])) return false;
  const isForServers = extendedKeyUsage?.includes(SERVER_AUTHENTICATION) ?? false;
  return !isForServers || [EMAIL_PROTECTION, ANY_PURPOSE].some((one) => extendedKeyUsage?.includes(one));
}

/** @param below how many CA certificates are below the issuer in the chain */
function isCertifiedBy({ x509 }: Certificate, issuer: Certificate, below: number): boolean {
  // A certificate that is trusted itself needs no CA.
  if (x509.raw.equals(issuer.x509.raw)) return true;
  const { pathLength } = issuer.extensions;
  if (!issuer.x509.ca || (pathLength !== null && pathLength < below)) return false;
  return x509.checkIssued(issuer.x509) && x509.verify(issuer.x509.publicKey);
}

function isValid({ x509: { validFromDate, validToDate } }: Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate;
}
