import { expect, it } from 'vitest';
import { fits, SPARE } from './strays.ts';
import { formOf, household } from './testing/form.ts';
import type { FormData } from './types.ts';

const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));
const keys = (count: number) => Object.fromEntries(many(count, (at) => [`k${at}`, at]));
const file = { id: 'a', name: 'a.pdf', size: 1, type: 'application/pdf' };
const child = { name: 'Mia', birthdate: '01/02/2015', days: 3, certificate: [file] };

it.each<[string, FormData]>([
  ['nothing', {}],
  [
    'its own fields',
    {
      name: 'x'.repeat(200_000),
      income: 3,
      reasons: { rent: true, care: false },
      proof: many(40, () => file),
    },
  ],
  ['as many rows as any group has', { children: many(100, () => child) }],
  [
    'values of a wrong kind, which the rules name',
    { name: 7, income: 'x', reasons: 'rent', proof: null, children: 'x' },
  ],
  [
    'long texts in place of choices, of a file and of a row',
    { reasons: 'x'.repeat(200), proof: ['x'.repeat(200)] as never, children: ['x'.repeat(200)] as never },
  ],
  ['keys of an earlier version', keys(SPARE)],
])('data fits with %s', (_what, data) => expect(fits(household, data)).toBe(true));

it.each<[string, FormData]>([
  ['keys that the form does not have', keys(SPARE + 1)],
  ['one key with as much inside', { other: { deep: many(SPARE, () => 1) } as never }],
  ['a text that is a list', { name: many(SPARE + 1, () => 1) as never }],
  ['a number that is an object', { income: keys(SPARE + 1) }],
  ['choices that it does not offer', { reasons: { rent: true, ...keys(SPARE + 1) } }],
  // Each file counts as one value with four in it.
  ['too many files', { proof: many(61, () => file) }],
  ['a text that is a list of files', { name: many(21, () => file) as never }],
  ['files with more to them', { proof: [{ ...file, ...keys(SPARE + 1) }] as never }],
  ['a list of what is no file', { proof: many(SPARE + 50, () => 'x') as never }],
  ['too many rows', { children: many(101 + SPARE, () => ({})) }],
  ['rows that are none', { children: many(101 + SPARE, () => 1) as never }],
  ['rows with other keys', { children: many(11, () => ({ ...child, ...keys(SPARE / 10) })) }],
  ['a group that is an object', { children: keys(SPARE + 1) }],
])('data does not fit with %s', (_what, data) => expect(fits(household, data)).toBe(false));

it('data fits with all choices of a field that offers many', () => {
  const values = many(150, (at) => ({ value: `k${at}`, label: String(at) }));
  const form = formOf({ type: 'selectboxes', key: 'choices', label: 'Auswahl', input: true, values });
  const ticked = Object.fromEntries(values.map(({ value }) => [value, true]));
  expect(fits(form, { choices: ticked })).toBe(true);
  expect(
    fits(form, { choices: { ...ticked, ...Object.fromEntries(many(101, (at) => [`x${at}`, true])) } }),
  ).toBe(false);
});

it('40,000 strangers are not counted to the end', () => {
  let read = 0;
  const counted = new Proxy(keys(40_000), {
    getOwnPropertyDescriptor: (target, key) => {
      read += 1;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    get: (target, key) => {
      if (String(key).startsWith('k')) read += 1;
      return Reflect.get(target, key);
    },
  });
  expect(fits(household, counted)).toBe(false);
  expect(read).toBeLessThan(SPARE * 5);
});
