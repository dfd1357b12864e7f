import { expect, test } from 'vitest';
import { english, german } from './language.ts';

test.each([
  ['Führung', 'Fuehrung', 'FUHRUNG'],
  ['Gebäude', 'Gebaeude', 'gebaude'],
  ['Größe', 'Groesse', 'GRÖẞE'],
])('%s, %s and %s are one word', (...spellings) => {
  expect(new Set(spellings.map(german.fold)).size).toBe(1);
});

test('an e that belongs to another sound stays: Steuer, bauen, Quelle', () => {
  expect(['Steuer', 'bauen', 'Quelle'].map(german.fold)).toEqual(['steuer', 'bauen', 'quelle']);
});

test.each([
  ['anmelden', 'Anmeldung', 'anmelde'],
  ['Ausweis', 'Ausweise', 'Ausweises'],
  ['fällen', 'Fällung', 'Fällungen'],
  ['Kind', 'Kinder', 'Kindern'],
  ['Auto', 'Autos', 'AUTO'],
])('German: %s, %s and %s share a stem', (...words) => {
  expect(new Set(words.map((word) => german.stem(german.fold(word)))).size).toBe(1);
});

test('English: registering and registered share a stem', () => {
  expect(english.stem('registering')).toBe(english.stem('registered'));
});
