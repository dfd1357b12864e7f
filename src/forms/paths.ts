import { fieldIndex, fieldsOf, isGrid, isObject, rowsOf } from './components.ts';
import { isFileValue } from './shape.ts';
import type { FieldComponent, FileValue, FormData, FormDefinition, FormValue } from './types.ts';

/** `children[0].name` as `['children', 0, 'name']`. */
export const parsePath = (path: string): (string | number)[] =>
  path.split(/[.[\]]+/).flatMap((part) => (part === '' ? [] : [/^\d+$/.test(part) ? Number(part) : part]));

/** The value at a data path; undefined where the path leads nowhere. */
export const getValue = (data: FormData, path: string): FormValue => valueAt(data, parsePath(path));

/** The value at a path that is parsed already. */
export function valueAt(data: FormData, path: readonly (string | number)[]): FormValue {
  let value: FormValue = data;
  for (const part of path) {
    if (typeof part === 'number') value = Array.isArray(value) ? value[part] : undefined;
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** A copy with another value at a data path; everything outside the path is shared. undefined removes a key. */
export const setValue = (data: FormData, path: string, value: FormValue): FormData =>
  withValue(data, parsePath(path), value) as FormData;

function withValue(target: FormValue, [part, ...rest]: (string | number)[], value: FormValue): FormValue {
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const list = Array.isArray(target) ? [...target] : [];
    list[part] = withValue(list[part], rest, value);
    return list;
  }
  const next: FormData = isObject(target) ? { ...target } : {};
  const inner = withValue(Object.hasOwn(next, part) ? next[part] : undefined, rest, value);
  if (inner !== undefined) return { ...next, [part]: inner };
  delete next[part];
  return next;
}

/** A copy in which the list at a data path lacks one row. */
export function removeRow(data: FormData, path: string, index: number): FormData {
  const rows = getValue(data, path);
  return Array.isArray(rows)
    ? setValue(
        data,
        path,
        rows.filter((_, at) => at !== index),
      )
    : data;
}

/** A copy in which the list at a data path has one more row, at the index or at its end. */
export function insertRow(data: FormData, path: string, index: number, row: FormValue): FormData {
  const rows = getValue(data, path);
  return setValue(data, path, Array.isArray(rows) ? rows.toSpliced(index, 0, row) : [row]);
}

/** The field a data path belongs to (`children[2].name` is the name in a row); undefined for unknown paths. */
export const fieldAt = (form: FormDefinition, path: string): FieldComponent | undefined =>
  fieldIndex(form).get(path.replace(/\[\d+\]/g, ''));

/** The key of the page a data path belongs to. */
export function pageOf(form: FormDefinition, path: string): string | undefined {
  const key = path.split(/[.[]/)[0];
  return form.components.find((panel) => fieldsOf(panel.components).some((field) => field.key === key))?.key;
}

/** HTML id of the input for a data path: letters, digits and hyphens, one id per path. */
export const fieldId = (path: string): string => `field-${parsePath(path).join('-')}`;

/** Uploaded files that the data names, in document order, with the path of their field. */
export function filesIn(form: FormDefinition, data: FormData): { path: string; file: FileValue }[] {
  return filesOf(fieldsOf(form.components), data, '');
}

function filesOf(
  fields: readonly FieldComponent[],
  row: FormData,
  prefix: string,
): { path: string; file: FileValue }[] {
  return fields.flatMap((field) => {
    const path = prefix + field.key;
    const value = row[field.key];
    if (field.type === 'file' && Array.isArray(value))
      return value.filter((item) => isFileValue(item)).map((file) => ({ path, file }));
    if (!isGrid(field)) return [];
    const inner = fieldsOf(field.components);
    return rowsOf(value).flatMap((child, index) => filesOf(inner, child, `${path}[${index}].`));
  });
}

/** Ids of all uploaded files that the data names, in document order. */
export const fileIds = (form: FormDefinition, data: FormData): string[] =>
  filesIn(form, data).map(({ file }) => file.id);
