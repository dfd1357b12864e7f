import type { JsonLogic } from '#forms/types.ts';
import { isJson, type Json, type OwnText, textOf } from '../../form/convert/conversion.ts';
import type { FormPlace } from '../form/writing.ts';
import type { FimPath } from '../model.ts';
import { isChoice } from './choices.ts';
import type { Ruled, RuledClause } from './combine.ts';
import { ALWAYS, type Condition, joined, not, pathsOf } from './condition.ts';
import type { SchemaElements } from './elements.ts';
import type { FormPlaces } from './form-places.ts';
import { logicOf, NotTaken } from './logic.ts';
import { ruleTexts } from './rule-texts.ts';

/** Writes a text of the form around labels, whose English one follows from theirs. */
export type Say = (labels: readonly string[], make: (labels: readonly string[]) => OwnText) => string;

/** The form that rules are written into. */
export type RuledForm = {
  elements: SchemaElements;
  places: FormPlaces;
  say: Say;
  /** Groups in which people choose one member. */
  choices: ReadonlySet<FimPath>;
};

/** How an element's rules are written. @throws NotTaken */
export function writes({ path, shown, required }: Ruled, form: RuledForm): (() => void)[] {
  const { elements, places } = form;
  const found = places.at(path);
  if (found.length === 0) {
    if (!shown && isPartOfDate(path, elements, places)) return [];
    throw new NotTaken('the form has no place of its own for it');
  }
  const isGroup = found.every(({ component }) => component.input !== true && component.type !== 'content');
  const requires = requirement({ path, shown, required }, found, isGroup, form);
  if (!shown || shown.is === 'always') return requires;
  if (isChosen(path, form)) throw new NotTaken('people choose it: the rule would hide what they chose');
  const shows = found.map((at) => {
    const logic = logicOf(shown, { places, at, onlyBefore: true });
    return () => {
      at.component.conditional = conditionOf(at, logic);
    };
  });
  return [...shows, ...requires];
}

/** True for a member of a group in which people choose one. */
function isChosen(path: FimPath, { elements, choices }: RuledForm): boolean {
  const [, parent] = elements.around(path);
  return parent?.element.kind === 'group' && (parent.element.isChoice || choices.has(parent.path));
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
  { path, shown, required }: Ruled,
  found: readonly FormPlace[],
  isGroup: boolean,
  form: RuledForm,
): (() => void)[] {
  const { elements, places, say } = form;
  const [at] = found;
  if (!required || !at || at.component.type === 'content') return [];
  if ((elements.at(path)?.min ?? 0) > 0) return [];
  if (isGroup) return groupRequirement(path, at, required, shown, form);
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
  { elements, places, say, choices }: RuledForm,
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
  if (shown && choices.has(path)) return [];
  const inside = elements.requiredIn(path);
  if (inside.length > 0)
    return shown ? [] : inside.map((field) => innerRequirement(field.path, required, places, say));
  const [first] = places.fieldsIn(path, at.grid);
  if (!first || first.component.conditional !== undefined)
    throw new NotTaken('nothing in it is always asked');
  const text = say([textOf(component.legend ?? component.title)], ([label = '']) => ruleTexts.anyOf(label));
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

/** Writes what has to hold of several elements at the first one that is always asked. @throws NotTaken */
export function checked(clause: RuledClause, { elements, places, say }: RuledForm): void {
  const { owner } = clause.rule;
  if (isChoice(clause, elements)) return;
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
