import type { CallExpression, Expression, MemberExpression, Node } from 'acorn';
import type { JsonLogic } from '#forms/types.ts';
import { nameOf } from './names.ts';
import type { Script } from './scope.ts';
import {
  booleanTerm,
  canBe,
  failsOr,
  isOnly,
  type Literal,
  literalTerm,
  numberOf,
  numberTerm,
  present,
  rowCount,
  type Term,
  truthOf,
  UNDEFINED,
  Untranslatable,
} from './terms.ts';

/** A call of one of the few functions that have their like in JSONLogic. */
export function callTerm(node: CallExpression, script: Script): Term {
  const { callee } = node;
  const args = node.arguments.map((argument) => {
    if (argument.type === 'SpreadElement')
      throw new Untranslatable('JSONLogic has nothing like it', argument);
    return argument;
  });
  if (callee.type === 'Identifier') return globalCall(callee.name, args, script, node);
  if (callee.type !== 'MemberExpression') throw new Untranslatable('JSONLogic has nothing like it', node);
  const name = nameOf(callee);
  const { object } = callee;
  if (object.type === 'Identifier' && (object.name === '_' || object.name === 'lodash'))
    return lodash(String(name), args, script, node);
  if (object.type === 'Super') throw new Untranslatable('JSONLogic has nothing like it', node);
  return method(String(name), object, callee, args, script, node);
}

function globalCall(name: string, args: Expression[], script: Script, node: Node): Term {
  const own = script.functions.get(name);
  if (own) {
    const given = args.map((argument) => script.term(argument));
    const names = new Map(script.names);
    for (const [index, parameter] of own.parameters.entries())
      names.set(parameter, { ...(given[index] ?? UNDEFINED), fails: false });
    // A function sees no function: none calls itself.
    const term = script.with(names).withFunctions(new Map()).term(own.body);
    return { ...term, fails: given.reduce((fails, argument) => failsOr(fails, argument.fails), term.fails) };
  }
  const [first] = args;
  if (first && args.length === 1) {
    const term = script.term(first);
    switch (name) {
      case 'Boolean':
        return booleanTerm({ '!!': [truthOf(term)] }, term.fails);
      // Both read a text from its beginning.
      case 'parseFloat':
        if (!term.onlyTruth && isOnly(term, 'number', 'text', 'undefined'))
          return numberTerm({ '+': [term.logic] }, term.fails);
        break;
      case 'Number':
        return numberTerm(numberOf(term, node), term.fails);
    }
  }
  throw new Untranslatable(`the function "${name}" is not called`, node);
}

/** Functions of lodash, which take what is not there for something empty. */
function lodash(name: string, args: Expression[], script: Script, node: Node): Term {
  const [first, second] = args;
  if (first && args.length <= 2) {
    if (first.type === 'ArrayExpression' && second && (name === 'includes' || name === 'contains'))
      return within(script.term(second), valuesOf(first), node);
    const term = script.term(first);
    switch (name) {
      case 'some':
      case 'any':
        return some(term, second, script, node);
      case 'every':
      case 'all':
        return every(term, second, script, node);
      case 'includes':
        if (second) return textHas(term, second, script, node);
        break;
      case 'size':
        if (term.read?.group !== undefined || isOnly(term, 'list', 'undefined')) return rowCount(term);
        break;
      case 'isEmpty':
        if (isOnly(term, 'text', 'undefined')) return booleanTerm({ '!': [term.logic] }, term.fails);
        if (isOnly(term, 'list', 'undefined'))
          return booleanTerm({ '===': [rowCount(term).logic, 0] }, term.fails);
        break;
      case 'isNil':
        return booleanTerm({ '===': [term.logic, null] }, term.fails);
    }
  }
  throw new Untranslatable(`the function "_.${name}" is not called`, node);
}

function method(
  name: string,
  object: Expression,
  callee: MemberExpression,
  args: Expression[],
  script: Script,
  node: Node,
): Term {
  const [first] = args;
  if (object.type === 'ArrayExpression' && first && args.length === 1) {
    const term = script.term(first);
    if (name === 'includes') return within(term, valuesOf(object), node);
  }
  const isKnown = ['some', 'every', 'includes'].includes(name);
  if (!isKnown || object.type === 'ArrayExpression' || !first || args.length > 1)
    throw new Untranslatable(`the function "${name}" is not called`, node);
  const term = script.term(object);
  const absent: Term['fails'] =
    !callee.optional && canBe(term, 'undefined') ? { '!': [present(term)] } : false;
  const answer =
    name === 'some'
      ? some(term, first, script, node)
      : name === 'every'
        ? every(term, first, script, node)
        : textHas(term, first, script, node);
  // Without an answer, `a?.includes(…)` is nothing, and `a?.every(…)` as well.
  const logic =
    callee.optional && canBe(term, 'undefined') ? { and: [present(term), answer.logic] } : answer.logic;
  return { ...answer, logic, fails: failsOr(answer.fails, absent), onlyTruth: callee.optional };
}

/** The values of a list of literals. */
function valuesOf(node: Expression): Literal[] {
  if (node.type !== 'ArrayExpression') throw new Untranslatable('JSONLogic has nothing like it', node);
  return node.elements.map((element) => {
    if (
      element?.type === 'Literal' &&
      (typeof element.value === 'string' ||
        typeof element.value === 'number' ||
        typeof element.value === 'boolean')
    )
      return element.value;
    throw new Untranslatable('only texts, numbers, true and false are in a list', element ?? node);
  });
}

/** `[…].includes(value)`: one of the values, each compared as by ===. */
function within(term: Term, values: Literal[], node: Node): Term {
  if (term.onlyTruth || !isOnly(term, 'text', 'number', 'boolean', 'undefined'))
    throw new Untranslatable(`"${term.read?.name ?? 'this'}" has another notation here`, node);
  const { options, boxes } = term.read ?? {};
  if (boxes !== undefined) throw new Untranslatable('it looks for one of several choices', node);
  const named = options
    ? values.flatMap((value) => {
        const text = String(value);
        if (typeof value !== 'string' || !options.given.has(text)) return value === '' ? [value] : [];
        if (/^(true|false|[\d.]+)$/.test(text))
          throw new Untranslatable(
            `Form.io has the choice "${text}" as text or as number, depending on its version`,
            node,
          );
        return [options.renamed.get(text) ?? value];
      })
    : values;
  return named.length > 0
    ? booleanTerm({ in: [term.logic, named] }, term.fails)
    : { ...literalTerm(false), fails: term.fails };
}

/** `text.includes('part')`, and an option of a select of several. */
function textHas(term: Term, part: Expression, script: Script, node: Node): Term {
  const wanted = script.term(part);
  const value = wanted.literal?.value;
  if (
    term.onlyTruth ||
    term.read?.options ||
    !isOnly(term, 'text', 'undefined') ||
    typeof value !== 'string' ||
    value === ''
  )
    throw new Untranslatable('only a text is searched for a text', node);
  return booleanTerm({ in: [value, term.logic] }, term.fails);
}

/** True where a row of a group passes a test; nothing that is no group has rows. */
function some(term: Term, test: Expression | undefined, script: Script, node: Node): Term {
  return booleanTerm({ some: [term.logic, rowTest(term, test, script, node)] }, term.fails);
}

/** True where no row fails; JSONLogic's own "all" is false where there are no rows. */
function every(term: Term, test: Expression | undefined, script: Script, node: Node): Term {
  const inner = rowTest(term, test, script, node);
  return booleanTerm({ none: [term.logic, { '!': [inner] }] }, term.fails);
}

function rowTest(term: Term, test: Expression | undefined, script: Script, node: Node): JsonLogic {
  const { group } = term.read ?? {};
  if (group === undefined) throw new Untranslatable('only the rows of a group are gone through', node);
  if (test?.type !== 'ArrowFunctionExpression' && test?.type !== 'FunctionExpression')
    throw new Untranslatable('only a function tests a row', test ?? node);
  const [row, ...more] = test.params;
  if (row?.type !== 'Identifier' || more.length > 0 || test.async || test.generator)
    throw new Untranslatable('only a function of one row tests it', test);
  const body = test.body.type === 'BlockStatement' ? returned(test.body.body) : test.body;
  if (!body) throw new Untranslatable('the function of a row returns more than one expression', test);
  const inner = script.ofRow(row.name, group).term(body);
  if (inner.fails !== false) throw new Untranslatable('the test of a row can fail', body);
  return truthOf(inner);
}

function returned(statements: { type: string; argument?: Expression | null }[]): Expression | undefined {
  const [only, ...more] = statements;
  return only?.type === 'ReturnStatement' && more.length === 0 ? (only.argument ?? undefined) : undefined;
}
