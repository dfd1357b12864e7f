import type { FimPath } from '../model.ts';
import { ALWAYS, type Condition, implies, joined, not } from './condition.ts';
import type { SchemaElements } from './elements.ts';
import type { Clause, OwnedRule } from './rule.ts';

/** A clause with the rule that it is of. */
export type RuledClause = Clause & { rule: OwnedRule };

/** An element with what all rules together say about it. */
export type Ruled = {
  path: FimPath;
  /** When it is given; undefined where no rule shows or hides it. */
  shown: Condition | undefined;
  /** When it has to be given, `always` means wherever it is shown; undefined where no rule requires it. */
  required: Condition | undefined;
};

/** Why the clauses about an element are not taken over. */
export type Fault = { path: FimPath; kind: 'opposite' | 'contradiction' | 'tooMany'; reason: string };

/**
 * Joins the rules that show, hide and require elements: each element is shown where any rule shows
 * or requires it, and hidden where any hides it. Faults are elements that rules both show and hide for the same answers,
 * and those that rules hide although the schema requires them.
 */
export function combined(
  clauses: readonly RuledClause[],
  elements: SchemaElements,
): { ruled: Map<FimPath, Ruled>; faults: Fault[] } {
  const ruled = new Map<FimPath, Ruled>();
  const faults: Fault[] = [];
  const about = clauses.filter(({ effect }) => effect !== 'valid' && effect !== 'date');
  for (const [path, same] of Map.groupBy(about, ({ target }) => target)) {
    const one = together(path, same);
    if ('reason' in one) faults.push(one);
    else ruled.set(path, one);
  }
  for (const { path, shown } of [...ruled.values()]) {
    const reason = shown && contradiction(path, shown, ruled, elements);
    if (!reason) continue;
    faults.push({ path, kind: 'contradiction', reason });
    ruled.delete(path);
  }
  return { ruled, faults };
}

function together(path: FimPath, clauses: readonly RuledClause[]): Ruled | Fault {
  const when = (wanted: Clause['effect']) =>
    clauses.filter(({ effect }) => effect === wanted).map((clause) => clause.when);
  const [shows, hides, requires] = [when('show'), when('hide'), when('require')];
  const given = joined('or', [...shows, ...requires]);
  const hidden = joined('or', hides);
  if (hides.length > 0 && shows.length + requires.length > 0) {
    const apart = implies(given, not(hidden));
    if (apart === undefined) return { path, kind: 'tooMany', reason: TOO_MANY };
    if (!apart) return { path, kind: 'opposite', reason: opposite(clauses) };
  }
  const isGiven = shows.length > 0 || (requires.length > 0 && implies(not(hidden), given) === true);
  const shown = hides.length === 0 && shows.length === 0 ? undefined : isGiven ? given : not(hidden);
  const required = requires.length > 0 ? joined('or', requires) : undefined;
  const isAlways =
    required !== undefined && (shown === undefined ? required.is === 'always' : implies(shown, required));
  return { path, shown, required: isAlways ? ALWAYS : required };
}

const TOO_MANY = 'the rules about it name too many answers';

function opposite(clauses: readonly RuledClause[]): string {
  const ids = [...new Set(clauses.map(({ rule }) => rule.id))];
  return ids.length === 1
    ? 'the rule both shows and hides it for the same answers'
    : `rules show and hide it for the same answers: ${ids.join(', ')}`;
}

/** The reason why an element must not be hidden: the schema requires it where a rule hides it. */
function contradiction(
  path: FimPath,
  shown: Condition,
  ruled: ReadonlyMap<FimPath, Ruled>,
  elements: SchemaElements,
): string | undefined {
  const [placed, ...around] = elements.around(path);
  if (!placed || placed.min === 0) return undefined;
  const fields = elements.requiredIn(path);
  if (fields.length === 0) return undefined;
  const outer = joined(
    'and',
    around.flatMap((group) => ruled.get(group.path)?.shown ?? []),
  );
  if (implies(outer, shown)) return undefined;
  const inside = fields.filter((field) => field.path !== path).map((field) => field.path);
  return inside.length === 0
    ? 'the schema requires it always'
    : `the schema requires it always, with ${inside.slice(0, MOST_NAMED).join(', ')}${inside.length > MOST_NAMED ? ' and others' : ''}`;
}

const MOST_NAMED = 3;
