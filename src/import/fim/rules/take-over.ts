import type { FimPath } from '../model.ts';
import { choicesIn } from './choices.ts';
import { combined, type Fault, type Ruled, type RuledClause } from './combine.ts';
import { isInside } from './condition.ts';
import { longId, type SchemaElements } from './elements.ts';
import type { FormPlaces } from './form-places.ts';
import { NotTaken } from './logic.ts';
import type { OwnedRule, ReadRule } from './rule.ts';
import { checked, type Say, writes } from './write-rules.ts';

/** A rule with what became of it; `left` are the elements of it that are not taken over, or all of it. */
export type RuleOutcome = OwnedRule & {
  taken: 'whole' | 'part' | 'none';
  left: { target?: FimPath; reason: string }[];
};

export type TakenOver = {
  outcomes: RuleOutcome[];
  /** Elements that a rule hides although the schema requires them. */
  contradictions: (Fault & { rules: OwnedRule[] })[];
  /** Elements that the form shows or hides by a rule. */
  ruled: ReadonlySet<FimPath>;
};

/** The elements that rules show or hide, as far as the schema alone decides it. */
export function ruledPaths(rules: readonly ReadRule[], elements: SchemaElements): Set<FimPath> {
  const left = new Map<RuledClause, string>();
  const { ruled } = settled(clausesOf(rules), rules, elements, left, () => []);
  return new Set([...ruled.values()].filter(({ shown }) => shown !== undefined).map(({ path }) => path));
}

/**
 * Writes rules into a form: conditions, required fields, and checks with their messages. An element whose rules cannot
 * all be written is left as it is.
 */
export function takeOver(
  rules: readonly ReadRule[],
  elements: SchemaElements,
  places: FormPlaces,
  say: Say,
): TakenOver {
  const clauses = clausesOf(rules);
  const left = new Map<RuledClause, string>();
  const at = { elements, places, say, choices: choicesIn(rules, elements) };
  const { ruled, faults } = settled(clauses, rules, elements, left, (one) => {
    try {
      writes(one, at);
      return [];
    } catch (error) {
      if (error instanceof NotTaken) return [error.message];
      throw error;
    }
  });
  for (const one of ruled.values()) for (const write of writes(one, at)) write();
  for (const clause of clauses.filter(({ effect }) => effect === 'valid' || effect === 'date')) {
    try {
      checked(clause, at);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      left.set(clause, error.message);
    }
  }
  return {
    outcomes: rules.map((rule) => outcome(rule, clauses, left)),
    contradictions: faults
      .filter(({ kind }) => kind === 'contradiction')
      .map((fault) => ({ ...fault, rules: rulesAbout(fault.path, clauses) })),
    ruled: new Set([...ruled.values()].filter(({ shown }) => shown !== undefined).map(({ path }) => path)),
  };
}

const clausesOf = (rules: readonly ReadRule[]): RuledClause[] =>
  rules.flatMap((rule) => ('clauses' in rule ? rule.clauses.map((clause) => ({ ...clause, rule })) : []));

const rulesAbout = (path: FimPath, clauses: readonly RuledClause[]): OwnedRule[] => [
  ...new Set(clauses.filter(({ target }) => target === path).map(({ rule }) => rule)),
];

/**
 * Joins rules, without the elements of which something is not understood or has no place; these are in
 * `left` then. One that is left can be the reason for another: so it goes on until nothing changes.
 */
function settled(
  clauses: readonly RuledClause[],
  rules: readonly ReadRule[],
  elements: SchemaElements,
  left: Map<RuledClause, string>,
  faultsOf: (ruled: Ruled) => string[],
): { ruled: Map<FimPath, Ruled>; faults: Fault[] } {
  const about = clauses.filter(({ effect }) => effect !== 'valid' && effect !== 'date');
  const leave = (path: FimPath, reason: string): void => {
    for (const clause of about) if (clause.target === path && !left.has(clause)) left.set(clause, reason);
  };
  for (const { path, reason } of mentionedElsewhere(about, rules, elements)) leave(path, reason);
  const all: Fault[] = [];
  for (;;) {
    const before = left.size;
    const { ruled, faults } = combined(
      about.filter((clause) => !left.has(clause)),
      elements,
    );
    for (const fault of faults) leave(fault.path, fault.reason);
    all.push(...faults);
    for (const one of ruled.values()) for (const reason of faultsOf(one)) leave(one.path, reason);
    if (left.size === before) return { ruled, faults: all };
  }
}

/** Elements that a rule names which was not understood: it may say when they are shown. */
function mentionedElsewhere(
  about: readonly RuledClause[],
  rules: readonly ReadRule[],
  elements: SchemaElements,
): { path: FimPath; reason: string }[] {
  const unread = rules.filter((rule) => 'reason' in rule).map((rule) => ({ rule, ids: idsIn(rule.text) }));
  return [...new Set(about.map(({ target }) => target))].flatMap((path) => {
    const id = path.slice(path.lastIndexOf('.') + 1);
    const found = unread.find(({ rule, ids }) => ids.has(id) && mayMean(id, rule.owner, path, elements));
    return found ? [{ path, reason: `rule ${found.rule.id} names it too, and is not taken over` }] : [];
  });
}

/** Ids of the elements that a text names; of a path the last one. */
const idsIn = (text: string): Set<string> =>
  new Set(
    text.match(/[FG]\d{8,11}(?:\.[FG]\d{8,11})*/g)?.map((ids) => longId(ids.slice(ids.lastIndexOf('.') + 1))),
  );

function mayMean(id: string, owner: FimPath, path: FimPath, elements: SchemaElements): boolean {
  const meant = elements.meant(id, owner);
  return 'path' in meant ? meant.path === path : isInside(path, owner);
}

function outcome(
  rule: ReadRule,
  clauses: readonly RuledClause[],
  reasons: ReadonlyMap<RuledClause, string>,
): RuleOutcome {
  const { owner, id, name, text } = rule;
  if ('reason' in rule) return { owner, id, name, text, taken: 'none', left: [{ reason: rule.reason }] };
  const own = clauses.filter((clause) => clause.rule === rule);
  const left = own.flatMap((clause) => {
    const reason = reasons.get(clause);
    return reason === undefined ? [] : [{ target: clause.target, reason }];
  });
  const distinct = [...new Map(left.map((one) => [JSON.stringify(one), one])).values()];
  const taken = left.length === 0 ? 'whole' : left.length < own.length ? 'part' : 'none';
  return { owner, id, name, text, taken, left: distinct };
}
