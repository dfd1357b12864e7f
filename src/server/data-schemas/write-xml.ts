import type { SchemaGroup, SchemaNode } from './node.ts';
import type { SchemaObject, SchemaValue } from './value.ts';

/** Writes data as XML: its elements in the order of the schema, in the schema's namespace. */
export function writeXml(root: SchemaGroup, namespace: string, data: SchemaObject): string {
  const space = namespace === '' ? '' : ` xmlns="${escaped(namespace)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root.name}${space}>${contentOf(root, data)}</${root.name}>\n`;
}

const contentOf = ({ children }: SchemaGroup, data: SchemaObject): string =>
  children
    .flatMap((child) => {
      const value = data[child.name];
      const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
      return values.map((one) => elementOf(child, one));
    })
    .join('');

function elementOf(node: SchemaNode, value: SchemaValue): string {
  const content = node.kind === 'group' ? contentOf(node, value as SchemaObject) : escaped(String(value));
  return content === '' ? `<${node.name}/>` : `<${node.name}>${content}</${node.name}>`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const escaped = (text: string): string => text.replace(/[&<>"\r]/g, (sign) => ESCAPES[sign] ?? sign);
