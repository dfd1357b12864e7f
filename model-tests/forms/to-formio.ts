import { isField, isGrid, rulesOf } from '#forms/components.ts';
import { limitDay } from '#forms/rules/day.ts';
import type { Component, FieldComponent, FormDefinition, Option } from '#forms/types.ts';

type CoreComponent = { type: string; key: string; [property: string]: unknown };

/**
 * The form as @formio/core must read it. Created for each run, because the core writes into components. Leaves out what
 * the core does not decide: texts, lengths (counted by own-rules.ts), `multiple` of files (the core would run every
 * rule once per file).
 */
export const toFormio = (form: FormDefinition, today: string): CoreComponent[] =>
  form.components.map((panel) => convert(panel, today));

/** The core type for each type. The core's radio turns "1" into 1, "true" into true, no choice into "undefined". */
const CORE_TYPES: Record<Component['type'], string> = {
  panel: 'panel',
  fieldset: 'fieldset',
  columns: 'columns',
  content: 'content',
  textfield: 'textfield',
  email: 'email',
  phoneNumber: 'phoneNumber',
  textarea: 'textarea',
  number: 'number',
  currency: 'currency',
  day: 'day',
  datetime: 'datetime',
  select: 'select',
  radio: 'select',
  selectboxes: 'selectboxes',
  checkbox: 'checkbox',
  file: 'file',
  datagrid: 'datagrid',
  editgrid: 'editgrid',
  hidden: 'textfield',
};

function convert(component: Component, today: string): CoreComponent {
  const { type, key, conditional } = component;
  const base: CoreComponent = { type: CORE_TYPES[type], key, input: isField(component) };
  if (conditional) base.conditional = structuredClone(conditional);
  if (component.type === 'columns') {
    return {
      ...base,
      columns: component.columns.map(({ components }) => ({ components: all(components, today) })),
    };
  }
  if (isField(component)) return { ...base, ...fieldOf(component, today) };
  return component.type === 'content' ? base : { ...base, components: all(component.components, today) };
}

const all = (components: Component[], today: string) => components.map((child) => convert(child, today));

function fieldOf(field: FieldComponent, today: string): Record<string, unknown> {
  const { required, min, max, pattern, json } = rulesOf(field);
  const validate: Record<string, unknown> = { required: required === true, onlyAvailableItems: true };
  if (min !== undefined) validate.min = min;
  if (max !== undefined) validate.max = max;
  if (pattern !== undefined) validate.pattern = pattern;
  if (json !== undefined) validate.json = json;

  const result: Record<string, unknown> = { validate };
  if (field.defaultValue !== undefined) result.defaultValue = structuredClone(field.defaultValue);
  if (field.calculateValue !== undefined) {
    result.calculateValue = { calculated: [field.calculateValue, field.type] };
    result.calculateServer = true;
  }
  if (field.type === 'day') {
    if (field.minDate) result.minDate = limitDay(field.minDate, today);
    if (field.maxDate) result.maxDate = limitDay(field.maxDate, today);
  }
  if (field.type === 'select') Object.assign(result, oneOf(field.data.values));
  if (field.type === 'radio') Object.assign(result, oneOf(field.values));
  if (field.type === 'selectboxes') result.values = field.values;
  if (isGrid(field)) {
    result.components = field.components.flatMap((child) => all([wrapCalculated(child)], today));
  }
  return result;
}

/** A single choice keeps its text. */
const oneOf = (values: Option[]) => ({
  dataSrc: 'values',
  dataType: 'string',
  data: { values },
});

/** Puts a calculated field into a fieldset, as the core never calculates an absent field directly in a row. */
function wrapCalculated(child: Component): Component {
  if (!isField(child) || child.calculateValue === undefined) return child;
  return { type: 'fieldset', key: `${child.key}-calculated`, label: '', legend: '', components: [child] };
}
