import { type Expression, type Program, parse, type Statement } from 'acorn';
import type { Json } from '../convert/conversion.ts';
import { choose, termOf } from './expressions.ts';
import type { OwnFunction, Script } from './scope.ts';
import { failsOr, type Term, Untranslatable } from './terms.ts';

/** Most decisions one after the other: each doubles what follows it. */
const MOST_DECISIONS = 8;

/**
 * The value that a script gives to `result`, read and not run: declarations, assignments and decisions of expressions.
 * Null if it gives none.
 * @param unset value of the result before the script; undefined if the script must not read it
 * @throws Untranslatable where JSONLogic would not be exactly alike
 */
export function resultOf(text: string, result: string, given: Script, unset?: Term): Term | null {
  const { body } = parsed(text);
  const script = given.withFunctions(functionsIn(body as Statement[]));
  if (!body.some((statement) => setsName(statement, result))) {
    // What is never set stays as it was; the rest must not do anything either.
    run(body as Statement[], { script, result, isSet: false, decisions: 0 }, false);
    return null;
  }
  const start = new Map(script.names);
  if (unset) start.set(result, unset);
  const term = run(
    body as Statement[],
    { script: script.with(start), result, isSet: unset !== undefined, decisions: 0 },
    false,
  );
  if (!term) throw new Untranslatable(`it does not always set "${result}"`);
  return term;
}

function parsed(text: string): Program {
  try {
    return parse(text, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
  } catch (error) {
    throw new Untranslatable(`it is no JavaScript (${(error as Error).message})`);
  }
}

/** The functions of a script, which may stand behind their use. */
function functionsIn(body: readonly Statement[]): Map<string, OwnFunction> {
  const found = new Map<string, OwnFunction>();
  for (const node of body) {
    if (node.type !== 'FunctionDeclaration' || node.async || node.generator) continue;
    const parameters = node.params.map((parameter) =>
      parameter.type === 'Identifier' ? parameter.name : '',
    );
    const [only, ...more] = node.body.body;
    if (only?.type === 'ReturnStatement' && only.argument && more.length === 0 && !parameters.includes(''))
      found.set(node.id.name, { parameters, body: only.argument });
  }
  return found;
}

/** True if a statement returns something, or sets the name. */
function setsName(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some((part) => setsName(part, name));
  if (typeof node !== 'object' || node === null) return false;
  if ((node as { type?: string }).type?.includes('Function')) return false;
  const { type, left, id } = node as { type?: string; left?: Json; id?: Json };
  if (type === 'ReturnStatement') return true;
  if (type === 'AssignmentExpression' && left?.type === 'Identifier' && left.name === name) return true;
  if (type === 'VariableDeclarator' && id?.name === name) return true;
  return Object.values(node).some((part) => setsName(part, name));
}

type State = { script: Script; result: string; isSet: boolean; decisions: number };

/** Runs statements symbolically; the value of the result at their end. */
function run(statements: readonly Statement[], state: State, fails: Term['fails']): Term | undefined {
  const [statement, ...rest] = statements;
  if (!statement) {
    const term = state.isSet ? state.script.names.get(state.result) : undefined;
    return term && { ...term, fails: failsOr(fails, term.fails) };
  }
  switch (statement.type) {
    case 'EmptyStatement':
    // Its body counts where it is called.
    case 'FunctionDeclaration':
      return run(rest, state, fails);
    case 'BlockStatement':
      return run([...statement.body, ...rest], state, fails);
    case 'VariableDeclaration': {
      let [next, failed] = [state, fails];
      for (const { id, init } of statement.declarations) {
        if (id.type !== 'Identifier') throw new Untranslatable('it takes something apart', id);
        if (!init) continue;
        [next, failed] = assigned(id.name, init, next, failed);
      }
      return run(rest, next, failed);
    }
    case 'ExpressionStatement': {
      const { expression } = statement;
      if (expression.type === 'Literal') return run(rest, state, fails);
      if (isLog(expression)) return run(rest, state, fails);
      if (expression.type !== 'AssignmentExpression') {
        return run(rest, state, failsOr(fails, termOf(expression, state.script).fails));
      }
      const { left, right, operator } = expression;
      if (operator !== '=' || left.type !== 'Identifier')
        throw new Untranslatable('it changes something else than its result', expression);
      if (left.name === 'data' || left.name === 'row')
        throw new Untranslatable('it changes something else than its result', expression);
      return run(rest, ...assigned(left.name, right, state, fails));
    }
    case 'IfStatement': {
      if (state.decisions >= MOST_DECISIONS) throw new Untranslatable('it has too many decisions', statement);
      const test = termOf(statement.test, state.script);
      const next = { ...state, decisions: state.decisions + 1 };
      const one = run([statement.consequent, ...rest], next, false);
      const other = run([...(statement.alternate ? [statement.alternate] : []), ...rest], next, false);
      if (!one || !other) {
        if (!one && !other) return undefined;
        throw new Untranslatable(`it does not always set "${state.result}"`, statement);
      }
      const chosen = choose(test, one, other);
      return { ...chosen, fails: failsOr(fails, chosen.fails) };
    }
    case 'ReturnStatement': {
      if (!statement.argument) throw new Untranslatable('it returns nothing', statement);
      const term = termOf(statement.argument, state.script);
      return { ...term, fails: failsOr(fails, term.fails) };
    }
    default:
      throw new Untranslatable('JSONLogic has nothing like it', statement);
  }
}

/** The state after `name = value`; an error while it is read is one of the whole script. */
function assigned(
  name: string,
  value: Expression,
  state: State,
  fails: Term['fails'],
): [State, Term['fails']] {
  if (value.type === 'AssignmentExpression') throw new Untranslatable('it sets two things at once', value);
  const term = termOf(value, state.script);
  const names = new Map(state.script.names).set(name, { ...term, fails: false });
  const script = state.script.with(names);
  return [{ ...state, script, isSet: state.isSet || name === state.result }, failsOr(fails, term.fails)];
}

const isLog = (node: Expression): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.type === 'Identifier' &&
  node.callee.object.name === 'console';
