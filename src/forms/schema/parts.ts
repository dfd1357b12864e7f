import * as z from 'zod';
import { trustLevels } from '#domain/trust-level.ts';
import { userDataFields } from '#domain/user-data.ts';
import { checkProperties } from './check-properties.ts';
import { fimPath } from './fim-path.ts';
import { patternFault } from './pattern-fault.ts';

const PLAIN_KEY = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Names that every JavaScript object has, or that make lodash see a list. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'length', 'prototype']);

const key = z
  .string()
  .regex(PLAIN_KEY, 'a key starts with a letter and has letters, digits and _ only')
  .refine((value) => !RESERVED.has(value), 'this key is reserved');

export const optionValue = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
    'a value has letters, digits, _ - and . only and starts with one of the first two',
  )
  .refine((value) => !RESERVED.has(value), 'this value is reserved');

/** Choices of selectboxes are keys of the data. */
export const boxValue = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'a value starts with a letter and has letters, digits, _ and - only')
  .refine((value) => !RESERVED.has(value), 'this value is reserved');

const NO_TEXT = 'a text is missing here';
export const text = z.string(NO_TEXT).refine((value) => value.trim() !== '', NO_TEXT);
const listOf = <O extends z.ZodType<{ value: string }>>(option: O) =>
  z
    .array(option)
    .min(1, 'at least one option')
    .refine(
      (list) => new Set(list.map(({ value }) => value)).size === list.length,
      'two options have the same value',
    );

/** Options of a closed list, which shows no line below them. */
export const closedOptions = listOf(z.strictObject({ value: optionValue, label: text }));

/** Options that are all in sight. */
export const optionsWith = (value: z.ZodType<string>) =>
  listOf(z.strictObject({ value, label: text, description: text.optional() }));

export type JsonLogic = boolean | number | string | null | JsonLogic[] | { [operator: string]: unknown };

export const jsonLogic = z.custom<JsonLogic>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'scripts are refused: write JSONLogic, an object such as {"+": [{"var": "data.a"}, 1]}',
);
const scalar = z.union([z.string(), z.number(), z.boolean()], 'text, number or true/false');

/** Operators for a list of conditions. */
export const conditionOperators = [
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
] as const;

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
              operator: z.enum(conditionOperators),
              value: scalar.optional(),
            }),
          )
          .min(1),
      }),
    ],
    'a condition is {show, when, eq}, {show, conjunction, conditions} or {json}',
  )
  .optional();

/** Units whose spellings the field of a number knows (ui/kit/number-input.tsx). */
const numberUnits = ['m²', '%', 'GdB', 'm'] as const;

/** Properties of every component. */
export const base = {
  key,
  label: text,
  description: text.optional(),
  conditional,
  properties: z
    .strictObject({
      prefill: z.enum(userDataFields, 'this is no field of an account (docs/forms.md)').optional(),
      autocomplete: z.string().optional(),
      lockedFrom: z.enum(trustLevels, 'a trust level: low, substantial or high').optional(),
      // Another e-mail address or telephone number is no conflict with the account unless the form says so.
      compared: z.literal('yes', 'compared is "yes", or left out').optional(),
      // Keys of texts that were entered before (names-from.ts).
      namesFrom: z
        .string()
        .regex(/^\w+(\.\w+)?(;? \w+(\.\w+)?(=[\w-]+)?)*$/, 'keys of fields, a semicolon between the sources')
        .optional(),
      // Shown behind the field of a number, and accepted behind what is typed.
      unit: z.enum(numberUnits, `a unit is one of ${numberUnits.join(', ')}`).optional(),
      charset: z.enum(['A', 'B', 'C'], 'charset is A, B or C (DIN 91379)').optional(),
      // The tick or option by which a file is promised for later, or "yes" where leaving the field empty promises it (owed.ts).
      later: z
        .string()
        .regex(/^\w+(\.\w+){0,2}$/, 'the key of a tick, one with an option, or "yes"')
        .optional(),
      // Path of ids in an authority's data schema (FIM), without versions: which of its elements the value is.
      fim: fimPath.optional(),
      // How a file is named in the authority's data: by the id of its attachment (without this), or by its file name.
      fimFile: z.literal('name', 'fimFile is "name", or left out').optional(),
      // A picture that should be higher than wide, such as a passport photo (src/browser/pictures/doubts.ts).
      picture: z.literal('portrait', 'picture is "portrait", or left out').optional(),
      // An answer that receipt and result repeat (recalled.ts).
      recalled: z.literal('yes', 'recalled is "yes", or left out').optional(),
      ...checkProperties,
    })
    .optional(),
};

const count = z.int('a whole number').nonnegative('not below zero').optional();
const customMessage = text.optional();
const required = z.boolean().optional();
const json = jsonLogic.optional();
const anyRules = { required, customMessage, json };
export const textRules = z
  .strictObject({ ...anyRules, minLength: count, maxLength: count, pattern: z.string().optional() })
  .superRefine(({ pattern, maxLength }, context) => {
    const message = pattern === undefined ? null : faultOfPattern(pattern, maxLength);
    if (message !== null) context.addIssue({ code: 'custom', path: ['pattern'], message });
  })
  .optional();
export const numberRules = z
  .strictObject({ ...anyRules, min: z.number('a number').optional(), max: z.number('a number').optional() })
  .optional();
export const rowRules = z.strictObject({ ...anyRules, minLength: count, maxLength: count }).optional();
export const plainRules = z.strictObject(anyRules).optional();

function faultOfPattern(source: string, maxLength: number | undefined): string | null {
  const fault = patternFault(source, maxLength);
  return fault ?? (closed(source) ? null : 'put alternatives in parentheses: (a|b)');
}

/** False for a `|` outside parentheses: Form.io puts ^ and $ around the pattern, which would split there. */
function closed(source: string): boolean {
  let depth = 0;
  for (const part of source.match(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g) ?? []) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (part === '|' && depth === 0) return false;
  }
  return true;
}
