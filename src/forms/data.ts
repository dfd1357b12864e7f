import { fieldsOf, isGrid, rowsOf } from './components.ts';
import type {
  ComponentOf,
  Evaluation,
  FieldComponent,
  FormData,
  FormDefinition,
  FormValue,
  GridComponent,
  TextValuedField,
} from './types.ts';

/** Data of a new form: default values, otherwise an empty value of each field's kind. */
export const emptyData = (form: FormDefinition): FormData => emptyOf(fieldsOf(form.components));

/** A new row of a repeating group. */
export const emptyRow = (grid: GridComponent): FormData => emptyOf(fieldsOf(grid.components));

/** The least number of entries in a repeating group. */
export const fewestRows = ({ validate }: GridComponent): number =>
  Math.max(validate?.minLength ?? 0, validate?.required ? 1 : 0);

/**
 * The data, with empty entries added to every visible repeating group that has fewer than it must have. Returns the
 * same object if none is missing.
 * @param evaluation the result of the rules for the data
 */
export function withFirstRows(form: FormDefinition, data: FormData, { hidden }: Evaluation): FormData {
  let opened = data;
  for (const field of fieldsOf(form.components)) {
    if (!isGrid(field) || hidden.has(field.key)) continue;
    const rows = rowsOf(data[field.key]);
    const missing = fewestRows(field) - rows.length;
    if (missing <= 0) continue;
    opened = {
      ...opened,
      [field.key]: [...rows, ...Array.from({ length: missing }, () => emptyRow(field))],
    };
  }
  return opened;
}

function emptyOf(fields: readonly FieldComponent[]): FormData {
  const data: FormData = {};
  for (const field of fields) {
    const value = emptyValue(field);
    if (value !== undefined) data[field.key] = value;
  }
  return data;
}

function emptyValue(field: FieldComponent): FormValue {
  if (field.calculateValue !== undefined) return undefined;
  if (field.defaultValue !== undefined) return copyOf(field.defaultValue);
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
    case 'datagrid':
    case 'editgrid':
      return Array.from({ length: field.validate?.minLength ?? 0 }, () => emptyRow(field));
    default:
      field satisfies TextValuedField;
      return '';
  }
}

/**
 * Known values of one row (or of the whole form) as Form.io completes them: unknown keys are dropped, an absent field
 * gets its default (except numbers: a removed number stays removed), e-mail addresses are in lower case.
 */
export function completeRow(fields: readonly FieldComponent[], row: FormData): FormData {
  const complete: FormData = {};
  for (const field of fields) {
    const value = completeValue(field, row[field.key]);
    if (value !== undefined) complete[field.key] = value;
  }
  return complete;
}

function completeValue(field: FieldComponent, given: FormValue): FormValue {
  const value = given === undefined ? copyOf(field.defaultValue || undefined) : given;
  switch (field.type) {
    case 'number':
    case 'currency':
      return given;
    case 'datagrid':
    case 'editgrid': {
      const fields = fieldsOf(field.components);
      return Array.isArray(given) ? given.map((row) => completeRow(fields, row as FormData)) : given;
    }
    case 'selectboxes':
      return value ?? {};
    case 'email':
      return typeof value === 'string' ? value.trim().toLowerCase() : value;
    default:
      field satisfies
        | ComponentOf<'textfield' | 'phoneNumber' | 'textarea' | 'day' | 'datetime'>
        | ComponentOf<'select' | 'radio' | 'checkbox' | 'file' | 'hidden'>;
      return value;
  }
}

/** Copies lists and objects only: this runs for each field at each key. */
const copyOf = (value: FormValue): FormValue => (typeof value === 'object' ? structuredClone(value) : value);
