import type { FimPath } from '../model.ts';

/**
 * When a rule of a data schema holds, in answers of the schema. `younger` is of a date: fewer full years ago than
 * `years`. What is not answered equals nothing and is not younger; a group is empty if nothing in it is answered.
 */
export type Condition =
  | { is: 'always' }
  | { is: 'equal'; path: FimPath; value: FimValue }
  | { is: 'empty'; path: FimPath }
  | { is: 'younger'; path: FimPath; years: number }
  | { is: 'not'; of: Condition }
  | { is: 'and' | 'or'; of: Condition[] }
  | { is: 'xor'; of: [Condition, Condition] };

/** A code of a list, a number, or yes and no. */
export type FimValue = string | number | boolean;

/** Answers by path; the answer to a date is its age in full years. */
export type FimAnswers = ReadonlyMap<FimPath, FimValue>;

export const not = (of: Condition): Condition => (of.is === 'not' ? of.of : { is: 'not', of });

/** All, or one, of several conditions; of none, always. */
export function joined(is: 'and' | 'or', of: readonly Condition[]): Condition {
  const flat = of.flatMap((part) => (part.is === is ? part.of : [part]));
  if (is === 'or' && flat.some((part) => part.is === 'always')) return ALWAYS;
  const conditions = flat.filter((part) => part.is !== 'always');
  const distinct = [...new Map(conditions.map((part) => [JSON.stringify(part), part])).values()];
  const [first = ALWAYS] = distinct;
  return distinct.length < 2 ? first : { is, of: distinct };
}

export const ALWAYS: Condition = { is: 'always' };

/** True if the condition holds for the answers. */
export function holds(condition: Condition, answers: FimAnswers): boolean {
  switch (condition.is) {
    case 'always':
      return true;
    case 'equal':
      return answers.get(condition.path) === condition.value;
    case 'empty':
      return ![...answers.keys()].some((path) => isInside(path, condition.path));
    case 'younger': {
      const age = answers.get(condition.path);
      return typeof age === 'number' && age < condition.years;
    }
    case 'not':
      return !holds(condition.of, answers);
    case 'and':
      return condition.of.every((part) => holds(part, answers));
    case 'or':
      return condition.of.some((part) => holds(part, answers));
    default:
      return holds(condition.of[0], answers) !== holds(condition.of[1], answers);
  }
}

/** True if a path is that of an element, or of one in it. */
export const isInside = (path: FimPath, around: FimPath): boolean =>
  path === around || around === '' || path.startsWith(`${around}.`);

/** The elements that a condition reads. */
export function pathsOf(condition: Condition): FimPath[] {
  return [...new Set(atoms(condition).map(({ path }) => path))];
}

type Atom = Extract<Condition, { path: FimPath }>;

function atoms(condition: Condition): Atom[] {
  if ('path' in condition) return [condition];
  if (condition.is === 'always') return [];
  return (Array.isArray(condition.of) ? condition.of : [condition.of]).flatMap(atoms);
}

/** Most sets of answers that are tried. */
const MOST_WORLDS = 50_000;

/**
 * Every set of answers that conditions can tell apart; undefined if there are too many of them. Answers that exclude
 * each other by other rules are among them: what holds in all of them always holds.
 */
export function worldsOf(conditions: readonly Condition[]): FimAnswers[] | undefined {
  const values = new Map<FimPath, Set<FimValue | undefined>>();
  for (const atom of conditions.flatMap(atoms)) {
    const told = values.get(atom.path) ?? new Set<FimValue | undefined>([undefined]);
    for (const value of toldApart(atom)) told.add(value);
    values.set(atom.path, told);
  }
  let worlds: Map<FimPath, FimValue>[] = [new Map()];
  for (const [path, told] of values) {
    if (worlds.length * told.size > MOST_WORLDS) return undefined;
    worlds = worlds.flatMap((world) =>
      [...told].map((value) => (value === undefined ? world : new Map(world).set(path, value))),
    );
  }
  return worlds;
}

/** A text that no list has as its code. */
const ANOTHER = '\u0000';

function toldApart(atom: Atom): FimValue[] {
  if (atom.is === 'younger') return [atom.years - 1, atom.years];
  if (atom.is === 'empty') return [ANOTHER];
  return typeof atom.value === 'boolean' ? [true, false] : [atom.value, ANOTHER];
}

/** True if the first condition never holds without the second; undefined if there are too many answers to try. */
export function implies(first: Condition, second: Condition): boolean | undefined {
  const worlds = worldsOf([first, second]);
  return worlds?.every((world) => !holds(first, world) || holds(second, world));
}
