import { SchemaRefused } from './node.ts';
import type { XmlElement } from './xml-source.ts';

/** The namespace of XML Schema. */
export const XSD = 'http://www.w3.org/2001/XMLSchema';

/** The components of a schema that are found by their names. */
export type Globals = {
  schema: XmlElement;
  namespace: string;
  /** @throws SchemaRefused at the element that names one which the file does not have */
  find(kind: 'element' | 'simpleType', from: XmlElement, name: string): XmlElement;
};

/** @throws SchemaRefused at an element of the file */
export const refuse = ({ line, column }: Pick<XmlElement, 'line' | 'column'>, reason: string): never => {
  throw new SchemaRefused([{ line, column, reason }]);
};

export function globalsOf(schema: XmlElement, namespace: string): Globals {
  const byName = new Map(schema.children.map((child) => [`${child.name} ${child.attributes.name}`, child]));
  return {
    schema,
    namespace,
    find(kind, from, name) {
      const [local = '', prefix = ''] = name.split(':').reverse();
      const isOwn = (from.prefixes[prefix] ?? '') === namespace;
      return (
        (isOwn ? byName.get(`${kind} ${local}`) : undefined) ??
        refuse(from, `there is no xs:${kind} "${name}" in the file`)
      );
    },
  };
}
