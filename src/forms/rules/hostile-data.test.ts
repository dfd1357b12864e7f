import { expect, test } from 'vitest';
import { formOf, household } from '../testing/form.ts';
import type { FormData, FormDefinition } from '../types.ts';
import { evaluate } from './rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
/** The answer to sent data: what the server stores and returns. */
const answer = (form: FormDefinition, given: FormData) => {
  const { data, errors } = evaluate(form, given, NOW);
  return { data, errors };
};
const data = { name: 'Ada', hasChildren: true, children: [{ name: 'Ben', days: 2 }] };

test('valid data passes, cleaned and calculated, and comes through a second time unchanged', () => {
  const first = answer(household, { ...data, stranger: 1, iban: 'hidden', total: 99 });
  expect(first).toEqual({ data: { ...data, reasons: {}, total: 2 }, errors: [] });
  expect(answer(household, first.data)).toEqual(first);
});

test('a row that was added but not filled is asked for its required fields', () => {
  const { data: kept, errors } = answer(household, { ...data, children: [{}, { name: 'Ben' }] });
  expect(kept.children).toEqual([{}, { name: 'Ben' }]);
  expect(errors).toEqual([{ path: 'children[0].name', rule: 'required' }]);
});

test('a calculated value in a row is calculated even when the sender leaves it out', () => {
  const form = formOf({
    type: 'datagrid',
    key: 'rows',
    label: 'Zeilen',
    input: true,
    addAnother: 'Noch eine',
    components: [
      { type: 'number', key: 'a', label: 'A', input: true },
      { type: 'number', key: 'b', label: 'B', input: true, calculateValue: { '*': [{ var: 'row.a' }, 2] } },
    ],
  });
  const { data: calculated } = answer(form, { rows: [{ a: 2 }, { a: 3, b: 99 }] });
  expect(calculated).toEqual({
    rows: [
      { a: 2, b: 4 },
      { a: 3, b: 6 },
    ],
  });
});

test('nothing a sender can write makes it fail, and nothing foreign gets through', () => {
  const attacks: FormData[] = [
    JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":{"length":1e9}}',
    ),
    { name: ['Ada'], income: 'NaN', children: { length: 3 }, proof: [{ id: '../../x' }], way: { $ne: null } },
    { name: 'x', hasChildren: true, children: Array.from({ length: 5000 }, () => ({ name: 'y' })) },
    { name: '{{constructor}}', reasons: { toString: true, rent: 'true' } },
  ];
  for (const attack of attacks) {
    const { data: kept, errors } = answer(household, attack);
    expect(errors.length).toBeGreaterThan(0);
    expect(
      Object.keys(kept).every((key) => key in { ...data, reasons: 1, total: 1, proof: 1, way: 1, income: 1 }),
    ).toBe(true);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('of a file only what the service knows of it is kept, and none of a size that is no number', () => {
  const file = { id: 'f1', name: 'a.pdf', size: 10, type: 'application/pdf' };
  const kept = (more: object) => answer(household, { name: 'Ada', proof: [{ ...file, ...more }] });
  expect(kept({ url: 'https://evil.example' })).toMatchObject({ data: { proof: [file] }, errors: [] });
  expect(kept({ url: 'https://evil.example' }).data.proof).toEqual([file]);
  expect(kept({ size: JSON.parse('1e999') })).toMatchObject({
    data: { proof: [] },
    errors: [{ path: 'proof', rule: 'file' }],
  });
});

test('a group that sets no limit has one all the same', () => {
  const form = formOf({
    type: 'datagrid',
    key: 'rows',
    label: 'Zeilen',
    input: true,
    addAnother: 'Noch eine',
    components: [{ type: 'number', key: 'a', label: 'A', input: true }],
  });
  const { data: kept, errors } = answer(form, { rows: Array.from({ length: 101 }, () => ({ a: 1 })) });
  expect(kept.rows).toHaveLength(100);
  expect(errors).toEqual([{ path: 'rows', rule: 'maxLength', params: { max: 100 } }]);
});
