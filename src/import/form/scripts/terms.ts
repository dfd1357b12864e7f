import type { JsonLogic } from '#forms/types.ts';

/** Kinds of value that an expression can have; `undefined` is what JSONLogic reads as null. */
export type Kind = 'undefined' | 'null' | 'boolean' | 'number' | 'text' | 'list' | 'boxes' | 'presence';

export type Literal = string | number | boolean | null;

/** A field that a script reads, as the portal has it. */
export type Read = {
  /** As people find it in the script: `data.a`. */
  name: string;
  /** Values of options that got other ones; undefined for fields without options. */
  options?: { given: ReadonlySet<string>; renamed: ReadonlyMap<string, string> };
  /** The selectboxes of which an answer is one option. */
  boxes?: JsonLogic;
  /** The fields of a row, if it is a repeating group. */
  group?: string;
};

/** An expression of a script in JSONLogic. */
export type Term = {
  logic: JsonLogic;
  kinds: ReadonlySet<Kind>;
  /** When the script ends with an error; false: never. */
  fails: JsonLogic | false;
  /** Only whether it is true or false is alike, not the value itself. */
  onlyTruth?: boolean;
  literal?: { value: Literal };
  read?: Read;
};

/** The reason why a script cannot become JSONLogic; `at` are the positions of its part in the text. */
export class Untranslatable extends Error {
  readonly at: { start: number; end: number } | undefined;
  constructor(reason: string, at?: { start: number; end: number }) {
    super(reason);
    this.at = at;
  }
}

const kinds = (...list: Kind[]): ReadonlySet<Kind> => new Set(list);

export function literalTerm(value: Literal): Term {
  const kind = value === null ? 'null' : typeof value === 'string' ? 'text' : typeof value;
  return { logic: value, kinds: kinds(kind as Kind), fails: false, literal: { value } };
}

export const UNDEFINED: Term = { logic: null, kinds: kinds('undefined'), fails: false };

export const booleanTerm = (logic: JsonLogic, fails: Term['fails'] = false): Term => ({
  logic,
  kinds: kinds('boolean'),
  fails,
});

export const numberTerm = (logic: JsonLogic, fails: Term['fails'] = false): Term => ({
  logic,
  kinds: kinds('number'),
  fails,
});

/** True if every value of the term is of one of the kinds. */
export const isOnly = ({ kinds: found }: Term, ...allowed: Kind[]): boolean =>
  [...found].every((kind) => allowed.includes(kind));

export const canBe = ({ kinds: found }: Term, kind: Kind): boolean => found.has(kind);

export function both(operator: 'and' | 'or', ...parts: JsonLogic[]): JsonLogic {
  const flat = parts.flatMap((part) => (operatorOf(part) === operator ? partsOf(part) : [part]));
  return flat.length === 1 ? (flat[0] ?? null) : { [operator]: flat };
}

const operatorOf = (logic: JsonLogic): string | undefined =>
  typeof logic === 'object' && logic !== null && !Array.isArray(logic) ? Object.keys(logic)[0] : undefined;

function partsOf(logic: JsonLogic): JsonLogic[] {
  const [inner] = Object.values(logic as object) as JsonLogic[];
  return Array.isArray(inner) ? inner : [inner ?? null];
}

/** One of two failures, the second only where `when` holds. */
export function failsAfter(first: Term['fails'], when: JsonLogic, second: Term['fails']): Term['fails'] {
  return second === false ? first : failsOr(first, both('and', when, second));
}

export function failsOr(first: Term['fails'], second: Term['fails']): Term['fails'] {
  if (first === false) return second;
  if (second === false || JSON.stringify(first) === JSON.stringify(second)) return first;
  return both('or', first, second);
}

/** JSONLogic that is as true or false as the value in JavaScript: there, a list without anything is true. */
export function truthOf(term: Term): JsonLogic {
  if (term.literal) return Boolean(term.literal.value);
  if (isOnly(term, 'list', 'boxes', 'undefined')) return present(term);
  if (canBe(term, 'list') || canBe(term, 'boxes'))
    throw new Untranslatable('a list or something else is true or false');
  return term.logic;
}

/** True where there is any value. */
export const present = ({ logic }: Term): JsonLogic => ({ '!==': [logic, null] });

/** Truth as true or false, and nothing else. */
export function booleanOf(term: Term): JsonLogic {
  const truth = truthOf(term);
  return isOnly(term, 'boolean') || truth !== term.logic ? truth : { '!!': [truth] };
}

/** The number of rows or files. */
export function rowCount(term: Term): Term {
  return numberTerm({ reduce: [term.logic, { '+': [1, { var: 'accumulator' }] }, 0] }, term.fails);
}

/** A number; not a number, as in JavaScript, where there is none. */
export function numberOf(term: Term, at: { start: number; end: number }): JsonLogic {
  if (term.onlyTruth || !isOnly(term, 'number', 'undefined'))
    throw new Untranslatable('only numbers are calculated with', at);
  return canBe(term, 'undefined') ? { '+': [term.logic] } : term.logic;
}
