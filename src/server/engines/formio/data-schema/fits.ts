import { optionsOf, rulesOf } from '#forms/components.ts';
import { textCheckOf } from '#forms/rules/text-checks.ts';
import type { ComponentOf, ValueField } from '#forms/types.ts';
import type { JsonPath } from '#server/content/load/json-file.ts';
import { matchingText } from '#server/data-schemas/matching-text.ts';
import type { LeafType, SchemaLeaf } from '#server/data-schemas/node.ts';
import { matches } from '#server/data-schemas/patterns.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { CHECKED, candidates, MAILS } from './answers.ts';
import { leafValues, truthOf } from './leaf-value.ts';

/** What does not fit, with its place in the component. */
export type Misfit = { path: JsonPath; reason: string };

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

/** Characters of an id of a file, and of what dates are written as. */
const LENGTHS: Partial<Record<ValueField['type'], [least: number, most: number]>> = {
  file: [36, 36],
  day: [10, 10],
  datetime: [20, 29],
};
/** Fewest and most characters that the named checks let pass. */
const CHECK_LENGTHS: Record<keyof typeof CHECKED, [least: number, most: number]> = {
  iban: [15, 34],
  plate: [5, 12],
  microchip: [15, 15],
  // Fifteen digits with spaces between.
  phone: [6, 31],
  postcode: [5, 5],
  inArea: [5, 5],
  time: [5, 5],
  webAddress: [4, 2000],
};

function lengthMisfits(node: SchemaLeaf, field: ValueField): Misfit[] {
  if (node.type !== 'text' && node.type !== 'any') return [];
  const { minLength = 0, maxLength = Infinity } = node.limits;
  const [least, most] = lengthsOf(field);
  const hint = (key: string, limit: number) =>
    isTyped(field) ? `write "${key}": ${limit}` : `what is written for this field has ${least} to ${most}`;
  const misfits: Misfit[] = [];
  if (minLength > 1 && least < minLength)
    misfits.push({
      path: ['validate', 'minLength'],
      reason: `the schema wants ${minLength} characters or more: ${hint('minLength', minLength)}`,
    });
  if (most > maxLength)
    misfits.push({
      path: ['validate', 'maxLength'],
      reason: `the schema allows ${maxLength} characters: ${hint('maxLength', maxLength)}`,
    });
  return misfits;
}

function lengthsOf(field: ValueField): [least: number, most: number] {
  const fixed = LENGTHS[field.type];
  if (field.type === 'file' && field.properties?.fimFile === 'name') return [1, 255];
  if (fixed) return fixed;
  if (field.type === 'number' || field.type === 'currency') return numberLengths(field);
  const { minLength = 1, maxLength = Infinity } = rulesOf(field);
  const check = textCheckOf(field);
  // The shortest address is a@b.de.
  const usual: [number, number] = field.type === 'email' ? [6, Infinity] : [1, Infinity];
  const [least, most] = check === undefined ? usual : CHECK_LENGTHS[check];
  return [Math.max(minLength, least), Math.min(maxLength, most)];
}

function numberLengths(field: ComponentOf<'number' | 'currency'>): [least: number, most: number] {
  const { min = -Infinity, max = Infinity } = rulesOf(field);
  const decimals = field.type === 'currency' ? 2 : (field.decimalLimit ?? Infinity);
  if (min < 0 || max === Infinity) return [1, Infinity];
  const whole = (value: number) => String(Math.trunc(value)).length;
  const behind = decimals === 0 ? 0 : decimals + 1;
  return [whole(min) + (field.type === 'currency' ? behind : 0), whole(max) + behind];
}

/** The same pattern, or answers of every kind that the field takes match it. */
function patternMisfits(node: SchemaLeaf, field: ValueField, format: KeptSchema['mimeType']): Misfit[] {
  const { pattern } = node.limits;
  if (!pattern) return [];
  const own = rulesOf(field).pattern;
  if (own !== undefined && plain(own, format) === plain(pattern.written, format)) {
    return isEmptyPattern(node) ? [{ path: ['properties', 'fim'], reason: noText(pattern.written) }] : [];
  }
  const check = textCheckOf(field);
  const said =
    own !== undefined
      ? [matchingText(own), matchingText(own, 2), matchingText(own, 10)].filter((text) => text !== undefined)
      : check !== undefined
        ? CHECKED[check]
        : field.type === 'email'
          ? MAILS
          : isTyped(field)
            ? null
            : candidates(field, 'most')
                .flatMap((value) => leafValues(node, field, value, format))
                .map(String);
  const isRight = said?.every((text) => matches(pattern, text));
  if (isRight) return [];
  if (
    said !== null &&
    said.length > 0 &&
    said.every((text) => !matches(pattern, text)) &&
    pattern.isWhole &&
    /[$^]/.test(pattern.written)
  )
    return [{ path: ['properties', 'fim'], reason: noText(pattern.written) }];
  return [
    {
      path: ['validate', 'pattern'],
      reason: `the schema has the pattern ${pattern.written}, which not every answer matches: write it here as "pattern"`,
    },
  ];
}

const isTyped = ({ type }: ValueField): boolean =>
  (['textfield', 'textarea', 'phoneNumber', 'email'] as readonly string[]).includes(type);

const noText = (written: string): string =>
  `no answer matches the pattern ${written} of the schema: in XML, ^ and $ are letters of the text; ask the authority for a schema without them`;

/** An XML pattern that ends in a letter which was meant as the end of the text. */
const isEmptyPattern = ({ limits: { pattern } }: SchemaLeaf): boolean =>
  pattern?.isWhole === true && /^\^|(?<!\\)\$$/.test(pattern.written);

/** A pattern without the signs that say that it is whole, which the form's always is. */
function plain(pattern: string, format: KeptSchema['mimeType']): string {
  const open = format === 'application/json' ? pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '') : pattern;
  const [, inside] = /^\((?:\?:)?((?:\\.|[^()\\])*)\)$/.exec(open) ?? [];
  return inside ?? open;
}
