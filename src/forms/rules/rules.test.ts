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
const rowsOf = (...components: object[]) => ({ ...group, components });
const number = (key: string, more: object = {}) => ({ ...text(key, more), type: 'number' });
const atMoment = (more: object) =>
  text('x', { type: 'datetime', enableDate: true, enableTime: true, ...more });

const REQUIRED = { validate: { required: true } };

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

test.each([
  ['textfield', { '+': [1, 2] }, '3'],
  ['textfield', { cat: ['Mu', '\u0308ller'] }, 'Mu\u0308ller'.normalize('NFC')],
  ['textfield', { '==': [1, 1] }, undefined],
  ['textfield', { '/': [1, 0] }, undefined],
  ['hidden', { '+': [1, 2] }, '3'],
  ['number', { cat: ['1'] }, undefined],
  ['number', { '==': [1, 1] }, undefined],
  ['checkbox', { '==': [1, 1] }, true],
  ['checkbox', { '==': [1, 2] }, false],
  ['checkbox', { '+': [1] }, undefined],
])('a %s that is calculated by %j is %j', (type, calculateValue, value) => {
  expect(evaluate(formOf({ ...text('x', { calculateValue }), type }), {}, NOW).data.x).toBe(value);
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
    [text('x', { type: 'datetime', enableDate: true, enableTime: true }), '2026-02-30T10:00:00Z', ['x: day']],
    [text('x', { type: 'datetime', enableDate: true, enableTime: true }), '2027-3-28T02:30', ['x: date']],
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
    // By the day in Germany: half past eleven in the evening in London is the next day there.
    [atMoment({ minDate: '2020-01-01' }), '2019-12-31T22:30:00Z', ['x: min']],
    [atMoment({ minDate: '2020-01-01' }), '2019-12-31T23:30:00Z', []],
    [atMoment({ maxDate: '2020-01-01' }), '2020-01-01T22:30:00Z', []],
    [atMoment({ maxDate: '2020-01-01' }), '2020-01-01T23:30:00Z', ['x: max']],
    [atMoment({ maxDate: '2020-01-01' }), '2020-02-31T23:30:00Z', ['x: day']],
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
    [text('x', { type: 'selectboxes', values: [{ value: 'a', label: 'A' }] }), { a: 'yes' }, ['x: option']],
    [
      text('x', { type: 'selectboxes', values: [{ value: 'a', label: 'A' }] }),
      { a: true, b: true },
      ['x: option'],
    ],
    [
      text('x', { type: 'selectboxes', values: [{ value: 'a', label: 'A' }] }),
      { a: true, b: false, c: 0 },
      [],
    ],
    [number('x', { decimalLimit: 0, validate: { max: 5 } }), 6.5, ['x: number']],
    [number('x', { decimalLimit: 0, validate: { min: 5 } }), 1.5, ['x: number']],
    [number('x', { decimalLimit: 0 }), ' ', []],
    [number('x'), '', []],
    [number('x'), true, ['x: number']],
    [number('x'), 'Infinity', ['x: number']],
    [text('x', { type: 'day', maxDate: '2020-12-31' }), '02/31/2021', ['x: day']],
    [text('x', { type: 'day' }), '2020-01-01', ['x: day']],
    [text('x', { properties: { charset: 'A' } }), 'Eva 1', ['x: characters']],
    [text('x'), 'Eva 1', []],
    [
      text('x', { validate: { maxLength: 3 }, properties: { charset: 'A' } }),
      'Eva 1',
      ['x: maxLength', 'x: characters'],
    ],
    [text('x', { validate: { minLength: 3, maxLength: 5 } }), 'abcde', []],
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
    [text('x', { ...group, validate: { required: true } }), [{ name: '' }], ['x: required']],
    [text('x', { ...group, validate: { required: true } }), [{}, { name: 'a' }], []],
    [text('x', { ...rowsOf(number('n')), validate: { required: true } }), [{ n: 0 }], []],
    [
      text('x', { ...rowsOf({ ...text('c'), type: 'checkbox' }), validate: { required: true } }),
      [{ c: true }],
      [],
    ],
    [
      text('x', { ...rowsOf({ ...text('c'), type: 'checkbox' }), validate: { required: true } }),
      [{ c: false }],
      ['x: required'],
    ],
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

  test('null is no answer, of whatever kind the field is', () => {
    const values = [{ value: 'a', label: 'A' }];
    const file = { multiple: true, filePattern: 'application/pdf', fileMaxSize: '1MB' };
    for (const component of [
      text('x'),
      number('x'),
      text('x', { type: 'checkbox' }),
      text('x', { type: 'selectboxes', values }),
      text('x', { type: 'radio', values }),
      text('x', { type: 'day' }),
      text('x', { type: 'file', ...file }),
      text('x', group),
    ])
      expect(errorsOf(formOf(component), { x: null })).toEqual([]);
  });

  test('a field for one file takes no second one, and an empty one is the matter of the upload', () => {
    const file = (id: string, size = 1) => ({ id, name: `${id}.pdf`, size, type: 'application/pdf' });
    const accepts = { type: 'file', multiple: false, filePattern: 'application/pdf', fileMaxSize: '1MB' };
    const form = formOf(text('x', accepts));
    expect(errorsOf(form, { x: [file('a')] })).toEqual([]);
    expect(errorsOf(form, { x: [file('a', 0)] })).toEqual([]);
    expect(errorsOf(form, { x: [file('a', 1024 * 1024)] })).toEqual([]);
    expect(errorsOf(form, { x: [file('a'), file('b')] })).toEqual(['x: file']);
  });

  test('each rule has its own message, at the key at which Form.io has it', () => {
    const own = (component: object, key: string, answer: unknown) => {
      const form = formOf({ ...component, errors: { [key]: `own ${key}` } });
      return evaluate(form, answer === undefined ? {} : { x: answer as never }, NOW).errors[0]?.message;
    };
    const values = [{ value: 'a', label: 'A' }];
    const file = { type: 'file', multiple: false, filePattern: 'application/pdf', fileMaxSize: '1MB' };
    const moment = { type: 'datetime', enableDate: true, enableTime: true };
    const cases: [string, object, unknown][] = [
      ['required', text('x', { validate: { required: true } }), undefined],
      ['min', number('x', { validate: { min: 1 } }), 0],
      ['max', number('x', { validate: { max: 1 } }), 2],
      ['minDate', text('x', { type: 'day', minDate: '2020-01-01' }), '01/01/2019'],
      ['minDate', atMoment({ minDate: '2020-01-01' }), '2019-01-01T10:00:00Z'],
      ['maxDate', atMoment({ maxDate: '2020-01-01' }), '2021-01-01T10:00:00Z'],
      ['maxDate', text('x', { type: 'day', maxDate: '2020-01-01' }), '01/01/2021'],
      ['minLength', text('x', { validate: { minLength: 2 } }), 'a'],
      ['maxLength', text('x', { validate: { maxLength: 2 } }), 'abc'],
      ['pattern', text('x', { validate: { pattern: '[0-9]' } }), 'a'],
      ['invalid_email', text('x', { type: 'email' }), 'eva@'],
      ['number', number('x'), 'zwölf'],
      ['invalidDay', text('x', { type: 'day' }), '02/31/2020'],
      ['invalidDate', text('x', moment), 'morgen'],
      ['invalidOption', text('x', { type: 'radio', values }), 'b'],
      ['jsonLogic', text('x', { validate: { json: { '==': [{ var: 'value' }, 'a'] } } }), 'b'],
      ['file', text('x', file), 'a.pdf'],
      ['characters', text('x'), 'Иван'],
      ['phone', text('x', { properties: { check: 'phone' } }), '1'],
      ['notInThePast', text('x', { type: 'day', properties: { check: 'notInThePast' } }), '01/01/2020'],
    ];
    for (const [key, component, answer] of cases) expect(own(component, key, answer)).toBe(`own ${key}`);
  });

  test.each<[object, unknown, object]>([
    [
      text('x', { type: 'day', minDate: '2020-01-01', maxDate: '2020-12-31', ...REQUIRED }),
      '',
      { rule: 'required' },
    ],
    [
      text('x', { type: 'day' }),
      '02/31/2020',
      { rule: 'day', params: { day: '31', month: '2', year: '2020' } },
    ],
    [
      text('x', { type: 'datetime', enableDate: true, enableTime: true }),
      '2020-2-31T',
      { rule: 'day', params: { day: '31', month: '2', year: '2020' } },
    ],
    [
      atMoment({ minDate: '2020-01-01' }),
      '2019-01-01T10:00:00Z',
      { rule: 'min', params: { min: '2020-01-01' } },
    ],
    [text('x', { type: 'day' }), '00/05/2020', { rule: 'day', params: { example: '2026-03-27' } }],
    [text('x', { type: 'day', minDate: '2020-01-01', maxDate: '2019-01-01' }), '00/05/2020', { rule: 'day' }],
    [number('x'), 'zwölf', { rule: 'number', params: { example: 12 } }],
    [number('x', { validate: { min: 100 } }), 'zwölf', { rule: 'number', params: { example: 100 } }],
    [number('x', { validate: { max: 5 } }), 'zwölf', { rule: 'number', params: { example: 5 } }],
    [
      text('x', { type: 'currency', currency: 'EUR' }),
      'zwölf',
      { rule: 'number', params: { example: 1250.5 } },
    ],
    [
      text('x', { type: 'file', multiple: false, filePattern: 'application/pdf', fileMaxSize: '1MB' }),
      'a.pdf',
      { rule: 'file', params: { max: '1MB', types: 'application/pdf' } },
    ],
    [
      text('x', { type: 'file', multiple: false, filePattern: 'a/b', fileMaxSize: '1MB', ...REQUIRED }),
      [],
      { rule: 'required' },
    ],
    [text('x', { validate: { required: true, maxLength: 3 } }), '', { rule: 'required' }],
    [number('x', { validate: { required: true, min: 1, max: 5 } }), undefined, { rule: 'required' }],
    [text('x'), 5, { rule: 'unknown' }],
    [text('x'), 'Иван', { rule: 'characters', params: { characters: 'И в а н' } }],
  ])('%j answered with %j is told with what its text needs', (component, answer, error) => {
    expect(evaluate(formOf(component), { x: answer as never }, NOW).errors).toEqual([
      { path: 'x', ...error },
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

describe('what was typed', () => {
  const form = formOf(
    text('name', { properties: { charset: 'A' }, validate: { required: true } }),
    text('note', { type: 'textarea' }),
    number('metres'),
  );
  const typed = (data: FormData) => evaluate(form, { name: 'Ada', ...data }, NOW);

  test('is stored, and sent, in the signs of DIN 91379, without what nobody sees', () => {
    const { data, errors } = typed({ name: '\u200bJürgen\u00a0József ', note: '„Bitte“ – schnell …\n' });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ name: 'Jürgen József', note: '"Bitte" - schnell ...' });
  });

  test('is missing where it is only what nobody sees', () => {
    expect(typed({ name: '\u00a0\u200b' }).errors).toMatchObject([{ path: 'name', rule: 'required' }]);
  });

  test.each(['12e3', '0x10', '1_000', 'Infinity', '.', '12,5', '--1'])('as a number is not %s', (metres) => {
    expect(typed({ metres })).toMatchObject({ errors: [{ path: 'metres', rule: 'number' }] });
    expect(typed({ metres }).data).not.toHaveProperty('metres');
  });

  test.each([
    ['12', 12],
    [' -1.50 ', -1.5],
    ['+3', 3],
  ])('as a number may be %j', (metres, value) => {
    expect(typed({ metres })).toMatchObject({ errors: [], data: { metres: value } });
  });
});
