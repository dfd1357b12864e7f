import { describe, expect, test } from 'vitest';
import type { AreaKind } from '#domain/area.ts';
import type { Area } from '../types.ts';
import { lookUpPlaces } from './near-places.ts';
import { displayName } from './place-index.ts';
import { keysCalled, searchByName } from './places.ts';
import { resolvePlace } from './resolve-place.ts';

const area = (ars: string, name: string, kind: AreaKind, more: Partial<Area> = {}): [string, Area] => {
  const parentArs = [9, 5, 2]
    .map((length) => ars.slice(0, length))
    .find((key) => key.length < ars.length && known.has(key));
  known.add(ars);
  return [
    ars,
    { ars, ags: null, kind, name, parentArs: parentArs ?? null, postalCodes: [], localities: [], ...more },
  ];
};
const known = new Set<string>();
const content = {
  areas: new Map([
    area('06', 'Hessen', 'BUNDESLAND'),
    area('06440', 'Wetteraukreis', 'LANDKREIS'),
    area('06441', 'Steinburg', 'LANDKREIS'),
    area('064400001', 'Amt Nord', 'AMT'),
    area('064400002', 'Amt Süd', 'AMT'),
    area('064410003', 'Verwaltungsgemeinschaft Talgrund-Amt Sand', 'VERWALTUNGSGEMEINSCHAFT'),
    area('064400001001', 'Altdorf', 'GEMEINDE', { localities: ['Mühle'] }),
    area('064400002002', 'Altdorf', 'GEMEINDE'),
    area('064410003003', 'Altdorf', 'GEMEINDE'),
    area('064400001004', 'Neudorf', 'GEMEINDE', { postalCodes: ['61169'] }),
    area('064400001005', 'Neudorf', 'GEMEINDE', { postalCodes: ['61170'] }),
    area('064400001006', 'Zell', 'GEMEINDE'),
    area('064400001007', 'Zell', 'GEMEINDE'),
    area('064340001001', 'Bad Homburg v.d. Höhe', 'STADT'),
    area('064340001002', 'Neumarkt in der Oberpfalz', 'STADT'),
    area('064120000000', 'Frankfurt am Main', 'KREISFREIE_STADT'),
  ]),
};
const found = (text: string) => searchByName(content, text).map(({ value }) => value);

describe('places of the same name', () => {
  test('are told apart by their district, association, postcode, or what else there is', () => {
    expect(found('Altdorf')).toEqual([
      'Altdorf (Amt Nord, Wetteraukreis)',
      'Altdorf (Amt Süd, Wetteraukreis)',
      'Altdorf (Steinburg)',
    ]);
    expect(found('Neudorf')).toEqual(['Neudorf (61169, Wetteraukreis)', 'Neudorf (61170, Wetteraukreis)']);
    expect(found('Zell')).toEqual(['Zell (064400001006)', 'Zell (064400001007)']);
    expect(found('Mühle')).toEqual(['Mühle (Altdorf, Amt Nord, Wetteraukreis)']);
  });

  test('never look alike, and each is found by what it is shown as', () => {
    const municipalities = [...content.areas.values()].filter(({ ars }) => ars.length === 12);
    const labels = municipalities.map((one) => displayName(content, one));
    expect(new Set(labels).size).toBe(labels.length);
    for (const [index, { ars }] of municipalities.entries()) {
      expect(resolvePlace(content, { place: labels[index] }).place?.key).toBe(ars);
    }
  });
});

test.each([
  ['Altdorf Kreis Steinburg', '064410003003'],
  ['Altdorf, Kr. Steinburg', '064410003003'],
  ['altdorf im landkreis steinb', '064410003003'],
  ['Altdorf (LK Steinburg)', '064410003003'],
  ['Altdorf Amt Süd', '064400002002'],
  ['Altdorf district of Steinburg', '064410003003'],
  ['61169 Neudorf Amt Nord', '064400001004'],
  ['Altdorf, Steinburg', '064410003003'],
  ['Altdorf Steinburg', '064410003003'],
  ['altdorf (steinb', '064410003003'],
  ['Bad Homburg v.d. Höhe, Hessen', '064340001001'],
  ['Neudorf 61170 Wetteraukreis', '064400001005'],
  ['Altdorf, Amt Süd, Wetteraukreis', '064400002002'],
  ['Altdorf (Süd, Wetterau)', '064400002002'],
  ['Altdorf, Steinburg, Hessen', '064410003003'],
  ['Altdorf in Steinburg', '064410003003'],
  ['Altdorf - Steinburg', '064410003003'],
  ['Altdorf/Steinburg', '064410003003'],
  ['Altdorf; Steinburg', '064410003003'],
  ['Altdorf, Steinburg-Kreis', '064410003003'],
  ['Altdorf, Verwaltungsgemeinschaft Talgrund', '064410003003'],
  ['Altdorf (VG Talgrund)', '064410003003'],
  ['Altdorf (Tal)', '064410003003'],
  ['Altdorf, Talgrund-Amt Sand', '064410003003'],
  ['Gemeinde Altdorf, Kreis Steinburg', '064410003003'],
  ['Steinburg, Altdorf', '064410003003'],
  ['Kreis Steinburg: Gemeinde Altdorf', '064410003003'],
  ['Stadt Frankfurt am Main', '064120000000'],
  ['Frankfurt am Main, Kreis', '064120000000'],
])('"%s" is the place in that area', (text, key) => {
  expect(resolvePlace(content, { place: text }).place?.key).toBe(key);
});

test('a place in a district without the word for it is a choice, where several are called so', () => {
  const { place, placeChoices } = resolvePlace(content, { place: 'Altdorf, Wetteraukreis' });
  expect(place).toBeNull();
  expect(placeChoices.map(({ key }) => key)).toEqual(['064400001001', '064400002002']);
});

test('two names that do not belong together are no place', () => {
  for (const text of [
    'Altdorf Oberpfalz',
    'Hund Steinburg',
    'Steinburg Altdorf',
    'Altdorf, Steinburg, Süd',
    'Frankfurt am Main, Steinburg',
    'Stadt',
    'Gemeinde, Kreis',
    `Altdorf ${'und so weiter '.repeat(3)}Steinburg`,
  ])
    expect(searchByName(content, text), text).toEqual([]);
});

test.each([
  ['Altdorf, Stienburg', ['064400001001', '064400002002', '064410003003']],
  ['Frankfurt am Main, Hesen', ['064120000000']],
  ['Atldorf, Steinburg', ['064410003003']],
])('"%s", with a slip in one of the two, is offered', (text, keys) => {
  const { placeChoices, placeIsUnknown } = resolvePlace(content, { place: text });
  expect(placeIsUnknown).toBe(true);
  expect(placeChoices.map(({ key }) => key)).toEqual(keys);
  expect(lookUpPlaces(content, text).map(({ key }) => key)).toEqual(keys);
});

test('a place with its district is a place in a longer text, too', () => {
  expect(keysCalled(content, 'Altdorf Kreis')).toEqual([]);
  expect(keysCalled(content, 'Altdorf, Steinburg')).toEqual(['064410003003']);
  expect(keysCalled(content, 'Altdorf Kreis Steinburg')).toEqual(['064410003003']);
  expect(keysCalled(content, 'Hund Kreis Steinburg')).toEqual([]);
});

test.each([
  ['Bad Homburg v.d. Höhe', 'Bad Homburg v.d. Höhe'],
  ['Bad Homburg vor der Höhe', 'Bad Homburg v.d. Höhe'],
  ['bad homburg vor der hö', 'Bad Homburg v.d. Höhe'],
  ['Neumarkt i.d.OPf.', 'Neumarkt in der Oberpfalz'],
  ['Neumarkt i. d. Oberpfalz', 'Neumarkt in der Oberpfalz'],
  ['Frankfurt a.M.', 'Frankfurt am Main'],
  ['Frankfurt a. Main', 'Frankfurt am Main'],
])('"%s" is %s, whoever abbreviates', (text, value) => {
  expect(resolvePlace(content, { place: text }).place?.value).toBe(value);
});

test.each([
  'Frankfurt o. M.',
  'B. Homburg vor der Höhe',
  'X. a. M.',
  'Frankfurt an Main',
  'Bad Homburg x.d. Höhe',
])('"%s" is none of them', (text) => {
  expect(found(text)).toEqual([]);
});

describe('the lookup while a name is typed', () => {
  test.each([
    ['Farnkfurt am Main', 'Frankfurt am Main'],
    ['Nuemarkt in der Oberpfalz', 'Neumarkt in der Oberpfalz'],
  ])('offers for "%s" %s', (text, value) => {
    expect(lookUpPlaces(content, text).map((entry) => entry.value)).toEqual([value]);
  });

  test('offers nothing near where there is the name, a postcode, or too little', () => {
    expect(lookUpPlaces(content, 'Altdorf')).toEqual(searchByName(content, 'Altdorf'));
    expect(lookUpPlaces(content, '61179')).toEqual([]);
    expect(lookUpPlaces(content, 'Zll')).toEqual([]);
  });

  test('offers each place once', () => {
    const keys = lookUpPlaces(content, 'Aldtorf').map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(3);
  });
});
