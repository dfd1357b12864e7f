import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import { children, isNode, keyOf, type Node, nodeOf, parse } from '../mutants/nodes.ts';

/**
 * Conditions of guards (MC/DC): a guard that is made of several conditions is right only if each of them, true and
 * false, decides alone somewhere. A copy of a machine says so while it is explored: each condition that was asked is
 * turned round, and where that changes the answer of the whole, the condition has decided.
 */
/** The guard, the condition in it, and its answer. */
export type Condition = `${string} | ${string} | ${boolean}`;

const root = path.resolve(import.meta.dirname, '../..');
/** Marks a copy whose conditions are watched; guards in a file of their own are copied with their machine. */
const WATCHED = '?conditions';
const DECIDE = '__decide';

type Ask = (index: number, condition: () => unknown) => unknown;
type Decide = (decision: string, names: readonly string[], whole: (ask: Ask) => unknown) => unknown;

const isLogical = ({ type, operator }: Node): boolean =>
  type === 'LogicalExpression' && (operator === '&&' || operator === '||');
const isNot = ({ type, operator }: Node): boolean => type === 'UnaryExpression' && operator === '!';

/** The name that a node gives to what is in it; null where it gives none. */
function nameOf(node: Node): string | null {
  if (node.type === 'Property') return keyOf(node);
  const id = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? node.id : null;
  return isNode(id) && typeof id.name === 'string' ? id.name : null;
}

/** The conditions that a decision is made of: what is joined by `&&` and `||`, from left to right. */
function conditionsOf(node: Node): Node[] {
  if (isLogical(node)) return ['left', 'right'].flatMap((side) => conditionsOf(nodeOf(node, side)));
  if (node.type === 'ParenthesizedExpression') return conditionsOf(nodeOf(node, 'expression'));
  const inner = isNot(node) ? nodeOf(node, 'argument') : null;
  return inner && conditionsOf(inner).length > 1 ? conditionsOf(inner) : [node];
}

/** Returns the code with each decision watched, and adds all conditions to a list. */
function watched(file: string, code: string, all: Condition[]): string {
  const isOfGuards = file.endsWith('.guards.ts');
  /** Names around a node, from outside: of constants, functions and properties. */
  const names: string[] = [];
  const render = (node: Node): string => {
    const parts: string[] = [];
    let at = node.start;
    for (const [, child] of [...children(node)].sort(([, one], [, other]) => one.start - other.start)) {
      // A shorthand is written once, and is two nodes.
      if (child.start < at) continue;
      const name = nameOf(child);
      if (name !== null) names.push(name);
      parts.push(code.slice(at, child.start), decided(child));
      if (name !== null) names.pop();
      at = child.end;
    }
    return [...parts, code.slice(at, node.end)].join('');
  };
  const decided = (node: Node): string => {
    if (!isLogical(node) || !(isOfGuards || names.includes('guards'))) return render(node);
    const leaves = conditionsOf(node);
    const conditions = leaves.map(({ start, end }) => code.slice(start, end).replace(/\s+/g, ' '));
    const decision = names.at(-1) ?? file;
    for (const one of conditions) all.push(`${decision} | ${one} | true`, `${decision} | ${one} | false`);
    const whole = joined(node, leaves);
    return `${DECIDE}(${JSON.stringify(decision)}, ${JSON.stringify(conditions)}, (__ask) => ${whole})`;
  };
  /** The decision, with a question in the place of each condition. */
  const joined = (node: Node, leaves: readonly Node[]): string => {
    const index = leaves.indexOf(node);
    if (index >= 0) return `__ask(${index}, () => (${render(node)}))`;
    if (isLogical(node))
      return `(${joined(nodeOf(node, 'left'), leaves)} ${node.operator} ${joined(nodeOf(node, 'right'), leaves)})`;
    if (isNot(node)) return `!(${joined(nodeOf(node, 'argument'), leaves)})`;
    return joined(nodeOf(node, 'expression'), leaves);
  };
  return render(parse(file, code));
}

/**
 * Loads a copy of a machine whose conditions are watched.
 * @returns all conditions of its guards, and those that have decided while a function ran
 */
export async function watchConditions(
  name: string,
): Promise<{ machine: AnyStateMachine; all: Condition[]; during: (run: () => void) => Set<Condition> }> {
  const all: Condition[] = [];
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const isOfCopy = context.parentURL?.endsWith(WATCHED) && specifier.endsWith('.guards.ts');
      return isOfCopy ? { ...resolved, url: `${resolved.url}${WATCHED}` } : resolved;
    },
    load: (url, context, next) => {
      if (!url.endsWith(WATCHED)) return next(url, context);
      const file = fileURLToPath(url.slice(0, -WATCHED.length));
      const source = watched(path.relative(root, file), readFileSync(file, 'utf8'), all);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  let heard = new Set<Condition>();
  const decide: Decide = (decision, names, whole) => {
    const answers: unknown[] = [];
    const answer = whole((index, condition) => {
      answers[index] = condition();
      return answers[index];
    });
    for (const [index, value] of answers.entries()) {
      if (!(index in answers)) continue;
      const turned = whole((other, condition) => (other === index ? !value : condition()));
      if (Boolean(turned) !== Boolean(answer))
        heard.add(`${decision} | ${names[index] ?? ''} | ${Boolean(value)}`);
    }
    return answer;
  };
  Object.assign(globalThis, { [DECIDE]: decide });
  try {
    const url = pathToFileURL(path.join(root, `machines/${name}/${name}.machine.ts`));
    const loaded: unknown = await import(`${url.href}${WATCHED}`);
    const machine = (loaded as Record<string, AnyStateMachine>)[`${name}Machine`]!;
    return {
      ...{ machine, all },
      during: (run) => {
        heard = new Set();
        run();
        return heard;
      },
    };
  } finally {
    hooks.deregister();
  }
}
