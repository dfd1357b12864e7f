import { isWayToReach } from '../account.ts';
import { fieldsOf, isField, isGrid, optionsOf, rulesOf } from '../components.ts';
import { nameSources } from '../names-from.ts';
import { LEFT_OUT, promiseAt } from '../owed.ts';
import { namingKeys } from '../row-names.ts';
import type { Component, FieldComponent, FormDefinition, GridComponent } from '../types.ts';
import { conditionProblems } from './conditions.ts';
import { htmlProblem } from './html.ts';
import { logicProblems } from './logic.ts';
import { namedCheckProblems } from './named-checks.ts';
import type { FormProblem, JsonPath, Placed, Targets } from './types.ts';

/** Problems that show only across components: keys, references, order, JSONLogic, HTML, limits. */
export function formProblems(form: FormDefinition): FormProblem[] {
  const placed = place(form.components, ['components'], []);
  const targets: Targets = new Map();
  const problems: FormProblem[] = duplicateKeys(placed);
  for (const item of placed) {
    const { component, grid } = item;
    if (isField(component)) {
      const path = grid ? `${grid.key}.${component.key}` : component.key;
      targets.set(path, { ...item, component });
    }
  }
  for (const item of placed) problems.push(...componentProblems(item, targets));
  return problems;
}

function place(components: Component[], path: JsonPath, list: Placed[], grid?: GridComponent): Placed[] {
  components.forEach((component, index) => {
    const at = [...path, index];
    list.push({ component, path: at, order: list.length, grid });
    if (component.type === 'columns') {
      component.columns.forEach((column, number) => {
        place(column.components, [...at, 'columns', number, 'components'], list, grid);
      });
    } else if ('components' in component) {
      place(component.components, [...at, 'components'], list, isGrid(component) ? component : grid);
    }
  });
  return list;
}

/** A key is used once among pages, layout and fields, and once in each repeating group with the group itself. */
function duplicateKeys(placed: Placed[]): FormProblem[] {
  const seen = new Set<string>();
  return placed.flatMap(({ component, path, grid }) => {
    const { key } = component;
    const scopes = isGrid(component) ? [grid?.key ?? '', key] : [grid?.key ?? ''];
    const isTwice = scopes.some((scope) => seen.has(`${scope}.${key}`));
    for (const scope of scopes) seen.add(`${scope}.${key}`);
    return isTwice ? [{ path: [...path, 'key'], reason: `the key "${key}" is used twice` }] : [];
  });
}

function componentProblems(item: Placed, targets: Targets): FormProblem[] {
  const { component, path, grid } = item;
  const problems: FormProblem[] = [];
  const add = (property: JsonPath, reason: string) => problems.push({ path: [...path, ...property], reason });

  if (component.type === 'content') {
    const reason = htmlProblem(component.html);
    if (reason) add(['html'], reason);
  }
  problems.push(...conditionProblems(item, targets));
  if (!isField(component)) return problems;

  const { prefill, lockedFrom, compared, namesFrom, unit, later, recalled, picture } =
    component.properties ?? {};
  if (lockedFrom && (!prefill || grid)) {
    add(['properties', 'lockedFrom'], 'only a field outside of groups that names prefill can be locked');
  }
  if (compared && !(prefill && isWayToReach(prefill))) {
    add(['properties', 'compared'], 'only an e-mail address or telephone number of the account needs it');
  }
  if (recalled && (grid || component.type === 'file' || isGrid(component))) {
    add(['properties', 'recalled'], 'only a single answer can be repeated: no file, and nothing in a group');
  }
  if (picture && component.type !== 'file') add(['properties', 'picture'], 'only a file is a picture');
  if (unit && component.type !== 'number') add(['properties', 'unit'], 'only a number has a unit');
  if (namesFrom !== undefined) {
    for (const reason of nameProblems(namesFrom, item, targets)) add(['properties', 'namesFrom'], reason);
  }
  if (later !== undefined) {
    for (const reason of laterProblems(later, item, targets)) add(['properties', 'later'], reason);
  }
  if (lockedFrom && component.disabled) add(['disabled'], 'it is disabled already, and cannot be locked');
  problems.push(...namedCheckProblems(item, targets));
  if (grid && isGrid(component)) add(['type'], 'a repeating group cannot stand in another one');
  if (isGrid(component) && component.rowNamedBy !== undefined) {
    const keys = new Set(fieldsOf(component.components).map((field) => field.key));
    for (const key of namingKeys(component.rowNamedBy).flat()) {
      if (!keys.has(key)) add(['rowNamedBy'], `there is no field "${key}" in the group`);
    }
  }
  const { calculateValue, defaultValue } = component;
  const { json, min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity } = rulesOf(component);
  if (calculateValue !== undefined) {
    problems.push(
      ...logicProblems(calculateValue, [...path, 'calculateValue'], { item, targets, before: true }),
    );
    if (defaultValue !== undefined) add(['defaultValue'], 'a calculated field has no default value');
  }
  if (json !== undefined) {
    problems.push(...logicProblems(json, [...path, 'validate', 'json'], { item, targets, before: false }));
  }
  if (min > max) add(['validate', 'max'], 'max is below min');
  if (minLength > maxLength) add(['validate', 'maxLength'], 'maxLength is below minLength');
  problems.push(...defaultProblems(component, path));
  return problems;
}

/** A promise is a tick or an option of the page, or of the same row, for a file; or an optional field left empty. */
function laterProblems(later: string, { component, grid }: Placed, targets: Targets): string[] {
  if (component.type !== 'file') return ['only a file can be handed in later'];
  if (later === LEFT_OUT) {
    return component.validate?.required ? ['"yes" is for a field that may be left empty'] : [];
  }
  const { key, option } = promiseAt(later, (path) => targets.has(path));
  const target = targets.get(key);
  const isPromise =
    target !== undefined &&
    (option === undefined ? target.component.type === 'checkbox' : offers(target.component, option));
  if (!isPromise) return [`there is no tick or option "${later}"`];
  return target.grid === undefined || target.grid === grid ? [] : [`"${later}" is in another group`];
}

/** A source has texts of one place, which come before the field that offers them. */
function nameProblems(list: string, item: Placed, targets: Targets): string[] {
  if (item.component.type !== 'textfield') return ['only a textfield can offer names'];
  return nameSources(list).flatMap(({ keys, only }) => {
    const all = only ? [...keys, only.key] : keys;
    const groups = new Set(all.map((key) => (key.includes('.') ? key.split('.')[0] : '')));
    if (groups.size > 1) return [`"${all.join(' ')}" is of several places; put a semicolon between them`];
    return all.flatMap((key) => {
      const target = targets.get(key);
      if (key === only?.key) {
        if (!target || !offers(target.component, only.value))
          return [`there is no choice "${key}" with the option "${only.value}"`];
      } else if (target?.component.type !== 'textfield') return [`there is no textfield "${key}"`];
      const isOwnGroup = target.grid !== undefined && target.grid === item.grid;
      return target.order < item.order && !isOwnGroup
        ? []
        : [`"${key}" does not come before; refer to fields that do`];
    });
  });
}

const offers = (component: Component, option: string): boolean =>
  isField(component) && optionsOf(component)?.some(({ value }) => value === option) === true;

function defaultProblems(field: FieldComponent, path: JsonPath): FormProblem[] {
  const { defaultValue } = field;
  if (defaultValue === undefined) return [];
  const values = optionsOf(field);
  const chosen = typeof defaultValue === 'string' ? [defaultValue] : Object.keys(Object(defaultValue));
  if (!values || chosen.every((value) => values.some((option) => option.value === value))) return [];
  return [{ path: [...path, 'defaultValue'], reason: 'the default value is not one of the options' }];
}
