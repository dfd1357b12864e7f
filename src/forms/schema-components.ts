import { z } from 'zod';
import { limitDay } from './day.ts';
import { isByteSize } from './files.ts';

const PLAIN_KEY = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Names that every JavaScript object has, or that lodash takes for a list. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'length', 'prototype']);

const key = z
  .string()
  .regex(PLAIN_KEY, 'a key starts with a letter and has letters, digits and _ only')
  .refine((value) => !RESERVED.has(value), 'this key is reserved');

const optionValue = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
    'a value has letters, digits, _ - and . only and starts with one of the first two',
  )
  .refine((value) => !RESERVED.has(value), 'this value is reserved');

/** Choices of selectboxes are keys of the data. */
const boxValue = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'a value starts with a letter and has letters, digits, _ and - only')
  .refine((value) => !RESERVED.has(value), 'this value is reserved');

const text = z.string().refine((value) => value.trim() !== '', 'a text is missing here');
const optionsWith = (value: z.ZodType<string>) =>
  z
    .array(z.strictObject({ value, label: text }))
    .min(1, 'at least one option')
    .refine(
      (list) => new Set(list.map((option) => option.value)).size === list.length,
      'two options have the same value',
    );
const options = optionsWith(optionValue);

const jsonLogic = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    message: 'JSONLogic is an object; scripts are refused',
  });
const scalar = z.union([z.string(), z.number(), z.boolean()], 'text, number or true/false');

const conditional = z
  .union(
    [
      z.strictObject({
        show: z.union([z.boolean(), z.enum(['true', 'false'])]),
        when: z.string(),
        eq: scalar,
      }),
      z.strictObject({ json: jsonLogic }),
      z.strictObject({
        show: z.boolean(),
        conjunction: z.enum(['all', 'any']),
        conditions: z
          .array(
            z.strictObject({
              component: z.string(),
              operator: z.enum([
                'isEqual',
                'isNotEqual',
                'isEmpty',
                'isNotEmpty',
                'lessThan',
                'lessThanOrEqual',
                'greaterThan',
                'greaterThanOrEqual',
                'includes',
                'notIncludes',
              ]),
              value: scalar.optional(),
            }),
          )
          .min(1),
      }),
    ],
    'a condition is {show, when, eq}, {show, conjunction, conditions} or {json}',
  )
  .optional();

const base = {
  key,
  label: text,
  description: text.optional(),
  conditional,
  properties: z
    .strictObject({
      prefill: z.string().optional(),
      autocomplete: z.string().optional(),
      charset: z.enum(['A', 'B', 'C'], 'charset is A, B or C (DIN 91379)').optional(),
    })
    .optional(),
};

const count = z.int('a whole number').nonnegative('not below zero').optional();
const customMessage = text.optional();
const required = z.boolean().optional();
const json = jsonLogic.optional();
const anyRules = { required, customMessage, json };
const pattern = z.string().refine(compiles, 'this is no regular expression').refine(closed, {
  message: 'put alternatives in parentheses: (a|b)',
});
const textRules = z
  .strictObject({ ...anyRules, minLength: count, maxLength: count, pattern: pattern.optional() })
  .optional();
const numberRules = z
  .strictObject({ ...anyRules, min: z.number('a number').optional(), max: z.number('a number').optional() })
  .optional();
const rowRules = z.strictObject({ ...anyRules, minLength: count, maxLength: count }).optional();
const plainRules = z.strictObject(anyRules).optional();

function compiles(source: string): boolean {
  try {
    return Boolean(new RegExp(`^${source}$`));
  } catch {
    return false;
  }
}

/** False for a `|` outside of parentheses: Form.io writes ^ and $ around the pattern, which would split there. */
function closed(source: string): boolean {
  let depth = 0;
  for (const part of source.match(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g) ?? []) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (part === '|' && depth === 0) return false;
  }
  return true;
}

const input = z.literal(true, '"input": true is missing');
const field = { ...base, input, disabled: z.boolean().optional() };
const calculateValue = jsonLogic.optional();
const multiple = z.literal(false, 'several values are supported for files only').optional();
const dayLimit = z
  .string()
  .refine(
    (value) => limitDay(value, '2000-01-01') !== undefined,
    "YYYY-MM-DD, moment() or e.g. moment().add(3, 'months')",
  )
  .optional();

const textLike = {
  ...field,
  validate: textRules,
  defaultValue: z.string().optional(),
  calculateValue,
  multiple,
};
const components: z.ZodType = z.lazy(() => z.array(component).min(1, 'there is nothing in it'));
const grid = {
  ...field,
  validate: rowRules,
  addAnother: text,
  rowLabel: text.optional(),
  components,
};

const notPanel = [
  z.strictObject({
    ...base,
    type: z.literal('fieldset'),
    legend: text,
    input: z.literal(false).optional(),
    components,
  }),
  z.strictObject({
    ...base,
    type: z.literal('columns'),
    input: z.literal(false).optional(),
    columns: z.array(z.strictObject({ components, width: z.int().min(1).max(12) })).min(1),
  }),
  z.strictObject({ ...base, type: z.literal('content'), html: text, input: z.literal(false).optional() }),
  z.strictObject({ ...textLike, type: z.literal('textfield') }),
  z.strictObject({ ...textLike, type: z.literal('email') }),
  z.strictObject({ ...textLike, type: z.literal('phoneNumber') }),
  z.strictObject({ ...textLike, type: z.literal('textarea'), rows: z.int().min(1).max(30).optional() }),
  z.strictObject({
    ...field,
    type: z.literal('number'),
    validate: numberRules,
    defaultValue: z.number().optional(),
    calculateValue,
    multiple,
    decimalLimit: z.int().min(0).max(10).optional(),
  }),
  z.strictObject({
    ...field,
    type: z.literal('currency'),
    validate: numberRules,
    defaultValue: z.number().optional(),
    calculateValue,
    multiple,
    currency: z.literal('EUR', 'only EUR is supported'),
  }),
  z.strictObject({
    ...field,
    type: z.literal('day'),
    validate: plainRules,
    defaultValue: z
      .string()
      .regex(/^\d\d\/\d\d\/\d{4}$/, 'MM/DD/YYYY')
      .optional(),
    minDate: dayLimit,
    maxDate: dayLimit,
  }),
  z.strictObject({
    ...field,
    type: z.literal('datetime'),
    validate: plainRules,
    enableDate: z.literal(true),
    enableTime: z.boolean(),
  }),
  z.strictObject({
    ...field,
    type: z.literal('select'),
    validate: plainRules,
    defaultValue: optionValue.optional(),
    multiple,
    data: z.strictObject({ values: options }),
  }),
  z.strictObject({
    ...field,
    type: z.literal('radio'),
    validate: plainRules,
    defaultValue: optionValue.optional(),
    values: options,
  }),
  z.strictObject({
    ...field,
    type: z.literal('selectboxes'),
    validate: plainRules,
    defaultValue: z.record(boxValue, z.boolean()).optional(),
    values: optionsWith(boxValue),
  }),
  z.strictObject({
    ...field,
    type: z.literal('checkbox'),
    validate: plainRules,
    defaultValue: z.boolean().optional(),
    calculateValue,
  }),
  z.strictObject({
    ...field,
    type: z.literal('file'),
    validate: plainRules,
    multiple: z.boolean(),
    filePattern: z
      .string()
      .regex(
        /^[a-z]+\/[\w.+-]+( ?, ?[a-z]+\/[\w.+-]+)*$/,
        'media types with commas between, e.g. application/pdf,image/jpeg',
      ),
    fileMaxSize: z.string().refine(isByteSize, 'a size such as 10MB'),
  }),
  z.strictObject({ ...grid, type: z.literal('datagrid') }),
  z.strictObject({ ...grid, type: z.literal('editgrid') }),
] as const;

const component: z.ZodType = z.lazy(() =>
  z.discriminatedUnion('type', notPanel, {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? `component type "${String((issue.input as { type?: unknown } | undefined)?.type)}" is not supported here`
        : undefined,
  }),
);

const panel = z.strictObject({
  ...base,
  type: z.literal('panel', 'a page of the form is a panel'),
  title: text,
  input: z.literal(false).optional(),
  components,
});

/** The form file without what only shows across components (schema-checks.ts). */
export const formJson = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{2,80}$/, 'lower case letters, digits and -'),
  title: text,
  display: z.literal('wizard', 'the form has to be a wizard'),
  components: z.array(panel).min(1, 'a form has at least one page'),
});
