import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '../load/folder.ts';
import { loadPlaces } from '../load/places.ts';
import { keysCalled, searchByName, searchByRegionalKey } from './places.ts';

const dir = join(import.meta.dirname, '../../../../content');
const { areas } = loadPlaces(openFolder(dir));
const content = { areas };
const find = (query: string) => searchByName(content, query).map(({ value }) => value);

const lines = readFileSync(join(dir, 'places/postcodes.csv'), 'utf8').trim().split('\n').slice(1);
const keysOf = new Map<string, Set<string>>();
for (const [postcode = '', ars = ''] of lines.map((line) => line.split(','))) {
  keysOf.set(postcode, (keysOf.get(postcode) ?? new Set()).add(ars));
}

test('every postcode lists all of its municipalities', () => {
  const shared = [...keysOf.values()].filter((keys) => keys.size > 1);
  expect(shared.length).toBeGreaterThanOrEqual(8);
  for (const [postcode, keys] of keysOf) {
    expect(new Set(searchByName(content, postcode).map(({ key }) => key)), postcode).toEqual(keys);
  }
});

test('what was chosen from a list finds the same place again', () => {
  for (const query of ['24229', '23570', '2', 'k', 'westerland', 'tangstedt']) {
    const entries = searchByName(content, query);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(searchByName(content, entry.value)).toContainEqual(entry);
  }
});

test.each(['24 229', 'D-24229', 'd - 24 229', 'Strande 24 229', 'D-24229 Strande'])(
  'a postcode is read as people write it: %s',
  (query) => {
    expect(searchByName(content, query).map(({ value }) => value)).toContain('24229 Strande');
    expect(keysCalled(content, query).length).toBeGreaterThan(0);
  },
);

test('every municipality is found by its name and by its key', () => {
  for (const { ars, ags, name } of areas.values()) {
    if (ars.length !== 12) continue;
    expect(searchByName(content, name).map(({ key }) => key)).toContain(ars);
    expect(searchByRegionalKey(content, ars)[0]?.key).toBe(ars);
    expect(searchByRegionalKey(content, ags ?? '')[0]?.key).toBe(ars);
  }
});

test.each([
  ['24229', ['24229 Dänischenhagen', '24229 Schwedeneck', '24229 Strande']],
  ['24229 stra', ['24229 Strande']],
  ['Strande 24229', ['24229 Strande']],
  ['23701', ['23701 Eutin', '23701 Süsel']],
  ['2422', ['24222 Schwentinental', '24229 Dänischenhagen', '24229 Schwedeneck', '24229 Strande']],
  ['Lübeck', ['Lübeck']],
  ['luebeck', ['Lübeck']],
  ['LUBECK', ['Lübeck']],
  ['neumünst', ['Neumünster']],
  ['  heide ', ['Heide', 'Bargteheide']],
  ['holstein', ['Neustadt in Holstein', 'Oldenburg in Holstein']],
  ['neustadt holst', ['Neustadt in Holstein']],
  ['henstedt ulzburg', ['Henstedt-Ulzburg']],
  ['Quickborn', ['Quickborn (Dithmarschen)', 'Quickborn (Pinneberg)']],
  ['travemünde', ['Travemünde (Lübeck)']],
  ['Westerland', ['Westerland (Sylt)']],
  ['Lu\u0308beck', ['Lübeck']],
  ['Quickborn (Dithmarschen)', ['Quickborn (Dithmarschen)']],
  ['99999', []],
  ['242291', []],
  ['München', []],
  ['', []],
  [' ', []],
  ['.*', []],
  ['(', []],
])('"%s" finds %j', (query, expected) => {
  expect(find(query)).toEqual(expected);
});

test.each([
  ['010020000000', 'Kiel'],
  ['01002', 'Kiel'],
  ['01002000', 'Kiel'],
  ['01', 'Schleswig-Holstein'],
  ['010000000000', 'Schleswig-Holstein'],
  ['01058', 'Rendsburg-Eckernförde'],
  ['010515163089', 'Quickborn (Dithmarschen)'],
])('the key %s is %s', (key, expected) => {
  expect(searchByRegionalKey(content, key).map(({ value }) => value)).toEqual([expected]);
});

test('an unknown key has no place', () => {
  for (const key of ['99', '010020000001', '0', '', '01002001'])
    expect(searchByRegionalKey(content, key)).toEqual([]);
});
