import { type ErrorDetail, ParseOption, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import type { DataFault } from '#server/ports/data-schema.ts';
import { idOfName, type SchemaGroup, type SchemaNode, SchemaRefused } from './node.ts';
import { matches } from './patterns.ts';
import { type XmlElement, xmlSource } from './xml-source.ts';
import { XSD } from './xsd-globals.ts';

/** Faults that are told of one text. */
const MAX_FAULTS = 20;
/** Nothing is fetched, and nothing grows. */
const OPTIONS = { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE };

/**
 * Compiles the check of an XML text by an XSD that was read already (xsd.ts). libxml2 checks everything but the
 * patterns, over which it can take very long; those are matched here.
 * @throws SchemaRefused for an XSD that libxml2 does not take
 */
export function xmlCheck(schema: string, root: SchemaGroup): (text: string) => DataFault[] {
  const document = XmlDocument.fromString(schema, OPTIONS);
  for (const pattern of document.find('//xs:pattern', { xs: XSD })) pattern.remove();
  const validator = compiled(document);
  return (text) => {
    let data: XmlElement;
    try {
      data = xmlSource(text);
    } catch (error) {
      if (error instanceof SchemaRefused) return [{ path: '', reason: 'it is not valid XML' }];
      throw error;
    }
    // The schema refers to its document, which is kept as long as this function.
    const faults = faultsBy(validator, text, data);
    const all = faults.length > 0 ? faults : patternFaults(root, data, '');
    return all.slice(0, MAX_FAULTS);
  };
}

function compiled(document: XmlDocument): XsdValidator {
  try {
    return XsdValidator.fromDoc(document);
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const [{ line, message } = { line: 1, message: 'it is no XML schema' }] = error.details;
    throw new SchemaRefused([{ line: Math.max(line, 1), column: 1, reason: message.trim() }]);
  }
}

function faultsBy(validator: XsdValidator, text: string, data: XmlElement): DataFault[] {
  const document = XmlDocument.fromString(text, OPTIONS);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const faults = error.details.map((detail) => faultOf(detail, data));
    return faults.length > 0 ? faults : [{ path: '', reason: 'it could not be checked' }];
  } finally {
    document.dispose();
  }
}

/** Parts of libxml2's messages, which repeat values. */
const REASONS: readonly [part: string, reason: string][] = [
  ["[facet 'minLength']", 'it is too short'],
  ["[facet 'maxLength']", 'it is too long'],
  ["[facet 'length']", 'it has another length'],
  ["[facet 'enumeration']", 'it is none of the listed values'],
  ["[facet 'minInclusive']", 'it is too small'],
  ["[facet 'minExclusive']", 'it is too small'],
  ["[facet 'maxInclusive']", 'it is too large'],
  ["[facet 'maxExclusive']", 'it is too large'],
  ["[facet 'fractionDigits']", 'it has too many decimals'],
  ['is not a valid value of', 'it is of another type'],
  ['This element is not expected', 'it is not expected here'],
  ['Missing child element', 'something in it is missing'],
  ['Character content', 'it has text beside its elements'],
  ['No matching global declaration', 'it is not what the data begins with'],
];

function faultOf({ message, xpath = '' }: ErrorDetail, data: XmlElement): DataFault {
  const path = pathOf(xpath, data);
  const reason = REASONS.find(([part]) => message.includes(part))?.[1] ?? 'it breaks the schema';
  const expected = /Missing child element\(s\)\. Expected is \( (?:\{[^}]*\})?(\S+) \)/.exec(message)?.[1];
  const missing = expected === undefined ? null : idOfName(expected);
  return missing === null ? { path, reason } : { path: below(path, missing), reason: 'it is missing' };
}

const below = (path: string, id: string): string => (path === '' ? id : `${path}.${id}`);

/** `/*`, `/*[2]` and so on as a path of ids; an entry of several with its number, from 0. */
function pathOf(xpath: string, data: XmlElement): string {
  let path = '';
  let element = data;
  for (const step of xpath.split('/').slice(2)) {
    const [, number = '1'] = /^\*(?:\[(\d+)\])?$/.exec(step) ?? [];
    const child = element.children[Number(number) - 1];
    if (!child) break;
    path = below(path, stepTo(element, child));
    element = child;
  }
  return path;
}

function stepTo(parent: XmlElement, child: XmlElement): string {
  const same = parent.children.filter(({ name }) => name === child.name);
  const id = idOfName(child.name) ?? '?';
  return same.length > 1 ? `${id}[${same.indexOf(child)}]` : id;
}

function patternFaults(node: SchemaNode, element: XmlElement, path: string): DataFault[] {
  if (node.kind === 'leaf') {
    const { pattern } = node.limits;
    return pattern && !matches(pattern, element.text)
      ? [{ path, reason: 'it does not match the pattern' }]
      : [];
  }
  return element.children.flatMap((child) => {
    const inside = node.children.find(({ name }) => name === child.name);
    return inside ? patternFaults(inside, child, below(path, stepTo(element, child))) : [];
  });
}
