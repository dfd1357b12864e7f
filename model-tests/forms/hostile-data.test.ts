import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { fieldsOf, isGrid, isObject, optionsOf } from '#forms/components.ts';
import { evaluate } from '#forms/rules/rules.ts';
import { parsed } from '#forms/testing/form.ts';
import type { FieldComponent, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import { type Draw, drawForm } from './same-rules.arbitrary.ts';

const SHARE = inject('shareOfCases');

const FORMS = 400 * SHARE;
const DATA_PER_FORM = 5;
const NOW = new Date('2026-11-20T12:00:00Z');
/** Repeat a run with `SEED=<printed number> npx vitest run model-tests/forms/hostile-data.test.ts`. */
const seed = Number(process.env.SEED) || randomInt(2 ** 31);

/** Hostile values that a sender can put into JSON in place of a form's value. */
const HOSTILE: readonly string[] = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":"x","valueOf":1,"hasOwnProperty":false}',
  '[{"__proto__":{"polluted":true}},{"f1":{"f1":{}}}]',
  '{"length":1000000000}',
  '{"then":"x"}',
  '{"$ne":null}',
  '"{{constructor}}"',
  '"moment()"',
  '"__proto__"',
  '"\\ud800"',
  '"NaN"',
  '"Infinity"',
  '"1e999"',
  '"0x1F"',
  '"-0"',
  '" 12 "',
  '"12,5"',
  '1e308',
  '-1e308',
  '5e-324',
  '-0',
  '9007199254740993',
  '[[[[1]]]]',
  '[null,null]',
  '[1,"a",true,{},[]]',
  '"99/99/9999"',
  '"//////////"',
  '"0/0/0"',
  '"9999999-99-99T99:99:99+99:99"',
  '{"id":"../../x","name":"a","size":1,"type":"a/b"}',
  '[{"id":"a","name":"a","size":1e999,"type":"image/png"}]',
  '[{"id":"a","name":"a","size":-1,"type":"image/png"}]',
];
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const LARGE: readonly string[] = [
  nested(20_000),
  `${'{"f1":'.repeat(5000)}1${'}'.repeat(5000)}`,
  JSON.stringify(Array.from({ length: 20_000 }, () => ({ f1: 'x' }))),
  JSON.stringify(Array.from({ length: 20_000 }, () => null)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, true]))),
  JSON.stringify('a'.repeat(200_000)),
  JSON.stringify(`"${'a@'.repeat(50_000)}`),
  JSON.stringify('a.'.repeat(50_000)),
  JSON.stringify('0'.repeat(100_000)),
  JSON.stringify(' '.repeat(100_000)),
  JSON.stringify('/'.repeat(100_000)),
];

/** Hostile values in every field and next to them, in rows and instead of rows. */
function drawHostile(fields: readonly FieldComponent[], draw: Draw): string {
  const entries = fields.map((field) => {
    const rows = isGrid(field) && draw(fc.integer, { min: 0, max: 9 }) < 5;
    const value = rows
      ? `[${Array.from({ length: 2 }, () => drawHostile(fieldsOf(field.components), draw)).join()}]`
      : drawValue(draw);
    return `${JSON.stringify(field.key)}:${value}`;
  });
  return `{${[...entries, `"stranger":${drawValue(draw)}`, '"__proto__":{"polluted":true}'].join()}}`;
}

const drawValue = (draw: Draw): string => {
  const kind = draw(fc.integer, { min: 0, max: 19 });
  if (kind === 0) return LARGE[draw(fc.nat, LARGE.length - 1)] ?? '';
  if (kind < 5) return JSON.stringify(draw(fc.jsonValue)) as string;
  return draw(fc.constantFrom, ...HOSTILE) as string;
};

test('whatever is sent ends in data of the right kinds and a reason for each value that was not', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const form: FormDefinition = parsed(JSON.parse(JSON.stringify(drawForm(draw))));
      for (let count = 0; count < DATA_PER_FORM; count++) {
        const given = JSON.parse(drawHostile(fieldsOf(form.components), draw)) as FormData;
        const { data, errors, hidden } = evaluate(form, given, NOW);
        const reasons = new Set(errors.map(({ path }) => path));
        expectKinds(fieldsOf(form.components), data);
        for (const field of fieldsOf(form.components)) {
          const value = given[field.key];
          if (field.type === 'hidden' || field.calculateValue !== undefined) continue;
          if (hidden.has(field.key) || isHarmless(field, value)) continue;
          const what = inspect(value, { depth: 2, maxArrayLength: 5, maxStringLength: 80 });
          expect(reasons.has(field.key), `a reason for ${field.type} "${field.key}" with ${what}`).toBe(true);
          refused++;
        }
        expect(evaluate(form, data, NOW).data).toEqual(data);
      }
    }),
    { seed, numRuns: FORMS, endOnFailure: true },
  );
  process.stdout.write(`hostile data: ${refused} values refused, seed ${seed}\n`);
  expect(refused).toBeGreaterThan(1000 * SHARE);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** Expects only fields of the form, each with a value of its kind, in rows too. */
function expectKinds(fields: readonly FieldComponent[], data: FormData): void {
  const known = new Map(fields.map((field) => [field.key, field]));
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  for (const [key, value] of Object.entries(data)) {
    const field = known.get(key);
    expect(field, `a field "${key}"`).toBeDefined();
    if (!field) continue;
    expect(hasKind(field, value), `${field.type} with ${inspect(value, { depth: 2 })}`).toBe(true);
    if (isGrid(field)) for (const row of value as FormData[]) expectKinds(fieldsOf(field.components), row);
  }
}

/** Values that need no report: no answer, one of the right kind, a number as text, an unticked box, an empty row. */
function isHarmless(field: FieldComponent, value: FormValue): boolean {
  if (value === undefined || value === null || value === '' || hasKind(field, value)) return true;
  if (field.type === 'selectboxes' && isObject(value))
    return Object.entries(value).every(([key, chosen]) => !chosen || hasKind(field, { [key]: chosen }));
  if (isGrid(field) && Array.isArray(value))
    return hasKind(
      field,
      value.filter((row) => row !== null),
    );
  return NUMBERS.has(field.type) && typeof value === 'string' && Number.isFinite(Number(value));
}

const NUMBERS = new Set(['number', 'currency']);
const FILE_KEYS = 'id,name,size,type';

/** True if a value is of the kind that docs/forms.md names for the type, written down a second time. */
function hasKind(field: FieldComponent, value: FormValue): boolean {
  switch (field.type) {
    case 'number':
    case 'currency':
      return typeof value === 'number' && Number.isFinite(value);
    case 'checkbox':
      return typeof value === 'boolean';
    case 'select':
    case 'radio':
      return value === '' || Boolean(optionsOf(field)?.some((option) => option.value === value));
    case 'selectboxes':
      return (
        isObject(value) &&
        Object.entries(value).every(
          ([key, chosen]) =>
            typeof chosen === 'boolean' && field.values.some((option) => option.value === key),
        )
      );
    case 'file':
      return (
        Array.isArray(value) &&
        value.every((file) => isObject(file) && Object.keys(file).sort().join() === FILE_KEYS && isFile(file))
      );
    case 'datagrid':
    case 'editgrid':
      return Array.isArray(value) && value.length <= 100 && value.every(isObject);
    case 'day':
      return typeof value === 'string' && (value === '' || value.split('/').length === 3);
    case 'textfield':
    case 'email':
    case 'phoneNumber':
    case 'textarea':
    case 'datetime':
    case 'hidden':
      return typeof value === 'string';
  }
}

const isFile = ({ id, name, size, type }: FormData): boolean =>
  typeof id === 'string' &&
  /^[\w-]{1,64}$/.test(id) &&
  typeof name === 'string' &&
  typeof size === 'number' &&
  size >= 0 &&
  Number.isFinite(size) &&
  typeof type === 'string';
