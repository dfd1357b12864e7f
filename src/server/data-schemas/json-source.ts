import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { firstFaults } from './bounds.ts';
import { type SchemaFault, SchemaRefused } from './node.ts';

/** A JSON text with the place of each of its values. */
export type JsonSource = {
  tree: Node;
  /** Refuses the file at a value. */
  refuse(node: Node, reason: string): never;
  lineOf(node: Node): number;
};

/**
 * Reads strict JSON.
 * @throws SchemaRefused with the place of each fault
 */
export function jsonSource(text: string): JsonSource {
  const faultAt = (offset: number, reason: string): SchemaFault => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason };
  };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (!tree || errors.length > 0) {
    const faults = errors.map((error) => {
      const before = text.slice(0, error.offset).trimEnd();
      return before.endsWith(',') && /^[}\]]/.test(text.slice(error.offset).trimStart())
        ? faultAt(before.length - 1, 'not valid JSON: remove the comma, nothing follows it')
        : faultAt(error.offset, `not valid JSON: ${words(printParseErrorCode(error.error))}`);
    });
    throw new SchemaRefused(
      firstFaults(withoutRepetition(faults.length > 0 ? faults : [faultAt(0, 'the file is empty')])),
    );
  }
  return {
    tree,
    refuse(node, reason) {
      throw new SchemaRefused([faultAt(node.offset, reason)]);
    },
    lineOf: (node) => faultAt(node.offset, '').line,
  };
}

/** The parser reports the comma, and that a value is missing behind it. */
const withoutRepetition = (faults: SchemaFault[]): SchemaFault[] =>
  faults.filter(
    ({ line, column }, index) =>
      faults.findIndex((other) => other.line === line && other.column === column) === index,
  );

/** `CloseBraceExpected` to `close brace expected`. */
const words = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** Returns the members of an object by name; none for anything else. */
export function membersOf(node: Node | undefined): Map<string, Node> {
  const members = new Map<string, Node>();
  if (node?.type !== 'object') return members;
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (key && value) members.set(String(key.value), value);
  }
  return members;
}

/** Returns the items of a list; none for anything else. */
export const itemsOf = (node: Node | undefined): Node[] =>
  node?.type === 'array' ? (node.children ?? []) : [];
