import type { JsonLogic } from '#forms/types.ts';
import { isJson, type Json, type OwnText, textOf } from '../../form/convert/conversion.ts';
import type { FormPlace } from '../form/writing.ts';
import type { FimPath } from '../model.ts';
import { combined, type Fault, type Ruled, type RuledClause } from './combine.ts';
import { ALWAYS, type Condition, isInside, joined, not, pathsOf } from './condition.ts';
import { longId, type SchemaElements } from './elements.ts';
import type { FormPlaces } from './form-places.ts';
import { logicOf, NotTaken } from './logic.ts';
import type { OwnedRule, ReadRule } from './rule.ts';
import { ruleTexts } from './rule-texts.ts';

/** Writes a text of the form around labels, whose English one follows from theirs. */
export type Say = (labels: readonly string[], make: (labels: readonly string[]) => OwnText) => string;

/** What became of a rule; `left` are the elements of it that are not taken over, or all of it. */
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
  const { ruled, faults } = settled(clauses, rules, elements, left, (one) => {
    try {
      writes(one, elements, places, say);
      return [];
    } catch (error) {
      if (error instanceof NotTaken) return [error.message];
      throw error;
    }
  });
  for (const one of ruled.values()) for (const write of writes(one, elements, places, say)) write();
  for (const clause of clauses.filter(({ effect }) => effect === 'valid' || effect === 'date')) {
    try {
      checked(clause, elements, places, say);
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
 * What rules say together, without the elements of which something is not understood or has no place; these are in
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

/** How an element's rules are written. @throws NotTaken */
function writes(
  { path, shown, required }: Ruled,
  elements: SchemaElements,
  places: FormPlaces,
  say: Say,
): (() => void)[] {
  const found = places.at(path);
  if (found.length === 0) {
    if (!shown && isPartOfDate(path, elements, places)) return [];
    throw new NotTaken('the form has no place of its own for it');
  }
  const isGroup = found.every(({ component }) => component.input !== true && component.type !== 'content');
  const requires = required ? requirement(path, found, required, shown, isGroup, elements, places, say) : [];
  if (!shown) return requires;
  const shows = found.map((at) => {
    const logic = logicOf(shown, { places, at, onlyBefore: true });
    return () => {
      at.component.conditional = conditionOf(at, logic);
    };
  });
  return [...shows, ...requires];
}

/** A date asks for its parts itself. */
function isPartOfDate(path: FimPath, elements: SchemaElements, places: FormPlaces): boolean {
  const [, parent] = elements.around(path);
  return parent !== undefined && places.at(parent.path).some(({ component }) => component.type === 'day');
}

/** The condition of a component, together with one that it has already. */
function conditionOf({ component, grid }: FormPlace, logic: JsonLogic): Json {
  const before = component.conditional;
  const all = isJson(before) ? { and: [logicBefore(before, grid), logic] } : logic;
  return { json: isJson(all) ? all : all ? { '!!': [true] } : { '!': [true] } };
}

/** A condition that the form has already, in JSONLogic. */
function logicBefore(before: Json, grid: string | undefined): JsonLogic {
  if (before.json !== undefined) return before.json as JsonLogic;
  if (typeof before.when !== 'string') throw new NotTaken('the form has a condition for it already');
  const name =
    grid !== undefined && before.when.startsWith(`${grid}.`)
      ? `row.${before.when.slice(grid.length + 1)}`
      : `data.${before.when}`;
  return { [String(before.show) === 'true' ? '===' : '!==']: [{ var: name }, before.eq as string] };
}

function requirement(
  path: FimPath,
  found: readonly FormPlace[],
  required: Condition,
  shown: Condition | undefined,
  isGroup: boolean,
  elements: SchemaElements,
  places: FormPlaces,
  say: Say,
): (() => void)[] {
  const [at] = found;
  if (!at || at.component.type === 'content') return [];
  if ((elements.at(path)?.min ?? 0) > 0) return [];
  if (isGroup) return groupRequirement(path, at, required, shown, elements, places, say);
  if (required.is === 'always') return [() => setRequired(at.component)];
  return [checkOf(at, required, not({ is: 'empty', path }), places, requiredText(at, say))];
}

const setRequired = (component: Json): void => {
  component.validate = { ...(isJson(component.validate) && component.validate), required: true };
};

const requiredText = ({ component }: FormPlace, say: Say): string =>
  say([textOf(component.label)], ([label = '']) => ruleTexts.required(label));

/** A part of the form that has to be filled in. Its own required questions are so wherever it is shown. */
function groupRequirement(
  path: FimPath,
  at: FormPlace,
  required: Condition,
  shown: Condition | undefined,
  elements: SchemaElements,
  places: FormPlaces,
  say: Say,
): (() => void)[] {
  const { component } = at;
  const question = places.questionOf(component);
  if (question && !shown) {
    const asked: FormPlace = { component: question, grid: at.grid };
    const logic = logicOf(required, { places, at: asked, onlyBefore: true });
    const shownBefore = component.conditional as Json;
    return [
      () => {
        component.conditional = { json: { or: [logic, logicBefore(shownBefore, at.grid)] } };
        question.conditional = conditionOf(asked, { '!': [logic] });
      },
    ];
  }
  if (shown && required.is !== 'always')
    throw new NotTaken('it is shown for more answers than it is required for');
  const inside = elements.requiredIn(path);
  if (inside.length > 0)
    return shown ? [] : inside.map((field) => innerRequirement(field.path, required, places, say));
  const [first] = places.fieldsIn(path, at.grid);
  if (!first || first.component.conditional !== undefined)
    throw new NotTaken('nothing in it is always asked');
  const text = say([textOf(component.legend)], ([label = '']) => ruleTexts.anyOf(label));
  return [checkOf(first, required, not({ is: 'empty', path }), places, text)];
}

/** A question that a part requires, where the part itself may be left out by leaving it empty. */
function innerRequirement(path: FimPath, required: Condition, places: FormPlaces, say: Say): () => void {
  const [at] = places.at(path);
  if (!at) throw new NotTaken(`the form has no field for ${path}`);
  return checkOf(at, required, not({ is: 'empty', path }), places, requiredText(at, say));
}

/** How a check is added to a field: where `when` holds, `right` has to. @throws NotTaken */
function checkOf(
  at: FormPlace,
  when: Condition,
  right: Condition,
  places: FormPlaces,
  message: string,
): () => void {
  const test = when.is === 'always' ? right : joined('or', [not(when), right]);
  const logic: JsonLogic = {
    if: [logicOf(test, { places, at, onlyBefore: false }), true, message],
  };
  return () => {
    const validate = isJson(at.component.validate) ? at.component.validate : {};
    const before = validate.json as JsonLogic | undefined;
    const json = before === undefined ? logic : { if: [{ '===': [before, true] }, logic, before] };
    at.component.validate = { ...validate, json };
  };
}

/** Writes what has to hold of several elements at the first one that is always asked. */
function checked(clause: RuledClause, elements: SchemaElements, places: FormPlaces, say: Say): void {
  const { owner } = clause.rule;
  if (clause.effect === 'date') {
    if (places.at(owner).some(({ component }) => component.type === 'day')) return;
    throw new NotTaken('its parts are fields of their own: nothing checks that the day exists');
  }
  const paths = clause.among?.paths ?? pathsOf(clause.when);
  const present = presence(owner, elements, places);
  if (
    present !== ALWAYS &&
    'of' in present &&
    clause.among?.is === 'some' &&
    coversAll(paths, present, places)
  )
    return;
  const host = hostOf(paths, owner, places);
  const labels = paths.map((path) => elements.at(path)?.element.label ?? path);
  const message =
    clause.message ??
    say(labels, (list) => (clause.among?.is === 'one' ? ruleTexts.oneOf(list) : ruleTexts.someOf(list)));
  checkOf(host, present, clause.when, places, message)();
}

/** When the owner of a rule is given at all: an optional part without anything in it is not. */
function presence(owner: FimPath, elements: SchemaElements, places: FormPlaces): Condition {
  for (const { path, min, element } of elements.around(owner)) {
    const [at] = places.at(path);
    if (at?.component.type === 'editgrid' || at?.component.type === 'datagrid') return ALWAYS;
    if (min === 0 && element.kind === 'group' && at?.component.conditional === undefined)
      return not({ is: 'empty', path });
  }
  return ALWAYS;
}

/** True if an optional part consists of the elements alone of which one has to be given: then it says nothing. */
function coversAll(paths: readonly FimPath[], present: Condition, places: FormPlaces): boolean {
  const [part] = pathsOf(present);
  if (part === undefined) return false;
  const [at] = places.at(part);
  return places
    .fieldsIn(part, at?.grid)
    .every(({ component }) =>
      paths.some((path) => places.fieldsIn(path, at?.grid).some((place) => place.component === component)),
    );
}

/** The first field of elements that is always asked where the owner is. */
function hostOf(paths: readonly FimPath[], owner: FimPath, places: FormPlaces): FormPlace {
  const holders = new Set(places.at(owner).map(({ component }) => component));
  for (const path of paths) {
    const [at] = places.at(path);
    if (!at) continue;
    const question = at.component.input === true ? undefined : places.questionOf(at.component);
    const [first] = at.component.input === true ? [at] : places.fieldsIn(path, at.grid);
    const host = question ? { component: question, grid: at.grid } : first;
    if (!host) continue;
    const around = places.withAround(host.component);
    const end = around.findIndex((one) => holders.has(one));
    if ((end < 0 ? around : around.slice(0, end)).every(({ conditional }) => conditional === undefined))
      return host;
  }
  throw new NotTaken('no field that is always asked can have the check');
}
