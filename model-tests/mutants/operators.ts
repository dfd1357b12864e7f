import { parts } from './machine-operators.ts';
import type { Place } from './mutant.ts';
import { keyOf, type Node, nodeOf, nodesOf } from './nodes.ts';
import { leftOut } from './screen-operators.ts';

/** Position of a node: its parent, the key there, and the nodes around. */
export type Around = { parent: Node; key: string; ancestors: Node[] };

type Change = Place['changes'][number];

const BOUNDARIES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITIES = ['===', '!==', '==', '!='];
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const TWINS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);
/** Calls for developers and operators, not for the product's behaviour. */
const SAID_ONLY = /^(this\.)?(log|logger|console|request\.log|app\.log)\b/;

/** True for code that only speaks: log entries, and the words of errors. Nothing inside is changed. */
export function isSaidOnly(node: Node, code: string): boolean {
  if (node.type === 'CallExpression') {
    const callee = nodeOf(node, 'callee');
    const called = code.slice(callee.start, callee.end);
    // Tells the compiler a type: it never fails in a machine that gets there.
    return called === 'assertEvent' || SAID_ONLY.test(called) || isLogMethod(callee);
  }
  return node.type === 'NewExpression' && /Error$/.test(code.slice(node.start, nodeOf(node, 'callee').end));
}

function isLogMethod(callee: Node): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const object = nodeOf(callee, 'object');
  const name = object.type === 'MemberExpression' ? nodeOf(object, 'property').name : object.name;
  return name === 'log' || name === 'logger';
}

/** The changes that make sense at a node. */
export function* placesAt(node: Node, around: Around, code: string, isMachine: boolean): Generator<Place> {
  const { start, end } = node;
  const statement = statementChange(node, around, code);
  if (statement) yield { start, end, kind: 'statement', changes: [statement] };
  if (isMachine) yield* parts(node, around);
  yield* leftOut(node, around);
  const changes = [...expressionChanges(node, around, code)];
  if (changes.length > 0 && mayBeWrapped(around)) yield { start, end, kind: 'expression', changes };
}

/** False for a callee, or for the object of a chain: wrapped, it would lose `this` or its chain. */
function mayBeWrapped({ parent, key }: Around): boolean {
  return !(key === 'callee' || (key === 'object' && parent.type === 'MemberExpression') || key === 'tag');
}

function statementChange(node: Node, { parent, key }: Around, code: string): Change | null {
  // Removing the only content of an `if` equals an `if` that is never true.
  const isAlone =
    key === 'consequent' && !parent.alternate
      ? true
      : parent.type === 'BlockStatement' && nodesOf(parent, 'body').length === 1;
  if (node.type === 'ThrowStatement') return isAlone ? null : { operator: 'throw', text: ';' };
  if (node.type !== 'ExpressionStatement' || node.directive) return null;
  if (key === 'consequent' && !parent.alternate) return null;
  const expression = nodeOf(node, 'expression');
  const inner = expression.type === 'AwaitExpression' ? nodeOf(expression, 'argument') : expression;
  if (isSaidOnly(inner, code)) return null;
  if (inner.type === 'CallExpression' && nodeOf(inner, 'callee').type === 'Super') return null;
  return ['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'ChainExpression'].includes(
    inner.type,
  )
    ? { operator: 'statement', text: ';' }
    : null;
}

function* expressionChanges(node: Node, around: Around, code: string): Generator<Change> {
  const text = (part: Node) => code.slice(part.start, part.end);
  const condition = conditionChanges(node, around);
  yield* condition;
  if (node.type === 'LogicalExpression') {
    const [left, right] = [text(nodeOf(node, 'left')), text(nodeOf(node, 'right'))];
    if (node.operator === '??') {
      if (!/^(null|undefined)$/.test(right)) yield { operator: 'logic', text: left };
    } else yield { operator: 'logic', text: `(${left}) ${node.operator === '&&' ? '||' : '&&'} (${right})` };
  }
  if (node.type === 'BinaryExpression') {
    const operator = node.operator as string;
    const [left, right] = [nodeOf(node, 'left'), nodeOf(node, 'right')];
    const replaced = (other: string) => `${text(left)} ${other} ${text(right)}`;
    if (BOUNDARIES[operator]) yield { operator: 'boundary', text: replaced(BOUNDARIES[operator]) };
    if (EQUALITIES.includes(operator) && condition.length === 0) {
      yield { operator: 'equality', text: replaced(operator.startsWith('!') ? '===' : '!==') };
    }
    if (ARITHMETIC[operator] && !isText(left) && !isText(right)) {
      yield { operator: 'arithmetic', text: replaced(ARITHMETIC[operator]) };
    }
  }
  if (node.type === 'UnaryExpression' && node.operator === '!' && condition.length === 0) {
    yield { operator: 'negation', text: text(nodeOf(node, 'argument')) };
  }
  if (node.type === 'CallExpression') yield* twin(node, code);
  if (node.type === 'Literal' && typeof node.value === 'boolean' && condition.length === 0) {
    yield { operator: 'boolean', text: String(!node.value) };
  }
  if (isReturned(around) && RETURNED.includes(node.type) && condition.length === 0) {
    yield { operator: 'returned', text: 'undefined' };
  }
  if (isText(node) && node.value !== '' && isTextValue(around)) yield { operator: 'text', text: "''" };
}

const RETURNED = ['CallExpression', 'AwaitExpression', 'ChainExpression', 'MemberExpression'];

/** `true` and `false` for what decides something; in `a && b`, `true` for a part and `false` for the whole. */
function conditionChanges(node: Node, around: Around): Change[] {
  const { parent, key } = around;
  const fixed = (value: boolean): Change => ({ operator: 'condition', text: String(value) });
  if (node.type === 'Literal') return [];
  if (parent.type === 'LogicalExpression' && parent.operator !== '??' && decides(parent, around.ancestors)) {
    if (node.type === 'LogicalExpression' && node.operator !== parent.operator && node.operator !== '??') {
      return [fixed(parent.operator === '&&')];
    }
    return node.type === 'LogicalExpression' ? [] : [fixed(parent.operator === '&&')];
  }
  if (isTest(parent, key)) {
    if (parent.type === 'WhileStatement' || parent.type === 'DoWhileStatement') return [fixed(false)];
    if (node.type === 'LogicalExpression')
      return node.operator === '??' ? [] : [fixed(node.operator === '||')];
    return [fixed(true), fixed(false)];
  }
  if (!isReturned(around)) return [];
  if (node.type === 'LogicalExpression' && decides(node, [parent])) return [fixed(node.operator === '||')];
  return isComparison(node) ? [fixed(true), fixed(false)] : [];
}

const isTest = (parent: Node, key: string) =>
  key === 'test' && parent.type !== 'SwitchCase' && parent.type !== 'ForStatement';

const isComparison = (node: Node) =>
  (node.type === 'BinaryExpression' &&
    (EQUALITIES.includes(node.operator as string) ||
      (node.operator as string) in BOUNDARIES ||
      node.operator === 'in' ||
      node.operator === 'instanceof')) ||
  (node.type === 'UnaryExpression' && node.operator === '!');

/** True if a logical expression answers yes or no, and does not choose between values. */
function decides(node: Node, ancestors: Node[]): boolean {
  const outer = ancestors.find(
    ({ type }) => type !== 'LogicalExpression' && type !== 'ParenthesizedExpression',
  );
  const isAnswer = (part: Node): boolean =>
    part.type === 'LogicalExpression'
      ? isAnswer(nodeOf(part, 'left')) || isAnswer(nodeOf(part, 'right'))
      : isComparison(part);
  const isTested = outer?.type === 'IfStatement' || outer?.type === 'WhileStatement';
  return (
    isTested ||
    isAnswer(node) ||
    (outer?.type === 'ConditionalExpression' && isWithin(node, nodeOf(outer, 'test')))
  );
}

const isWithin = (node: Node, outer: Node) => node.start >= outer.start && node.end <= outer.end;

const isReturned = ({ parent, key }: Around) =>
  (parent.type === 'ReturnStatement' && key === 'argument') ||
  (parent.type === 'ArrowFunctionExpression' && key === 'body');

function* twin(node: Node, code: string): Generator<Change> {
  const callee = nodeOf(node, 'callee');
  if (callee.type !== 'MemberExpression' || callee.computed) return;
  const property = nodeOf(callee, 'property');
  const other = TWINS.get(property.name as string);
  if (other === undefined) return;
  yield {
    operator: 'twin',
    text: code.slice(node.start, property.start) + other + code.slice(property.end, node.end),
  };
}

const isText = (node: Node) =>
  (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral';

/** Names that only connect parts: leaving them out is a change of its own, or does not even start. */
const NAMES = [
  'guard',
  'target',
  'actions',
  'src',
  'initial',
  'id',
  'type',
  'entry',
  'exit',
  'history',
  'systemId',
];

/** True for a text as a value. Texts given to calls are names of columns, states, algorithms: the compiler checks. */
function isTextValue(around: Around): boolean {
  const { parent, key } = around;
  if (parent.type === 'Property') return key === 'value' && !NAMES.includes(keyOf(parent) ?? '');
  return parent.type === 'ConditionalExpression' ? key !== 'test' : isReturned(around);
}
