import { children, isNode, type Node, nodeOf, nodesOf, parse } from '../mutants/nodes.ts';
import { importsOf, sourceOf } from './imports.ts';

/** Levels that operators are to read. */
const LEVELS = ['warn', 'error', 'fatal'];

/** Messages with the levels at which they are logged. */
export type Messages = Map<string, Set<string>>;

/**
 * Collects the messages of the level `warn` and above that a file logs: literals, and constants of this file or of one
 * that it imports.
 * @throws Error that names the place when a message or a level is not written there
 */
export function messagesOf(file: string, source = sourceOf(file)): Messages {
  const found: Messages = new Map();
  const program = parse(file, source);
  const called = new Set<Node>();
  const fail = (node: Node, reason: string): never => {
    throw new Error(`${file}:${source.slice(0, node.start).split('\n').length}: ${reason}`);
  };
  for (const node of nodesIn(program)) {
    if (node.type === 'CallExpression') {
      const callee = bare(nodeOf(node, 'callee'));
      const level = levelOf(callee);
      if (level === null) continue;
      called.add(callee);
      if (level === undefined) fail(node, 'the level is not written here');
      if (!LEVELS.includes(level!)) continue;
      const [first, second] = nodesOf(node, 'arguments').map(bare);
      const words = second ?? first;
      const message = words && (literalOf(words) ?? constant(words, { file, source, program }));
      if (typeof message !== 'string') return fail(node, 'the message is not written here');
      found.set(message, (found.get(message) ?? new Set()).add(level!));
    } else if (node.type === 'MemberExpression' && !called.has(node) && isWorse(levelOf(node))) {
      fail(node, 'a way to log is passed on');
    }
  }
  return found;
}

const isWorse = (level: string | null | undefined): boolean =>
  level !== null && LEVELS.includes(level ?? 'warn');

/** Returns the level of `….log.warn`; undefined for one that is computed, null for what is no way to log. */
function levelOf(node: Node): string | null | undefined {
  if (node.type !== 'MemberExpression') return null;
  if (!isLog(bare(nodeOf(node, 'object')))) return null;
  if (node.computed) return undefined;
  return String(nodeOf(node, 'property').name);
}

const isLog = (node: Node): boolean =>
  (node.type === 'Identifier' && node.name === 'log') ||
  (node.type === 'MemberExpression' && !node.computed && nodeOf(node, 'property').name === 'log') ||
  (node.type === 'CallExpression' && nodeOf(node, 'callee').name === 'createLog');

const literalOf = (node: Node): string | undefined =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** Returns the text of a constant, by its name. */
function constant(
  node: Node,
  { file, source, program }: { file: string; source: string; program: Node },
): string | undefined {
  if (node.type !== 'Identifier') return undefined;
  const name = String(node.name);
  const here = constantIn(program, name);
  if (here !== undefined) return here;
  for (const { to, isOfTypes } of importsOf(file, source)) {
    const there = isOfTypes ? undefined : constantIn(parse(to, sourceOf(to)), name);
    if (there !== undefined) return there;
  }
  return undefined;
}

function constantIn(program: Node, name: string): string | undefined {
  for (const statement of nodesOf(program, 'body')) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (!isNode(declared) || declared.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const one of nodesOf(declared, 'declarations'))
      if (nodeOf(one, 'id').name === name && isNode(one.init)) return literalOf(bare(one.init));
  }
  return undefined;
}

/** Returns the code without `?.` and without assertions about its type. */
function bare(node: Node): Node {
  return [
    'ChainExpression',
    'ParenthesizedExpression',
    'TSAsExpression',
    'TSNonNullExpression',
    'TSSatisfiesExpression',
  ].includes(node.type)
    ? bare(nodeOf(node, 'expression'))
    : node;
}

/** A node and everything in it, from the outside to the inside. */
function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const [, child] of children(node)) yield* nodesIn(child);
}
