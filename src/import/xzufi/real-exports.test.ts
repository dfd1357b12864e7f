import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authorityChoices, responsibleAuthority } from '#server/content/responsibility.ts';
import { serviceAnswer } from '#server/content/service-answer.ts';
import { importXzufi } from './import-xzufi.ts';
import { type ImportFolder, importFolder, leistung, responsibility, transfer, unit } from './testing.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

const LEIKA = '99000000000001';
const KIEL = '010020000000';
const TODAY = '2026-06-15';
const run = (...objects: string[]) =>
  importXzufi([folder.file(transfer(...objects))], folder.dir, { today: TODAY }).report.join('\n');
const service = (leiKaId = LEIKA) => folder.content().services.get(leiKaId)!;
const answering = (ars = KIEL) => responsibleAuthority(folder.content(), LEIKA, ars)?.name.de;
const at = (ars: string | undefined, leiKaId = LEIKA, lang: 'de' | 'en' = 'de') =>
  serviceAnswer(folder.content(), service(leiKaId), { lang, area: ars });
const valid = (from: string, to: string) =>
  `<gueltigkeit>${from && `<beginn>${from}</beginn>`}${to && `<ende>${to}T23:59:59</ende>`}</gueltigkeit>`;
/** Puts something at the end of the outermost element. */
const inside = (object: string, more: string) => object.replace(/(<\/\w+>)$/, `${more}$1`);

describe('periods of validity decide', () => {
  test('an authority that has ended does not answer before its successor, nor does an ended responsibility', () => {
    const report = run(
      leistung('1'),
      inside(unit('a', 'Alte Stelle'), valid('', '2020-12-31')),
      unit('b', 'Neue Stelle'),
      unit('c', 'Aaa, war zuständig'),
      responsibility('r', 'a', '1', KIEL),
      responsibility('s', 'b', '1', KIEL),
      responsibility('t', 'c', '1', KIEL).replace('<rolle>', `${valid('2010-01-01', '2021-01-01')}<rolle>`),
    );
    expect(answering()).toBe('Neue Stelle');
    expect(report).toContain(
      'objects that are not valid today: 1\n  A a: organisationseinheit ended on 2020-12-31',
    );
    expect(report).toContain('A c: zustaendigkeit ended on 2021-01-01');
  });

  test.each([
    ['until today', '', TODAY, true],
    ['until yesterday', '', '2026-06-14', false],
    ['from today', TODAY, '', true],
    ['from tomorrow', '2026-06-16', '', false],
    ['without days', '', '', true],
  ])('a text %s', (_, from, to, isThere) => {
    run(
      leistung('1', {
        more: `<modulText><leikaTextmodul><code>16</code></leikaTextmodul><inhalt>Hinweis</inhalt>${valid(from, to)}</modulText>`,
      }),
    );
    expect(service().texts.hints !== undefined).toBe(isThere);
  });

  test('a service that has ended replaces the one that it was', () => {
    const [first, second] = [leistung('1'), leistung('2', { leiKaId: '99000000000002' })];
    importXzufi(
      [folder.file(transfer(first, second)), folder.file(transfer(inside(first, valid('', '2026-01-01'))))],
      folder.dir,
      { today: TODAY },
    );
    expect(service()).toBeUndefined();
  });

  test('of several periods one is enough', () => {
    run(inside(leistung('1'), valid('', '2020-01-01') + valid('2026-01-01', '')));
    expect(service()).toBeDefined();
  });
});

describe('who answers', () => {
  test('an empty area is no place, an absent one everywhere, and both are told', () => {
    const report = run(
      leistung('1'),
      leistung('2', { leiKaId: '99000000000002' }),
      unit('u', 'Stadt'),
      responsibility('r', 'u', '1', ''),
      responsibility('s', 'u', '2', 'x').replace('<gebietID>x</gebietID>', ''),
    );
    expect(answering()).toBeUndefined();
    expect(service('99000000000002').responsibilities[0]?.areas).toEqual(['01', '13']);
    expect(report).toMatch(/areas of responsibilities that are empty: they mean no place: 1\n {2}A u: A r/);
    expect(report).toMatch(/do not name: they count everywhere: 1\n {2}A u: A s/);
  });

  test('several authorities for an area are offered as a choice with their criterion', () => {
    const withCriterion = (row: string, criterion: string) =>
      row.replace('<rolle>', `<kriterium languageCode="de">${criterion}</kriterium><rolle>`);
    run(
      leistung('1'),
      unit('u', 'Stelle Nord'),
      unit('v', 'Stelle Süd'),
      unit('w', 'Auskunft'),
      withCriterion(responsibility('r', 'v', '1', KIEL), 'L–Z'),
      withCriterion(responsibility('s', 'u', '1', KIEL), 'A–K'),
      responsibility('t', 'w', '1', KIEL, 'Ansprechpunkt'),
      responsibility('x', 'v', '1', '01'),
    );
    const choices = authorityChoices(folder.content(), LEIKA, KIEL);
    expect(choices.map(({ authority, criterion }) => [criterion?.de, authority.name.de])).toEqual([
      ['A–K', 'Stelle Nord'],
      ['L–Z', 'Stelle Süd'],
    ]);
    expect(answering()).toBeUndefined();
    expect(answering('010030000000')).toBe('Stelle Süd');
    expect(at(KIEL)).toMatchObject({
      authority: null,
      authorityChoices: [{ criterion: 'A–K' }, { criterion: 'L–Z' }],
    });
  });

  test('the address at FIT-Connect is taken over, also in place of an older one', () => {
    const system = (id: string, channel = 'FIT-Connect') =>
      `<kommunikationssystem><kanal><code>9</code><name>${channel}</name></kanal><kennung>${id}</kennung></kommunikationssystem>`;
    const [one, other] = ['6e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c11', '7e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c22'];
    const destination = () => [...folder.content().authorities.values()][0]?.destinationId;
    const report = run(
      leistung('1'),
      unit('u', 'Stadt', system('x@de-mail.example', 'De-Mail') + system(one)),
    );
    expect(destination()).toBe(one);
    expect(report).toContain(
      'other than one destination of FIT-Connect: 1\n  A u: De-Mail x@de-mail.example',
    );
    expect(run(leistung('1'), unit('u', 'Stadt', system(other)))).toContain(
      `A u: the destination ${one} is now ${other}`,
    );
    expect(destination()).toBe(other);
    run(leistung('1'), unit('u', 'Stadt'));
    expect(destination()).toBe(other);
  });

  test('a postbox in the same town with the same postcode stands beside the street', () => {
    const box =
      '<anschrift><postfach>71</postfach><postleitzahl>24103</postleitzahl><ort>Kiel</ort></anschrift>';
    run(leistung('1'), unit('u', 'Stadt', box));
    expect([...folder.content().authorities.values()][0]).toMatchObject({ postbox: '71', street: 'Weg' });
  });
});

describe('services', () => {
  test('a municipality’s texts replace the state’s at its places, or come in addition; figures go with their text', () => {
    const cost = (euros: number) =>
      `<modulKosten><kosten><kostenauswahl><kostenFix><betrag>${euros}</betrag></kostenFix></kostenauswahl></kosten></modulKosten>`;
    const text = (code: string, words: string) =>
      `<modulText><leikaTextmodul><code>${code}</code></leikaTextmodul><inhalt>${words}</inhalt></modulText>`;
    run(
      leistung('1', { text: 'Im Land', more: cost(10) + text('09', 'Voraussetzung') }),
      leistung('2', {
        text: 'In Kiel',
        more: `${text('16', 'Nur in Kiel')}${text('10', 'Kostet mehr')}<gueltigkeitGebietID>${KIEL}</gueltigkeitGebietID>`,
      }),
      unit('u', 'Stadt'),
      responsibility('r', 'u', '2', KIEL),
    );
    const words = (ars?: string) =>
      Object.fromEntries(
        at(ars).service.sections.map(({ module, html }) => [module, html.replace(/<[^>]*>/g, '').trim()]),
      );
    // The state's short text is the teaser, and is not repeated.
    expect(at(undefined).service.teaser).toBe('Im Land');
    expect(words()).toEqual({ requirements: 'Voraussetzung' });
    expect(words('010030000000')).toEqual(words());
    expect(words(KIEL)).toEqual({
      shortText: 'In Kiel',
      requirements: 'Voraussetzung',
      hints: 'Nur in Kiel',
      cost: 'Kostet mehr',
    });
    expect(at(undefined).service.costs).toEqual([{ kind: 'FIXED', amount: 1000 }]);
    expect(at(KIEL).service.costs).toEqual([]);
    expect(answering()).toBe('Stadt');
  });

  test('two with one LeiKa id for the same area, and one without, are all there and keep their addresses', () => {
    const objects = [
      leistung('1', { title: 'Eins' }),
      leistung('2', { title: 'Zwei' }),
      leistung('3', { title: 'Drei', leiKaId: 'keiner' }),
      unit('u', 'Stadt'),
      responsibility('r', 'u', '2', KIEL),
    ];
    const report = run(...objects);
    const found = () =>
      [...folder.content().services.values()].filter(({ title }) => /Eins|Zwei|Drei/.test(title.de));
    expect(
      found()
        .map(({ title }) => title.de)
        .sort(),
    ).toEqual(['Drei', 'Eins', 'Zwei']);
    expect(service().title.de).toBe('Eins');
    const others = found().filter(({ leiKaId }) => leiKaId !== LEIKA);
    expect(others.map(({ leiKaId }) => leiKaId).join()).toMatch(/^00\d{12},00\d{12}$/);
    expect(found().find(({ title }) => title.de === 'Zwei')?.responsibilities).toHaveLength(1);
    expect(service().responsibilities).toEqual([]);
    expect(report).toContain(
      `A 2 shares its LeiKa id ${LEIKA} and its area with A 1; it is a service of its own`,
    );
    const addresses = () => found().map(({ leiKaId, slug }) => `${leiKaId} ${slug}`);
    const before = addresses();
    run(...objects.toReversed());
    expect(addresses()).toEqual(before);
  });

  test('a target group that is only a code is told', () => {
    expect(run(leistung('1', { more: '<leistungsadressat><code>B2</code></leistungsadressat>' }))).toContain(
      'target groups without a name, which a code does not tell: 1\n  A 1: B2',
    );
  });

  test('one that a file has twice is told', () => {
    expect(run(leistung('1'), leistung('1', { text: 'neu' }))).toContain(
      'objects that a file has twice; the last one counts: 1\n  A 1: leistung A 1',
    );
    expect(service().texts.shortText?.de).toContain('neu');
  });
});

test('an online service has its address in both languages, its parameters and its trust level', () => {
  const link = (language: string, url: string) =>
    `<link languageCode="${language}"><typ><code>01</code></typ><link>${url}</link></link>`;
  run(
    leistung('1'),
    `<onlinedienst><id schemeAgencyID="A">o</id><bezeichnung>Online</bezeichnung><bezeichnung languageCode="en">Online service</bezeichnung>
      ${link('en', 'https://dienst.example/en?x=1')}${link('de', 'https://dienst.example/de')}
      <parameter><parameterName>ars</parameterName><parameterWert>${KIEL}</parameterWert></parameter>
      <vertrauensniveau><code>30</code><name>substantiell</name></vertrauensniveau></onlinedienst>`,
    responsibility('r', 'o', '1', KIEL),
  );
  expect(at(KIEL).onlineLinks).toEqual([
    { title: 'Online', url: `https://dienst.example/de?ars=${KIEL}`, trustLevel: 'substantial' },
  ]);
  expect(at(KIEL, LEIKA, 'en').onlineLinks).toEqual([
    { title: 'Online service', url: `https://dienst.example/en?x=1&ars=${KIEL}`, trustLevel: 'substantial' },
  ]);
});

test('a form is a link with its name and the place that it is for', () => {
  const form = (name: string, more = '<link><link>https://formular.example/a.pdf</link></link>') =>
    `<formular><id schemeAgencyID="A">${name}</id><bezeichnung>Antrag ${name}</bezeichnung>${more}</formular>`;
  const report = run(
    leistung('1'),
    form('f'),
    form('g', ''),
    responsibility('r', 'f', '1', KIEL),
    responsibility('s', 'f', '1', '010030000000'),
  );
  const label = 'Antrag f (Kiel, Lübeck)';
  expect(service().links).toEqual([
    { url: 'https://formular.example/a.pdf', label: { de: label, en: label } },
  ]);
  expect(report).toContain('forms without identifier, name or web address: 1\n  A g');
});

describe('encodings', () => {
  const source = transfer(leistung('1', { title: 'Lübeck für Größe' }));
  test.each<[string, Buffer]>([
    ['windows-1252', Buffer.from(source.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['utf-16le', Buffer.from(`\uFEFF${source.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${source.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16()],
  ])('%s is recognised, and the report says so', (encoding, bytes) => {
    const { report } = importXzufi([folder.file(bytes)], folder.dir);
    expect(service().title.de).toBe('Lübeck für Größe');
    expect(report.join()).toContain(`read as ${encoding}`);
  });
});

describe('one bad text does not keep the others out', () => {
  test('a text that is much too long is left out', () => {
    const report = run(
      leistung('1', {
        more: `<modulText><leikaTextmodul><code>16</code></leikaTextmodul><inhalt>${'x'.repeat(5_100_000)}</inhalt></modulText>`,
      }),
    );
    expect(service().texts.shortText).toBeDefined();
    expect(service().texts.hints).toBeUndefined();
    expect(report).toMatch(/texts with more than 5,000,000 characters: 1\n {2}A 1 line \d/);
  });

  test('a service that the content cannot have is left out, with the reason', () => {
    const more =
      '<modulKosten><kosten><kostenauswahl><kostenFix><betrag>999999,99</betrag></kostenFix></kostenauswahl></kosten></modulKosten>';
    const report = run(leistung('1'), leistung('2', { leiKaId: '99000000000002', more }));
    expect(service()).toBeDefined();
    expect(service('99000000000002')).toBeUndefined();
    expect(readFileSync(join(folder.dir, '.xzufi-import.json'), 'utf8')).not.toContain('99000000000002');
    expect(report).toMatch(
      /services that the content cannot have: 1\n {2}services\/ein-dienst-99000000000002\/service\.json:\d+: costs\[0\]\.amount/,
    );
    expect(report).toContain('written: services: 1');
  });
});
