import { describe, expect, test } from 'vitest';
import { openFolder } from '../load/folder.ts';
import { loadPlaces } from '../load/places.ts';
import type { Area, Content } from '../types.ts';
import { areaView, extendedAreaView } from './area-view.ts';
import { areaName, searchByName, searchByRegionalKey } from './places.ts';
import { resolvePlace } from './resolve-place.ts';
import { kilometres, sortedAreas } from './sorted-areas.ts';
import { isValid } from './valid.ts';

const AREAS = `ars,ags,kind,name,parentArs,population,validFrom,validTo,sourceId,dataSource,nameShort,description,lastUpdated,geoCodingShapes
00,,WELT,Welt,,,,,,,,,,
01,,BUNDESLAND,Schleswig-Holstein,,,,,,,SH,,,
010020000000,01002000,KREISFREIE_STADT,Kiel,01,247000,,,reg-1,Register,,Hauptstadt,2026-06-30,https://a.example/1
010020000000011,,ORTSTEIL,Friedrichsort,010020000000,,,,,,,,,
010030000000,01003000,KREISFREIE_STADT,Lübeck,01,,,,,,,,,
01058,,LANDKREIS,Rendsburg-Eckernförde,01,,,,,,,,,
010585822,,AMT,Amt Dänischenhagen,01058,,,,,,,,,
010585822157,01058157,GEMEINDE,Strande,010585822,,,,,,,,,
010585822150,01058150,GEMEINDE,Altdorf,010585822,,,2001-12-31,,,,,,
010585822151,01058151,GEMEINDE,Neudorf,010585822,,2999-01-01,,,,,,,
010585822152,01058152,GEMEINDE,Strande,010585822,,,,,,,,,
`;
const POSTCODES = `postcode,ars,place,latitude,longitude
24103,010020000000,Kiel,54.32,10.13
24159,010020000000,Kiel,54.38,10.15
23552,010030000000,Lübeck,53.87,10.69
24229,010585822157,Strande,54.43,10.17
24229,010585822150,Altdorf,,
`;

function tables(areas: string, postcodes = POSTCODES) {
  const files: Record<string, string> = { 'places/areas.csv': areas, 'places/postcodes.csv': postcodes };
  return loadPlaces({
    ...openFolder('.'),
    has: (file) => file in files,
    missing: () => [],
    read: (file) => files[file] ?? '',
  });
}
const { areas, faults } = tables(AREAS);
const content: Pick<Content, 'areas'> = { areas };
const area = (ars: string) => areas.get(ars) as Area;
const keysOf = (found: { area: Area }[]) => found.map((one) => one.area.ars);

test('the table has no fault', () => {
  expect(faults).toEqual([]);
});

describe('an area', () => {
  test('has what the register says and what follows from its key, and nothing else', () => {
    expect(extendedAreaView(content, area('010020000000'))).toMatchObject({
      id: '010020000000',
      name: 'Kiel',
      nameShort: null,
      description: 'Hauptstadt',
      kind: 'KREISFREIE_STADT',
      sourceId: 'reg-1',
      dataSource: 'Register',
      validFrom: null,
      validTo: null,
      lastUpdated: '2026-06-30',
      structuralKey: '010020000000',
      parentStructuralKey: '01',
      displayName: 'Kiel',
      uniqueName: 'Kiel, Schleswig-Holstein',
      ags: '01002000',
      rs: '010020000000',
      vnr: '0000',
      otnr: null,
      postalCodes: ['24103', '24159'],
      population: 247_000,
      geoCodingShapes: ['https://a.example/1'],
      areaType: 'ADDRESSABLE',
      parent: { id: '01', nameShort: 'SH', rs: '010000000000', parentStructuralKey: null, vnr: null },
    });
  });

  test.each([
    ['00', null, null, null],
    ['01', null, null, null],
    ['01058', null, null, null],
    ['010585822', 'MUNICIPAL_ASSOCIATION', '5822', null],
    ['010585822157', 'ADDRESSABLE', '5822', null],
    ['010020000000011', 'COMMUNEDISTRICT', '0000', '011'],
  ])('%s is %s, with the numbers %s and %s', (ars, areaType, vnr, otnr) => {
    expect(extendedAreaView(content, area(ars))).toMatchObject({ areaType, vnr, otnr });
  });

  test('has a name of its own, whatever others are called', () => {
    const names = [...areas.values()].map((one) => areaView(content, one).uniqueName);
    expect(new Set(names).size).toBe(areas.size);
    expect(names).toContain(
      'Strande, Amt Dänischenhagen, Rendsburg-Eckernförde, Schleswig-Holstein [010585822152]',
    );
  });
});

describe('an area that does not exist today', () => {
  test.each([
    [{}, true],
    [{ validFrom: '2026-11-23' }, true],
    [{ validFrom: '2026-11-24' }, false],
    [{ validTo: '2026-11-23' }, true],
    [{ validTo: '2026-11-22' }, false],
    [{ validFrom: '2026-01-01', validTo: '2026-12-31' }, true],
  ])('%j at the end of a German day: %s', (dates, expected) => {
    expect(isValid(dates, new Date('2026-11-23T22:59:00Z'))).toBe(expected);
  });

  test.each(['Altdorf', 'Neudorf'])('%s is offered to nobody, and still has its name', (name) => {
    const { ars } = [...areas.values()].find((one) => one.name === name)!;
    expect(searchByName(content, name)).toEqual([]);
    expect(searchByRegionalKey(content, ars)).toEqual([]);
    expect(resolvePlace(content, { area: ars }).place).toBeNull();
    expect(resolvePlace(content, { place: name }).place).toBeNull();
    expect(keysOf(sortedAreas(content, { sort: 'id', near: null }))).not.toContain(ars);
    expect(areaName(content, ars)).toBe(name);
    expect(areaView(content, area(ars)).name).toBe(name);
  });

  test('does not take its postcode from others', () => {
    expect(searchByName(content, '24229').map(({ key }) => key)).toEqual(['010585822157']);
  });
});

test('a part of a municipality is no place to choose', () => {
  expect(searchByName(content, 'Friedrichsort')).toEqual([]);
  expect(searchByRegionalKey(content, '010020000000011')).toEqual([]);
});

describe('in an order', () => {
  test('by key', () => {
    const keys = keysOf(sortedAreas(content, { sort: 'id', near: null }));
    expect(keys).toEqual([...keys].sort());
    expect(keys).toHaveLength(areas.size - 2);
  });

  test('by distance, those without a position last', () => {
    const found = sortedAreas(content, { sort: 'distance', near: area('010020000000') });
    expect(keysOf(found).slice(0, 3)).toEqual(['010020000000', '010585822157', '010030000000']);
    expect(found.slice(0, 3).map(({ distance }) => Math.round(distance ?? -1))).toEqual([0, 9, 64]);
    expect(found.slice(3).every(({ distance }) => distance === null)).toBe(true);
  });

  test('of one kind, and from a place whose position nobody knows', () => {
    const found = sortedAreas(content, { sort: 'distance', near: area('01'), kind: 'KREISFREIE_STADT' });
    expect(found.map(({ area: one, distance }) => [one.ars, distance])).toEqual([
      ['010020000000', null],
      ['010030000000', null],
    ]);
  });

  test('a quarter of the way around the earth is about 10,000 km', () => {
    const equator = { latitude: 0, longitude: 0 };
    expect(Math.round(kilometres(equator, { latitude: 90, longitude: 0 }))).toBe(10_008);
    expect(Math.round(kilometres(equator, { latitude: 0, longitude: 180 }))).toBe(20_015);
  });
});

test.each([
  [
    'colour',
    'ars,ags,kind,name,parentArs,colour\n',
    /the first line has to be ars,ags,kind,name,parentArs, then any of/,
  ],
  ['a column twice', 'ars,ags,kind,name,parentArs,validTo,validTo\n', /the first line has to be/],
  ['a day', AREAS.replace('2001-12-31', '31.12.2001'), /validTo "31\.12\.2001" is not a day/],
  ['a day that there is not', AREAS.replace('2001-12-31', '2001-13-01'), /is not a day/],
  [
    'an end before the beginning',
    AREAS.replace(',,2001-12-31', ',2002-01-01,2001-12-31'),
    /is before validFrom/,
  ],
  ['people', AREAS.replace('247000', '247.000'), /population "247\.000" is not a number/],
  ['outlines', AREAS.replace('https://a.example/1', 'a.shp'), /geoCodingShapes "a\.shp" is not an address/],
  [
    'a part with a short key',
    AREAS.replace('GEMEINDE,Neudorf', 'ORTSTEIL,Neudorf'),
    /only a part of a municipality/,
  ],
  ['a municipality with a long key', AREAS.replace('ORTSTEIL', 'GEMEINDE'), /only a part of a municipality/],
  ['the world elsewhere', AREAS.replace('01,,BUNDESLAND', '01,,WELT'), /the world \(WELT\) has the ars 00/],
])('a table is refused for %s', (_, areasText, reason) => {
  expect(
    tables(areasText)
      .faults.map((fault) => fault.reason)
      .join('\n'),
  ).toMatch(reason);
});

test.each([
  ['one of two degrees', '54.32,10.13', '54.32,'],
  ['too many degrees', '54.32,10.13', '154.32,10.13'],
  ['words', '54.32,10.13', 'north,10.13'],
])('a postcode is refused for %s', (_, from, to) => {
  expect(tables(AREAS, POSTCODES.replace(from, to)).faults).toMatchObject([
    { line: 2, reason: 'latitude and longitude are both degrees, or both empty' },
  ]);
});
