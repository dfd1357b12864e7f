import type { JsonPath } from '#forms/schema/types.ts';
import { type Conversion, isJson, type Json, textOf } from './conversion.ts';
import { parsedLogic } from './field.ts';

/**
 * Conditions, calculations and checks of a converted form name the fields as they are called now.
 * @param grid key of the repeating group around the component
 */
export function withNewNames(component: Json, conversion: Conversion, grid = ''): void {
  const path = conversion.pathOf(component);
  const logic = (value: unknown) => withNewVariables(parsedLogic(value), conversion, path);
  const { conditional, validate, properties } = component;
  if (component.calculateValue !== undefined) component.calculateValue = logic(component.calculateValue);
  if (isJson(validate) && validate.json !== undefined)
    component.validate = { ...validate, json: logic(validate.json) };
  if (isJson(properties)) component.properties = withNewDays(properties, component, grid, conversion);
  if (isJson(conditional)) component.conditional = withNewFields(conditional, conversion, logic);
  const within = GROUPS.has(String(component.type)) ? textOf(component.key) : grid;
  for (const list of [component.components, component.columns]) {
    if (Array.isArray(list)) for (const inner of list) withNewNames(inner as Json, conversion, within);
  }
}

function withNewFields(conditional: Json, conversion: Conversion, logic: (value: unknown) => unknown): Json {
  // As in Form.io, a key alone is found inside of containers.
  const named = (path: unknown) =>
    conversion.renamed.get(String(path)) ?? conversion.fieldCalled(String(path)) ?? path;
  const option = (path: unknown, value: unknown) =>
    conversion.options.get(String(path))?.get(String(value)) ?? value;
  // As in Form.io, JSONLogic counts only if no field is named; the builder leaves the empty rest beside it.
  if (conditional.json && !conditional.when && !hasConditions(conditional))
    return { json: logic(conditional.json) };
  const { json: _, ...result } = conditional;
  if (conditional.when) {
    result.when = named(conditional.when);
    result.eq = option(conditional.when, conditional.eq);
  }
  if (Array.isArray(conditional.conditions)) {
    result.conditions = conditional.conditions.map((term) => {
      if (!isJson(term)) return term;
      const { component, operator, value } = term;
      const compared =
        value === undefined || value === '' || value === null ? {} : { value: option(component, value) };
      return { component: named(component), operator, ...compared };
    });
    // The builder writes the list and the empty fields of the other kinds of conditions side by side.
    for (const name of ['when', 'eq']) if (!result[name]) delete result[name];
    result.conjunction ??= 'all';
    result.show = String(result.show ?? true) === 'true';
  }
  return result;
}

const hasConditions = ({ conditions }: Json): boolean => Array.isArray(conditions) && conditions.length > 0;

const GROUPS = new Set(['datagrid', 'editgrid']);

/**
 * Days that must not come before or after another one. A limit of the other product's builder that names no day of the
 * form, or one in other rows, limits nothing there: it is left out here.
 */
function withNewDays(properties: Json, component: Json, grid: string, conversion: Conversion): Json {
  const days = ['notBefore', 'notAfter'].flatMap((name) => {
    const given = textOf(properties[name]);
    if (given === '') return [];
    if (!conversion.namesLoosely(component)) return [[name, conversion.renamed.get(given) ?? given]];
    const other = conversion.renamed.get(given) ?? conversion.fieldCalled(given);
    if (other !== undefined && (!other.includes('.') || other.startsWith(`${grid}.`))) return [[name, other]];
    const where = other === undefined ? 'the form has no such field' : 'that is in rows of a group';
    const path = [...conversion.pathOf(component), 'beforeDateInputKey'];
    conversion.note(path, `the limit by "${given}" is left out, as it has no effect: ${where}`);
    return [];
  });
  const { notBefore: _, notAfter: __, ...others } = properties;
  return { ...others, ...Object.fromEntries(days) };
}

function withNewVariables(logic: unknown, conversion: Conversion, path: JsonPath): unknown {
  if (Array.isArray(logic)) return logic.map((part) => withNewVariables(part, conversion, path));
  if (!isJson(logic)) return logic;
  return Object.fromEntries(
    Object.entries(logic).map(([operator, value]) => [
      operator,
      operator === 'var' ? variable(value, conversion, path) : withNewVariables(value, conversion, path),
    ]),
  );
}

/** `data.<path>` with the longest part of the path that has a new name. */
function variable(name: unknown, conversion: Conversion, path: JsonPath): unknown {
  if (Array.isArray(name)) return [variable(name[0], conversion, path), ...name.slice(1)];
  if (typeof name !== 'string' || !name.startsWith('data.')) return name;
  const steps = name.slice('data.'.length).split('.');
  if (conversion.options.has(steps.join('.')))
    conversion.refuse(
      path,
      `JSONLogic compares "${name}", whose options got other values: give the options values of letters, digits, _ - and . in the builder`,
    );
  for (let length = steps.length; length > 0; length--) {
    const renamed = conversion.renamed.get(steps.slice(0, length).join('.'));
    if (renamed) return ['data', renamed, ...steps.slice(length)].join('.');
  }
  return name;
}
