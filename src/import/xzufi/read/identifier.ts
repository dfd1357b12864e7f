import { ownText } from '../record-file.ts';
import { textOf, type XmlElement } from '../xml/element.ts';

/** An identifier is unique only together with its agency: `L100042 4711`. Null when it is empty. */
export function keyOf(element: XmlElement | undefined): string | null {
  const value = textOf(element);
  if (!value) return null;
  const { schemeAgencyID } = element?.attributes ?? {};
  return ownText(schemeAgencyID ? `${schemeAgencyID} ${value}` : value);
}

/** The last part of a URN (`urn:…:schluessel:rs:010020000000`), or the whole text. */
export const withoutUrn = (text: string): string =>
  /^urn:/i.test(text) ? text.slice(text.lastIndexOf(':') + 1) : text;
