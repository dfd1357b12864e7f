/** An XML element by its local name; `content` has its elements and texts in order. */
export type XmlElement = {
  name: string;
  /** Attributes by their local names. */
  attributes: Record<string, string>;
  content: (XmlElement | string)[];
};

export const elementsOf = (element: XmlElement | undefined): XmlElement[] =>
  (element?.content ?? []).filter((part) => typeof part !== 'string');

/** The children with one of the names, in order. */
export const children = (element: XmlElement | undefined, ...names: string[]): XmlElement[] =>
  elementsOf(element).filter(({ name }) => names.includes(name));

/** The first child with one of the names. */
export const child = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  elementsOf(element).find(({ name }) => names.includes(name));

/** The text of an element including its descendants, trimmed; empty without an element. */
export function textOf(element: XmlElement | undefined): string {
  const parts = element?.content.map((part) => (typeof part === 'string' ? part : textOf(part))) ?? [];
  return parts.join('').trim();
}

/** The text of the child with one of the names. */
export const textIn = (element: XmlElement | undefined, ...names: string[]): string =>
  textOf(child(element, ...names));

/**
 * The HTML in an element. XZuFi has it as text (escaped or CDATA); actual elements in it are treated as HTML as well.
 */
export function htmlIn(element: XmlElement): string {
  if (elementsOf(element).length === 0) return textOf(element);
  return element.content
    .map((part) => (typeof part === 'string' ? escaped(part) : htmlElement(part)))
    .join('')
    .trim();
}

function htmlElement(element: XmlElement): string {
  const { name, attributes, content } = element;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = content.map((part) => (typeof part === 'string' ? escaped(part) : htmlElement(part)));
  return `<${name}${written.join('')}>${inside.join('')}</${name}>`;
}

/** A text as it stands in XML or HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A code of a code list: `code` and `name` are elements without namespace; a bare text is both. */
export function codeIn(element: XmlElement | undefined): { code: string; name: string } {
  const code = textIn(element, 'code');
  const name = textIn(element, 'name');
  const bare = elementsOf(element).length === 0 ? textOf(element) : '';
  return { code: code || bare, name: name || bare };
}

/** The local name of the `xsi:type`, in lower case: `kostenfix`. */
export const typeOf = ({ attributes }: XmlElement): string =>
  (attributes.type ?? '').replace(/^.*:/, '').toLowerCase();
