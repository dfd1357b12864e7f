import { optionsOf, rulesOf } from '#forms/components.ts';
import type { ValueField } from '#forms/types.ts';
import type { JsonPath } from '#server/content/load/json-file.ts';
import type { LeafType, SchemaLeaf } from '#server/data-schemas/node.ts';
import { matches } from '#server/data-schemas/patterns.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { leafValues, truthOf } from './leaf-value.ts';
import { lengthMisfits } from './lengths.ts';
import type { Misfit } from './misfit.ts';
import { patternMisfits } from './pattern-fit.ts';

/**
 * Returns why a value that a field accepts may not fit an element of the schema: its type, listed values, lengths,
 * limits and pattern.
 */
export function misfits(node: SchemaLeaf, field: ValueField, format: KeptSchema['mimeType']): Misfit[] {
  const type = wrongType(node, field);
  if (type !== null) return [{ path: ['type'], reason: type }];
  const options = optionsOf(field);
  if (options && node.type !== 'boolean') return optionMisfits(node, field, format);
  if (node.options !== null && field.type !== 'file')
    return [
      { path: ['type'], reason: 'the schema lists the possible values: use a select or radio with those' },
    ];
  return [
    ...numberMisfits(node, field),
    ...lengthMisfits(node, field),
    ...patternMisfits(node, field, format),
  ];
}

const FIELDS: Record<LeafType, readonly ValueField['type'][]> = {
  boolean: ['checkbox', 'radio', 'select'],
  integer: ['number', 'radio', 'select'],
  number: ['number', 'currency', 'radio', 'select'],
  date: ['day', 'datetime'],
  datetime: ['datetime'],
  time: ['textfield', 'datetime'],
  text: [
    ...(['textfield', 'email', 'phoneNumber', 'textarea', 'number', 'currency', 'day', 'datetime'] as const),
    ...(['select', 'radio', 'selectboxes', 'file'] as const),
  ],
  any: [
    ...(['textfield', 'email', 'phoneNumber', 'textarea', 'number', 'currency', 'day', 'datetime'] as const),
    ...(['select', 'radio', 'selectboxes', 'file', 'checkbox'] as const),
  ],
};

const WORDS: Record<LeafType, string> = {
  boolean: 'true or false: use a radio (values true and false, yes and no, or ja and nein) or a checkbox',
  integer: 'a whole number: use a number with "decimalLimit": 0',
  number: 'a number: use a number or currency',
  date: 'a day: use a day',
  datetime: 'a day with a time: use a datetime',
  time: 'a time: use a textfield with the check "time"',
  text: 'a text',
  any: 'a text',
};

function wrongType(node: SchemaLeaf, field: ValueField): string | null {
  const wants = `the schema wants ${WORDS[node.type]}`;
  if (!FIELDS[node.type].includes(field.type)) return wants;
  switch (field.type) {
    case 'selectboxes':
      return node.isList ? null : 'the schema takes one value only: use a select or radio';
    case 'file':
      return field.multiple && !node.isList ? 'the schema takes one file only ("multiple": false)' : null;
    case 'number':
      return node.type === 'integer' && field.decimalLimit !== 0 ? wants : null;
    case 'textfield':
      return node.type === 'time' && field.properties?.check !== 'time' ? wants : null;
    case 'radio':
    case 'select': {
      const values = (optionsOf(field) ?? []).map(({ value }) => value);
      if (node.type === 'boolean')
        return values.every((value) => truthOf(value) !== undefined) ? null : wants;
      const isNumber = node.type === 'integer' || node.type === 'number';
      const isRight = (value: string) => (node.type === 'integer' ? /^\d+$/ : /^\d+(\.\d+)?$/).test(value);
      return isNumber && !values.every(isRight) ? wants : null;
    }
    default:
      return null;
  }
}

function optionMisfits(node: SchemaLeaf, field: ValueField, format: KeptSchema['mimeType']): Misfit[] {
  const place: JsonPath = field.type === 'select' ? ['data', 'values'] : ['values'];
  return (optionsOf(field) ?? []).flatMap(({ value }, index) => {
    const stored = field.type === 'selectboxes' ? { [value]: true } : value;
    const [sent] = leafValues(node, field, stored, format);
    const reason = valueFault(node, sent);
    return reason === null
      ? []
      : [{ path: [...place, index, 'value'], reason: `the option "${value}": ${reason}` }];
  });
}

/** Returns why a known value does not fit; null if it does. */
export function valueFault(node: SchemaLeaf, value: unknown): string | null {
  const { minLength = 0, maxLength = Infinity, pattern } = node.limits;
  if (typeof value === 'number')
    return isWithin(node, value) ? null : 'the number is outside of the limits of the schema';
  if (node.options !== null && !node.options.includes(String(value)))
    return 'the schema does not have this value';
  const length = [...String(value)].length;
  if (length < minLength) return `the schema wants ${minLength} characters or more`;
  if (length > maxLength) return `the schema allows ${maxLength} characters`;
  return pattern && !matches(pattern, String(value))
    ? `it does not match the pattern of the schema, ${pattern.written}`
    : null;
}

function isWithin({ limits }: SchemaLeaf, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, isMinimumOut, isMaximumOut } = limits;
  return (
    (isMinimumOut ? value > minimum : value >= minimum) && (isMaximumOut ? value < maximum : value <= maximum)
  );
}

function numberMisfits(node: SchemaLeaf, field: ValueField): Misfit[] {
  if (
    (field.type !== 'number' && field.type !== 'currency') ||
    (node.type !== 'integer' && node.type !== 'number')
  )
    return [];
  const { min, max } = rulesOf(field);
  const { minimum, maximum, isMinimumOut, isMaximumOut, decimals } = node.limits;
  const misfits: Misfit[] = [];
  const add = (key: 'min' | 'max', limit: number, isOut = false) => {
    const side = key === 'min' ? (isOut ? 'above' : 'from') : isOut ? 'below' : 'up to';
    misfits.push({
      path: ['validate', key],
      reason: `the schema takes numbers ${side} ${limit} only: write "${key}"`,
    });
  };
  if (
    minimum !== undefined &&
    (min === undefined ||
      !isWithin({ ...node, limits: { minimum, isMinimumOut: isMinimumOut ?? false } }, min))
  )
    add('min', minimum, isMinimumOut);
  if (
    maximum !== undefined &&
    (max === undefined ||
      !isWithin({ ...node, limits: { maximum, isMaximumOut: isMaximumOut ?? false } }, max))
  )
    add('max', maximum, isMaximumOut);
  const most = field.type === 'currency' ? 2 : (field.decimalLimit ?? Infinity);
  if (decimals !== undefined && most > decimals)
    misfits.push({
      path: ['decimalLimit'],
      reason: `the schema takes ${decimals} decimals: write "decimalLimit": ${decimals}`,
    });
  return misfits;
}
