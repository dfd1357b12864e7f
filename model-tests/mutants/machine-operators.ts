import type { Place } from './mutant.ts';
import { keyOf, type Node, nodeOf, nodesOf } from './nodes.ts';
import type { Around } from './operators.ts';

/** Parts of an arrow or a state without which a machine still has a meaning. */
const PARTS = [
  'guard',
  'actions',
  'entry',
  'exit',
  'reenter',
  'always',
  'after',
  'tags',
  'onDone',
  'onError',
];
/** Holders of arrows: each property is an event, a delay, or a call's end. */
const ARROWS = ['on', 'after'];

/** An arrow removed, or without its guard, actions or target, or leading elsewhere; an assignment forgotten. */
export function* parts(node: Node, around: Around): Generator<Place> {
  const { parent, ancestors } = around;
  const { start, end } = node;
  if (node.type === 'Property' && parent.type === 'ObjectExpression') {
    const name = keyOf(node);
    const holder = holderOf(parent, ancestors);
    if (holder !== null && ARROWS.includes(holder)) {
      yield { start, end, kind: 'property', changes: [{ operator: 'arrow', text: '' }] };
    } else if (name !== null && PARTS.includes(name) && isConfig(ancestors)) {
      yield { start, end, kind: 'property', changes: [{ operator: name, text: '' }] };
    } else if (isAssigned(parent, ancestors)) {
      yield { start, end, kind: 'property', changes: [{ operator: 'assigned', text: '' }] };
    }
    if (name === 'guard' && isConfig(ancestors)) yield never(nodeOf(node, 'value'));
    if (name === 'target') yield* elsewhere(nodeOf(node, 'value'), ancestors);
  }
  if (parent.type === 'ArrayExpression' && nodesOf(parent, 'elements').length > 1 && isConfig(ancestors)) {
    yield {
      start,
      end,
      kind: 'element',
      changes: [{ operator: isArrow(node) ? 'arrow' : 'action', text: '' }],
    };
  }
}

const never = ({ start, end }: Node): Place => ({
  start,
  end,
  kind: 'expression',
  changes: [{ operator: 'guard', text: '() => false' }],
});

/** The next of the states that a target could name instead. */
function* elsewhere(target: Node, ancestors: Node[]): Generator<Place> {
  if (target.type !== 'Literal' || typeof target.value !== 'string') return;
  for (const states of ancestors) {
    const keys = states.type === 'ObjectExpression' ? nodesOf(states, 'properties').flatMap(nameOf) : [];
    const at = keys.indexOf(target.value);
    if (at < 0 || keys.length < 2) continue;
    const other = keys[(at + 1) % keys.length];
    const { start, end } = target;
    yield { start, end, kind: 'expression', changes: [{ operator: 'target', text: `'${other}'` }] };
    return;
  }
}

const nameOf = (property: Node) => (property.type === 'Property' ? [keyOf(property) ?? ''] : []);

const isArrow = (node: Node) =>
  node.type === 'ObjectExpression' && nodesOf(node, 'properties').flatMap(nameOf).includes('target');

/** The name of the property whose value the object is. */
function holderOf(object: Node, ancestors: Node[]): string | null {
  const holder = ancestors[ancestors.indexOf(object) + 1];
  return holder?.type === 'Property' && nodeOf(holder, 'value') === object ? keyOf(holder) : null;
}

const CONFIG = /^(createMachine|createStateConfig)$/;

/** Inside the description of a machine or state, outside of functions. */
function isConfig(ancestors: Node[]): boolean {
  for (const ancestor of ancestors) {
    if (/Function/.test(ancestor.type)) return false;
    if (ancestor.type === 'CallExpression') return CONFIG.test(calledName(ancestor));
    if (ancestor.type === 'VariableDeclarator') return true;
  }
  return false;
}

/** True for an object that `assign` keeps: its argument, or the result of its function. */
function isAssigned(object: Node, ancestors: Node[]): boolean {
  const around = ancestors.slice(ancestors.indexOf(object) + 1);
  const call = around.find(({ type }) => type === 'CallExpression');
  if (!call || calledName(call) !== 'assign') return false;
  const between = around.slice(0, around.indexOf(call));
  return between.every(({ type }) =>
    ['ArrowFunctionExpression', 'ReturnStatement', 'BlockStatement', 'ParenthesizedExpression'].includes(
      type,
    ),
  );
}

function calledName(call: Node): string {
  const callee = nodeOf(call, 'callee');
  return String(callee.type === 'MemberExpression' ? nodeOf(callee, 'property').name : callee.name);
}
