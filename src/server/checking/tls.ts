import { DAY_MS } from '#domain/days.ts';
import { lookAtTls } from '#server/partners/shown-certificate.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const PAGE = 'operations.md#certificates-and-clocks';
const WARNING_DAYS = 30;

/**
 * Looks at the certificate that a partner shows: whether we trust it, and how long it is valid.
 * @param at.certificates PEM to trust instead of the public ones
 * @param patienceMs longest time of the handshake
 */
export async function lookAtCertificate(
  about: string,
  at: { host: string; port: number; certificates?: string | undefined },
  { now, patienceMs }: { now: () => Date; patienceMs: number },
): Promise<Finding> {
  try {
    return certificateFinding(about, await lookAtTls(at, patienceMs), now());
  } catch (error) {
    return fault(about, `TLS cannot be spoken: ${reasonOf(error)}`, 'Compare address and port', PAGE);
  }
}

/** Judges a certificate. @param seen.distrust why it is not trusted here; null when it is */
export function certificateFinding(
  about: string,
  { validTo, distrust }: { validTo: string; distrust: string | null },
  at: Date,
): Finding {
  const days = Math.floor((Date.parse(validTo) - at.getTime()) / DAY_MS);
  const renew = 'Have it renewed by those who run the partner';
  if (days < 0) return fault(about, `its TLS certificate has run out ${-days} days ago`, renew, PAGE);
  if (distrust !== null) {
    const todo = 'Name its root in NODE_EXTRA_CA_CERTS, or have the certificate replaced';
    return fault(about, `its TLS certificate is not trusted here (${distrust})`, todo, PAGE);
  }
  if (days < WARNING_DAYS) return warning(about, `its TLS certificate ends in ${days} days`, renew, PAGE);
  return ok(about, `its TLS certificate is valid for ${days} days`);
}
