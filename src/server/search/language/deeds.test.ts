import { expect, test } from 'vitest';
import { type Deed, deedOfKey, deedsIn, relationOf } from './deeds.ts';
import { english, german } from './language.ts';

const inGerman = (text: string) => [...deedsIn(german.deeds, text.split(' ').map(german.fold), german.stem)];

test.each([
  ['Hund abmelden', ['end']],
  ['Hund nicht mehr da', ['end']],
  ['Ausweis gestohlen', ['lose']],
  ['Oma tot', ['die']],
  ['Wohnsitz anmelden oder ummelden', ['begin', 'change']],
  ['Hundemarke', []],
])('%s', (text, deeds) => {
  expect(inGerman(text).sort()).toEqual(deeds);
});

test('the German article is no English word for dying', () => {
  expect(deedsIn(english.deeds, ['die', 'schule'], english.stem)).toEqual(new Set());
});

const deeds = (...names: Deed[]) => new Set(names);

test('registering is the opposite of deregistering, and a service may be both', () => {
  expect(relationOf(deeds('end'), deeds('begin'))).toBe('opposite');
  expect(relationOf(deeds('end'), deeds('end'))).toBe('same');
  expect(relationOf(deeds('change'), deeds('begin', 'change'))).toBe('same');
  expect(relationOf(deeds('change'), deeds('begin'))).toBe('neutral');
  expect(relationOf(deeds(), deeds('begin'))).toBe('neutral');
});

test('a key says what is done', () => {
  expect(deedOfKey('99050012070000')).toBe('end');
  expect(deedOfKey('99050012104000')).toBe('begin');
  expect(deedOfKey('99008001012000')).toBeUndefined();
});
