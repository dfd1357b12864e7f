import * as z from 'zod';
import { isByteSize } from '../byte-size.ts';
import { limitDay } from '../rules/day.ts';
import { errorKeys } from '../rules/error-keys.ts';
import {
  base,
  boxValue,
  closedOptions,
  jsonLogic,
  numberRules,
  optionsWith,
  optionValue,
  plainRules,
  rowRules,
  text,
  textRules,
} from './parts.ts';
import { unknownType } from './unknown-type.ts';

const input = z.literal(true, '"input": true is missing');
const errors = z.partialRecord(z.enum(errorKeys), text).optional();
const field = { ...base, input, errors, disabled: z.boolean().optional() };
const calculateValue = jsonLogic.optional();
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
};
const components: z.ZodType = z.lazy(() => z.array(component).min(1, 'there is nothing in it'));
const grid = {
  ...field,
  validate: rowRules,
  addAnother: text,
  rowLabel: text.optional(),
  // Keys of fields of the row (row-names.ts).
  rowNamedBy: z
    .string()
    .regex(/^\w+( ?, ?\w+| \w+)*$/, 'keys of fields with spaces or commas between')
    .optional(),
  components,
};

/** A page, or a part of one: its label is a name for editors, and needs no translation. */
const layout = { ...base, label: z.string() };

/** Every component except the panel. */
export const componentSchemas = [
  z.strictObject({
    ...layout,
    type: z.literal('fieldset'),
    legend: text,
    input: z.literal(false).optional(),
    components,
  }),
  z.strictObject({
    ...layout,
    type: z.literal('columns'),
    input: z.literal(false).optional(),
    columns: z.array(z.strictObject({ components, width: z.int().min(1).max(12) })).min(1),
  }),
  z.strictObject({ ...layout, type: z.literal('content'), html: text, input: z.literal(false).optional() }),
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
    decimalLimit: z.int().min(0).max(10).optional(),
    delimiter: z.literal(true, 'true or false').optional(),
  }),
  z.strictObject({
    ...field,
    type: z.literal('currency'),
    validate: numberRules,
    defaultValue: z.number().optional(),
    calculateValue,
    currency: z.literal('EUR', 'only EUR is supported'),
    delimiter: z.literal(true, 'an amount always has its thousands grouped').optional(),
  }),
  z.strictObject({
    ...field,
    type: z.literal('day'),
    // `MM/DD/YYYY` as Form.io stores it with dayFirst false; the renderer shows day, month, year (rules/day.ts).
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
    // By the day in Germany; Form.io has these limits in the calendar alone (datePicker).
    minDate: dayLimit,
    maxDate: dayLimit,
  }),
  z.strictObject({
    ...field,
    type: z.literal('select'),
    validate: plainRules,
    defaultValue: optionValue.optional(),
    data: z.strictObject({ values: closedOptions }),
  }),
  z.strictObject({
    ...field,
    type: z.literal('radio'),
    validate: plainRules,
    defaultValue: optionValue.optional(),
    values: optionsWith(optionValue),
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
  z.strictObject({
    // The label is never shown, so it needs no translation.
    key: base.key,
    label: z.string(),
    conditional: base.conditional,
    input,
    type: z.literal('hidden'),
    defaultValue: z.string().optional(),
    calculateValue,
  }),
  z.strictObject({ ...grid, type: z.literal('datagrid') }),
  z.strictObject({ ...grid, type: z.literal('editgrid') }),
] as const;

const typeNames = componentSchemas.map(({ shape }) => shape.type.value);

const component: z.ZodType = z.lazy(() =>
  z.discriminatedUnion('type', componentSchemas, {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? unknownType(String((issue.input as { type?: unknown } | undefined)?.type), typeNames)
        : undefined,
  }),
);

export const panelSchema = z.strictObject({
  ...layout,
  type: z.literal('panel', 'a page of the form is a panel'),
  title: text,
  input: z.literal(false).optional(),
  components,
});

/** The form file, without the checks across components (checks.ts). */
export const formJson = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{2,80}$/, 'lower case letters, digits and -'),
  title: text,
  display: z.literal('wizard', 'the form has to be a wizard'),
  components: z.array(panelSchema).min(1, 'a form has at least one page with something on it'),
});
