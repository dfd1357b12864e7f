import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { responsibleAuthority } from '#server/content/responsibility.ts';
import { importXzufi } from './import-xzufi.ts';
import {
  type ImportFolder,
  importFolder,
  leistung,
  loesche,
  responsibility,
  sample,
  transfer,
  unit,
} from './testing.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

const LEIKA = '99000000000001';
const KIEL = '010020000000';
const service = (leiKaId = LEIKA) => folder.content().services.get(leiKaId);
const answering = (ars: string) => responsibleAuthority(folder.content(), LEIKA, ars)?.name.de;
const slug = () => service()?.slug ?? 'missing';
const json = (file: string) => JSON.parse(readFileSync(join(folder.dir, file), 'utf8'));

describe('several files and several imports', () => {
  test('the same files give the same bytes, whatever was imported before', () => {
    folder.run(sample('2.2.0'), sample('2.3.1'));
    const first = folder.files();
    folder.run(sample('2.2.0'), sample('2.3.1'));
    expect(folder.files()).toEqual(first);
  });

  test('a later file replaces an object of an earlier one', () => {
    const earlier = folder.file(transfer(leistung('1', { text: 'alt' }), unit('u', 'Alt')));
    const later = folder.file(transfer(leistung('1', { text: 'neu' })));
    folder.run(earlier, later);
    expect(service()?.texts.shortText?.de).toBe('<p>neu</p>');
    expect(folder.content().authorities.size).toBe(1);
  });

  test('what the files delete is not there', () => {
    const all = folder.file(
      transfer(
        leistung('1'),
        leistung('2', { leiKaId: '99000000000002' }),
        unit('u', 'Eins'),
        unit('v', 'Zwei'),
        responsibility('r', 'u', '1', KIEL),
        responsibility('s', 'v', '1', '01'),
      ),
    );
    folder.run(all);
    expect(answering(KIEL)).toBe('Eins');
    const changes = folder.file(transfer(loesche('Leistung', '2'), loesche('Zustaendigkeit', 'r')));
    folder.run(all, changes);
    expect(service('99000000000002')).toBeUndefined();
    expect(answering(KIEL)).toBe('Zwei');
    folder.run(all, changes, folder.file(transfer(loesche('Organisationseinheit', 'v'))));
    expect(answering(KIEL)).toBeUndefined();
    expect(folder.content().authorities.size).toBe(1);
  });

  test('responsibilities inside a unit are replaced with it', () => {
    const inside = (area: string) =>
      `<zustaendigkeit><leistungID schemeAgencyID="A">1</leistungID><gebietID>${area}</gebietID></zustaendigkeit>`;
    const before = folder.file(transfer(leistung('1'), unit('u', 'Eins', inside(KIEL))));
    folder.run(before);
    expect(answering(KIEL)).toBe('Eins');
    folder.run(before, folder.file(transfer(unit('u', 'Eins', inside('010030000000')))));
    expect(answering(KIEL)).toBeUndefined();
    expect(answering('010030000000')).toBe('Eins');
  });

  test('what an earlier import wrote and this one does not have goes away; what was there before stays', () => {
    const own = folder.content().services.size;
    folder.run(folder.file(transfer(leistung('1'), leistung('2', { leiKaId: '99000000000002' }))));
    expect(folder.content().services.size).toBe(own + 2);
    folder.run(folder.file(transfer(leistung('2', { leiKaId: '99000000000002' }))));
    expect(folder.content().services.size).toBe(own + 1);
  });

  test('an import that would take away most of the last one is refused', () => {
    const many = ['1', '2', '3', '4', '5'].map((name) => leistung(name, { leiKaId: `9900000000000${name}` }));
    folder.run(folder.file(transfer(...many)));
    const before = folder.files();
    expect(() => folder.run(folder.file(transfer(leistung('1'))))).toThrow(
      /of 5 services of the last import 1/,
    );
    expect(folder.files()).toEqual(before);
  });
});

describe('who is responsible', () => {
  const rows = (...entries: string[]) =>
    folder.run(folder.file(transfer(leistung('1'), unit('u', 'Stadt'), unit('v', 'Land'), ...entries)));

  test('the most specific area wins; an area may be named by either key, filled up or not', () => {
    rows(responsibility('r', 'u', '1', '01002000'), responsibility('s', 'v', '1', '010000000000'));
    expect(answering(KIEL)).toBe('Stadt');
    expect(answering('010030000000')).toBe('Land');
  });

  test('the responsible unit comes before the contact point', () => {
    rows(
      responsibility('r', 'u', '1', KIEL, 'Ansprechpunkt'),
      responsibility('s', 'v', '1', KIEL, 'Zuständige Stelle'),
    );
    expect(answering(KIEL)).toBe('Land');
  });

  test('areas and owners that are not known are told', () => {
    const { report } = rows(
      responsibility('r', 'u', '1', '160510000000'),
      responsibility('s', 'x', '1', KIEL),
      responsibility('t', 'u', '77', KIEL),
    );
    expect(report.join('\n')).toMatch(/in areas that the portal does not have: 1\n {2}160510000000/);
    expect(report.join('\n')).toMatch(/neither a unit nor an online service of the files: 1\n {2}A x/);
    expect(report.join('\n')).toMatch(/for services that the files do not have: 1\n {2}A 77/);
    expect(service()?.responsibilities).toEqual([]);
  });

  test('an identifier of another agency is another object', () => {
    const foreign = leistung('1', { leiKaId: '99000000000009', title: 'Fremd' }).replace('"A"', '"B"');
    folder.run(
      folder.file(transfer(leistung('1'), foreign, unit('u', 'Stadt'), responsibility('r', 'u', '1', KIEL))),
    );
    expect(answering(KIEL)).toBe('Stadt');
    expect(service('99000000000009')?.responsibilities).toEqual([]);
  });

  test('a service of another state is left out', () => {
    const there = leistung('9', {
      leiKaId: '99000000000009',
      more: '<gueltigkeitGebietID>16</gueltigkeitGebietID>',
    });
    const { report } = rows(there);
    expect(service('99000000000009')).toBeUndefined();
    expect(report.join('\n')).toContain('services valid in areas that the portal does not have: 1\n  A 9 16');
  });
});

describe('what was made by hand stays', () => {
  const file = () =>
    folder.file(transfer(leistung('1'), unit('u', 'Stadt'), responsibility('r', 'u', '1', KIEL)));
  const edit = (path: string, changes: object) =>
    writeFileSync(join(folder.dir, path), JSON.stringify({ ...json(path), ...changes }));

  test('topics and related services of an imported service', () => {
    folder.run(file());
    const [related = ''] = readdirSync(join(folder.dir, 'services')).filter((name) => name !== slug());
    edit(`services/${slug()}/service.json`, { topics: ['umwelt-und-tiere'], related: [related] });
    folder.run(file());
    expect(service()).toMatchObject({ topics: ['umwelt-und-tiere'], related: [related] });
  });

  test('where an imported authority receives applications', () => {
    folder.run(file());
    const [authority = ''] = readdirSync(join(folder.dir, 'authorities'));
    const set = { destinationId: '6e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c11', paymentEndPointId: '01002000' };
    edit(`authorities/${authority}`, set);
    folder.run(file());
    expect(json(`authorities/${authority}`)).toMatchObject(set);
  });

  test('the folder of a service whose title changes', () => {
    folder.run(file());
    const before = slug();
    folder.run(folder.file(transfer(leistung('1', { title: 'Anders' }))));
    expect(service()?.title.de).toBe('Anders');
    expect(slug()).toBe(before);
  });

  test('a service that the content has itself comes before that of the files', () => {
    const [own] = [...folder.content().services.values()];
    const leiKaId = own?.leiKaId ?? '';
    const { report } = folder.run(
      folder.file(transfer(leistung('1', { leiKaId, title: 'Fremd' }), leistung('2'))),
    );
    expect(service(leiKaId)?.title).toEqual(own?.title);
    expect(report.join('\n')).toContain('services that the content has written by hand: 1');
  });

  test('the list of English texts that a form still lacks', () => {
    folder.run(file());
    const path = `services/${slug()}/form.en.missing.json`;
    writeFileSync(join(folder.dir, path), '{"Angabe":"Item"}');
    folder.run(file());
    expect(json(path)).toEqual({ Angabe: 'Item' });
  });

  test.each(['schema.json', '.fim-import.json'])(
    '%s of a service stays too: it belongs to its form',
    (name) => {
      folder.run(folder.file(transfer(leistung('1'))));
      const path = `services/${slug()}/${name}`;
      writeFileSync(join(folder.dir, path), '{"a":1}');
      folder.run(folder.file(transfer(leistung('1'))));
      expect(json(path)).toEqual({ a: 1 });
    },
  );

  test('a form is not lost with its service', () => {
    folder.run(folder.file(transfer(leistung('1'), leistung('2', { leiKaId: '99000000000002' }))));
    writeFileSync(join(folder.dir, 'services', slug(), 'form.json'), '{}');
    const rest = folder.file(transfer(leistung('2', { leiKaId: '99000000000002' })));
    expect(() => folder.run(rest)).toThrow(/has a form, and the files do not have the service any more/);
  });

  test('a content folder that would break is refused with file and reason', () => {
    folder.run(folder.file(transfer(leistung('1'), leistung('2', { leiKaId: '99000000000002' }))));
    edit('home.json', { frequent: [slug()] });
    const before = folder.files();
    const rest = folder.file(transfer(leistung('2', { leiKaId: '99000000000002' })));
    expect(() => folder.run(rest)).toThrow(/home\.json:1: frequent\[0\]: there is no services\//);
    expect(folder.files()).toEqual(before);
  });
});

test('an empty folder gets areas from the files, and what is left to do is told', () => {
  const area = (key: string, name: string, kind: string) =>
    `<gebiet><id schemeAgencyID="A">G${key}</id><typ><name>${kind}</name></typ><bezeichnung>${name}</bezeichnung><verwaltungspolitischeKodierung><regionalschluessel><code>${key}</code></regionalschluessel></verwaltungspolitischeKodierung></gebiet>`;
  const dir = join(folder.dir, 'new');
  const path = folder.file(
    transfer(
      leistung('1'),
      unit('u', 'Gemeinde'),
      responsibility('r', 'u', '1', 'G160615001014'),
      area('160615001014', 'Bodenrode-Westhausen', 'Gemeinde'),
      area('16', 'Thüringen', 'Land'),
      area('160610000000', 'Eichsfeld', 'Landkreis'),
      area('09', 'Bayern', 'Land'),
    ),
  );
  const { remaining } = importXzufi([path], dir);
  expect(readFileSync(join(dir, 'places/areas.csv'), 'utf8')).toBe(
    'ars,ags,kind,name,parentArs\n09,,BUNDESLAND,Bayern,\n16,,BUNDESLAND,Thüringen,\n16061,,LANDKREIS,Eichsfeld,16\n160615001014,16061014,GEMEINDE,Bodenrode-Westhausen,16061\n',
  );
  expect(remaining).toContainEqual({ file: 'home.json', line: 1, reason: 'the file is missing' });
});
