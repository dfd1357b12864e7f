import { expect, test, vi } from 'vitest';
import { formOf, household } from '../testing/form.ts';
import type { FormData } from '../types.ts';
import { validateOnServer } from './authority.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const data = { name: 'Ada', hasChildren: true, children: [{ name: 'Ben', days: 2 }] };

test('valid data passes, cleaned and calculated, and comes through a second time unchanged', async () => {
  const first = await validateOnServer(household, { ...data, stranger: 1, iban: 'hidden', total: 99 }, NOW);
  expect(first).toEqual({ data: { ...data, reasons: {}, total: 2 }, errors: [] });
  expect(await validateOnServer(household, first.data, NOW)).toEqual(first);
});

test('a row that was added but not filled is asked for its required fields', async () => {
  const { data: kept, errors } = await validateOnServer(
    household,
    { ...data, children: [{}, { name: 'Ben' }] },
    NOW,
  );
  expect(kept.children).toEqual([{}, { name: 'Ben' }]);
  expect(errors).toEqual([{ path: 'children[0].name', rule: 'required' }]);
});

test('a calculated value in a row is calculated even when the sender leaves it out', async () => {
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
  const { data: calculated } = await validateOnServer(form, { rows: [{ a: 2 }, { a: 3, b: 99 }] }, NOW);
  expect(calculated).toEqual({
    rows: [
      { a: 2, b: 4 },
      { a: 3, b: 6 },
    ],
  });
});

test('nothing a sender can write makes it fail, and nothing foreign gets through', async () => {
  const attacks: FormData[] = [
    JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":{"length":1e9}}',
    ),
    { name: ['Ada'], income: 'NaN', children: { length: 3 }, proof: [{ id: '../../x' }], way: { $ne: null } },
    { name: 'x', hasChildren: true, children: Array.from({ length: 5000 }, () => ({ name: 'y' })) },
    { name: '{{constructor}}', reasons: { toString: true, rent: 'true' } },
  ];
  for (const attack of attacks) {
    const { data: kept, errors } = await validateOnServer(household, attack, NOW);
    expect(errors.length).toBeGreaterThan(0);
    expect(
      Object.keys(kept).every((key) => key in { ...data, reasons: 1, total: 1, proof: 1, way: 1, income: 1 }),
    ).toBe(true);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('many at once do not disturb each other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      validateOnServer(household, { name: 'Ada', way: index % 2 ? 'debit' : 'transfer' }, NOW),
    ),
  );
  answers.forEach(({ errors }, index) => {
    expect(errors.map(({ path }) => path)).toEqual(index % 2 ? ['iban'] : []);
  });
});

test('it runs in silence', async () => {
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error'), vi.spyOn(console, 'log')];
  const rules = { validate: { min: 1, max: 5 } };
  const form = formOf({ type: 'number', key: 'x', label: 'X', input: true, ...rules });
  await validateOnServer(form, {}, NOW);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
