import type { JsonPath } from '#forms/schema/types.ts';
import { type Conversion, isJson, type Json } from './conversion.ts';
import { parsedLogic } from './field.ts';

/** Conditions, calculations and checks of a converted form name the fields as they are called now. */
export function withNewNames(component: Json, conversion: Conversion): void {
  const path = conversion.pathOf(component);
  const logic = (value: unknown) => withNewVariables(parsedLogic(value), conversion, path);
  const { conditional, validate, properties } = component;
  if (component.calculateValue !== undefined) component.calculateValue = logic(component.calculateValue);
  if (isJson(validate) && validate.json !== undefined)
    component.validate = { ...validate, json: logic(validate.json) };
  if (isJson(properties)) component.properties = withNewDays(properties, conversion);
  if (isJson(conditional)) component.conditional = withNewFields(conditional, conversion, logic);
  for (const list of [component.components, component.columns]) {
    if (Array.isArray(list)) for (const inner of list) withNewNames(inner as Json, conversion);
  }
}

function withNewFields(conditional: Json, conversion: Conversion, logic: (value: unknown) => unknown): Json {
  const named = (path: unknown) => conversion.renamed.get(String(path)) ?? path;
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

/** Days that must not come before or after another one. */
function withNewDays(properties: Json, conversion: Conversion): Json {
  const named = ['notBefore', 'notAfter'].flatMap((name) => {
    const renamed = conversion.renamed.get(String(properties[name]));
    return renamed ? [[name, renamed]] : [];
  });
  return { ...properties, ...Object.fromEntries(named) };
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
