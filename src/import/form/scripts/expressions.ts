import type {
  BinaryOperator,
  Expression,
  LogicalExpression,
  PrivateIdentifier,
  UnaryExpression,
} from 'acorn';
import type { JsonLogic } from '#forms/types.ts';
import { callTerm } from './calls.ts';
import { memberTerm } from './names.ts';
import type { Script } from './scope.ts';
import {
  booleanTerm,
  both,
  canBe,
  failsAfter,
  failsOr,
  isOnly,
  type Kind,
  literalTerm,
  numberOf,
  numberTerm,
  present,
  type Term,
  truthOf,
  UNDEFINED,
  Untranslatable,
} from './terms.ts';

/** An expression of JavaScript in JSONLogic. @throws Untranslatable where the two would not be exactly alike */
export function termOf(node: Expression | PrivateIdentifier, script: Script): Term {
  switch (node.type) {
    case 'Literal':
      return literal(node);
    case 'TemplateLiteral':
      if (node.expressions.length > 0) throw new Untranslatable('it puts a text together', node);
      return literalTerm(node.quasis[0]?.value.cooked ?? '');
    case 'Identifier': {
      const known = node.name === 'undefined' ? UNDEFINED : script.names.get(node.name);
      if (known) return known;
      throw new Untranslatable(`"${node.name}" is nothing that the import knows`, node);
    }
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return termOf(node.expression, script);
    case 'MemberExpression':
      return memberTerm(node, script);
    case 'CallExpression':
      return callTerm(node, script);
    case 'UnaryExpression':
      return unary(node, script);
    case 'LogicalExpression':
      return logical(node, script);
    case 'ConditionalExpression':
      return choose(
        termOf(node.test, script),
        termOf(node.consequent, script),
        termOf(node.alternate, script),
      );
    case 'BinaryExpression':
      return binary(node.operator, termOf(node.left, script), termOf(node.right, script), node);
    case 'AssignmentExpression':
    case 'UpdateExpression':
      throw new Untranslatable('it changes something else', node);
    case 'NewExpression': {
      const isDay = node.callee.type === 'Identifier' && node.callee.name === 'Date';
      throw new Untranslatable(isDay ? ABOUT_DATES : 'JSONLogic has nothing like it', node);
    }
    default:
      throw new Untranslatable('JSONLogic has nothing like it', node);
  }
}

const ABOUT_DATES = 'days are not calculated with; JSONLogic has "age" for the years since one';

function literal(node: Expression & { type: 'Literal' }): Term {
  const { value } = node;
  if (value === null && node.raw === 'null') return literalTerm(null);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return literalTerm(value);
  throw new Untranslatable('JSONLogic has nothing like it', node);
}

function unary(node: UnaryExpression, script: Script): Term {
  const term = termOf(node.argument, script);
  switch (node.operator) {
    case '!':
      return not(term);
    case '-':
      if (term.literal && typeof term.literal.value === 'number') return literalTerm(-term.literal.value);
      return numberTerm({ '-': [numberOf(term, node)] }, term.fails);
    case '+':
      return numberTerm(numberOf(term, node), term.fails);
    default:
      throw new Untranslatable('JSONLogic has nothing like it', node);
  }
}

/** The opposite; two of them are one truth. */
function not(term: Term): Term {
  if (term.literal) return literalTerm(!term.literal.value);
  const truth = truthOf(term);
  const inner = typeof truth === 'object' && truth !== null && '!' in truth ? truth['!'] : undefined;
  if (Array.isArray(inner)) return booleanTerm({ '!!': inner as JsonLogic[] }, term.fails);
  return booleanTerm({ '!': [truth] }, term.fails);
}

function logical({ left, right, operator }: LogicalExpression, script: Script): Term {
  const first = termOf(left, script);
  const second = termOf(right, script);
  if (first.literal) {
    const { value } = first.literal;
    const isFirst = operator === '??' ? value !== null : Boolean(value) === (operator === '||');
    const given = isFirst ? first : second;
    return { ...given, fails: failsOr(first.fails, given.fails) };
  }
  if (operator === '??') {
    const fails = failsAfter(first.fails, { '!': [present(first)] }, second.fails);
    return {
      ...joined(first, second, ['undefined', 'null']),
      logic: { if: [present(first), first.logic, second.logic] },
      fails,
    };
  }
  const truth = truthOf(first);
  const isTruthOnly = truth !== first.logic || Boolean(first.onlyTruth || second.onlyTruth);
  const other = isHeap(second) ? truthOf(second) : second.logic;
  const onlyTruth = isTruthOnly || other !== second.logic;
  if (operator === '&&') {
    const fails = failsAfter(first.fails, truth, second.fails);
    return { ...joined(first, second, []), logic: both('and', truth, other), fails, onlyTruth };
  }
  const fails = failsAfter(first.fails, { '!': [truth] }, second.fails);
  const given = truth === first.logic ? ([] as Kind[]) : (['list', 'boxes'] as Kind[]);
  return {
    ...joined(first, second, ['undefined', 'null', ...given]),
    logic: both('or', truth, other),
    fails,
    onlyTruth,
  };
}

const isHeap = (term: Term): boolean => canBe(term, 'list') || canBe(term, 'boxes');

/** The kinds of one of two terms, of the first without those that never come out. */
function joined(first: Term, second: Term, never: readonly Kind[]): Pick<Term, 'kinds'> {
  const heaps = (kind: Kind): Kind => (kind === 'list' || kind === 'boxes' ? 'boolean' : kind);
  const left = [...first.kinds].filter((kind) => !never.includes(kind));
  return { kinds: new Set([...left, ...second.kinds].map(heaps)) };
}

/** `test ? one : other`. */
export function choose(test: Term, one: Term, other: Term): Term {
  if (test.literal) return test.literal.value ? one : other;
  if (isHeap(one) || isHeap(other)) throw new Untranslatable('one of two lists');
  const truth = truthOf(test);
  const either = failsOr(
    failsAfter(false, truth, one.fails),
    failsAfter(false, { '!': [truth] }, other.fails),
  );
  return {
    logic: { if: [truth, one.logic, other.logic] },
    kinds: new Set([...one.kinds, ...other.kinds]),
    fails: failsOr(test.fails, either),
    onlyTruth: Boolean(one.onlyTruth || other.onlyTruth),
  };
}

type At = { start: number; end: number };

function binary(operator: BinaryOperator, left: Term, right: Term, at: At): Term {
  const fails = failsOr(left.fails, right.fails);
  switch (operator) {
    case '===':
    case '!==':
    case '==':
    case '!=':
      return equality(operator, left, right, fails, at);
    case '<':
    case '>':
    case '<=':
    case '>=':
      return booleanTerm({ [operator]: sized(left, right, at) }, fails);
    case '+':
      return sum(left, right, fails, at);
    case '-':
    case '*':
    case '/':
    case '%':
      return numberTerm({ [operator]: [numberOf(left, at), numberOf(right, at)] }, fails);
    default:
      throw new Untranslatable('JSONLogic has nothing like it', at);
  }
}

const PRIMITIVE: Kind[] = ['undefined', 'null', 'boolean', 'number', 'text'];

function equality(
  operator: '===' | '!==' | '==' | '!=',
  left: Term,
  right: Term,
  fails: Term['fails'],
  at: At,
): Term {
  const isNot = operator.startsWith('!');
  const isStrict = operator.endsWith('==') && operator.length === 3;
  const answer = (logic: JsonLogic) => booleanTerm(logic, fails);
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const isNothing = isOnly(other, 'undefined') || (!isStrict && other.literal?.value === null);
    if (isNothing && !one.onlyTruth) return answer({ [isNot ? '!==' : '===']: [one.logic, null] });
  }
  for (const term of [left, right]) {
    if (term.onlyTruth) throw new Untranslatable('it compares the result of && or || with lists', at);
    if (canBe(term, 'presence'))
      throw new Untranslatable(
        `"${term.read?.name}" has another notation here: only whether it is answered is alike`,
        at,
      );
    if (!isOnly(term, ...PRIMITIVE)) throw new Untranslatable('it compares a list or several choices', at);
    if (isStrict && term.literal?.value === null)
      throw new Untranslatable(
        'Form.io has null or nothing for what is not answered: compare with != null',
        at,
      );
  }
  const falsePart = partIsFalse(left, right) ?? partIsFalse(right, left);
  if (falsePart) return answer(isNot ? { '!': [falsePart] } : falsePart);
  const [one, other] = [chosen(left, right, isStrict, at), chosen(right, left, isStrict, at)];
  if (one === undefined || other === undefined) return { ...literalTerm(isNot), fails };
  return answer({ [operator]: [one, other] });
}

/** `boxes.option === false`: Form.io has false where the portal has no entry. */
function partIsFalse(part: Term, other: Term): JsonLogic | undefined {
  if (part.read?.boxes === undefined || other.literal?.value !== false) return undefined;
  return both('and', { '!!': [part.read.boxes] }, { '!': [part.logic] });
}

/**
 * One side of a comparison, an option by its value here; undefined if the field never has the value.
 */
function chosen(side: Term, other: Term, isStrict: boolean, at: At): JsonLogic | undefined {
  const { options } = other.read ?? {};
  if (!options) return side.logic;
  if (side.read && (options.renamed.size > 0 || (side.read.options?.renamed.size ?? 0) > 0))
    throw new Untranslatable(
      'the options got other values: give them values of letters, digits, _ - and . in the builder',
      at,
    );
  if (!side.literal) {
    if (options.renamed.size > 0 || [...options.given].some(isLikeOther))
      throw new Untranslatable('it compares a choice with something that is calculated', at);
    return side.logic;
  }
  const { value } = side.literal;
  if (value === null || value === '') return side.logic;
  const text = String(value);
  // Form.io turns the choice "1" into the number 1 and "true" into true, but not always.
  if (isStrict && options.given.has(text) && isLikeOther(text))
    throw new Untranslatable(
      `Form.io has the choice "${text}" as text or as number, depending on its version: write == instead of ===`,
      at,
    );
  if (!options.given.has(text)) return isStrict || typeof value === 'string' ? undefined : side.logic;
  return options.renamed.get(text) ?? side.logic;
}

const isLikeOther = (text: string): boolean =>
  text === 'true' || text === 'false' || (text.trim() !== '' && Number.isFinite(Number(text)));

/**
 * The two sides of a comparison by size. What is not answered is no number in JavaScript, and 0 as null in JSONLogic:
 * so it becomes a text that is no number.
 */
function sized(left: Term, right: Term, at: At): JsonLogic[] {
  for (const term of [left, right]) {
    if (canBe(term, 'presence'))
      throw new Untranslatable(
        `"${term.read?.name}" has another notation here: only whether it is answered is alike`,
        at,
      );
    if (term.onlyTruth || !isOnly(term, 'undefined', 'number', 'text'))
      throw new Untranslatable('only numbers are compared by size', at);
  }
  if (canBe(left, 'text') && canBe(right, 'text')) throw new Untranslatable('it compares texts by size', at);
  if (!canBe(left, 'undefined') && !canBe(right, 'undefined')) return [left.logic, right.logic];
  if (isOnly(left, 'number') || isOnly(right, 'number')) return [noNumber(left, at), noNumber(right, at)];
  return [numberOf(left, at), numberOf(right, at)];
}

function noNumber(term: Term, at: At): JsonLogic {
  if (!canBe(term, 'undefined')) return term.logic;
  const { logic } = term;
  const name = typeof logic === 'object' && logic !== null && 'var' in logic ? logic.var : undefined;
  return typeof name === 'string' ? { var: [name, '?'] } : numberOf(term, at);
}

function sum(left: Term, right: Term, fails: Term['fails'], at: At): Term {
  if (left.literal && right.literal && (canBe(left, 'text') || canBe(right, 'text')))
    return literalTerm(`${left.literal.value}${right.literal.value}`);
  if (isOnly(left, 'number', 'undefined') && isOnly(right, 'number', 'undefined'))
    return numberTerm({ '+': [numberOf(left, at), numberOf(right, at)] }, fails);
  throw new Untranslatable('it puts a text together', at);
}
