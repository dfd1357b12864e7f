import { stringify } from 'yaml';

/** Where an expression is looked at: the dot, the top of all values, variables of loops, and named pieces. */
export type Scope = {
  dot: unknown;
  top: unknown;
  variables: Readonly<Record<string, unknown>>;
  include(name: string, dot: unknown): string;
};

/** A string, a number, or a path such as `.Values.host`, `$.Release.Name`, `$key`. */
const WORD = /"(?:[^"\\]|\\.)*"|\d+|\$?(?:\.\w+)+|\.|\$\w*|\w+|\|/g;

/**
 * Returns the value of an expression of Helm's templates: paths, strings, numbers, and pipelines of the functions that the
 * chart uses.
 * @throws Error for anything else, and for a value that does not exist
 */
export function evaluate(expression: string, scope: Scope): unknown {
  const words = expression.match(WORD) ?? [];
  if (words.join('') !== expression.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''))
    throw new Error(`not known: ${expression}`);
  const calls = words.join('\n').split('\n|\n');
  let piped: unknown[] = [];
  for (const call of calls) {
    const [first = '', ...rest] = call.split('\n');
    const values = [...rest.map((word) => atWord(word, scope)), ...piped];
    piped = [/^[a-zA-Z]/.test(first) ? called(first, values, scope) : alone(first, values, scope)];
  }
  return piped[0];
}

function alone(word: string, values: unknown[], scope: Scope): unknown {
  if (values.length > 0) throw new Error(`no function: ${word}`);
  return atWord(word, scope);
}

function atWord(word: string, { dot, top, variables }: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^\d+$/.test(word)) return Number(word);
  const [, root = '', path = ''] = /^(\$\w*)?(.*)$/.exec(word) ?? [];
  const from = root === '' ? dot : root === '$' ? top : given(variables, root);
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce(given, from);
}

function given(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) throw new Error(`no value: ${name}`);
  return (of as Record<string, unknown>)[name];
}

function called(name: string, values: unknown[], { include }: Scope): unknown {
  const [first, ...rest] = values;
  switch (name) {
    case 'quote':
      return JSON.stringify(text(first));
    case 'include':
      return include(text(first), rest[0]);
    case 'nindent':
      return `\n${text(rest[0]).replaceAll(/^/gm, ' '.repeat(Number(first)))}`;
    case 'toYaml':
      return stringify(first).trimEnd();
    case 'printf':
      return text(first).replaceAll(/%[sv]/g, () => text(rest.shift()));
    case 'add':
      return values.map(Number).reduce((sum, value) => sum + value, 0);
    case 'join':
      return (rest[0] as unknown[]).map(text).join(text(first));
    case 'list':
      return values;
    default:
      throw new Error(`no function: ${name}`);
  }
}

/** As Go writes it; a value of another kind is a fault of the template. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  if (typeof value === 'boolean') return String(value);
  throw new Error(`no text: ${JSON.stringify(value)}`);
}
