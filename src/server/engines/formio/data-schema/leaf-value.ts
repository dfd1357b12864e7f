import { germanDay } from '#domain/german-time.ts';
import { isObject, optionsOf } from '#forms/components.ts';
import { isoDay } from '#forms/rules/day.ts';
import { germanDateAndTime } from '#forms/rules/german-moment.ts';
import { isFileValue } from '#forms/shape.ts';
import type { ComponentOf, FormValue, TextValuedField, ValueField } from '#forms/types.ts';
import type { SchemaLeaf } from '#server/data-schemas/node.ts';
import type { SchemaValue } from '#server/data-schemas/value.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';

type Format = KeptSchema['mimeType'];

/**
 * Returns the values of a field for an element of a schema, none for an unanswered one: codes of a list, files and
 * choices one by one.
 */
export function leafValues(
  node: SchemaLeaf,
  field: ValueField,
  value: FormValue,
  format: Format,
): SchemaValue[] {
  if (value === undefined || value === null) return [];
  switch (field.type) {
    case 'file':
      return Array.isArray(value)
        ? value.filter(isFileValue).map(({ id, name }) => (field.properties?.fimFile === 'name' ? name : id))
        : [];
    case 'selectboxes':
      return isObject(value) ? chosen(field, value).map((code) => codeFor(node, code)) : [];
    case 'checkbox':
      return typeof value === 'boolean' ? [value] : [];
    case 'number':
    case 'currency':
      return typeof value === 'number' ? [numberFor(node, field, value, format)] : [];
    case 'day':
      return present(isoDay(String(value)));
    case 'datetime':
      return present(momentFor(node, String(value)));
    default:
      field satisfies Exclude<ComponentOf<TextValuedField['type']>, ComponentOf<'day' | 'datetime'>>;
      return present(textFor(node, field, String(value).trim()));
  }
}

const present = <T extends SchemaValue>(value: T | undefined): T[] =>
  value === undefined || value === '' ? [] : [value];

const chosen = (field: ValueField, value: { [option: string]: FormValue }): string[] =>
  (optionsOf(field) ?? []).map((option) => option.value).filter((option) => value[option] === true);

/**
 * Returns the code of an option of selectboxes, whose values begin with a letter: `c001` stands for the code `001`,
 * unless the schema itself lists `c001`.
 */
export function codeFor({ options }: Pick<SchemaLeaf, 'options'>, value: string): string {
  if (!/^c\d/.test(value)) return value;
  const code = value.slice(1);
  return options === null || (options.includes(code) && !options.includes(value)) ? code : value;
}

/** In XML an amount has its two decimals, and no number an exponent. */
function numberFor(
  node: SchemaLeaf,
  field: ComponentOf<'number' | 'currency'>,
  value: number,
  format: Format,
): SchemaValue {
  const isNumber = node.type === 'number' || node.type === 'integer';
  if (isNumber && format === 'application/json') return value;
  return field.type === 'currency' && node.type !== 'integer' ? value.toFixed(2) : plainNumber(value);
}

const digits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });
const plainNumber = (value: number): string => digits.format(value);

/** The form may keep a moment without its seconds, which the notation of schemas has. */
function momentFor({ type }: SchemaLeaf, value: string): string | undefined {
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) return undefined;
  if (type === 'date') return germanDay(new Date(moment));
  if (type === 'time') return `${germanDateAndTime(moment).slice(11)}:00`;
  return value.replace(/^(.{10}T\d\d:\d\d)(?=Z|[+-])/, '$1:00');
}

const TRUTHS: Record<string, boolean> = {
  true: true,
  yes: true,
  ja: true,
  false: false,
  no: false,
  nein: false,
};

/** Returns whether an option says yes or no; undefined for one that says neither. */
export const truthOf = (option: string): boolean | undefined => TRUTHS[option.toLowerCase()];

function textFor({ type }: SchemaLeaf, field: ValueField, text: string): SchemaValue | undefined {
  if (text === '') return undefined;
  if (type === 'boolean') return truthOf(text);
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (field.properties?.check === 'time' && type === 'time') return `${text}:00`;
  return text;
}
