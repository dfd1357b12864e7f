import { expect, test } from 'vitest';
import { diminished, joinSeparated, verbForms } from './inflections.ts';

test.each([
  ['angemeldet', 'anmelden'],
  ['anzumelden', 'anmelden'],
  ['geheiratet', 'heiraten'],
])('%s may be a form of %s', (form, verb) => {
  expect(verbForms(form)).toContain(verb);
});

test('a word made smaller is the word, and what only ends like one is not', () => {
  expect(diminished('hundchen')).toContain('hund');
  expect(diminished('katzchens')).toContain('katze');
  expect(diminished('zeichen')).toEqual([]);
});

test('a noun is no form of a verb', () => {
  expect(verbForms('hund')).toEqual([]);
});

test('a prefix at the end belongs to the verb before it', () => {
  const words = ['wie', 'melde', 'ich', 'meinen', 'hund', 'an'];
  expect(joinSeparated(words).get(1)).toBe('anmelde');
  expect(joinSeparated(['an', 'wen'])).toEqual(new Map());
});
