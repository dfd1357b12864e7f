import type {
  Component,
  FieldComponent,
  FormData,
  FormDefinition,
  FormValue,
  GridComponent,
  Option,
  Validation,
} from './types.ts';

/** Components directly below a layout component or a repeating group; none for a field. */
export function childrenOf(component: Component): Component[] {
  if (component.type === 'columns') return component.columns.flatMap((column) => column.components);
  return 'components' in component ? component.components : [];
}

/** True for components that hold a value; false for panel, fieldset, columns and content. */
export const isField = (component: Component): component is FieldComponent => component.input === true;

export const isGrid = (component: Component): component is GridComponent =>
  isField(component) && 'components' in component;

const known = new WeakMap<readonly Component[], readonly FieldComponent[]>();

/**
 * Fields in document order, through layout components but not into repeating groups. Cached as long as the list of
 * components exists: a long form is asked at each key.
 */
export function fieldsOf(components: readonly Component[]): readonly FieldComponent[] {
  const fields =
    known.get(components) ??
    components.flatMap((component) => (isField(component) ? [component] : fieldsOf(childrenOf(component))));
  known.set(components, fields);
  return fields;
}

/** Choices of a field that has any; undefined for others. */
export function optionsOf(field: FieldComponent): Option[] | undefined {
  if ('values' in field) return field.values;
  return 'data' in field ? field.data.values : undefined;
}

/** The validation rules of a field; any rule can be read from it. */
export const rulesOf = (field: FieldComponent): Validation => field.validate ?? {};

const indexes = new WeakMap<FormDefinition, Map<string, FieldComponent>>();

/**
 * Fields by form path: `name` on a page, `children.name` inside a repeating group. Cached as long as the form exists.
 */
export function fieldIndex(form: FormDefinition): Map<string, FieldComponent> {
  let index = indexes.get(form);
  if (!index) {
    index = new Map();
    for (const field of fieldsOf(form.components)) {
      index.set(field.key, field);
      if (isGrid(field))
        for (const child of fieldsOf(field.components)) index.set(`${field.key}.${child.key}`, child);
    }
    indexes.set(form, index);
  }
  return index;
}

export const isObject = (value: unknown): value is FormData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of a repeating group; an empty list if the value is something else. */
export const rowsOf = (value: FormValue): FormData[] =>
  Array.isArray(value) ? value.filter((row) => isObject(row)) : [];
