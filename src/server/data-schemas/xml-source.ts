import { SaxesParser } from 'saxes';
import { SchemaRefused } from './node.ts';

/** An element of an XML text, with the place where its tag ends. */
export type XmlElement = {
  /** Without prefix. */
  name: string;
  namespace: string;
  /** By their names without prefix. */
  attributes: Readonly<Record<string, string>>;
  /** Namespaces of the prefixes that are known in it; '' is the one of names without prefix. */
  prefixes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Text directly in it. */
  text: string;
  line: number;
  column: number;
};

const MAX_DEPTH = 100;
const MAX_ELEMENTS = 100_000;

/**
 * Reads an XML text. One with a document type is refused, because that can contain entities that grow or lead out of
 * the file.
 * @throws SchemaRefused with the place
 */
export function xmlSource(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const refuse = (reason: string): never => {
    throw new SchemaRefused([{ line: parser.line, column: parser.column + 1, reason }]);
  };
  parser.on('error', (error) => refuse(`not valid XML: ${error.message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => refuse('a document type (<!DOCTYPE>) is not allowed: it could define entities'));
  parser.on('opentag', ({ local, uri, attributes, ns }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) refuse(`there are more than ${MAX_ELEMENTS} elements`);
    if (open.length >= MAX_DEPTH) refuse(`there are more than ${MAX_DEPTH} elements in each other`);
    const parent = open.at(-1);
    const element: XmlElement = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(
        Object.values(attributes).flatMap((one) => (one.prefix === 'xmlns' ? [] : [[one.local, one.value]])),
      ),
      prefixes: { ...parent?.prefixes, ...ns },
      children: [],
      text: '',
      line: parser.line,
      column: parser.column,
    };
    parent?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ?? refuse('the file is empty');
}
