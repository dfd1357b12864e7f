import { type Conversion, isJson, type Json, jsonList, textOf } from './conversion.ts';

/**
 * Moves a question in front of what its answer shows or hides, where both are in one part: people then see nothing
 * change above the place where they are. A question that itself depends on what stands between stays.
 */
export function laterFieldsFirst(pages: readonly Json[], conversion: Conversion): void {
  for (const page of pages) arrange(page, '', conversion);
}

function arrange(holder: Json, grid: string, conversion: Conversion): void {
  for (const list of listsIn(holder)) {
    const moved = new Set<Json>();
    for (let index = 0; index < list.length; index++) {
      const component = list[index] as Json;
      const named = referencesIn(component, grid);
      const later = list.findIndex(
        (other, place) =>
          place > index && !moved.has(other) && isField(other) && named.has(pathOf(other, grid)),
      );
      const field = list[later];
      if (!field || dependsOn(field, list.slice(index, later), grid)) continue;
      moved.add(field);
      list.splice(later, 1);
      list.splice(index, 0, field);
      conversion.note(
        conversion.pathOf(field),
        `it now stands before "${textOf(component.label) || textOf(component.key)}", which depends on it`,
      );
      // What stands here now may depend on something later as well.
      index--;
    }
    for (const component of list)
      arrange(component, isGroup(component) ? textOf(component.key) : grid, conversion);
  }
}

/** The lists of components in a component. They are changed in place. */
const listsIn = ({ components, columns }: Json): Json[][] =>
  [components, ...jsonList(columns).map((column) => column.components)].filter((list) => Array.isArray(list));

const isField = ({ input }: Json): boolean => input === true;
const isGroup = (component: Json): boolean => isField(component) && Array.isArray(component.components);
const pathOf = ({ key }: Json, grid: string): string =>
  grid === '' ? textOf(key) : `${grid}.${textOf(key)}`;

const dependsOn = (field: Json, between: readonly Json[], grid: string): boolean => {
  const named = referencesIn(field, grid);
  return between.some((component) => fieldsIn(component, grid).some((path) => named.has(path)));
};

function fieldsIn(component: Json, grid: string): string[] {
  const own = isField(component) ? [pathOf(component, grid)] : [];
  const inner = isGroup(component) ? textOf(component.key) : grid;
  return [...own, ...listsIn(component).flatMap((list) => list.flatMap((part) => fieldsIn(part, inner)))];
}

/** Paths of the fields that the conditions in a component name; inside a group, those of its own rows as well. */
function referencesIn(component: Json, grid: string): Set<string> {
  const { conditional, calculateValue } = component;
  const found = new Set<string>();
  const inner = isGroup(component) ? textOf(component.key) : grid;
  if (isJson(conditional)) {
    for (const name of [conditional.when, ...jsonList(conditional.conditions).map((term) => term.component)])
      if (typeof name === 'string') found.add(name);
    for (const name of variablesIn(conditional.json)) found.add(asPath(name, grid));
  }
  if (component.type !== 'hidden')
    for (const name of variablesIn(calculateValue)) found.add(asPath(name, grid));
  for (const list of listsIn(component))
    for (const part of list) for (const name of referencesIn(part, inner)) found.add(name);
  return found;
}

/** `data.a.b` and `row.a` as the path of a field. */
function asPath(name: string, grid: string): string {
  const [root, key = ''] = name.split('.');
  return root === 'row' && grid !== '' ? `${grid}.${key}` : key;
}

function variablesIn(logic: unknown): string[] {
  if (Array.isArray(logic)) return logic.flatMap(variablesIn);
  if (!isJson(logic)) return [];
  return Object.entries(logic).flatMap(([operator, value]) => {
    if (operator !== 'var') return variablesIn(value);
    const name = Array.isArray(value) ? value[0] : value;
    return typeof name === 'string' && /^(data|row)\./.test(name) ? [name] : [];
  });
}
