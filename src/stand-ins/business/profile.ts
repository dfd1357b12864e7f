import { trustLevels } from '#domain/trust-level.ts';

/**
 * The profile that the portal assumes of the business account (docs/partners-login-payment.md): its data under the
 * names of spec section 3, levels in the terms of eIDAS.
 */

/** Namespace of the attributes in a request. */
export const METADATA_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:metadata';

const CLASSES = trustLevels.map((level) => `http://eidas.europa.eu/LoA/${level}`);

/** The AuthnContextClassRef of a level by its number, from 1. */
export const classRef = (level: number): string => CLASSES[level - 1] ?? '';

/** The number of a level; null for a class that the account does not know. */
export function levelOf(ref: string): number | null {
  const level = CLASSES.indexOf(ref) + 1;
  return level === 0 ? null : level;
}

/** Level of a login with an organisation's certificate. */
export const SUBSTANTIAL = 2;
export const LOW = 1;
