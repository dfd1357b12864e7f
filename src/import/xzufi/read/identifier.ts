import { createHash } from 'node:crypto';
import { textOf, type XmlElement } from '../../xml/element.ts';
import { ownText } from '../record-file.ts';

/** An identifier is unique only together with its agency: `L100042 4711`. Null when it is empty. */
export function keyOf(element: XmlElement | undefined): string | null {
  const value = textOf(element);
  if (!value) return null;
  const { schemeAgencyID } = element?.attributes ?? {};
  return ownText(schemeAgencyID ? `${schemeAgencyID} ${value}` : value);
}

/**
 * 14 digits for a service that has no LeiKa id, or shares one with another service for the same area: they begin with
 * 00, which no key of the catalogue does, and follow from its identifier, so they are the same in every import.
 */
export function ownIdOf(key: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(key).digest('hex')}`) % 10n ** 12n;
  return `00${String(digits).padStart(12, '0')}`;
}

/** The last part of a URN (`urn:…:schluessel:rs:010020000000`), or the whole text. */
export const withoutUrn = (text: string): string =>
  /^urn:/i.test(text) ? text.slice(text.lastIndexOf(':') + 1) : text;
