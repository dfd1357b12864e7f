import type {
  Component,
  FieldComponent,
  FormData,
  FormDefinition,
  FormValue,
  GridComponent,
  Option,
} from './types.ts';

/** Components directly below a layout component or a repeating group; none for a field. */
export function childrenOf(component: Component): Component[] {
  if (component.type === 'columns') return component.columns.flatMap((column) => column.components);
  return 'components' in component ? component.components : [];
}

/** True for components that hold a value; false for panel, fieldset, columns and content. */
export const isField = (component: Component): component is FieldComponent => 'input' in component;

export const isGrid = (component: Component): component is GridComponent =>
  component.type === 'datagrid' || component.type === 'editgrid';

/** Fields in document order, through layout components but not into repeating groups. */
export function fieldsOf(components: Component[]): FieldComponent[] {
  return components.flatMap((component) =>
    isField(component) ? [component] : fieldsOf(childrenOf(component)),
  );
}

/** Choices of a select, radio or selectboxes component; undefined for others. */
export function optionsOf(component: FieldComponent): Option[] | undefined {
  if (component.type === 'select') return component.data.values;
  if (component.type === 'radio' || component.type === 'selectboxes') return component.values;
  return undefined;
}

const indexes = new WeakMap<FormDefinition, Map<string, FieldComponent>>();

/** Fields by form path: `name` on a page, `children.name` inside a repeating group. Kept as long as the form. */
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

/** Rows of a repeating group; an empty list when the value is something else. */
export const rowsOf = (value: FormValue): FormData[] =>
  Array.isArray(value) ? value.filter((row) => isObject(row)) : [];
