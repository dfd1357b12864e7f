import { describe, expect, test } from 'vitest';
import { fieldIndex } from '#forms/components.ts';
import { builderDefaults } from '#forms/testing/builder-defaults.ts';
import type { Component } from '#forms/types.ts';
import { importForm } from './import-form.ts';
import { formReport, refusalReport } from './report.ts';

const OPTIONS = [
  { label: 'Sehr gut', value: 'very good', shortcut: '' },
  { label: 'Schlecht', value: 'bad', shortcut: '' },
];
const made = (type: string, more: object = {}) => ({
  ...builderDefaults(type),
  key: type,
  label: 'Angabe',
  ...more,
});
const text = (key: string, more: object = {}) => made('textfield', { key, ...more });

/** Imports components on one page of a form. */
function run(components: object[], more: object = {}) {
  const source = JSON.stringify(
    { title: 'Antrag', name: 'meinAntrag', display: 'form', components, ...more },
    null,
    1,
  );
  return importForm('export.json', source);
}
function accepted(...components: object[]) {
  const result = run(components);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result;
}
const inPage = (...components: object[]) => accepted(...components).form.components[0]?.components ?? [];
const reasons = (...components: object[]) => {
  const result = run(components);
  return 'faults' in result ? result.faults.map(({ reason }) => reason) : [];
};
const notes = (...components: object[]) => accepted(...components).notes.map(({ reason }) => reason);
const fields = (...components: object[]) => [...fieldIndex(accepted(...components).form).keys()];

describe('pages', () => {
  test('each panel of a form is one, what stands between goes before or to a first one', () => {
    const panel = (key: string, ...components: object[]) => made('panel', { key, title: key, components });
    const { form } = accepted(text('a'), panel('One', text('b')), text('c'), panel('Two', text('d')));
    const pages = form.components.map(({ title, components }) => [title, components.map(({ key }) => key)]);
    expect(pages).toEqual([
      ['Antrag', ['a']],
      ['One', ['b', 'c']],
      ['Two', ['d']],
    ]);
    expect(form).toMatchObject({ name: 'mein-antrag', title: 'Antrag', display: 'wizard' });
  });

  test('a page with nothing in it is left out, and the portal has buttons of its own', () => {
    const submit = { type: 'button', action: 'submit', label: 'Absenden', key: 'submit', input: true };
    const { form, notes: found } = accepted(
      text('a'),
      made('panel', { key: 'end', title: 'Ende', components: [submit] }),
    );
    expect(form.components).toHaveLength(1);
    expect(found.map(({ reason }) => reason).join()).toContain('the button "Absenden" is left out');
    expect(reasons(text('a'), { ...submit, action: 'custom', custom: 'alert(1)' })[0]).toContain(
      'runs a script',
    );
  });

  test('a list of components, and a form in an answer of the server, are forms too', () => {
    const list = [text('a')];
    for (const value of [list, { form: { title: 'Antrag', components: list } }])
      expect(importForm('antrag.json', JSON.stringify(value))).toHaveProperty('form');
    const named = importForm('hunde-steuer.json', JSON.stringify(list));
    expect('form' in named && named.form.title).toBe('Formular');
    for (const value of ['5', '{}', '[', '"a"', '{"components":5}'])
      expect(importForm('antrag.json', value)).toHaveProperty('faults');
  });
});

describe('layout', () => {
  const PART = made('panel', { title: 'Teil', components: [text('a')] });
  test.each<[string, object, string]>([
    ['a panel in a page', PART, 'fieldset'],
    ['a well', { type: 'well', key: 'well', input: false, components: [text('a')] }, 'columns'],
    [
      'a table',
      { type: 'table', key: 'table', rows: [[{ components: [text('a')] }, { components: [] }]] },
      'columns',
    ],
    [
      'tabs',
      { type: 'tabs', key: 'tabs', components: [{ key: 't', label: 'Teil', components: [text('a')] }] },
      'columns',
    ],
    [
      'a container',
      { ...made('fieldset'), type: 'container', input: true, components: [text('a')] },
      'fieldset',
    ],
  ])('%s keeps its fields', (_, component, type) => {
    const page = made('panel', { key: 'page', components: [component] });
    expect(inPage(page)[0]?.type).toBe(type);
    expect(fields(page)).toEqual(['a']);
  });

  test('keys of layout give way to each other and to those of fields', () => {
    const well = (...components: object[]) => ({ type: 'well', key: 'a', label: 'W', components });
    const keys = inPage(well(text('a')), well(text('b'))).map(({ key }) => key);
    expect(keys).toEqual(['a2', 'a3']);
  });
});

describe('text', () => {
  const html = (content: string) =>
    inPage({ type: 'htmlelement', key: 'h', label: 'H', tag: 'p', content }, text('a'))[0];
  test.each([
    ['<div class="x">Ein <b>Hinweis</b></div>', '<p>Ein <strong>Hinweis</strong></p>'],
    ['<h1>Titel</h1><p>Text<br>mehr</p>', '<h3>Titel</h3><p>Text mehr</p>'],
    ['<a href="https://a.example" target="_blank">hier</a>', '<p><a href="https://a.example">hier</a></p>'],
    ['<p><a href="//evil.example">hier</a></p>', '<p>hier</p>'],
    ['<p>a &amp; b &lt; c</p><p>&nbsp;</p>', '<p>a &amp; b &lt; c</p>'],
  ])('%s is %s', (content, expected) =>
    expect(html(content)).toMatchObject({ type: 'content', html: expected }),
  );

  test.each([
    '<script>alert(1)</script>',
    '<p onclick="x()">a</p>',
    '<a href="javascript:x()">a</a>',
    '<p>{{ data.name }}</p>',
  ])('%s is refused at its place', (content) => {
    const found = reasons(text('a'), { type: 'content', key: 'h', html: content });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^components\[1\]: /);
  });

  test('labels lose their tags, keep what stands before and behind, and are never empty', () => {
    const component = text('livingSpace', { label: '<b>Fläche</b>', suffix: 'm²', tooltip: 'Ohne Keller' });
    expect(inPage(component)[0]).toMatchObject({ label: 'Fläche (m²)', description: 'Ohne Keller' });
    expect(inPage(text('livingSpace', { label: '' }))[0]).toMatchObject({ label: 'Living space' });
    expect(reasons(text('a', { label: 'Für {{ data.b }}' }))[0]).toContain('{{ }}');
  });
});

describe('fields', () => {
  const one = (component: object) => inPage(component)[0] as Component;
  test.each<[string, object, object]>([
    ['a number in a text', made('number', { validate: { min: '3', step: 'any' } }), { validate: { min: 3 } }],
    ['whole numbers', made('number', { validate: { step: '1' } }), { decimalLimit: 0 }],
    [
      'lengths as texts',
      text('a', { validate: { minLength: '2', maxLength: 0 } }),
      { validate: { minLength: 2 } },
    ],
    [
      'an input mask',
      text('a', { inputMask: '99999-aa' }),
      { validate: { pattern: '[0-9]{5}-[A-Za-z]{2}' } },
    ],
    ['alternatives', text('a', { validate: { pattern: '^a|b$' } }), { validate: { pattern: '(a|b)' } }],
    ['a currency', made('currency'), { currency: 'EUR' }],
    [
      'files',
      made('file', { filePattern: '.pdf, .JPG' }),
      { filePattern: 'application/pdf,image/jpeg', fileMaxSize: '10MB', multiple: false },
    ],
    ['any files', made('file'), { filePattern: 'application/pdf,image/jpeg,image/png' }],
    [
      'a required part of a day',
      made('day', { fields: { day: { required: true } } }),
      { validate: { required: true } },
    ],
    [
      'a date with limits',
      made('datetime', { enableTime: false, datePicker: { minDate: '2026-01-01T00:00:00Z' } }),
      { type: 'day', minDate: '2026-01-01' },
    ],
    ['a date with time', made('datetime'), { type: 'datetime', enableTime: true }],
    [
      'a date with time and limits',
      made('datetime', {
        datePicker: { minDate: 'moment()', maxDate: '2030-01-01T00:00:00Z', showWeeks: true },
      }),
      { type: 'datetime', minDate: 'moment()', maxDate: '2030-01-01' },
    ],
    ['required of old', text('a', { required: true }), { validate: { required: true } }],
    [
      'options as JSON',
      made('select', {
        dataSrc: 'json',
        data: { json: '[{"id":"k","name":"Kiel"}]' },
        valueProperty: 'id',
        template: '<span>{{ item.name }}</span>',
      }),
      { data: { values: [{ value: 'k', label: 'Kiel' }] } },
    ],
    [
      'several options',
      made('select', { multiple: true, data: { values: OPTIONS } }),
      { type: 'selectboxes' },
    ],
    ['CHEFS', { type: 'simpletextfieldadvanced', key: 'a', label: 'A' }, { type: 'textfield', input: true }],
    [
      'CHEFS boxes',
      { type: 'simplecheckboxes', key: 'a', label: 'A', values: OPTIONS },
      { type: 'selectboxes' },
    ],
    ['another product', text('a', { navId: 'e1', properties: { owner: 'x' } }), { type: 'textfield' }],
    ['an IBAN', text('a', { type: 'iban' }), { type: 'textfield', properties: { check: 'iban' } }],
    [
      'a time',
      text('a', { type: 'time', format: 'HH:mm' }),
      { type: 'textfield', properties: { check: 'time' } },
    ],
    [
      'a time alone',
      made('datetime', { enableDate: false }),
      { type: 'textfield', properties: { check: 'time' } },
    ],
    [
      'an address in the web',
      text('a', { type: 'url' }),
      { type: 'textfield', properties: { check: 'webAddress' } },
    ],
    [
      'a signature',
      { ...text('a', { validate: { required: true } }), type: 'signature', width: '100%', penColor: 'black' },
      { type: 'textfield', validate: { required: true }, properties: { autocomplete: 'name' } },
    ],
    [
      'a list of words',
      { type: 'tags', key: 'a', label: 'A', delimeter: ',', storeas: 'string' },
      { type: 'textfield' },
    ],
  ])('%s', (_, component, expected) => expect(one(component)).toMatchObject(expected));

  test('a survey is a radio for each question, an address its parts, a map rows of two', () => {
    const survey = {
      ...made('radio', { values: OPTIONS, validate: { required: true } }),
      type: 'survey',
      key: 'service',
      questions: [{ label: 'Wie war es?', value: 'howWasIt' }],
    };
    expect(inPage(survey)[0]).toMatchObject({
      type: 'fieldset',
      components: [
        { type: 'radio', key: 'service_howWasIt', label: 'Wie war es?', validate: { required: true } },
      ],
    });
    const address = { ...made('fieldset'), type: 'address', key: 'home', validate: { required: true } };
    expect(fields(address)).toEqual(['home_street', 'home_postalCode', 'home_locality']);
    expect(accepted(address).english).toMatchObject({ Postleitzahl: 'Postcode' });
    const signature = { ...text('a'), type: 'signature', description: 'Unten.' };
    expect(inPage(signature)[0]?.description).toMatch(/^Unten\. Tippen Sie Ihren Namen ein\./);
    expect(Object.values(accepted({ ...signature, description: '' }).english).join()).toContain(
      'Type your name',
    );
    const map = { ...made('datagrid'), type: 'datamap', key: 'map', valueComponent: made('number') };
    expect(inPage(map)[0]).toMatchObject({
      type: 'datagrid',
      addAnother: 'Eintrag hinzufügen',
      rowLabel: 'Eintrag',
      components: [
        { type: 'textfield', key: 'key' },
        { type: 'number', key: 'value' },
      ],
    });
  });
});

describe('what is hidden', () => {
  test.each<[object, object]>([
    [{ type: 'hidden', defaultValue: 'v1' }, { defaultValue: 'v1' }],
    [{ type: 'hidden', defaultValue: 3 }, { defaultValue: '3' }],
    [
      { type: 'hidden', defaultValue: 'v1', calculateValue: { cat: ['a'] } },
      { calculateValue: { cat: ['a'] } },
    ],
    [{ hidden: true, defaultValue: 'v1', validate: { required: true } }, { defaultValue: 'v1' }],
  ])('%j has the value of the form', (more, expected) => {
    expect(inPage(text('a', more))).toEqual([
      { type: 'hidden', key: 'a', label: 'Angabe', input: true, ...expected },
    ]);
  });

  test('and scripts that would set it are refused', () => {
    const found = reasons(text('a', { type: 'hidden', customDefaultValue: 'value = now()' }));
    expect(found[0]).toMatch(/^components\[0\]\.customDefaultValue: /);
  });

  test('for ever is left out', () => {
    const part = made('fieldset', { key: 'part', hidden: true, components: [text('b')] });
    expect(fields(text('a'), part, made('content', { html: 'x', hidden: true }))).toEqual(['a']);
  });
});

describe('references follow what was renamed', () => {
  const when = (path: string, eq: unknown) => ({ conditional: { show: true, when: path, eq } });
  const container = {
    type: 'container',
    key: 'home',
    label: 'Zuhause',
    input: true,
    components: [text('street'), text('name')],
  };

  test('into containers', () => {
    const logic = { calculateValue: { cat: [{ var: 'data.home.name' }, { var: 'data.home.street' }] } };
    const page = inPage(text('name'), container, text('x', when('home.name', 'a')), text('y', logic));
    expect(fields(text('name'), container)).toEqual(['name', 'street', 'home_name']);
    expect(page[2]).toMatchObject({ conditional: { when: 'home_name' } });
    expect(page[3]).toMatchObject({
      calculateValue: { cat: [{ var: 'data.home_name' }, { var: 'data.street' }] },
    });
  });

  test('in groups, and to keys of other letters', () => {
    const grid = made('datagrid', {
      key: 'my-group',
      components: [text('a.b'), text('c', when('my-group.a.b', 'x'))],
    });
    expect(inPage(grid)[0]).toMatchObject({
      key: 'my_group',
      components: [{ key: 'a_b' }, { conditional: { when: 'my_group.a_b' } }],
    });
  });

  test('to options with other values, unless JSONLogic compares them', () => {
    const radio = made('radio', { key: 'mood', values: OPTIONS, defaultValue: 'very good' });
    const list = {
      conditional: {
        show: true,
        conjunction: 'all',
        conditions: [{ component: 'mood', operator: 'isEqual', value: 'very good' }],
      },
    };
    const page = inPage(radio, text('a', when('mood', 'very good')), text('b', list));
    expect(page[0]).toMatchObject({
      values: [{ value: 'very_good' }, { value: 'bad' }],
      defaultValue: 'very_good',
    });
    expect(page[1]).toMatchObject({ conditional: { eq: 'very_good' } });
    expect(page[2]).toMatchObject({ conditional: { conditions: [{ value: 'very_good' }] } });
    const logic = { conditional: { json: { '==': [{ var: 'data.mood' }, 'very good'] } } };
    expect(reasons(radio, text('a', logic))[0]).toContain('JSONLogic compares "data.mood"');
  });
});

describe('what stays refused is named at its place in the export', () => {
  const place = made('fieldset', { key: 'part', legend: 'Teil', components: [text('a')] });
  test.each<[string, object]>([
    ['components[0].validate.custom', text('a', { validate: { custom: 'valid = isFree(input)' } })],
    ['components[0].customConditional', text('a', { customConditional: 'show = isOpen()' })],
    ['components[0].customConditional', { ...place, customConditional: 'show = isOpen()' }],
    ['components[0].calculateValue', text('a', { calculateValue: 'value = now()' })],
    ['components[0].logic', text('a', { logic: [{ name: 'x' }] })],
    ['components[0].dataSrc', made('select', { dataSrc: 'url', data: { url: 'https://a.example' } })],
    ['components[0].type', made('password')],
    ['components[0].requierd', text('a', { requierd: true })],
    [
      'components[0].components[0].components[1].type',
      { ...place, components: [{ ...place, components: [text('a'), made('hologram')] }] },
    ],
    [
      'components[0].columns[0].components[0].unique',
      made('columns', { columns: [{ width: 6, components: [text('a', { unique: true })] }] }),
    ],
    ['components[0].validate.step', made('number', { validate: { step: '5' } })],
    ['components[0].persistent', text('a', { persistent: false })],
  ])('%s', (where, component) => {
    expect(reasons(component).filter((reason) => reason.startsWith(`${where}: `))).toHaveLength(1);
  });

  test('with its line', () => {
    const result = run([text('a'), made('password')]);
    const source = JSON.stringify(
      { title: 'Antrag', name: 'meinAntrag', display: 'form', components: [text('a'), made('password')] },
      null,
      1,
    );
    const line = source.split('\n').findIndex((row) => row.includes('"type": "password"')) + 1;
    expect('faults' in result && result.faults.some((fault) => fault.line === line)).toBe(true);
  });
});

describe('the report', () => {
  test('tells size, changes once with their lines, and texts without translation', () => {
    const result = accepted(text('a', { inputMask: 'aa' }), text('b', { label: 'B' }));
    const lines = formReport(result).join('\n');
    expect(lines).toContain('The form "Antrag" can be used: 1 pages, 2 fields.');
    expect(lines).toMatch(
      / {2}inputMask: the mask aa is the pattern \[A-Za-z\]\{2\} \(line \d+: "Angabe" \(a\)\)/,
    );
    expect(lines).toMatch(/ {2}a setting of Form.io's builder without a meaning here: .*\bwidget\b/);
    expect(lines).toContain('Texts without an English translation (3):\n  Antrag\n  Angabe\n  B');
  });

  test('takes translations of the export and of the service', () => {
    const i18n = { en: { Antrag: 'Application', Angabe: 'Item' } };
    const result = run([text('a')], { i18n });
    expect('form' in result && result.english).toEqual({ Antrag: 'Application', Angabe: 'Item' });
    const source = JSON.stringify({ title: 'Antrag', i18n, components: [text('a')] });
    const again = importForm('export.json', source, {
      name: 'hund',
      english: { Angabe: 'Entry', Alt: 'Old' },
    });
    expect('form' in again && again.english).toEqual({ Antrag: 'Application', Angabe: 'Entry' });
    expect('form' in again && again.form.name).toBe('hund');
  });

  test('tells why a form cannot be used', () => {
    const result = run([made('password')]);
    const lines = 'faults' in result ? refusalReport(result.faults, result.notes) : [];
    expect(lines[0]).toBe('The form cannot be used:');
    expect(lines[1]).toMatch(/^ {2}export\.json:\d+: components\[0\]\.type: component type "password"/);
  });

  test('what was left out of a form without faults is in the notes', () => {
    expect(notes(text('a', { navId: 'e1' })).join('\n')).toContain(
      'navId: unknown to Form.io and to the portal',
    );
  });
});
