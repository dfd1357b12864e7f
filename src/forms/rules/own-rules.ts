import { isGrid } from '../components.ts';
import { acceptsType, byteSize } from '../files.ts';
import type { FieldComponent, FieldError, FileValue, FormValue } from '../types.ts';
import { foreignCharacters } from './characters.ts';
import { impossibleDay, isCalendarDate, isoDay } from './day.ts';
import { fieldError } from './field-error.ts';
import { lengthOf, type RuleContext } from './field-rules.ts';

/**
 * The rules that Form.io does not have or has too loosely, for one visible value that shapeData has passed:
 * characters of DIN 91379, lengths counted in characters (Form.io counts UTF-16 units) and in rows, complete dates,
 * decimals, size, type and number of files.
 */
export function ownErrors(
  field: FieldComponent,
  value: FormValue,
  { path, today }: RuleContext,
): FieldError[] {
  const { minLength, maxLength } = field.validate ?? {};
  const errors: FieldError[] = [];
  if (typeof value === 'number') {
    if (!hasDecimals(field, value)) errors.push(fieldError(field, path, 'number', today));
  } else if (isGrid(field) || (typeof value === 'string' && value !== '')) {
    const length = minLength === undefined && maxLength === undefined ? 0 : lengthOf(field, value);
    if (minLength !== undefined && length < minLength)
      errors.push(fieldError(field, path, 'minLength', today));
    if (maxLength !== undefined && length > maxLength)
      errors.push(fieldError(field, path, 'maxLength', today));
    if (typeof value === 'string') errors.push(...textErrors(field, value, path, today));
  } else if (field.type === 'file' && Array.isArray(value)) {
    const files = value as FileValue[];
    const fits = field.multiple || files.length <= 1;
    if (!fits || !files.every((file) => file.size <= byteSize(field.fileMaxSize) && acceptsType(field, file)))
      errors.push(fieldError(field, path, 'file', today));
  }
  return errors;
}

function textErrors(field: FieldComponent, value: string, path: string, today: string): FieldError[] {
  if (field.type === 'day') {
    if (isoDay(value)) return [];
    const error = fieldError(field, path, 'day', today);
    const impossible = impossibleDay(value);
    return [impossible ? { ...error, params: impossible } : error];
  }
  if (field.type === 'datetime') return isDatetime(value) ? [] : [fieldError(field, path, 'date', today)];
  if (field.type === 'select' || field.type === 'radio') return [];
  const foreign = foreignCharacters(value, field.properties?.charset ?? 'C');
  if (foreign.length === 0) return [];
  const error = fieldError(field, path, 'characters', today);
  return [{ ...error, params: { characters: foreign.join(' ') } }];
}

/** Whether a typed number keeps to its decimals; a calculated one is not the citizen's to mend. */
function hasDecimals(field: FieldComponent, value: number): boolean {
  const limit = field.type === 'currency' ? 2 : field.type === 'number' ? field.decimalLimit : undefined;
  return limit === undefined || field.calculateValue !== undefined || Number(value.toFixed(limit)) === value;
}

const DATETIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

function isDatetime(value: string): boolean {
  const match = DATETIME.exec(value);
  return match?.[1] !== undefined && isCalendarDate(match[1]) && !Number.isNaN(Date.parse(value));
}
