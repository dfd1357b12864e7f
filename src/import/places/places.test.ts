import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { searchByName } from '#server/content/places/places.ts';
import { loadContent } from '#server/content-store/load.ts';
import { plainContent } from '../testing/content-folder.ts';
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

const run = (dir: string, areas = AREAS, postcodes = POSTCODES) =>
  importPlaces(
    { areas: { file: 'areas.csv', text: areas }, postcodes: { file: 'postcodes.csv', text: postcodes } },
    dir,
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

test('unincorporated areas are nobody’s home, but where somebody lives in one', () => {
  const dir = contentDir();
  const result = run(
    dir,
    `${AREAS.replace(/\n/g, ',\n').replace('parentArs,', 'parentArs,population')}010530000105,01053105,GEMEINDEFREIES_GEBIET,Sachsenwald,01053,0
010580000106,01058106,GEMEINDE,"Harz (Landkreis Goslar), gemfr. Gebiet",01058,
010580000107,01058107,Gemeindefreier Bezirk,Lohheide,01058,700
`,
  );
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  expect(loaded(dir).areas.has('010580000107')).toBe(true);
  expect([...loaded(dir).areas.values()].map(({ name }) => name).join()).not.toMatch(/Sachsenwald|Harz/);
  const report = placesReport(result.imported).join('\n');
  expect(report).toContain('no places to choose: 2.\n  010530000105 Sachsenwald\n  010580000106 Harz');
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
