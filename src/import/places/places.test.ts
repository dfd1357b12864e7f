import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { areaCovers } from '#server/content/places/area-keys.ts';
import { searchByName } from '#server/content/places/places.ts';
import { loadContent } from '#server/content-store/load.ts';
import { plainContent } from '../testing/content-folder.ts';
import { placesCommand } from './command.ts';
import { importPlaces } from './import-places.ts';
import { nameForPeople } from './place-names.ts';
import { placesReport } from './report.ts';

const AREAS = `ars,ags,kind,name,parentArs
01,,BUNDESLAND,Schleswig-Holstein,
01002,,KREISFREIE_STADT,"Kiel, Landeshauptstadt",01
010020000000,01002000,STADT,"Kiel, Landeshauptstadt",01002
01054,,LANDKREIS,Nordfriesland,01
010545417,,AMT,Eiderstedt,01054
010545417035,01054035,GEMEINDE,"Garding, Kirchspiel",010545417
010545417036,01054036,STADT,"Garding, Stadt",010545417
01058,,LANDKREIS,Rendsburg-Eckernförde,01
010585864,,AMT,Nortorfer Land,01058
010585864147,01058147,GEMEINDE,Schülp b. Nortorf,010585864
`;
const POSTCODES = `postcode,ars,place,latitude,longitude
24103,010020000000,Kiel,54.3,10.1
25836,010545417035,Garding,54.3,8.8
25836,010545417036,Garding,54.3,8.8
25836,010545417036,Tating,54.3,8.7
`;

const started: { remove(): void }[] = [];
afterEach(() => {
  for (const content of started.splice(0)) content.remove();
});

function contentDir() {
  const content = plainContent();
  started.push(content);
  return content.dir;
}

const run = (dir: string, areas = AREAS, postcodes = POSTCODES, inhabited: string[] = []) =>
  importPlaces(
    { areas: { file: 'areas.csv', text: areas }, postcodes: { file: 'postcodes.csv', text: postcodes } },
    dir,
    inhabited,
  );
const read = (dir: string, name: string) => readFileSync(join(dir, 'places', name), 'utf8');
const loaded = (dir: string) => {
  const result = loadContent(dir);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.content;
};

describe('the register of a state', () => {
  test('becomes the places of the content', () => {
    const dir = contentDir();
    expect(run(dir)).toHaveProperty('imported');
    expect(read(dir, 'areas.csv')).toBe(`ars,ags,kind,name,parentArs,registerName
01,,BUNDESLAND,Schleswig-Holstein,,
010020000000,01002000,KREISFREIE_STADT,Kiel,01,"Kiel, Landeshauptstadt"
01054,,LANDKREIS,Nordfriesland,01,
010545417,,AMT,Amt Eiderstedt,01054,
010545417035,01054035,GEMEINDE,Kirchspiel Garding,010545417,"Garding, Kirchspiel"
010545417036,01054036,STADT,Garding,010545417,"Garding, Stadt"
01058,,LANDKREIS,Rendsburg-Eckernförde,01,
010585864,,AMT,Amt Nortorfer Land,01058,
010585864147,01058147,GEMEINDE,Schülp bei Nortorf,010585864,Schülp b. Nortorf
`);
    expect(loaded(dir).areas.size).toBe(9);
  });

  test.each([
    ['Kiel', '010020000000', 'Kiel'],
    ['Kiel, Landeshauptstadt', '010020000000', 'Kiel'],
    ['Landeshauptstadt Kiel', '010020000000', 'Kiel'],
    ['24103 Kiel', '010020000000', '24103 Kiel'],
    ['Garding, Stadt', '010545417036', 'Garding'],
    ['Tating', '010545417036', 'Tating (Garding)'],
    ['Schülp bei Nortorf', '010585864147', 'Schülp bei Nortorf'],
    // This area has no postcode.
    ['Schülp b. Nortorf', '010585864147', 'Schülp bei Nortorf'],
  ])('is searched in people’s words and in its own: %s', (query, key, value) => {
    const dir = contentDir();
    run(dir);
    expect(searchByName(loaded(dir), query)[0]).toEqual({ key, value });
  });

  test('gives the same bytes each time, in whatever order its lines stand', () => {
    const dir = contentDir();
    run(dir);
    const first = [read(dir, 'areas.csv'), read(dir, 'postcodes.csv')];
    const turned = (table: string) => {
      const [header, ...lines] = table.trim().split('\n');
      return [header, ...lines.reverse()].join('\r\n');
    };
    run(dir, turned(AREAS), turned(POSTCODES));
    expect([read(dir, 'areas.csv'), read(dir, 'postcodes.csv')]).toEqual(first);
  });

  test('leaves nothing but the tables behind', () => {
    const dir = contentDir();
    const before = readdirSync(dir);
    run(dir);
    run(dir, AREAS.replace('GEMEINDE', 'DORF'));
    expect(readdirSync(dir)).toEqual(before);
    expect(readdirSync(join(dir, 'places'))).toEqual(['areas.csv', 'postcodes.csv']);
  });

  test('may come into an empty folder', () => {
    const dir = join(contentDir(), 'new', 'content');
    run(dir);
    expect(existsSync(join(dir, 'places/areas.csv'))).toBe(true);
  });

  test('keys filled up with zeros and kinds in other words are understood', () => {
    const dir = contentDir();
    const areas = `kind,name,ars,ags,parentArs
Land,Brandenburg,120000000000,,
Kreisfreie Stadt,"Potsdam, Stadt",12054,,12
Kreis,Barnim,120600000000,,120000000000
Verbandsgemeinde,Biesenthal,120605000000,,120600000000
Markt,Biesenthal,120605000012,,120605000000
`;
    run(dir, areas, 'postcode,ars,place\n16359,120605000012,Biesenthal\n');
    expect(read(dir, 'areas.csv')).toBe(`ars,ags,kind,name,parentArs,registerName
12,,BUNDESLAND,Brandenburg,,
120540000000,12054000,KREISFREIE_STADT,Potsdam,12,"Potsdam, Stadt"
12060,,LANDKREIS,Barnim,12,
120605000,,SAMTGEMEINDE,Verbandsgemeinde Biesenthal,12060,
120605000012,12060012,GEMEINDE,Biesenthal,120605000,
`);
  });
});

describe('what a register says besides', () => {
  const areas = `ars,ags,kind,name,parentArs,population,colour,validTo,validFrom,geoCodingShapes
01,,BUNDESLAND,Schleswig-Holstein,,,blue,,,
01002,,KREISFREIE_STADT,"Kiel, Landeshauptstadt",01,,blue,,,
010020000000,01002000,STADT,"Kiel, Landeshauptstadt",01002,247000,blue,,1867-04-01,https://a.example/1 https://a.example/2
010020000000011,,ORTSTEIL,Friedrichsort,010020000000,,blue,,,
`;

  test('is kept, and so are the positions of places', () => {
    const dir = contentDir();
    run(dir, areas, `${POSTCODES}24159,010020000000,Friedrichsort,54.5,10.3\n`);
    expect(read(dir, 'areas.csv').split('\n')[0]).toBe(
      'ars,ags,kind,name,parentArs,registerName,validFrom,population,geoCodingShapes',
    );
    const kiel = loaded(dir).areas.get('010020000000')!;
    expect(kiel).toMatchObject({
      population: 247_000,
      validFrom: '1867-04-01',
      geoCodingShapes: ['https://a.example/1', 'https://a.example/2'],
    });
    expect(kiel).not.toHaveProperty('validTo');
    expect(kiel.position?.latitude).toBeGreaterThan(54.3);
    expect(kiel.position?.latitude).toBeLessThan(54.5);
    expect(loaded(dir).areas.get('010020000000011')).toMatchObject({
      kind: 'ORTSTEIL',
      parentArs: '010020000000',
    });
  });
});

describe('what is skipped is reported', () => {
  test('postcodes of other states, lines given twice, columns without use, places without postcode', () => {
    const dir = contentDir();
    const result = run(
      dir,
      AREAS.replace('parentArs\n', 'parentArs,colour\n').replace(/(?<=\d|Holstein,)\n/g, ',\n'),
      `${POSTCODES}24103,010020000000,Kiel,1,2\n20095,020000000000,Hamburg,1,2\n`,
    );
    if ('faults' in result) throw new Error(JSON.stringify(result.faults));
    const report = placesReport(result.imported).join('\n');
    expect(report).toContain(
      'postcodes.csv:7: 20095 Hamburg: 020000000000 is no municipality of the table of areas',
    );
    expect(report).toContain('postcodes.csv:6: 24103 Kiel is given twice');
    expect(report).toContain('Columns passed over: colour.');
    expect(report).toContain('010585864147 Schülp bei Nortorf');
    expect(report).toContain('1 of them with several municipalities');
  });
});

describe('areas that belong to no municipality', () => {
  const HEATH = '010580000107';
  const heath = (name: string, population = '', kind = 'Gemeindefreies Gebiet') =>
    `${HEATH},01058107,${kind},"${name}",01058,${population}\n`;
  const withRows = (...rows: string[]) =>
    `${AREAS.replace(/\n/g, ',\n').replace('parentArs,', 'parentArs,population')}${rows.join('')}`;
  const imported = (dir: string, areas: string, postcodes = POSTCODES, inhabited: string[] = []) => {
    const result = run(dir, areas, postcodes, inhabited);
    if ('faults' in result) throw new Error(JSON.stringify(result.faults));
    return placesReport(result.imported).join('\n');
  };
  const OF_IT = `24999,${HEATH},Heidehof,54.2,9.9\n`;
  const SHARED = `24103,${HEATH},Heidehof,54.2,9.9\n`;

  test.each<[string, string, string, string]>([
    ['has a population', heath('Heide', '700'), POSTCODES, 'its population is 700'],
    [
      'is called inhabited',
      heath('Heide', '', 'gemeindefreies Gebiet (bewohnt)'),
      POSTCODES,
      'calls it inhabited',
    ],
    ['has a postcode', heath('Heide'), POSTCODES + SHARED, 'it has the postcode 24103'],
    [
      'alone has a postcode',
      heath('Heide', '0'),
      POSTCODES + OF_IT,
      'no municipality has its postcode 24999',
    ],
    [
      'is known for it: Lohheide',
      heath('Lohheide, gemfr. Bezirk'),
      POSTCODES,
      'people are known to live there',
    ],
    ['is known for it: Osterheide', heath('Osterheide'), POSTCODES, 'people are known to live there'],
  ])('are places to choose where one %s', (_, row, postcodes, reason) => {
    const dir = contentDir();
    const report = imported(dir, withRows(row), postcodes);
    expect(report).toContain(`taken as places: 1.\n  ${HEATH}`);
    expect(report).toContain(`${reason})`);
    const content = loaded(dir);
    expect(content.areas.get(HEATH)).toMatchObject({ kind: 'GEMEINDE', parentArs: '01058' });
    // Whoever is responsible in the district is responsible there.
    expect(areaCovers('01058', HEATH)).toBe(true);
    const [name = ''] = (content.areas.get(HEATH)?.name ?? '').split(',');
    expect(name).toMatch(/^(Heide|Lohheide|Osterheide)$/);
    expect(searchByName(content, name)[0]?.key).toBe(HEATH);
    for (const line of postcodes.trim().split('\n').slice(1))
      expect(searchByName(content, line.slice(0, 5)).map(({ key }) => key)).toContain(line.split(',')[1]);
  });

  test('are taken by their key, and the report of what is left out says how', () => {
    const dir = contentDir();
    const report = imported(dir, withRows(heath('Heide')));
    expect(report).toContain('taken as places: 0.');
    expect(report).toContain(
      `no places to choose: 1.\n  ${HEATH} Heide (it has neither a population nor a postcode)\n  If people live in one of them: --inhabited ${HEATH}, or its population.`,
    );
    expect(loaded(dir).areas.has(HEATH)).toBe(false);
    for (const key of [HEATH, '01058107']) {
      expect(imported(dir, withRows(heath('Heide', '0')), POSTCODES, [key])).toContain(
        'it is named as inhabited',
      );
      expect(loaded(dir).areas.has(HEATH)).toBe(true);
    }
    const [areas, postcodes] = [join(dir, 'areas.csv'), join(dir, 'postcodes.csv')];
    writeFileSync(areas, withRows(heath('Heide')));
    writeFileSync(postcodes, POSTCODES);
    const { out } = placesCommand([areas, postcodes, '--to', dir, '--inhabited', HEATH], '');
    expect(out.join('\n')).toContain('it is named as inhabited');
  });

  test.each(['010580000108', '010020000000', '', '01058'])('no other key is taken for one: %j', (key) => {
    const result = run(contentDir(), withRows(heath('Heide')), POSTCODES, [key]);
    expect('faults' in result && result.faults[0]?.reason).toContain('is no area without a municipality');
  });

  test.each<[string, string, string]>([
    ['0', 'Sachsenwald', 'its population is 0'],
    ['', 'Harz (Landkreis Goslar), gemfr. Gebiet', 'neither a population nor a postcode'],
    ['', 'Gutsbezirk Reinhardswald', 'neither a population nor a postcode'],
  ])('are nobody’s home otherwise: population %j, %s', (population, name, reason) => {
    const dir = contentDir();
    expect(imported(dir, withRows(heath(name, population)))).toContain(
      `${HEATH} ${name} (${reason.replace('neither', 'it has neither')})`,
    );
    expect(loaded(dir).areas.has(HEATH)).toBe(false);
  });

  test('called uninhabited by the register have a postcode of a municipality all the same', () => {
    const dir = contentDir();
    const row = heath('Heide', '', 'Gemeindefreies Gebiet, unbewohnt').replace(
      /(Gemeindefreies[^,]*, unbewohnt)/,
      '"$1"',
    );
    expect(imported(dir, withRows(row), POSTCODES + SHARED)).toContain('the register calls it uninhabited');
    expect(searchByName(loaded(dir), '24103').map(({ key }) => key)).toEqual(['010020000000']);
  });

  test('stand in their district, whatever association of its own the register has for one', () => {
    const dir = contentDir();
    const shell = '010589501,,Gemeindefreies Gebiet,Lohheide,01058,\n';
    const inside = '010589501501,01058501,Gemeindefreies Gebiet,"Lohheide, gemfr. Bezirk",010589501,\n';
    const report = imported(dir, withRows(shell, inside));
    expect(report).toContain('taken as places: 1.\n  010589501501');
    expect(loaded(dir).areas.has('010589501')).toBe(false);
    expect(loaded(dir).areas.get('010589501501')).toMatchObject({ name: 'Lohheide', parentArs: '01058' });
  });
});

describe('a table with faults changes nothing and is told with file, line and reason', () => {
  const changed = (from: string, to: string) => {
    expect(AREAS).toContain(from);
    return AREAS.replace(from, to);
  };
  test.each<[string, () => string, string, string, number, RegExp]>([
    ['an unknown kind', () => changed('AMT,Eider', 'KOOG,Eider'), POSTCODES, 'areas.csv', 6, /KOOG/],
    [
      'a foreign parent',
      () => changed('Eiderstedt,01054', 'Eiderstedt,01058'),
      POSTCODES,
      'areas.csv',
      6,
      /01058/,
    ],
    ['an area twice', () => `${AREAS}01,,BUNDESLAND,Holstein,\n`, POSTCODES, 'areas.csv', 12, /given twice/],
    ['a short key', () => changed('010545417036', '10545417036'), POSTCODES, 'areas.csv', 8, /12 digits/],
    [
      'an association without a name',
      () => changed('AMT,Eiderstedt', 'AMT,'),
      POSTCODES,
      'areas.csv',
      6,
      /name is empty/,
    ],
    ['no column of names', () => changed('name', 'title'), POSTCODES, 'areas.csv', 1, /no column name/],
    ['semicolons', () => AREAS.replaceAll(',', ';'), POSTCODES, 'areas.csv', 1, /with commas/],
    ['only the header', () => AREAS.split('\n')[0] ?? '', 'postcode,ars,place\n', 'areas.csv', 1, /no area/],
    ['a lost zero', () => AREAS, POSTCODES.replace('24103', '4103'), 'postcodes.csv', 2, /5 digits/],
    [
      'postcodes of another state',
      () => AREAS,
      'postcode,ars,place\n20095,020000000000,Hamburg\n',
      'postcodes.csv',
      1,
      /no postcode belongs/,
    ],
  ])('%s', (_, areas, postcodes, file, line, reason) => {
    const dir = contentDir();
    const before = read(dir, 'areas.csv');
    const result = run(dir, areas(), postcodes);
    expect('faults' in result && result.faults).toContainEqual({
      file,
      line,
      reason: expect.stringMatching(reason),
    });
    expect(read(dir, 'areas.csv')).toBe(before);
  });
});

test.each([
  ['Lübeck, Hansestadt', 'STADT', 'Lübeck'],
  ['Eisleben, Lutherstadt', 'STADT', 'Eisleben'],
  ['Lauenburg/ Elbe, Stadt', 'STADT', 'Lauenburg/Elbe'],
  ['St.Bernhard', 'GEMEINDE', 'St. Bernhard'],
  ['Burg (Dithmarschen)', 'GEMEINDE', 'Burg (Dithmarschen)'],
  ['Bruchhausen-Vilsen, Flecken', 'GEMEINDE', 'Bruchhausen-Vilsen'],
  ['Geisa, Stadt', 'VERWALTUNGSGEMEINSCHAFT', 'Verwaltungsgemeinschaft Geisa'],
  ['Amt Creuzburg, Stadt', 'STADT', 'Amt Creuzburg'],
  ['Bad Homburg v.d. Höhe, Stadt', 'STADT', 'Bad Homburg vor der Höhe'],
  ['Neustadt a.d. Aisch', 'STADT', 'Neustadt an der Aisch'],
  ['Neumarkt i.d.OPf.', 'STADT', 'Neumarkt in der OPf.'],
  ['Burg v. d. Mühle', 'GEMEINDE', 'Burg v. d. Mühle'],
])('people call %s (%s) %s', (registerName, kind, name) => {
  expect(nameForPeople(registerName, kind)).toBe(name);
});

/** Folders with areas.csv and postcodes.csv of whole states; not part of this repository. */
const states = process.env.PLACES_DATA;
describe.runIf(states)('the tables of whole states', () => {
  const names = states
    ? readdirSync(states).filter((name) => existsSync(join(states, name, 'areas.csv')))
    : [];
  test.each(names)('%s', (name) => {
    const dir = contentDir();
    const text = (file: string) => readFileSync(join(states ?? '', name, file), 'utf8');
    run(dir, text('areas.csv'), text('postcodes.csv'));
    const content = loaded(dir);
    expect(content.areas.size).toBeGreaterThan(500);
    for (const { ars, name: place } of content.areas.values()) {
      if (ars.length === 12) expect(searchByName(content, place).map(({ key }) => key)).toContain(ars);
    }
  });
});
