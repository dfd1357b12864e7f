import { domainToASCII } from 'node:url';

/** Limits of an address and of the part before the @ in bytes (RFC 5321, section 4.5.3.1; RFC 3696, erratum 1690). */
const ADDRESS_BYTES = 254;
const LOCAL_BYTES = 64;

/** The part before the @: letters of any script, digits, and the signs of RFC 5322 ("dot-atom"), never quoted. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Labels of a name in ASCII; the last one has a letter, so that no address of a machine counts. */
const DOMAIN = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z][a-z\d-]*$/;

/**
 * Returns an address as it is written into an e-mail, its domain in ASCII (IDNA); null for a text to which no e-mail
 * is sent. Stricter than the rule of forms: what could end a header or name a second person is no address.
 */
export function mailAddress(text: string): string | null {
  const parts = text.trim().normalize('NFC').split('@');
  const [local, domain] = parts;
  if (parts.length !== 2 || local === undefined || domain === undefined) return null;
  const ascii = domainToASCII(domain).toLowerCase();
  const address = `${local}@${ascii}`;
  const fits = Buffer.byteLength(local) <= LOCAL_BYTES && Buffer.byteLength(address) <= ADDRESS_BYTES;
  return fits && LOCAL.test(local) && DOMAIN.test(ascii) ? address : null;
}
