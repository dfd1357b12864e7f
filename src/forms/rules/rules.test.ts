import { describe, expect, test } from 'vitest';
import { emptyData, emptyRow } from '../data.ts';
import { formOf, household } from '../testing/form.ts';
import type { FormData, FormDefinition, GridComponent } from '../types.ts';
import { evaluate, pageErrors, visiblePages } from './rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const errorsOf = (form: FormDefinition, data: FormData) =>
  evaluate(form, data, NOW).errors.map(({ path, rule }) => `${path}: ${rule}`);

const text = (key: string, more: object = {}) => ({
  type: 'textfield',
  key,
  label: key,
  input: true,
  ...more,
});
const group = { type: 'datagrid', addAnother: 'Noch eine', components: [text('name')] };
const number = (key: string, more: object = {}) => ({ ...text(key, more), type: 'number' });

describe('what is hidden', () => {
  test('pages, fieldsets and fields follow their conditions, and their values go', () => {
    const data = { name: 'Ada', way: 'debit', iban: 'DE1', children: [{ name: 'Ben' }] };
    const shown = evaluate(household, { ...data, hasChildren: true }, NOW);
    expect(visiblePages(shown).map(({ key }) => key)).toEqual(['person', 'family']);
    expect(shown.data.iban).toBe('DE1');

    const hidden = evaluate(household, { ...data, hasChildren: false, way: 'transfer' }, NOW);
    expect(visiblePages(hidden).map(({ key }) => key)).toEqual(['person']);
    expect(hidden.data).toEqual({ name: 'Ada', hasChildren: false, way: 'transfer', reasons: {} });
    expect([...hidden.hidden]).toEqual(['account', 'iban', 'family', 'hint', 'children', 'total']);
    expect(hidden.errors).toEqual([]);
  });

  test('a row of a group decides for itself', () => {
    const rows = [{ name: 'Ada', days: 2 }, { name: 'Ben' }];
    const { hidden, data } = evaluate(household, { hasChildren: true, children: rows }, NOW);
    expect(hidden.has('children[0].certificate')).toBe(false);
    expect(hidden.has('children[1].certificate')).toBe(true);
    expect(data.total).toBeUndefined();
  });

  test('spaces alone are no answer to a text, as Form.io has it', () => {
    const conditions = [{ component: 'a', operator: 'isEmpty' }];
    const form = formOf(
      text('a'),
      text('b', { conditional: { show: true, conjunction: 'all', conditions } }),
    );
    expect(evaluate(form, { a: '  ' }, NOW).hidden.has('b')).toBe(false);
    expect(evaluate(form, { a: ' x' }, NOW).hidden.has('b')).toBe(true);
  });

  test('an age counts today in Germany; without a birthday there is none', () => {
    const json = { '<': [{ age: [{ var: 'data.born' }] }, 18] };
    const form = formOf(text('born', { type: 'day' }), text('consent', { conditional: { json } }));
    const hides = (born: string, now = NOW) => evaluate(form, { born }, now).hidden.has('consent');
    expect(hides('11/21/2008')).toBe(false);
    expect(hides('11/20/2008')).toBe(true);
    expect(hides('11/21/2008', new Date('2026-11-20T23:30:00Z'))).toBe(true);
    expect(hides('')).toBe(true);
  });

  test('the given data is never changed', () => {
    const data = { name: 'Ada', way: 'transfer', iban: 'DE1', stranger: 1, children: [{ name: 'x' }] };
    const before = structuredClone(data);
    evaluate(household, data, NOW);
    expect(data).toEqual(before);
  });
});

describe('what is calculated', () => {
  test('a sum over rows, never what the browser or anyone else sent', () => {
    const children = [
      { name: 'Ada', days: 2 },
      { name: 'Ben', days: 3 },
    ];
    expect(evaluate(household, { hasChildren: true, children, total: 99 }, NOW).data.total).toBe(5);
  });

  test('nothing instead of NaN while a part is missing, and chains in order', () => {
    const form = formOf(
      number('a'),
      number('b', { calculateValue: { '+': [{ var: 'data.a' }, 1] } }),
      number('c', { calculateValue: { '*': [{ var: 'data.b' }, 2] } }),
    );
    expect(evaluate(form, { b: 7 }, NOW).data).toEqual({});
    expect(evaluate(form, { a: 4 }, NOW).data).toEqual({ a: 4, b: 5, c: 10 });
  });
});

test('a calculated amount has whole cents, and there is none while a part is missing', () => {
  const sum = { '+': [{ var: 'data.a' }, 0.2] };
  const form = formOf(number('a'), text('b', { type: 'currency', currency: 'EUR', calculateValue: sum }));
  expect(evaluate(form, { a: 0.1 }, NOW).data.b).toBe(0.3);
  expect(evaluate(form, {}, NOW).data).toEqual({});
});

describe('what is wrong', () => {
  test('each kind of field asks for its own answer', () => {
    const required = { validate: { required: true } };
    const values = [{ value: 'a', label: 'A' }];
    const file = { multiple: true, filePattern: 'application/pdf', fileMaxSize: '1MB' };
    const form = formOf(
      text('name', required),
      number('count', required),
      text('consent', { ...required, type: 'checkbox' }),
      text('boxes', { ...required, type: 'selectboxes', values }),
      text('day', { ...required, type: 'day' }),
      text('proof', { ...required, type: 'file', ...file }),
    );
    const all = ['name', 'count', 'consent', 'boxes', 'day', 'proof'].map((key) => `${key}: required`);
    expect(errorsOf(form, {})).toEqual(all);
    expect(errorsOf(form, emptyData(form))).toEqual(all);
    const blank = { name: '  ', consent: false, boxes: { a: false }, day: '00/00/0000', proof: [] };
    expect(errorsOf(form, blank)).toEqual(all);
    const pdf = { id: 'f1', name: 'a.pdf', size: 1, type: 'application/pdf' };
    const full = { name: 'x', count: 0, consent: true, boxes: { a: true }, day: '01/31/2001', proof: [pdf] };
    expect(errorsOf(form, full)).toEqual([]);
  });

  test('a field without an answer is not judged unless it is required', () => {
    const rules = { minLength: 3, pattern: '[0-9]+' };
    const form = formOf(text('a', { validate: rules }), number('b', { validate: { min: 1, max: 2 } }), {
      ...text('c', { minDate: '2020-01-01' }),
      type: 'day',
    });
    expect(errorsOf(form, { a: '', c: '' })).toEqual([]);
  });

  test.each([
    [text('x', { validate: { maxLength: 3 } }), 'Ünà', []],
    [text('x', { validate: { maxLength: 3 } }), 'U\u0308na', []],
    [text('x', { validate: { maxLength: 3 } }), 'vier', ['x: maxLength']],
    [text('x', { validate: { pattern: '(ja|nein)' } }), 'jain', ['x: pattern']],
    [text('x'), 'Иван', ['x: characters']],
    [text('x', { type: 'email' }), 'eva@', ['x: email']],
    [text('x', { type: 'email' }), ' Eva@Example.org ', []],
    [number('x', { validate: { min: 1 } }), 0, ['x: min']],
    [number('x', { decimalLimit: 0 }), 1.5, ['x: number']],
    [number('x'), 'zwölf', ['x: number']],
    [number('x'), '12', []],
    [text('x', { type: 'day' }), '02/30/2020', ['x: day']],
    [text('x', { type: 'day' }), '00/05/2020', ['x: day']],
    [text('x', { type: 'day', maxDate: 'moment()' }), '11/21/2026', ['x: max']],
    [text('x', { type: 'day', maxDate: 'moment()' }), '11/20/2026', []],
    [text('x', { type: 'datetime', enableDate: true, enableTime: true }), '2026-11-20', ['x: date']],
    [text('x', { type: 'datetime', enableDate: true, enableTime: true }), '2026-11-20T10:00:00+01:00', []],
    [text('x', { validate: { minLength: 3 } }), 'ab', ['x: minLength']],
    [text('x', { validate: { minLength: 3 } }), 'abc', []],
    [text('x', { validate: { pattern: '[0-9]{5}' } }), '241031', ['x: pattern']],
    [text('x', { validate: { pattern: '[0-9]{5}' } }), 'D24103', ['x: pattern']],
    [text('x'), ['two', 'values'], ['x: unknown']],
    [text('x'), 5, ['x: unknown']],
    [text('x', { type: 'textarea' }), 5, ['x: unknown']],
    [text('x', { type: 'phoneNumber' }), 5, ['x: unknown']],
    [text('x', { type: 'radio', values: [{ value: '1', label: 'A' }] }), 1, ['x: option']],
    [text('x', { type: 'datetime', enableDate: true, enableTime: true }), '2026-11-20T10:00:00Z', []],
    [
      text('x', { type: 'datetime', enableDate: true, enableTime: true }),
      '2026-02-30T10:00:00Z',
      ['x: date'],
    ],
    [
      text('x', { type: 'datetime', enableDate: true, enableTime: true }),
      '2026-11-20T10:00:00+99:00',
      ['x: date'],
    ],
    [text('x', { type: 'email' }), ['eva@example.org'], ['x: unknown']],
    [number('x', { validate: { min: 1, max: 5 } }), 1, []],
    [number('x', { validate: { min: 1, max: 5 } }), 5, []],
    [number('x', { validate: { max: 5 } }), 5.5, ['x: max']],
    [text('x', { type: 'currency', currency: 'EUR' }), 1.005, ['x: number']],
    [text('x', { type: 'currency', currency: 'EUR', validate: { min: 1 } }), 0.99, ['x: min']],
    [text('x', { type: 'day', minDate: '2020-01-01' }), '12/31/2019', ['x: min']],
    [text('x', { type: 'day', minDate: '2020-01-01' }), '01/01/2020', []],
    [text('x', { type: 'day' }), 20200101, ['x: day']],
    [text('x', { type: 'datetime', enableDate: true, enableTime: true }), 5, ['x: date']],
    [text('x', { type: 'checkbox' }), 'true', ['x: unknown']],
    [text('x', { type: 'select', data: { values: [{ value: 'a', label: 'A' }] } }), 'b', ['x: option']],
    [
      text('x', { type: 'select', data: { values: [{ value: 'a', label: 'A' }] } }),
      { a: true },
      ['x: option'],
    ],
    [text('x', { type: 'selectboxes', values: [{ value: 'a', label: 'A' }] }), { b: true }, ['x: option']],
    [text('x', { type: 'selectboxes', values: [{ value: 'a', label: 'A' }] }), 'a', ['x: option']],
    [text('x', { validate: { json: { '==': [{ var: 'value' }, 'a'] } } }), 'b', ['x: json']],
    [text('x', { validate: { json: { '==': [{ var: 'value' }, 'a'] } } }), 'a', []],
    [text('x', group), { 0: {} }, ['x: unknown']],
    [text('x', group), ['a'], ['x: unknown']],
    [text('x', group), [null], []],
    [text('x', { ...group, validate: { minLength: 2 } }), [{}], ['x: minLength']],
    [text('x', { ...group, validate: { minLength: 2 } }), [{ name: 'a' }, { name: 'b' }], []],
    [text('x', { ...group, validate: { maxLength: 1 } }), [{ name: 'a' }], []],
    [text('x', { ...group, validate: { maxLength: 1 } }), [{ name: 'a' }, { name: 'b' }], ['x: maxLength']],
    [text('x', { ...group, validate: { required: true } }), [{}], ['x: required']],
    [text('x', { type: 'radio', values: [{ value: '1', label: 'A' }] }), '2', ['x: option']],
    [text('x', { type: 'radio', values: [{ value: '1', label: 'A' }] }), '1', []],
  ])('%j answered with %j', (component, answer, expected) => {
    expect(errorsOf(formOf(component), { x: answer })).toEqual(expected);
  });

  test.each([
    ['too large', { size: 2 * 1024 * 1024 }],
    ['of another type', { type: 'text/html' }],
    ['without an id of the service', { id: '../etc/passwd' }],
    ['without a size', { size: -1 }],
    ['larger than any number', { size: Number.POSITIVE_INFINITY }],
    ['without a name', { name: '' }],
  ])('a file %s', (_, change) => {
    const file = { id: 'f1', name: 'a.pdf', size: 10, type: 'application/pdf', ...change };
    const accepts = { type: 'file', multiple: true, filePattern: 'application/pdf', fileMaxSize: '1MB' };
    const form = formOf(text('x', accepts));
    expect(evaluate(form, { x: [file] }, NOW).errors).toMatchObject([{ path: 'x', rule: 'file' }]);
  });

  test('errors carry what their text needs, the own message of the form first', () => {
    const json = { if: [{ '==': [{ var: 'value' }, 'Eva'] }, true, 'Nur Eva darf das.'] };
    const form = formOf(text('a', { validate: { json } }), number('b', { validate: { max: 5 } }), {
      ...text('c', { validate: { required: true, customMessage: 'Bitte ausfüllen.' } }),
    });
    expect(evaluate(form, { a: 'Ada', b: 6 }, NOW).errors).toEqual([
      { path: 'a', rule: 'json', message: 'Nur Eva darf das.' },
      { path: 'b', rule: 'max', params: { max: 5 } },
      { path: 'c', rule: 'required', message: 'Bitte ausfüllen.' },
    ]);
  });

  test.each([
    [number('x', { validate: { min: 1, max: 5 } }), 0, 'min', { min: 1 }],
    [number('x', { validate: { min: 1, max: 5 } }), 6, 'max', { max: 5 }],
    [text('x', { validate: { minLength: 2, maxLength: 3 } }), 'a', 'minLength', { min: 2 }],
    [text('x', { validate: { minLength: 2, maxLength: 3 } }), 'abcd', 'maxLength', { max: 3 }],
    [
      text('x', { type: 'day', minDate: '2020-01-01', maxDate: 'moment()' }),
      '12/31/2019',
      'min',
      { min: '2020-01-01' },
    ],
    [
      text('x', { type: 'day', minDate: '2020-01-01', maxDate: 'moment()' }),
      '11/21/2026',
      'max',
      { max: '2026-11-20' },
    ],
  ])('%j answered with %j names the limit of its %s', (component, answer, rule, params) => {
    expect(evaluate(formOf(component), { x: answer }, NOW).errors).toEqual([{ path: 'x', rule, params }]);
  });

  test('far too many rows are cut, and that is said', () => {
    const children = Array.from({ length: 50 }, () => ({ name: 'Ada' }));
    const { data, errors } = evaluate(household, { name: 'Ada', hasChildren: true, children }, NOW);
    expect(data.children).toHaveLength(13);
    expect(errors).toEqual([{ path: 'children', rule: 'maxLength', params: { max: 3 } }]);
  });

  test('errors belong to their page, those in rows too', () => {
    const rows = [{}, { name: 'Ben', birthdate: '02/30/2020' }, {}, {}];
    const evaluation = evaluate(household, { hasChildren: true, children: rows }, NOW);
    expect(pageErrors(household, evaluation, 'person').map(({ path }) => path)).toEqual(['name']);
    expect(pageErrors(household, evaluation, 'family').map(({ path, rule }) => `${path}: ${rule}`)).toEqual([
      'children: maxLength',
      'children[0].name: required',
      'children[1].birthdate: day',
      'children[2].name: required',
      'children[3].name: required',
    ]);
  });
});

describe('a fresh form', () => {
  test('starts with defaults and as many rows as a group needs', () => {
    const form = formOf(
      number('copies', { defaultValue: 1 }),
      text('people', { ...group, validate: { minLength: 1 } }),
      text('consent', { type: 'checkbox' }),
    );
    expect(emptyData(form)).toEqual({ copies: 1, people: [{ name: '' }], consent: false });
    expect(emptyRow(form.components[0]?.components[1] as GridComponent)).toEqual({ name: '' });
  });

  test('a number that was taken out stays out, a text keeps what was typed', () => {
    const form = formOf(number('copies', { defaultValue: 1 }), text('town', { defaultValue: 'Kiel' }));
    expect(evaluate(form, { town: '' }, NOW).data).toEqual({ town: '' });
    expect(evaluate(form, {}, NOW).data).toEqual({ town: 'Kiel' });
  });
});
