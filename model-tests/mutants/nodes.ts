import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with TypeScript); positions in UTF-16 units. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** The parsed code of a TypeScript file. Throws when it cannot be parsed. */
export function parse(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program as unknown as Node;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const nodeOf = (parent: Node, key: string) => parent[key] as Node;
export const nodesOf = (parent: Node, key: string) => parent[key] as Node[];

/** Parts of a node that are code, not types. `as`, `satisfies` and `!` only wrap code. */
export function* children(node: Node): Generator<[key: string, child: Node]> {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue;
      if (!child.type.startsWith('TS') || isWrapper(child)) yield [key, child];
    }
  }
}

const isWrapper = ({ type }: Node) =>
  type === 'TSAsExpression' || type === 'TSSatisfiesExpression' || type === 'TSNonNullExpression';

/** The name of a property's key, `null` when it is computed. */
export function keyOf(property: Node): string | null {
  if (property.computed) return null;
  const key = nodeOf(property, 'key');
  const name = key.type === 'Identifier' ? key.name : key.value;
  return typeof name === 'string' ? name : null;
}
