import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openFolder } from '#server/content/load/folder.ts';
import { german } from './language.ts';
import { loadSynonyms } from './synonyms.ts';
import { createThesaurus } from './thesaurus.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function load(text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'synonyms-'));
  folders.push(folder);
  mkdirSync(join(folder, 'search'));
  if (text !== null) writeFileSync(join(folder, 'search/synonyms.json'), text);
  return loadSynonyms(openFolder(folder));
}

test('a folder without the table has no synonyms', () => {
  expect(load(null)).toEqual({
    synonyms: { de: [], en: [], foreign: [], kinds: { de: {}, en: {} }, elsewhere: { de: [], en: [] } },
    faults: [],
  });
});

test.each([
  ['{ "de": [["Auto", "Kfz"]], "en": [], "fr": [] }', 1, 'fr'],
  ['{\n  "de": [["Auto"]],\n  "en": []\n}', 2, 'at least two words'],
  ['{\n  "de": [\n    ["Auto", "mein Auto"]\n  ],\n  "en": []\n}', 3, 'one word'],
  [
    '{\n  "de": [],\n  "en": [],\n  "kinds": { "de": { "Hund": [\n    "ein Dackel"] }, "en": {} }\n}',
    5,
    'one word',
  ],
  ['{ "de": [],\n  "en": [],\n  "elsewhere": { "de": [""], "en": [] } }', 3, ''],
  ['{ "de": [', 1, 'not valid JSON'],
])('a fault is named with its line: %j', (text, line, reason) => {
  const { faults } = load(text);
  expect(faults).not.toEqual([]);
  expect(faults[0]).toMatchObject({ file: 'search/synonyms.json', line });
  expect(faults[0]?.reason).toContain(reason);
});

test('words of a group mean the same in all their inflections', () => {
  const thesaurus = createThesaurus(german, [
    ['Auto', 'Fahrzeug'],
    ['Wagen', 'Auto'],
  ]);
  const stem = (word: string) => german.stem(german.fold(word));
  expect(thesaurus.sameAs(stem('Autos'))).toEqual([stem('Fahrzeuge'), stem('Wagen')]);
  expect(thesaurus.canonical(stem('Fahrzeug'))).toBe(thesaurus.canonical(stem('Auto')));
  expect(thesaurus.sameAs(stem('Hund'))).toEqual([]);
});

test('a kind of a thing is that thing, and not the other way round', () => {
  const thesaurus = createThesaurus(german, [], { Hund: ['Dackel', 'Pudel'] });
  const stem = (word: string) => german.stem(german.fold(word));
  expect(thesaurus.kindOf(stem('Dackel'))).toEqual([stem('Hund')]);
  expect(thesaurus.kindOf(stem('Hund'))).toEqual([]);
  expect(thesaurus.sameAs(stem('Dackel'))).toEqual([]);
});

test('a matter of others is one with all its words', () => {
  const thesaurus = createThesaurus(german, [], {}, ['Konto eröffnen', 'Elster']);
  const stems = (text: string) => new Set(text.split(' ').map((word) => german.stem(german.fold(word))));
  expect(thesaurus.ofOthers(stems('Konto bei der Bank eröffnen'))).toEqual(stems('Konto eröffnen'));
  expect(thesaurus.ofOthers(stems('Laden eröffnen'))).toEqual(new Set());
  expect(thesaurus.ofOthers(stems('Elster'))).toEqual(stems('Elster'));
});
