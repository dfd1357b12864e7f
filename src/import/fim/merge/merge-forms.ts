import { isJson, type Json, jsonList, textOf } from '../../form/convert/conversion.ts';
import { mergeComponent } from './merge-component.ts';

/** The result of a merge, by the keys of components, and for settings with their names: `street.label`. */
export type Merge = {
  form: Json;
  /** Changes of editors that stay. */
  kept: string[];
  /** Changes of editors that stay, although the schema has changed at the same place. */
  both: string[];
  /** Components that editors took out, and that stay out. */
  takenOut: string[];
  /** Components that the schema has now and had not. */
  added: string[];
  /** Components that the schema has no longer. */
  gone: string[];
};

type Place = { component: Json; list: Json[]; around: Json | undefined };

/**
 * The form of a service as editors have it, with what has changed in the schema since the last import. Components are
 * the same by their keys. The order, the pages and the parts are the editors'; what is new comes behind what is before
 * it in the schema.
 * @param base the form that the last import wrote; null where that is not known: then all of the editors' form stays
 * @param mine the form as editors have it
 * @param theirs the form that the schema gives now
 */
export function mergeForms(base: Json | null, mine: Json, theirs: Json): Merge {
  const form = structuredClone(mine);
  const [was, now] = [placesIn(base ?? {}), placesIn(theirs)];
  const result: Merge = { form, kept: [], both: [], takenOut: [], added: [], gone: [] };
  const note = (key: string, { kept, both }: { kept: string[]; both: string[] }) => {
    result.kept.push(...kept.map((name) => `${key}.${name}`));
    result.both.push(...both.map((name) => `${key}.${name}`));
  };
  const { components: _, ...settings } = form;
  note('form', mergeComponent(base ?? undefined, settings, theirs));
  Object.assign(form, settings);
  for (const [key, { component }] of placesIn(form)) {
    const other = now.get(key)?.component;
    if (other) note(key, mergeComponent(was.get(key)?.component, component, other));
    else if (was.has(key)) result.gone.push(key);
  }
  // What is inside comes first: what an editor put there stays where it was.
  for (const [key, { component, list }] of [...placesIn(form)].reverse()) {
    if (result.gone.includes(key)) list.splice(list.indexOf(component), 1, ...innerLists(component).flat());
  }
  for (const [key, place] of now) {
    if (placesIn(form).has(key)) continue;
    if (was.has(key)) result.takenOut.push(key);
    else {
      insert(form, place, now);
      result.added.push(key);
    }
  }
  prune(form);
  return result;
}

/**
 * Puts a new component behind the nearest one before it that is there, in its part, otherwise at the beginning of it. A
 * new part takes what is to be in it, if that is where the part comes.
 */
function insert(form: Json, { component, list, around }: Place, now: Map<string, Place>): void {
  const here = placesIn(form);
  const copy = emptied(component);
  const target = partFor(form, around, here, now);
  const inside = innerLists(component)
    .flat()
    .flatMap(({ key }) => here.get(textOf(key)) ?? []);
  const moved = inside.filter((place) => place.list === target).map((place) => place.component);
  const [first] = moved;
  if (first) {
    target.splice(target.indexOf(first), 0, copy);
    for (const one of moved) target.splice(target.indexOf(one), 1);
    copy.components = moved;
    return;
  }
  const before = list.slice(0, list.indexOf(component)).reverse();
  for (const { key } of before) {
    const neighbour = here.get(textOf(key));
    if (neighbour && isJson(neighbour.around) === isJson(around)) {
      neighbour.list.splice(neighbour.list.indexOf(neighbour.component) + 1, 0, copy);
      return;
    }
  }
  target.unshift(copy);
}

/** The list of the innermost part around a component that is still there; the first page's if none is. */
function partFor(
  form: Json,
  around: Json | undefined,
  here: Map<string, Place>,
  now: Map<string, Place>,
): Json[] {
  if (!around) return form.components as Json[];
  const part = here.get(textOf(around.key))?.component;
  if (part) return innerLists(part)[0] ?? [];
  return partFor(form, now.get(textOf(around.key))?.around ?? (form.components as Json[])[0], here, now);
}

/** A copy without what is in it: each of that is new too, and comes by itself. */
function emptied(component: Json): Json {
  const copy = structuredClone(component);
  if (Array.isArray(copy.components)) copy.components = [];
  return copy;
}

/** Takes out parts with nothing in them, which no form may have. */
function prune(part: Json): void {
  for (const list of innerLists(part)) {
    for (const inner of [...list]) {
      prune(inner);
      const lists = innerLists(inner);
      if (lists.length > 0 && lists.every(({ length }) => length === 0)) list.splice(list.indexOf(inner), 1);
    }
  }
}

/** The lists of components directly in a component: one, or those of its columns. */
function innerLists(component: Json): Json[][] {
  const lists = Array.isArray(component.columns)
    ? jsonList(component.columns).map(({ components }) => components)
    : [component.components];
  return lists.filter((list) => Array.isArray(list)) as Json[][];
}

/** All components of a form by their keys, in order. */
function placesIn(form: Json): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (part: Json, around: Json | undefined) => {
    for (const list of innerLists(part)) {
      for (const component of list) {
        places.set(textOf(component.key), { component, list, around });
        visit(component, component);
      }
    }
  };
  visit(form, undefined);
  return places;
}
