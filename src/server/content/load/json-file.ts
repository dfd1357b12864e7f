import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod';
import { issueWords } from '#forms/schema/issue-words.ts';
import type { ContentFault } from '../types.ts';

export type JsonPath = (string | number)[];

/** A JSON file that knows the line of each of its values. */
export type JsonFile = {
  file: string;
  value: unknown;
  /** Line (from 1) of the value at the path, or of its nearest ancestor that exists. */
  lineOf(path: JsonPath): number;
  /** Line (from 1) of the first string value equal to the text; 1 when there is none. */
  lineOfText(text: string): number;
};

/**
 * Reads strict JSON (RFC 8259: no comments, no trailing commas; a byte order mark is tolerated). A duplicate key is a
 * fault as well, because the first value would be lost silently.
 */
export function readJson(file: string, source: string): { json: JsonFile } | { faults: ContentFault[] } {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') return { faults: [{ file, line: 1, reason: 'the file is empty' }] };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const faults: ContentFault[] = errors.map((error) => ({
    file,
    line: lineAt(error.offset),
    reason: `not valid JSON: ${words(printParseErrorCode(error.error))}`,
  }));
  for (const key of tree ? repeatedKeys(tree) : []) {
    faults.push({ file, line: lineAt(key.offset), reason: `${key.value}: the key is given twice` });
  }
  if (!tree || faults.length > 0) return { faults };

  const lineOf = (path: JsonPath): number => {
    for (let length = path.length; length >= 0; length--) {
      const node = findNodeAtLocation(tree, path.slice(0, length));
      if (node) return lineAt((node.parent?.type === 'property' ? node.parent : node).offset);
    }
    return 1;
  };
  const lineOfText = (wanted: string) => lineAt(nodeOfText(tree, wanted)?.offset ?? 0);
  return { json: { file, value: JSON.parse(text), lineOf, lineOfText } };
}

/** Checks a JSON file against its schema; every issue becomes a fault at the line of the value. */
export function checkJson<T>(
  json: JsonFile,
  schema: z.ZodType<T>,
): { value: T } | { faults: ContentFault[] } {
  const result = schema.safeParse(json.value, { error: issueWords });
  if (result.success) return { value: result.data };
  const faults = result.error.issues.flatMap((issue) => {
    const path = issue.path as JsonPath;
    if (issue.code !== 'unrecognized_keys') return [faultAt(json, path, issue.message)];
    return issue.keys.map((key) => faultAt(json, [...path, key], 'this key is not known here'));
  });
  return { faults };
}

/** A fault at a place in the file; its reason starts with the place, e.g. `offers[2].areas[0]: …`. */
export function faultAt(json: JsonFile, path: JsonPath, reason: string): ContentFault {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return {
    file: json.file,
    line: json.lineOf(path),
    reason: place ? `${place.replace(/^\./, '')}: ${reason}` : reason,
  };
}

/**
 * Faults of names in a list that are not known.
 * @param path position of the list
 */
export const unknownFaults = (
  json: JsonFile,
  path: JsonPath,
  names: readonly string[],
  known: { has(name: string): boolean },
  reasonOf: (name: string) => string,
): ContentFault[] =>
  names.flatMap((name, index) => (known.has(name) ? [] : [faultAt(json, [...path, index], reasonOf(name))]));

function repeatedKeys(node: Node): Node[] {
  const children = node.children ?? [];
  const deeper = children.flatMap(repeatedKeys);
  if (node.type !== 'object') return deeper;
  const keys = children.map((property) => property.children?.[0]).filter((key) => key !== undefined);
  const repeated = keys.filter((key, index) => keys.findIndex((other) => other.value === key.value) < index);
  return [...repeated, ...deeper];
}

function nodeOfText(node: Node, wanted: string): Node | undefined {
  if (node.type === 'property') return node.children?.[1] && nodeOfText(node.children[1], wanted);
  if (node.type === 'string') return node.value === wanted ? node : undefined;
  for (const child of node.children ?? []) {
    const found = nodeOfText(child, wanted);
    if (found) return found;
  }
  return undefined;
}

/** `CloseBraceExpected` to `close brace expected`. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
