import { expect, test } from 'vitest';
import type { ForeignLanguage } from '#server/content/types.ts';
import type { SearchDocument } from '../documents.ts';
import { buildForeignIndex, foreignStem, languagesOf } from './foreign-index.ts';

test.each([
  ['pasaport', 'pasaportumu', 'Pasaportlar'],
  ['pașaport', 'pasaport', 'PAŞAPORT'],
  ['регистрация', 'регистрации', 'Регистрацию'],
  ['виза', 'визу', 'визы'],
  ['брак', 'брака', 'браку'],
  ['الجنسية', 'جنسية', 'الجنسيه'],
  ['إقامة', 'اقامة', 'الإقامة'],
  ['żłobek', 'zlobek', 'ŻŁOBEK'],
])('%s, %s and %s are one word', (...spellings) => {
  expect(new Set(spellings.map(foreignStem)).size).toBe(1);
});

test('short words stay what they are', () => {
  expect(foreignStem('pas')).not.toBe(foreignStem('pan'));
  expect(foreignStem('eva')).toBe('eva');
});

const language = (lang: string, words: string[]): ForeignLanguage => ({
  lang,
  note: lang,
  services: { pass: words, 'left-out': ['dom'] },
});
const document = { id: '1' } as SearchDocument;
const index = buildForeignIndex(
  [
    language('tr', ['pasaport']),
    language('ro', ['pașaport']),
    language('uk', ['паспорт']),
    language('ru', ['паспорт']),
  ],
  [document],
  ({ id }) => (id === '1' ? 'pass' : undefined),
);
const languagesIn = (...words: string[]) => languagesOf(index, words).map(({ lang }) => lang);

test('the language of a word is told by its own letters, otherwise all that have it are', () => {
  expect(languagesIn('pașaport')).toEqual(['ro']);
  expect(languagesIn('pasaport')).toEqual(['tr', 'ro']);
  expect(languagesIn('паспорт')).toEqual(['uk', 'ru']);
  expect(languagesIn('хлеб')).toEqual([]);
  expect(languagesIn()).toEqual([]);
});

test('names are found whole, and words of services that were left out are not', () => {
  expect(index.names.get(foreignStem('pasaport'))).toEqual([0, 0]);
  expect(index.words.has(foreignStem('dom'))).toBe(false);
});
