import { expect, test } from 'vitest';
import { highGermanForms } from './low-german.ts';

test.each([
  ['Huus', 'haus'],
  ['Schien', 'schein'],
  ['anmellen', 'anmelden'],
  ['Utwies', 'ausweis'],
  ['School', 'schul'],
  ['Kinner', 'kinder'],
  ['maken', 'machen'],
  ['Tied', 'zeit'],
  ['Geboort', 'geburt'],
])('%s may be %s', (low, high) => {
  expect(highGermanForms(low)).toContain(high);
});

test('a long text is not tried', () => {
  expect(highGermanForms('o'.repeat(200))).toEqual([]);
});
