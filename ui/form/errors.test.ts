import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { problemStatus } from '#domain/problem.ts';
import type { Component, FieldError, RuleName } from '#forms/types.ts';
import type { Problem } from '#machines/kit/problem.ts';
import { errorText, summaryErrors } from './error-text.ts';
import { fileProblemText } from './file-texts.ts';
import { formOf } from './testing/forms.ts';
import { texts } from './testing/render.tsx';

const RULES: RuleName[] = [
  'required',
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'email',
  'number',
  'day',
  'date',
  'option',
  'file',
  'characters',
  'json',
  'unknown',
  'iban',
  'plate',
  'microchip',
  'phone',
  'postcode',
  'time',
  'webAddress',
  'notInThePast',
  'notInTheFuture',
  'openingHours',
  'notBefore',
  'notAfter',
];
const text: Component = { type: 'textfield', input: true, key: 'name', label: 'Name' };
const rows: Component = {
  type: 'datagrid',
  input: true,
  key: 'rows',
  label: 'Hunde',
  rowLabel: 'Hund',
  addAnother: 'Noch einer',
  components: [text],
  rowNamedBy: 'name',
};

describe.each(locales)('error texts (%s)', (language) => {
  it.each(RULES)('%s has words that name the field, without gaps', async (rule) => {
    const t = (await texts(language)).getFixedT(language, 'form');
    const params = { min: 3, max: 5, types: 'application/pdf', example: '1985-03-27', date: '2026-12-01' };
    if (rule === 'number') Object.assign(params, { example: 12 });
    for (const type of ['textfield', 'day', 'currency', 'datagrid', 'file', 'radio', 'checkbox'] as const) {
      const words = errorText({ path: 'x', rule, params }, { label: 'Rasse', type }, t, language);
      expect(words).toContain('Rasse');
      expect(words).not.toMatch(/\{\{|errors\.|undefined|NaN|Invalid/);
    }
  });
});

it.each([
  ['de', '„Ort“ enthält Zeichen, die hier nicht erlaubt sind: ? ☃.'],
  ['en', '“Ort” contains characters that are not allowed here: ? ☃.'],
] as const)('says which characters are not allowed (%s)', async (language, words) => {
  const t = (await texts(language)).getFixedT(language, 'form');
  const error: FieldError = { path: 'x', rule: 'characters', params: { characters: '? ☃' } };
  expect(errorText(error, { label: 'Ort', type: 'textfield' }, t, language)).toContain(words);
});

it.each([
  ['de', 'ab Dienstag, 1. Dezember 2026', 'Montag 8 bis 12 Uhr'],
  ['en', 'from Tuesday, 1 December 2026 on', 'Montag 8 bis 12 Uhr'],
] as const)('says when an office is open, and the first day (%s)', async (language, ...words) => {
  const t = (await texts(language)).getFixedT(language, 'form');
  const params = { date: '2026-12-01', hours: 'Montag 8 bis 12 Uhr' };
  const said = errorText(
    { path: 'x', rule: 'openingHours', params },
    { label: 'Termin', type: 'day' },
    t,
    language,
  );
  for (const part of words) expect(said).toContain(part);
});

it('writes limits of days as the reader does', async () => {
  const t = (await texts('en')).getFixedT('en', 'form');
  const error: FieldError = { path: 'x', rule: 'min', params: { min: '2026-12-02' } };
  expect(errorText(error, { label: 'Start', type: 'day' }, t, 'en')).toContain('not before 2 Dec 2026.');
});

it('the form’s own words go before ours', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  expect(errorText({ path: 'x', rule: 'json', message: 'Zu jung.' }, undefined, t, 'de')).toBe('Zu jung.');
});

it('the summary follows the page, names rows, and has one line a field', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  const errors = [
    { path: 'rows[1].name', rule: 'number' },
    { path: 'rows[0].name', rule: 'required' },
    { path: 'first', rule: 'required' },
    { path: 'first', rule: 'minLength', params: { min: 2 } },
  ] as const;
  const form = formOf({ ...text, key: 'first', label: 'Erstes' }, rows);
  const data = { rows: [{ name: ' ' }, { name: 'Rex' }] };
  const lines = summaryErrors(form, [...errors], t, { data, locale: 'de' });
  expect(lines.map(({ fieldId, text: words }) => [fieldId, words.split(':')[0]])).toEqual([
    ['field-first', 'Bitte füllen Sie das Feld „Erstes“ aus.'],
    ['field-rows-0-name', 'Hund 1'],
    ['field-rows-1-name', 'Rex'],
  ]);
});

it('the summary tells rows of the same name apart', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  const data = { rows: [{ name: 'Rex' }, { name: 'Bello' }, { name: 'Rex' }] };
  const errors = [0, 1, 2].map((at): FieldError => ({ path: `rows[${at}].name`, rule: 'maxLength' }));
  const lines = summaryErrors(formOf(rows), errors, t, { data, locale: 'de' });
  expect(lines.map(({ text: words }) => words.split(':')[0])).toEqual([
    'Rex (Hund 1)',
    'Bello',
    'Rex (Hund 3)',
  ]);
});

it('the summary names the fields whose lines would read the same, and no others', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  const amount = (key: string, label: string): Component => ({
    type: 'currency',
    key,
    label,
    input: true,
    currency: 'EUR',
  });
  const form = formOf(
    amount('rent', 'Kaltmiete'),
    amount('heating', 'Heizung:'),
    amount('pay', 'Lohn'),
    amount('aid', 'Wie viel Unterhalt?'),
  );
  const below = (path: string, message: string): FieldError => ({ path, rule: 'min', message });
  const errors = [
    below('rent', 'Geben Sie einen Betrag ab 1 Euro ein.'),
    below('heating', 'Geben Sie einen Betrag ab 1 Euro ein.'),
    below('pay', 'Geben Sie einen Betrag ab 450 Euro ein.'),
    below('aid', 'Geben Sie einen Betrag ab 1 Euro ein.'),
  ];
  const lines = summaryErrors(form, errors, t, { data: {}, locale: 'de' });
  expect(lines.map(({ text: words }) => words)).toEqual([
    'Kaltmiete: Geben Sie einen Betrag ab 1 Euro ein.',
    'Heizung: Geben Sie einen Betrag ab 1 Euro ein.',
    'Geben Sie einen Betrag ab 450 Euro ein.',
    'Wie viel Unterhalt: Geben Sie einen Betrag ab 1 Euro ein.',
  ]);
});

it('says what is to be done in the words of the field', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  const say = (error: object, field: object) =>
    errorText(
      { path: 'x', ...error } as FieldError,
      { label: 'Baujahr', type: 'number', ...field } as never,
      t,
      'de',
    );
  expect(say({ rule: 'required' }, { label: 'Wie alt ist der Hund?' })).toBe(
    'Bitte beantworten Sie die Frage „Wie alt ist der Hund?“.',
  );
  const number = { rule: 'number', params: { example: 1920 } };
  expect(say(number, {})).toContain('eine Zahl in Ziffern an, zum Beispiel 1920.');
  expect(say(number, { decimalLimit: 0 })).toContain('eine ganze Zahl ohne Komma an, zum Beispiel 1920.');
  expect(say(number, { decimalLimit: 2 })).toContain('höchstens 2 Stellen nach dem Komma');
  expect(say({ ...number, params: { example: 1250.5 } }, { type: 'currency' })).toContain('1250,50.');
  expect(say({ rule: 'min', params: { min: 1200 } }, {})).toContain('mindestens 1200 an');
  expect(say({ rule: 'min', params: { min: 1200 } }, { delimiter: true })).toContain('mindestens 1.200 an');
  expect(say({ rule: 'max', params: { max: 1200 } }, { type: 'currency' })).toContain('1.200,00');
});

it('a date that does not exist is called so, and an example is one that would do', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  const [german, field] = [{ path: 'x', rule: 'day' } as const, { label: 'Beginn', type: 'day' } as const];
  const wrong = { ...german, params: { day: '31', month: '2', year: '1980' } };
  expect(errorText(wrong, field, t, 'de')).toBe(
    'Den 31.2.1980 gibt es nicht. Bitte prüfen Sie Tag und Monat bei „Beginn“.',
  );
  expect(errorText({ ...german, params: { example: '2026-12-02' } }, field, t, 'de')).toContain(
    'zum Beispiel 2 12 2026.',
  );
  const incomplete = { path: 'x', rule: 'date' } as const;
  const moment = { label: 'Beginn', type: 'datetime' } as const;
  expect(errorText(incomplete, moment, t, 'de')).toContain('vollständiges Datum');
  expect(errorText(incomplete, { ...moment, enableTime: true }, t, 'de')).toContain('Jahr und Uhrzeit');
  const skipped = { ...incomplete, params: { day: 28, month: 3, year: 2027, time: '02:30' } };
  expect(errorText(skipped, { ...moment, enableTime: true }, t, 'de')).toMatch(
    /^Am 28\.3\.2027 gibt es 02:30 Uhr nicht: .* Bitte geben Sie bei „Beginn“ eine andere Uhrzeit an\.$/,
  );
});

it.each(locales)('says of every file that is refused why (%s)', async (language) => {
  const t = (await texts(language)).getFixedT(language, 'form');
  const said = (code: string) => fileProblemText({ code } as Problem, t, language);
  const codes = Object.keys(problemStatus).filter((code) => code.startsWith('file-'));
  expect(codes.filter((code) => said(code) === said('unheard'))).toEqual([]);
});
