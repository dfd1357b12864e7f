import { fieldsOf, isGrid } from './components.ts';
import type { FieldComponent, FormData, FormDefinition, FormValue, GridComponent } from './types.ts';

/** Data of a fresh form: default values, otherwise an empty value of each field's kind. */
export const emptyData = (form: FormDefinition): FormData => emptyOf(fieldsOf(form.components));

/** A fresh row of a repeating group. */
export const emptyRow = (grid: GridComponent): FormData => emptyOf(fieldsOf(grid.components));

function emptyOf(fields: FieldComponent[]): FormData {
  const data: FormData = {};
  for (const field of fields) {
    const value = emptyValue(field);
    if (value !== undefined) data[field.key] = value;
  }
  return data;
}

function emptyValue(field: FieldComponent): FormValue {
  if (field.calculateValue !== undefined) return undefined;
  if (field.defaultValue !== undefined) return structuredClone(field.defaultValue);
  if (isGrid(field))
    return field.validate?.minLength
      ? Array.from({ length: field.validate.minLength }, () => emptyRow(field))
      : [];
  switch (field.type) {
    case 'number':
    case 'currency':
      return undefined;
    case 'checkbox':
      return false;
    case 'selectboxes':
      return {};
    case 'file':
      return [];
    default:
      return '';
  }
}

/**
 * Known values of one row (or of the whole form) as Form.io completes them: unknown keys are left out, an absent
 * field gets its default (except numbers: a removed number stays removed), e-mail addresses are lower case.
 */
export function completeRow(fields: FieldComponent[], row: FormData): FormData {
  const complete: FormData = {};
  for (const field of fields) {
    const value = completeValue(field, Object.hasOwn(row, field.key) ? row[field.key] : undefined);
    if (value !== undefined) complete[field.key] = value;
  }
  return complete;
}

function completeValue(field: FieldComponent, given: FormValue): FormValue {
  if (isGrid(field) && Array.isArray(given)) {
    const fields = fieldsOf(field.components);
    return given.map((row) => completeRow(fields, row as FormData));
  }
  const hasDefault = field.defaultValue && field.type !== 'number' && field.type !== 'currency';
  const value = given === undefined && hasDefault ? structuredClone(field.defaultValue) : given;
  if (field.type === 'selectboxes') return value ?? {};
  return field.type === 'email' && typeof value === 'string' ? value.trim().toLowerCase() : value;
}
