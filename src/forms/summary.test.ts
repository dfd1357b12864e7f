import { expect, test } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { displayText } from './display.ts';
import { displayBytes } from './display-bytes.ts';
import { collectTexts, localiseForm } from './localise.ts';
import { nameOf } from './row-names.ts';
import { canonicalData, canonicalSummary, summarise } from './summary.ts';
import { formOf, household } from './testing/form.ts';
import type { FormValue, ValueField } from './types.ts';

const file = { id: 'f1', name: 'Bescheid.pdf', size: 1_500_000, type: 'application/pdf' };
const data = {
  name: 'Ada',
  hasChildren: true,
  income: 1234.5,
  reasons: { rent: true, care: true },
  way: 'transfer',
  proof: [file],
  children: [{ name: 'Ben', birthdate: '03/05/2019', days: 2 }],
};
const english = localiseForm(
  household,
  Object.fromEntries(collectTexts(household).map((text) => [text, `EN ${text}`])),
);
const lines = (form = household, locale: Locale = 'de', of: object = data) =>
  summarise(form, of as never, locale).flatMap(({ title, rows }) => [
    `# ${title}`,
    ...rows.map(({ label, value, level, kind }) => `${'  '.repeat(level)}${label} | ${value} | ${kind}`),
  ]);

test('shows visible pages and fields as people write them in German', () => {
  expect(lines().map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
    '# Ihre Angaben',
    'Name | Ada | text',
    'Ich habe Kinder. | Ja | boolean',
    'Einkommen | 1.234,50 € | text',
    'Gründe | Miete, Pflege | text',
    'Zahlweg | Überweisung | text',
    'Nachweis | Bescheid.pdf (1,4 MB) | file',
    '# Ihre Familie',
    'Kinder |  | heading',
    '  Kind 1 |  | heading',
    '    Vorname | Ben | text',
    '    Geburtsdatum | 05.03.2019 | text',
    '    Betreuungstage | 2 | text',
    '    Bescheinigung |  | file',
    'Tage zusammen | 2 | text',
  ]);
});

test('names the entries of a group by what identifies them', () => {
  const named = structuredClone(household);
  for (const { components } of named.components) {
    for (const component of components) {
      if (component.type === 'editgrid') component.rowNamedBy = 'name, birthdate';
    }
  }
  const children = [{ name: ' Ben  Ole ', birthdate: '03/05/2019' }, { days: 1 }];
  const shown = lines(named, 'en', { ...data, children });
  expect(shown.filter((line) => line.startsWith('  ') && line.endsWith('heading'))).toEqual([
    '  Ben Ole, 5 Mar 2019 |  | heading',
    '  Kind 2 |  | heading',
  ]);
});

test('shows the same in English', () => {
  const shown = lines(english, 'en');
  expect(shown).toContain('EN Ich habe Kinder. | Yes | boolean');
  expect(shown).toContain('EN Einkommen | €1,234.50 | text');
  expect(shown).toContain('EN Gründe | EN Miete, EN Pflege | text');
  expect(shown).toContain('    EN Geburtsdatum | 5 Mar 2019 | text');
});

test('leaves out what is hidden, and is empty where nothing was said', () => {
  expect(lines(household, 'de', {})).toEqual([
    '# Ihre Angaben',
    'Name |  | text',
    'Ich habe Kinder. | Nein | boolean',
    'Einkommen |  | text',
    'Gründe |  | text',
    'Zahlweg |  | text',
    'Nachweis |  | file',
  ]);
  expect(lines(household, 'de', { way: 'debit', iban: 'DE1' })).toContain('  IBAN | DE1 | text');
});

const shown = (component: object, value: unknown, locale: Locale = 'de') =>
  summarise(
    formOf({ key: 'value', label: 'Wert', input: true, ...component }),
    { value } as never,
    locale,
  )[0]?.rows[0]?.value.replaceAll('\u00a0', ' ');

test('a number is grouped only where the form says so, as in Form.io', () => {
  const year = { type: 'number', decimalLimit: 0 };
  expect([shown(year, 1970), shown(year, 1970, 'en')]).toEqual(['1970', '1970']);
  expect(shown({ ...year, delimiter: false }, 12_345)).toBe('12345');
  expect(shown({ type: 'number' }, 0.123_456_789), 'all that was typed').toBe('0,123456789');
  expect(shown({ type: 'number', decimalLimit: 2 }, 0.126)).toBe('0,13');
  const distance = { ...year, delimiter: true };
  expect([shown(distance, 1200), shown(distance, 1200, 'en')]).toEqual(['1.200', '1,200']);
  expect([shown({ type: 'number' }, 2500.5), shown({ type: 'number' }, 2500.5, 'en')]).toEqual([
    '2500,5',
    '2500.5',
  ]);
});

test('an amount is always grouped, a text of digits never', () => {
  const amount = { type: 'currency', currency: 'EUR' };
  expect([shown(amount, 2500.5), shown(amount, 2500.5, 'en')]).toEqual(['2.500,50 €', '€2,500.50']);
  expect(shown({ ...amount, delimiter: true }, 2500.5)).toBe('2.500,50 €');
  const iban = 'DE02120300000000202051';
  expect([shown({ type: 'textfield' }, iban), shown({ type: 'textfield' }, '24103', 'en')]).toEqual([
    iban,
    '24103',
  ]);
});

test('a page of texts only is no part of it', () => {
  const form = structuredClone(household);
  const text = { type: 'content', key: 'hint', label: 'Hinweis', input: false, html: '<p>Bitte lesen.</p>' };
  form.components.splice(1, 0, {
    ...form.components[0]!,
    key: 'read',
    title: 'Hinweise',
    components: [text as never],
  });
  expect(summarise(form, data as never, 'de').map(({ title }) => title)).toEqual([
    'Ihre Angaben',
    'Ihre Familie',
  ]);
});

test.each([
  ['is disabled', { type: 'textfield', disabled: true }],
  ['is calculated', { type: 'textfield', calculateValue: { var: 'data.other' } }],
])('a field that %s is no question without an answer; its value is shown', (_, about) => {
  const field = { key: 'value', label: 'Wert', input: true, ...about };
  const other = { type: 'textfield', key: 'other', label: 'Anderes', input: true };
  const rowsOf = (of: object) =>
    summarise(formOf(other, field), of as never, 'de').flatMap(({ rows }) => rows);
  expect(
    rowsOf({})
      .filter(({ value }) => value === '')
      .map(({ path }) => path),
  ).toEqual(['other']);
});

test('a field that is disabled is shown with its value', () => {
  expect(shown({ type: 'textfield', disabled: true }, 'Kiel')).toBe('Kiel');
});

test('the size of a file has its unit in the language', () => {
  const sizes = [0, 1, 6, 2048];
  expect(sizes.map((size) => displayBytes(size, 'de'))).toEqual(['0 Byte', '1 Byte', '6 Byte', '2 KB']);
  expect(sizes.map((size) => displayBytes(size, 'en'))).toEqual(['0 bytes', '1 byte', '6 bytes', '2 KB']);
});

test('every row has the place of its field, and what proves it', () => {
  const rows = summarise(household, data, 'de', ['name']).flatMap((page) => page.rows);
  expect(rows.map(({ path }) => path)).toEqual([
    'name',
    'hasChildren',
    'income',
    'reasons',
    'way',
    'proof',
    'children',
    'children[0]',
    'children[0].name',
    'children[0].birthdate',
    'children[0].days',
    'children[0].certificate',
    'total',
  ]);
  expect(rows.filter(({ fromAccount }) => fromAccount).map(({ path }) => path)).toEqual(['name']);
});

test('a group without entries is empty, and a part of which nothing is shown is left out', () => {
  expect(lines(household, 'de', { hasChildren: true })).toContain('Kinder |  | text');
  const never = { show: true, when: 'a', eq: 'x' };
  const text = { type: 'textfield', label: 'Text', input: true };
  const part = { type: 'fieldset', key: 'part', label: 'P', legend: 'Abschnitt' };
  const hint = { type: 'content', key: 'hint', label: 'H', html: '<p>Hinweis</p>' };
  const form = formOf({ ...text, key: 'a' }, hint, {
    ...part,
    components: [{ ...text, key: 'b', conditional: never }],
  });
  expect(lines(form, 'de', {})).toEqual(['# Seite', 'Text |  | text']);
  expect(lines(form, 'de', { a: 'x' })).toEqual([
    '# Seite',
    'Text | x | text',
    'Abschnitt |  | heading',
    '  Text |  | text',
  ]);
});

test.each<[object, unknown]>([
  [{ type: 'textfield' }, 5],
  [{ type: 'number' }, null],
  [{ type: 'number' }, '12'.repeat(0)],
  [{ type: 'file', multiple: true, filePattern: 'a/b', fileMaxSize: '1MB' }, 'a.pdf'],
  [{ type: 'file', multiple: true, filePattern: 'a/b', fileMaxSize: '1MB' }, null],
  [{ type: 'day' }, null],
  [{ type: 'day' }, 5],
  [{ type: 'radio', values: [{ value: 'null', label: 'Nichts' }] }, null],
])('of a %j, %j shows nothing', (component, value) => {
  const field = { key: 'value', label: 'Wert', input: true, ...component } as ValueField;
  expect(displayText(field, value as FormValue, 'de')).toBe('');
});

test('what was typed and is no number, day or moment is shown as it is', () => {
  const field = (more: object) => ({ key: 'value', label: 'Wert', input: true, ...more }) as ValueField;
  expect(displayText(field({ type: 'number' }), 'zwölf', 'de')).toBe('zwölf');
  expect(displayText(field({ type: 'day' }), '00/05/2020', 'de')).toBe('00/05/2020');
  expect(displayText(field({ type: 'datetime', enableTime: true }), 'morgen', 'de')).toBe('morgen');
});

test('a name needs fields that are there', () => {
  const text: ValueField = { type: 'textfield', key: 'a', label: 'A', input: true };
  expect(nameOf([text], 'a b, c', { a: ' Eva ', b: 'x', c: 'y' }, 'de')).toBe('Eva');
  expect(nameOf([text], 'b', { b: 'x' }, 'de')).toBe('');
});

test('an e-mail address is shown as it was typed', () => {
  const email = { type: 'email', key: 'mail', label: 'E-Mail', input: true };
  const [page] = summarise(formOf(email), { mail: 'max@xn--mller-kva.example' }, 'de');
  expect(page?.rows[0]?.value).toBe('max@müller.example');
});

test('moments are shown in German time', () => {
  const moment = {
    type: 'datetime',
    key: 'at',
    label: 'Termin',
    input: true,
    enableDate: true,
    enableTime: true,
  };
  const [page] = summarise(formOf(moment), { at: '2026-07-01T08:30:00Z' }, 'de');
  expect(page?.rows[0]?.value).toBe('01.07.2026, 10:30');
  const shown = (at: string, language: 'de' | 'en') =>
    summarise(formOf(moment), { at }, language)[0]?.rows[0]?.value;
  expect(shown('2027-10-31T02:30:00+02:00', 'de')).toBe('31.10.2027, 02:30 (Sommerzeit)');
  expect(shown('2027-10-31T02:30:00+01:00', 'en')).toMatch(/02:30 \(winter time\)$/);
  const day = formOf({ ...moment, enableTime: false });
  expect(summarise(day, { at: '2026-07-01T22:30:00Z' }, 'de')[0]?.rows[0]?.value).toBe('02.07.2026');
});

test('what is hashed is the same in both languages, and for data that is shown alike', () => {
  const text = canonicalData(household, data);
  expect(canonicalData(english, data)).toBe(text);
  expect(text).toBe(
    '{"children":[{"birthdate":"03/05/2019","days":2,"name":"Ben"}],"hasChildren":true,"income":1234.5,"name":"Ada",' +
      '"proof":[{"id":"f1","name":"Bescheid.pdf","size":1500000,"type":"application/pdf"}],' +
      '"reasons":{"care":true,"rent":true},"total":2,"way":"transfer"}',
  );
  const alike = { ...data, iban: 'gone', stranger: 1, total: 7, reasons: { care: true, rent: true } };
  expect(canonicalData(household, alike)).toBe(text);
  expect(canonicalData(household, { name: 'e\u0301', hasChildren: false, proof: [] })).toBe(
    '{"name":"\u00e9"}',
  );
});

test('an answer that is shown as none is not hashed, whatever kind of nothing it is', () => {
  expect(canonicalData(household, {})).toBe('{}');
  expect(canonicalData(household, { name: '', hasChildren: false, reasons: {}, proof: [], way: null })).toBe(
    '{}',
  );
  expect(canonicalData(household, { reasons: { rent: false } })).toBe('{}');
  expect(canonicalData(household, { income: 0 })).toBe('{"income":0}');
  expect(canonicalData(household, { hasChildren: true, children: [{}, { name: 'B' }] })).toBe(
    '{"children":[{},{"name":"B"}],"hasChildren":true}',
  );
});

test('what is hashed changes with every answer', () => {
  const text = canonicalData(household, data);
  const changes = [
    { name: 'Adb' },
    { hasChildren: false },
    { income: 1234.51 },
    { reasons: { rent: true } },
    { proof: [{ ...file, id: 'f2' }] },
    { children: [...data.children, {}] },
  ];
  for (const change of changes) expect(canonicalData(household, { ...data, ...change })).not.toBe(text);
  expect(canonicalSummary(summarise(household, data, 'de'))).toContain('["income","Einkommen","1.234,50');
});

test('several choices are told apart, also where one has a comma of its own', () => {
  const choices = (...labels: string[]) => {
    const values = labels.map((label, at) => ({ value: `v${at}`, label }));
    const asked = formOf({ type: 'selectboxes', key: 'from', label: 'Woher', input: true, values });
    const chosen = Object.fromEntries(values.map(({ value }) => [value, true]));
    return summarise(asked, { from: chosen }, 'de')[0]?.rows[0]?.value;
  };
  expect(choices('Rente', 'Zinsen')).toBe('Rente, Zinsen');
  expect(choices('Arbeit, auch Minijob', 'Rente')).toBe('Arbeit, auch Minijob; Rente');
});

test('a name of a file that is written with letters and their dots apart is the same', () => {
  const named = (name: string) => ({ ...data, proof: [{ ...file, name }] });
  const [together, apart] = ['Geb\u00fchr.pdf', 'Gebu\u0308hr.pdf'].map(named) as [object, object];
  expect(canonicalData(household, apart as never)).toBe(canonicalData(household, together as never));
  const texts = [together, apart].map((it) => canonicalSummary(summarise(household, it as never, 'de')));
  expect(texts[1]).toBe(texts[0]);
});
