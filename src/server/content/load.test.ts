import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { childrenOf } from '#forms/components.ts';
import { collectTexts } from '#forms/localise.ts';
import type { Component } from '#forms/types.ts';
import { loadContent } from './load.ts';
import type { Content } from './types.ts';

const DEMONSTRATION = join(import.meta.dirname, '../../../content');
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** A copy of the demonstration content in which each given file is changed; null removes it. */
function broken(changes: Record<string, ((text: string) => string) | null>): string {
  const dir = mkdtempSync(join(tmpdir(), 'content-'));
  copies.push(dir);
  cpSync(DEMONSTRATION, dir, { recursive: true });
  for (const [file, change] of Object.entries(changes)) {
    const path = join(dir, file);
    if (change) writeFileSync(path, change(readFileSync(path, 'utf8')));
    else rmSync(path);
  }
  return dir;
}

/** Replaces text that has to be there, so that no case passes because it changed nothing. */
function swap(from: string, to: string) {
  return (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  };
}

function lineOf(file: string, text: string): number {
  const before = readFileSync(join(DEMONSTRATION, file), 'utf8').split(text)[0] ?? '';
  return before.split('\n').length;
}

function faultsOf(dir: string) {
  const result = loadContent(dir);
  return 'faults' in result ? result.faults : [];
}

describe('the demonstration content', () => {
  const result = loadContent(DEMONSTRATION);
  const content = 'content' in result ? result.content : ({} as Content);

  test('loads without a fault', () => {
    expect(result).not.toHaveProperty('faults');
    expect(content.services.size).toBe(6);
    expect(content.areas.size).toBe(72);
  });

  test('has the fee, login mode and electronic notice of each service as announced', () => {
    const rows = [...content.metadata.values()]
      .filter(({ authority }) => authority.id === 'kiel')
      .map(({ fmsFormId, mode, feeType, feeAmount, allowElectronicNoticeDelivery }) =>
        [fmsFormId, mode, feeType, feeAmount, allowElectronicNoticeDelivery].join(' '),
      );
    expect(rows).toEqual([
      'bewohnerparkausweis complete FIXED 3070 false',
      'fischereischein none VARIABLE  false',
      'gewerbeanmeldung start_and_complete FIXED 2600 false',
      'hundesteuer none FREE 0 false',
      'meldebescheinigung start VARIABLE_BY_FORM  true',
      'wohngeld start_or_complete FREE 0 true',
    ]);
  });

  test('uses every component type that the portal can show', () => {
    const types = new Set<string>();
    const walk = (component: Component) => {
      types.add(component.type);
      childrenOf(component).forEach(walk);
    };
    for (const { de } of content.forms.values()) de.components.forEach(walk);
    expect([...types].sort()).toEqual(
      (
        'checkbox columns content currency datagrid datetime day editgrid email fieldset file number panel ' +
        'phoneNumber radio select selectboxes textarea textfield'
      ).split(' '),
    );
  });

  test('shows the English forms in English and with the same fields', () => {
    const same = new Set<string>();
    for (const { de, en } of content.forms.values()) {
      expect(en.title).not.toBe(de.title);
      expect(en.components.map(({ key }) => key)).toEqual(de.components.map(({ key }) => key));
      const german = collectTexts(de);
      for (const text of collectTexts(en)) if (german.includes(text)) same.add(text);
    }
    expect([...same].sort()).toEqual([
      'Bank',
      'Bl (blind)',
      'Gas',
      'GnR',
      'HRA',
      'HRB',
      'IBAN',
      'Name',
      'Person',
    ]);
  });
});

const DOG = 'services/hundesteuer';
const KIEL = 'authorities/kiel.json';
const AREAS = 'places/areas.csv';
const POSTCODES = 'places/postcodes.csv';

/** What is done to which file; text of the undamaged file on whose line the fault is expected; reason. */
const cases: [string, string, (text: string) => string, string | number, RegExp][] = [
  ['a comma too few', KIEL, swap('"1",', '"1"'), '"postalCode"', /not valid JSON: comma expected/],
  ['a comma too many', KIEL, (text) => text.replace(/\n}\s*$/, ',\n}'), 18, /not valid JSON/],
  ['a comment', KIEL, swap('"id"', '/* here */ "id"'), '"id"', /invalid comment token/],
  ['a key given twice', KIEL, swap('"fax"', '"email"'), '"email"', /email: the key is given twice/],
  ['an empty file', KIEL, () => '', 1, /the file is empty/],
  ['an unknown key', KIEL, swap('"fax"', '"telefax"'), '"fax"', /telefax: this key is not known here/],
  ['a missing key', KIEL, swap('  "city": "Kiel",\n', ''), 1, /^city: /],
  [
    'a wrong type',
    KIEL,
    swap('"streetNumber": "1"', '"streetNumber": 1'),
    '"streetNumber"',
    /^streetNumber: /,
  ],
  ['a wrong file name', KIEL, swap('"id": "kiel"', '"id": "kiehl"'), '"id"', /named kiehl\.json/],
  ['no UUID', KIEL, swap('"destinationId": "', '"destinationId": "x'), '"destinationId"', /^destinationId: /],
  ['one language only', KIEL, swap(', "en": "City of Kiel (demonstration)"', ''), '"name"', /^name\.en: /],
  [
    'a wrong header',
    AREAS,
    swap('ars,ags', 'ars;ags'),
    1,
    /first line has to be ars,ags,kind,name,parentArs/,
  ],
  ['a cell too few', AREAS, swap(',Heide,', ','), 'Heide', /5 values expected, 4 found/],
  ['an open quote', AREAS, swap('Heide', '"Heide'), 'Heide', /double quotes is not closed/],
  [
    'an impossible key',
    AREAS,
    swap('010510044044', '01051004404'),
    '010510044044',
    /2, 3, 5, 9 or 12 digits/,
  ],
  [
    'a wrong municipality key',
    AREAS,
    swap('01051044', '01051045'),
    'Heide',
    /ags "01051045" does not belong/,
  ],
  ['an unknown kind', AREAS, swap('STADT,Heide', 'DORF,Heide'), 'Heide', /kind "DORF" is not one of/],
  [
    'an unknown district',
    AREAS,
    swap('Heide,01051', 'Heide,0105'),
    'Heide',
    /parentArs 0105 is not in this table/,
  ],
  ['a foreign district', AREAS, swap('Heide,01051', 'Heide,01053'), 'Heide', /not the beginning of ars/],
  [
    'an area given twice',
    AREAS,
    (text) => `${text}01,,BUNDESLAND,Noch einmal,\n`,
    74,
    /ars 01 is given twice/,
  ],
  ['a short postcode', POSTCODES, swap('25746', '2574'), '25746', /postcode "2574" needs 5 digits/],
  [
    'a postcode of no municipality',
    POSTCODES,
    swap('25746,010510044044', '25746,01051'),
    '25746',
    /ars 01051 is not/,
  ],
  ['a postcode given twice', POSTCODES, (text) => `${text}25746,010510044044,Heide\n`, 104, /given twice/],
  [
    'an unknown authority',
    `${DOG}/metadata.json`,
    swap('"kiel"', '"kiell"'),
    '"kiel"',
    /no authorities\/kiell\.json/,
  ],
  [
    'an unknown area',
    `${DOG}/metadata.json`,
    swap('010020000000', '010020000001'),
    '010020000000',
    /not in places/,
  ],
  [
    'an area offered twice',
    `${DOG}/metadata.json`,
    swap('010030000000', '010020000000'),
    '010030000000',
    /has an offer already/,
  ],
  [
    'an authority twice',
    `${DOG}/metadata.json`,
    swap('"luebeck"', '"kiel"'),
    '"luebeck"',
    /kiel has an offer already/,
  ],
  [
    'a free form with a fee',
    `${DOG}/metadata.json`,
    swap('"feeAmount": 0', '"feeAmount": 5'),
    '"feeAmount"',
    /FREE form/,
  ],
  [
    'a fixed fee of nothing',
    'services/gewerbeanmeldung/metadata.json',
    swap('2600', '0'),
    '"feeAmount"',
    /cents above 0/,
  ],
  [
    'a fee in euros',
    'services/gewerbeanmeldung/metadata.json',
    swap('2600', '26.50'),
    '"feeAmount"',
    /^feeAmount: /,
  ],
  [
    'a variable fee without rule',
    'services/fischereischein/metadata.json',
    swap('"feeRule"', '"fee_rule"'),
    '"feeRule"',
    /fee_rule: this key/,
  ],
  [
    'a rule on an unknown field',
    'services/meldebescheinigung/metadata.json',
    swap('data.copies', 'data.copys'),
    '"feeRule"',
    /./,
  ],
  [
    'an override that does not fit',
    'services/bewohnerparkausweis/metadata.json',
    swap('"feeAmount": 6000', '"feeAmount": null'),
    '"luebeck"',
    /offers\[1\]\.feeAmount: a FIXED fee/,
  ],
  [
    'anonymous start where login is due',
    'services/gewerbeanmeldung/metadata.json',
    swap('["nkb"]', '["anon"]'),
    '"idpIds"',
    /nobody can start without an account/,
  ],
  [
    'a trust level that nobody has to log in for',
    `${DOG}/metadata.json`,
    swap('"trustLevel": "low"', '"trustLevel": "high"'),
    '"trustLevel"',
    /cannot be high/,
  ],
  [
    'an umlaut in the payment purpose',
    `${DOG}/metadata.json`,
    swap('"Dog tax" },\n', '"Gebühr" },\n'),
    '"feePurpose"',
    /no umlauts/,
  ],
  [
    'a short LeiKa id',
    `${DOG}/service.json`,
    swap('99102013104000', '9910201310400'),
    '"leiKaId"',
    /14 digits/,
  ],
  [
    'a LeiKa id given twice',
    `${DOG}/service.json`,
    swap('99102013104000', '99042002001000'),
    '"leiKaId"',
    /services\/fischereischein has this leiKaId already/,
  ],
  [
    'a form named otherwise',
    `${DOG}/form.json`,
    swap('"hundesteuer"', '"hund"'),
    '"name"',
    /that of the folder, hundesteuer/,
  ],
  [
    'a component outside the subset',
    `${DOG}/form.json`,
    swap('"type": "select"', '"type": "signature"'),
    '"type": "select"',
    /./,
  ],
  [
    'a text without translation',
    `${DOG}/form.json`,
    swap('Farbe des Fells', 'Fellfarbe'),
    'Farbe des Fells',
    /no English text for "Fellfarbe"/,
  ],
  [
    'a translation of no text',
    `${DOG}/form.en.json`,
    swap('"Der Hund"', '"Die Katze"'),
    '"Der Hund"',
    /Die Katze: this is not a text/,
  ],
  ['an empty translation', `${DOG}/form.en.json`, swap('"The dog"', '""'), '"Der Hund"', /Der Hund: /],
];

describe('a broken file is refused with file, line and reason', () => {
  test.each(cases)('%s', (_, file, change, where, reason) => {
    const faults = faultsOf(broken({ [file]: change }));
    const line = typeof where === 'number' ? where : lineOf(file, where);
    const named = faults.filter((fault) => fault.file === file && reason.test(fault.reason));
    expect(named, JSON.stringify(faults)).not.toEqual([]);
    expect(named[0]?.line).toBe(line);
  });

  const files = ['service.json', 'metadata.json', 'form.json', 'form.en.json'].map(
    (name) => `${DOG}/${name}`,
  );
  test.each([AREAS, POSTCODES, ...files])('%s is missing', (file) => {
    expect(faultsOf(broken({ [file]: null }))).toContainEqual({
      file,
      line: 1,
      reason: 'the file is missing',
    });
  });

  test('all faults are listed at once', () => {
    const dir = broken({
      [KIEL]: swap('"fax"', '"telefax"'),
      [POSTCODES]: swap('25746', '2574'),
      [`${DOG}/form.en.json`]: swap('"Der Hund"', '"Die Katze"'),
    });
    const files = new Set(faultsOf(dir).map(({ file }) => file));
    expect(files).toEqual(new Set([POSTCODES, KIEL, `${DOG}/form.json`, `${DOG}/form.en.json`]));
  });

  test('an empty folder is refused', () => {
    const dir = mkdtempSync(join(tmpdir(), 'content-'));
    copies.push(dir);
    expect(faultsOf(dir)).toContainEqual({ file: 'services', line: 1, reason: 'there is no service' });
  });
});

test('files saved by a spreadsheet or an old editor (byte order mark, CRLF) are read all the same', () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  expect(faultsOf(broken({ [AREAS]: windows, [POSTCODES]: windows, [KIEL]: windows }))).toEqual([]);
});
