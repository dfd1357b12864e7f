import { fieldsOf, isObject, optionsOf } from './components.ts';
import { formatDay, parseDay } from './rules/day.ts';
import { fieldError } from './rules/field-error.ts';
import { plainText } from './rules/text-checks.ts';
import { tidyText } from './rules/tidy-text.ts';
import type {
  FieldComponent,
  FieldError,
  FileValue,
  FormData,
  FormDefinition,
  FormValue,
  RuleName,
  TextValuedField,
} from './types.ts';

/** Most rows of a repeating group, whatever its own `maxLength`. */
export const MAX_ROWS = 100;
/** Rows above `maxLength` that are still checked; a request with far too many must not keep the server busy. */
const SPARE_ROWS = 10;

/** Result for one value: what to store (undefined: nothing), and the rule that a value of a wrong kind breaks. */
type Shaped = { value: FormValue; rule?: RuleName };

/**
 * Data in which every value has the kind that its field requires: text is a string in normalisation form C, a number is
 * a number, a choice is one of the options, a group is a list of objects. Values of a wrong kind are removed and
 * reported. Null counts as absent. Calculated and hidden values are always removed: they are never trusted. Unknown
 * keys stay. The rules then see only values of the right kind.
 */
export function shapeData(form: FormDefinition, raw: FormData): { data: FormData; problems: FieldError[] } {
  const problems: FieldError[] = [];
  return { data: shapeRow(fieldsOf(form.components), raw, '', problems), problems };
}

function shapeRow(
  fields: readonly FieldComponent[],
  raw: FormData,
  prefix: string,
  problems: FieldError[],
): FormData {
  const row = { ...raw };
  for (const field of fields) {
    const path = prefix + field.key;
    const { value, rule } = shapeField(
      field,
      Object.hasOwn(raw, field.key) ? raw[field.key] : undefined,
      path,
      problems,
    );
    if (rule) problems.push(problem(field, path, rule));
    if (value === undefined) delete row[field.key];
    else row[field.key] = value;
  }
  return row;
}

function problem(field: FieldComponent, path: string, rule: RuleName): FieldError {
  const error = fieldError(field, path, rule, '');
  return rule === 'maxLength' && !error.params ? { ...error, params: { max: MAX_ROWS } } : error;
}

function shapeField(field: FieldComponent, raw: FormValue, path: string, problems: FieldError[]): Shaped {
  if (raw === undefined || raw === null || isOfForm(field)) return { value: undefined };
  switch (field.type) {
    case 'number':
    case 'currency':
      return shapeNumber(raw);
    case 'checkbox':
      return typeof raw === 'boolean' ? { value: raw } : { value: undefined, rule: 'unknown' };
    case 'selectboxes':
      return shapeChoices(field, raw);
    case 'file':
      return Array.isArray(raw) && raw.every(isFileValue)
        ? { value: raw.map(({ id, name, size, type }) => ({ id, name, size, type })) }
        : { value: [], rule: 'file' };
    case 'datagrid':
    case 'editgrid': {
      if (!Array.isArray(raw)) return { value: [], rule: 'unknown' };
      const fields = fieldsOf(field.components);
      const limit = Math.min(MAX_ROWS, (field.validate?.maxLength ?? MAX_ROWS) + SPARE_ROWS);
      const rows = raw
        .slice(0, limit)
        .map((row, index) => shapeRow(fields, isObject(row) ? row : {}, `${path}[${index}].`, problems));
      if (raw.length > limit) return { value: rows, rule: 'maxLength' };
      return { value: rows, rule: raw.every((row) => row === null || isObject(row)) ? undefined : 'unknown' };
    }
    default:
      return typeof raw === 'string'
        ? shapeText(field, plainText(field, tidyText(field, raw.normalize('NFC'))))
        : { value: '', rule: NO_TEXT[field.type] };
  }
}

/** True if the form alone decides the value: a sent one is ignored. */
const isOfForm = (field: FieldComponent): boolean =>
  field.calculateValue !== undefined || field.type === 'hidden';

/** The rule broken by a value that is not a text. */
const NO_TEXT: Record<TextValuedField['type'], RuleName> = {
  textfield: 'unknown',
  email: 'unknown',
  phoneNumber: 'unknown',
  textarea: 'unknown',
  day: 'day',
  datetime: 'date',
  select: 'option',
  radio: 'option',
  hidden: 'unknown',
};

function shapeText(field: TextValuedField, text: string): Shaped {
  if (field.type === 'day') {
    return text === '' || text.split('/').length === 3
      ? { value: formatDay(parseDay(text)) }
      : { value: '', rule: 'day' };
  }
  const options = optionsOf(field);
  return text === '' || !options || options.some((option) => option.value === text)
    ? { value: text }
    : { value: '', rule: 'option' };
}

/** A number as people write it: `12e3` or `0x10` is a slip of the keyboard. */
const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

function shapeNumber(raw: FormValue): Shaped {
  if (typeof raw === 'string' && raw.trim() === '') return { value: undefined };
  const number = typeof raw === 'string' && DECIMAL.test(raw.trim()) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number)
    ? { value: number }
    : { value: undefined, rule: 'number' };
}

function shapeChoices(field: FieldComponent, raw: FormValue): Shaped {
  if (!isObject(raw)) return { value: undefined, rule: 'option' };
  const known = Object.entries(raw).filter(
    ([key, chosen]) =>
      typeof chosen === 'boolean' && optionsOf(field)?.some((option) => option.value === key),
  );
  const stray = Object.entries(raw).some(([key, chosen]) => chosen && !known.some(([name]) => name === key));
  return { value: Object.fromEntries(known), rule: stray ? 'option' : undefined };
}

/** True for an uploaded file as stored in form data (types.ts). */
export const isFileValue = (value: FormValue): value is FileValue =>
  isObject(value) &&
  typeof value.id === 'string' &&
  /^[\w-]{1,64}$/.test(value.id) &&
  typeof value.name === 'string' &&
  value.name !== '' &&
  typeof value.size === 'number' &&
  value.size >= 0 &&
  value.size < Number.POSITIVE_INFINITY &&
  typeof value.type === 'string';
