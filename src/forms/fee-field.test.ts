import { expect, test } from 'vitest';
import { centsOf, feeOfField } from './fee-field.ts';
import { formOf } from './testing/form.ts';

test.each([
  [0, 0],
  [12, 1200],
  [12.3, 1230],
  [0.29, 29],
  [1.1 + 2.2, 330],
  [12.345, null],
  [0.001, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['12', null],
  [null, null],
  [undefined, null],
])('%j euros are %j cents', (euros, cents) => {
  expect(centsOf(euros)).toBe(cents);
});

test('the fee of a form is what its field calculates from the answers', () => {
  const form = formOf(
    { type: 'number', key: 'copies', label: 'Ausfertigungen', input: true },
    {
      type: 'currency',
      key: 'fee',
      label: 'Gebühr',
      input: true,
      currency: 'EUR',
      calculateValue: { '*': [{ var: 'data.copies' }, 6.5] },
    },
  );
  expect(feeOfField(form, { copies: 3, fee: 0 }, 'fee')).toBe(1950);
  expect(feeOfField(form, {}, 'fee')).toBeNull();
  expect(feeOfField(form, { copies: 3 }, 'other')).toBeNull();
});
