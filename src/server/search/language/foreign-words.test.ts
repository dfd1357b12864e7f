import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openFolder } from '#server/content/load/folder.ts';
import { loadForeignWords } from './foreign-words.ts';
import { loadSynonyms } from './synonyms.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-words-'));
  folders.push(folder);
  mkdirSync(join(folder, 'search'));
  if (text !== null) writeFileSync(join(folder, 'search/foreign-words.json'), text);
  return openFolder(folder);
}

const GOOD = '{ "tr": { "note": "Almanca", "services": { "reisepass": ["pasaport"] } } }';

test('the words are part of what people call things', () => {
  const { synonyms, faults } = loadSynonyms(folderWith(GOOD));
  expect(faults).toEqual([]);
  expect(synonyms.foreign).toEqual([{ lang: 'tr', note: 'Almanca', services: { reisepass: ['pasaport'] } }]);
});

test('a folder without the file has none', () => {
  expect(loadForeignWords(folderWith(null))).toEqual({ languages: [], faults: [] });
});

test.each([
  [GOOD.replace('"tr"', '"turkish"'), 'turkish'],
  [GOOD.replace('"pasaport"', ''), ''],
  [GOOD.replace('"Almanca"', '" "'), ''],
  [GOOD.slice(0, -1), 'not valid JSON'],
])('a fault is named: %s', (text, reason) => {
  const { faults } = loadSynonyms(folderWith(text));
  expect(faults[0]).toMatchObject({ file: 'search/foreign-words.json' });
  expect(faults[0]?.reason).toContain(reason);
});
