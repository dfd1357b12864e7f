import { afterAll, describe, expect, test } from 'vitest';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData } from '#forms/types.ts';
import {
  at,
  CHOICE,
  codeList,
  field,
  group,
  imported,
  listed,
  schema,
  scratch,
  seen,
  values,
} from '../testing.ts';

const files = scratch();
afterAll(() => files.remove());
const form = (...places: string[]) => seen(imported(files.file(schema(places))));
const flattened = (flatten: number, ...places: string[]) =>
  seen(imported(files.file(schema(places)), [], { flatten }));
/** The only field of a form. */
const only = (count: string, element: string) => form(at(count, element)).form.components[0]?.components[0];
const NOW = new Date('2026-03-01T12:00:00Z');
const errors = ({ form: definition }: { form: Parameters<typeof evaluate>[0] }, data: FormData) =>
  evaluate(definition, data, NOW).errors.map(({ path, rule }) => `${path} ${rule}`);

const F1 = 'F99000000001';
const F2 = 'F99000000002';
const F3 = 'F99000000003';

describe('one field', () => {
  test.each<[string, Parameters<typeof field>[1], object]>([
    [
      'a text',
      { limits: 'minLength="1" maxLength="40"' },
      { type: 'textfield', validate: { required: true, maxLength: 40 } },
    ],
    [
      'a long text',
      { limits: 'minLength="10" maxLength="256"' },
      { type: 'textarea', validate: { required: true, minLength: 10, maxLength: 256 } },
    ],
    [
      'a text of DIN 91379',
      { type: 'text_latin' },
      { type: 'textfield', properties: { charset: 'C', fim: F1 } },
    ],
    ['a text with alternatives', { limits: 'pattern="a|b"' }, { validate: { pattern: '(a|b)' } }],
    [
      'a yes or no',
      { type: 'bool' },
      {
        type: 'radio',
        values: [
          { value: 'true', label: 'Ja' },
          { value: 'false', label: 'Nein' },
        ],
      },
    ],
    ['a day', { type: 'date', limits: 'minValue="2020-01-01"' }, { type: 'day', minDate: '2020-01-01' }],
    ['a time', { type: 'time' }, { type: 'textfield', properties: { check: 'time', fim: F1 } }],
    ['a moment', { type: 'datetime' }, { type: 'datetime', enableDate: true, enableTime: true }],
    [
      'a whole number',
      { type: 'num_int', limits: 'minValue="1850" maxValue="2100"' },
      { type: 'number', decimalLimit: 0, validate: { required: true, min: 1850, max: 2100 } },
    ],
    ['a number', { type: 'num', limits: 'minValue="0.1"' }, { type: 'number', validate: { min: 0.1 } }],
    ['an amount', { type: 'num_currency' }, { type: 'currency', currency: 'EUR' }],
    [
      'a file',
      { type: 'file', more: '<x:mediaType>application/pdf</x:mediaType><x:maxSize>20971520</x:maxSize>' },
      { type: 'file', multiple: false, filePattern: 'application/pdf', fileMaxSize: '20MB' },
    ],
    [
      'a file of any kind and size',
      { type: 'file' },
      { filePattern: 'application/pdf,image/jpeg,image/png', fileMaxSize: '10MB' },
    ],
    [
      'a choice of few',
      { input: 'select', more: values('001', '002') },
      {
        type: 'radio',
        values: [
          { value: '001', label: 'Wert 001' },
          { value: '002', label: 'Wert 002' },
        ],
      },
    ],
    [
      'a choice of many',
      { input: 'select', more: values('1', '2', '3', '4', '5', '6', '7') },
      { type: 'select', data: { values: expect.arrayContaining([{ value: '7', label: 'Wert 7' }]) } },
    ],
    [
      'a fixed text',
      { input: 'locked', more: '<x:inhalt>Land SH</x:inhalt>' },
      { type: 'textfield', disabled: true, defaultValue: 'Land SH' },
    ],
    [
      'a postcode, by its pattern',
      { limits: 'minLength="5" maxLength="5" pattern="([0]{1}[1-9]{1}|[1-9]{1}[0-9]{1})[0-9]{3}"' },
      { type: 'textfield', validate: { required: true }, properties: { check: 'postcode', fim: F1 } },
    ],
    [
      'an e-mail address, by its pattern',
      { limits: 'maxLength="254" pattern="[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{1,63}$"' },
      {
        type: 'email',
        validate: {
          required: true,
          maxLength: 254,
          pattern: '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{1,63}$',
        },
      },
    ],
  ])('%s', (_, words, expected) => {
    const found = only('1:1', field(F1, words));
    expect(found).toMatchObject(expected);
    expect(found?.properties?.fim).toBe(F1);
    expect(only('0:1', field(F1, words))).not.toMatchObject({ validate: { required: true } });
  });

  test('a text nobody answers names no element: no data comes from it', () => {
    const more = '<x:inhalt>Erstens &lt;wichtig&gt;.\n\nZweitens.</x:inhalt>';
    const found = only('1:1', field(F1, { input: 'label', more }));
    expect(found).toMatchObject({ type: 'content', html: '<p>Erstens &lt;wichtig&gt;.</p><p>Zweitens.</p>' });
    expect(found).not.toHaveProperty('properties');
  });

  test('help is the description; a value of a choice has its own', () => {
    expect(only('1:1', field(F1, { help: 'Wie im Ausweis.' }))).toMatchObject({
      description: 'Wie im Ausweis.',
    });
    const more =
      '<x:werte><x:wert><x:code>1</x:code><x:name>A</x:name><x:hilfe>Hilfe</x:hilfe></x:wert></x:werte>';
    expect(only('1:1', field(F1, { input: 'select', more }))).toMatchObject({
      values: [{ description: 'Hilfe' }],
    });
  });

  test('many values are in alphabetical order behind the first', () => {
    const rows = ['Deutschland', 'Österreich', ...[...'zyxwvutsrqponmlkjihgf']].map(
      (name, index): [string, string] => [String(index), name],
    );
    const list = files.file(codeList(rows));
    const text = schema([
      at('1:1', field(F1, { input: 'select', more: listed('urn:test:liste', '2026-01-01') })),
    ]);
    const component = imported(files.file(text), [list]).form.components[0]?.components[0];
    const { values } = component?.type === 'select' ? component.data : { values: [] };
    const labels = values.map(({ label }) => label);
    expect(labels).toEqual(['Deutschland', ...labels.slice(1).sort((a, b) => a.localeCompare(b, 'de'))]);
    expect(values.find(({ label }) => label === 'Österreich')?.value).toBe('1');
  });

  test('a choice of a code list has its values', () => {
    const list = files.file(codeList([['000', 'Deutschland']]));
    const text = schema([
      at('1:1', field(F1, { input: 'select', more: listed('urn:test:liste', '2026-01-01') })),
    ]);
    expect(imported(files.file(text), [list]).form.components[0]?.components[0]).toMatchObject({
      values: [{ value: '000', label: 'Deutschland' }],
    });
  });

  test('a pattern that would hold the server up, and limits that are none, are left out and reported', () => {
    const { of, found } = form(
      at('1:1', field(F1, { label: 'Eins', limits: 'pattern="(a+)\\1"' })),
      at('1:1', field(F2, { label: 'Zwei', type: 'num', limits: 'minValue="wenig"' })),
    );
    expect(of('eins')).toMatchObject({ validate: { required: true } });
    expect([found('pattern'), found('limit')]).toEqual([[F1], [F2]]);
  });

  test('what no field can hold is reported as missing: locked without a value, and hidden', () => {
    const { keys, findings } = form(
      at('1:1', field(F1, { label: 'Eins', input: 'locked' })),
      at('0:1', field(F2, { label: 'Zwei', input: 'hidden', more: '<x:inhalt>x</x:inhalt>' })),
      at('1:1', field(F3, { label: 'Drei' })),
    );
    expect(keys).toEqual(['angaben', 'drei']);
    expect(findings).toEqual([
      { kind: 'noValue', path: F1, label: 'Eins', detail: 'required' },
      { kind: 'noValue', path: F2, label: 'Zwei', detail: 'optional, value "x"' },
    ]);
  });
});

describe('several values of a field', () => {
  test('up to five are fields, of which the first ones are required', () => {
    const { of, keys, found } = form(at('2:3', field(F1, { label: 'Zeile' })));
    expect(keys).toEqual(['angaben', 'zeile', 'zeile2', 'zeile3']);
    expect(
      [of('zeile'), of('zeile2'), of('zeile3')].map(({ label, validate, properties }) => [
        label,
        validate?.required,
        properties?.fim,
      ]),
    ).toEqual([
      ['Zeile', true, F1],
      ['Zeile 2', true, F1],
      ['Zeile 3', undefined, F1],
    ]);
    expect(found('unrolled')).toEqual([F1]);
    expect(form(at('0:2', field(F1, { label: 'Zeile' }))).of('zeile')).not.toHaveProperty('validate');
  });

  test('more are rows with one field; the path is that of the rows', () => {
    const { of } = form(at('1:*', field(F1, { label: 'Nummer', help: 'Hilfe', limits: 'maxLength="5"' })));
    expect(of('nummer')).toMatchObject({
      type: 'datagrid',
      description: 'Hilfe',
      validate: { required: true },
      properties: { fim: F1 },
      components: [{ type: 'textfield', label: 'Nummer', validate: { required: true, maxLength: 5 } }],
    });
    expect(of('nummer2').properties).toBeUndefined();
    expect(of('nummer2').description).toBeUndefined();
    expect(form(at('2:9', field(F1, { label: 'Nummer' }))).of('nummer')).toMatchObject({
      validate: { required: true, minLength: 2, maxLength: 9 },
    });
  });

  test('a choice of few is ticks, whose codes begin with a letter', () => {
    const { of } = form(at('1:*', field(F1, { label: 'Wahl', input: 'select', more: values('001', 'B2') })));
    expect(of('wahl')).toMatchObject({
      type: 'selectboxes',
      values: [{ value: 'c001', label: 'Wert 001' }, { value: 'B2' }],
    });
  });

  test('ticks have the number that the schema allows', () => {
    const made = form(
      at('2:3', field(F1, { label: 'Wahl', input: 'select', more: values('1', '2', '3', '4') })),
    );
    expect(errors(made, { wahl: { c1: true } })).toEqual(['wahl json']);
    expect(errors(made, { wahl: { c1: true, c2: true } })).toEqual([]);
    expect(errors(made, { wahl: { c1: true, c2: true, c3: true, c4: true } })).toEqual(['wahl json']);
    expect(errors(made, {})).toEqual(['wahl required']);
  });

  test.each([
    ['many', values(...Array.from({ length: 13 }, (_, index) => `${index}`))],
    ['codes that a letter makes the same', values('1', 'c1')],
    ['codes with a full stop', values('1.1', '1.2')],
  ])('a choice of %s is rows', (_, more) => {
    expect(form(at('1:*', field(F1, { label: 'Wahl', input: 'select', more }))).of('wahl').type).toBe(
      'datagrid',
    );
  });

  test('files are one field, with the number that the schema allows', () => {
    const made = form(at('1:2', field(F1, { label: 'Nachweis', type: 'file' })));
    expect(made.of('nachweis')).toMatchObject({ type: 'file', multiple: true });
    const file = (id: string) => ({ id, name: `${id}.pdf`, size: 1, type: 'application/pdf' });
    expect(errors(made, { nachweis: ['a', 'b'].map(file) })).toEqual([]);
    expect(errors(made, { nachweis: ['a', 'b', 'c'].map(file) })).toEqual(['nachweis json']);
    expect(
      form(at('0:*', field(F1, { label: 'Nachweis', type: 'file' }))).of('nachweis').validate,
    ).toBeUndefined();
  });
});

describe('groups', () => {
  test('a group of the schema is a page, fields between groups are one; a group in a group is a part', () => {
    const { form: made } = form(
      at('1:1', field(F1)),
      at(
        '1:1',
        group(
          'G99000000001',
          'Person',
          [at('1:1', group('G99000000002', 'Anschrift', [at('1:1', field(F2))]))],
          '<x:hilfetextEingabe>Wer &amp; wo</x:hilfetextEingabe>',
        ),
      ),
      at('1:1', field(F3)),
    );
    expect(made.components).toMatchObject([
      { title: 'Angaben', components: [{ properties: { fim: F1 } }] },
      {
        title: 'Person',
        properties: { fim: 'G99000000001' },
        components: [
          { type: 'content', html: '<p>Wer &amp; wo</p>' },
          {
            type: 'fieldset',
            legend: 'Anschrift',
            components: [{ properties: { fim: `G99000000001.G99000000002.${F2}` } }],
          },
        ],
      },
      { title: 'Weitere Angaben' },
    ]);
  });

  test('a repeated group is rows', () => {
    const { of } = form(at('1:4', group('G99000000001', 'Kind', [at('1:1', field(F1, { label: 'Name' }))])));
    expect(of('kind')).toMatchObject({
      type: 'editgrid',
      validate: { required: true, maxLength: 4 },
      properties: { fim: 'G99000000001' },
      components: [{ key: 'name', properties: { fim: `G99000000001.${F1}` } }],
    });
  });

  const open = (count: string, ...places: string[]) =>
    form(at('1:1', group('G99000000009', 'Seite', [at(count, group('G99000000001', 'Firma', places))])));

  test('an optional part with something required is asked for first: then it is whole, or not there', () => {
    const made = open('0:1', at('1:1', field(F1, { label: 'Name' })), at('0:1', field(F2, { label: 'Art' })));
    expect(made.found('optionalGroup')).toEqual(['G99000000009.G99000000001']);
    expect(made.of('firmaJa').label).toBe('Möchten Sie Angaben zu „Firma“ machen?');
    expect(errors(made, {})).toEqual(['firmaJa required']);
    expect(errors(made, { firmaJa: 'true' })).toEqual(['name required']);
    const { form: definition } = made;
    expect(evaluate(definition, { firmaJa: 'false', name: 'x', art: 'y' }, NOW)).toMatchObject({
      errors: [],
      data: { firmaJa: 'false' },
    });
    expect(evaluate(definition, { firmaJa: 'false', name: 'x' }, NOW).data).not.toHaveProperty('name');
  });

  test('an optional part without anything required, or with one question only, is left out by leaving it empty', () => {
    expect(errors(open('0:1', at('0:1', field(F1)), at('0:1', field(F2))), {})).toEqual([]);
    expect(errors(open('0:1', at('1:1', field(F1))), {})).toEqual([]);
    expect(
      errors(open('0:1', at('1:1', group('G99000000002', 'Innen', [at('1:1', field(F1))]))), {}),
    ).toEqual([]);
    expect(
      errors(open('1:1', at('1:1', group('G99000000002', 'Innen', [at('1:1', field(F1))]))), {}),
    ).toHaveLength(1);
  });

  test('an optional part that is a whole page is asked for on it', () => {
    const made = form(
      at(
        '0:1',
        group('G99000000001', 'Firma', [
          at('1:1', field(F1, { label: 'Name' })),
          at('1:1', field(F2, { label: 'Art' })),
        ]),
      ),
    );
    expect(made.form.components).toMatchObject([
      { title: 'Firma', components: [{ key: 'firmaJa' }, { type: 'fieldset', legend: 'Firma' }] },
    ]);
    expect(errors(made, { firmaJa: 'true' })).toEqual(['name required', 'art required']);
  });

  test('of a choice one member is given, and then it is required', () => {
    const members = [
      at('0:1', field(F1, { label: 'Name' })),
      at('0:1', group('G99000000002', 'Firma', [at('1:1', field(F2, { label: 'Art' }))])),
    ];
    const made = form(at('1:1', group('G99000000001', 'Wer', members, CHOICE)));
    expect(made.of('auswahlWer')).toMatchObject({
      type: 'radio',
      values: [
        { value: F1, label: 'Name' },
        { value: 'G99000000002', label: 'Firma' },
      ],
    });
    expect(errors(made, {})).toEqual(['auswahlWer required']);
    expect(errors(made, { auswahlWer: F1 })).toEqual(['name required']);
    expect(errors(made, { auswahlWer: 'G99000000002' })).toEqual(['art required']);
    const optional = form(at('0:1', group('G99000000001', 'Wer', members, CHOICE)));
    expect(errors(optional, {})).toEqual([]);
    expect(errors(optional, { auswahlWer: F1 })).toEqual(['name required']);
  });

  test('questions and choices in rows are of their row', () => {
    const inner = group('G99000000002', 'Firma', [
      at('1:1', field(F1, { label: 'Name' })),
      at('1:1', field(F2, { label: 'Art' })),
    ]);
    const made = form(at('1:*', group('G99000000001', 'Eintrag', [at('0:1', inner)])));
    expect(errors(made, { eintrag: [{ firmaJa: 'true', name: 'x' }, { firmaJa: 'false' }] })).toEqual([
      'eintrag[0].art required',
    ]);
  });

  test('groups in which nothing is asked are not there', () => {
    const { keys } = form(
      at('1:1', field(F1)),
      at('1:1', group('G99000000001', 'Leer', [at('1:1', field(F2, { input: 'hidden' }))])),
    );
    expect(keys).toEqual(['angaben', 'frage']);
  });
});

describe('repetition in repetition', () => {
  const nested = at(
    '0:*',
    group('G99000000001', 'Bestellung', [
      at(
        '1:*',
        group('G99000000002', 'Person', [
          at('1:1', field(F1, { label: 'Name' })),
          at('1:1', field(F2, { label: 'Ort' })),
        ]),
      ),
    ]),
  );

  test('is refused with its places and the way out', () => {
    expect(() => form(nested)).toThrow(
      /rows in rows:\n {2}G99000000001\.G99000000002 "Person" \(1:\*\)\nWith --flatten 3 /,
    );
  });

  test('is so many parts one below the other with --flatten; the first are required, a question asks for each other', () => {
    const made = flattened(2, nested);
    expect(made.found('flattened')).toEqual(['G99000000001.G99000000002']);
    const row = (more: object) => ({ bestellung: [{ name: 'a', ort: 'b', ...more }] });
    expect(errors(made, row({}))).toEqual(['bestellung[0].personJa required']);
    expect(errors(made, row({ personJa: 'false' }))).toEqual([]);
    expect(errors(made, row({ personJa: 'true' }))).toEqual([
      'bestellung[0].personName required',
      'bestellung[0].personOrt required',
    ]);
    expect(made.form.components[0]?.components[0]).toMatchObject({
      components: [
        { type: 'fieldset', legend: 'Person', properties: { fim: 'G99000000001.G99000000002' } },
        { type: 'radio', label: 'Möchten Sie weitere Angaben zu „Person“ machen?' },
        { type: 'fieldset', legend: 'Person 2', properties: { fim: 'G99000000001.G99000000002' } },
      ],
    });
  });

  test('a field is so many fields; up to five need no --flatten', () => {
    const row = (count: string) =>
      at('1:*', group('G99000000001', 'Kind', [at(count, field(F1, { label: 'Pass' }))]));
    expect(flattened(2, row('1:*')).keys).toEqual(['kind2', 'kind', 'pass', 'pass2']);
    expect(form(row('1:3')).keys).toEqual(['kind2', 'kind', 'pass', 'pass2', 'pass3']);
    expect(() => form(row('1:*'))).toThrow(/G99000000001\.F99000000001 "Pass" \(1:\*\)/);
  });

  test('files and ticks in rows are no repetition', () => {
    const row = at(
      '1:*',
      group('G99000000001', 'Kind', [
        at('0:*', field(F1, { label: 'Datei', type: 'file' })),
        at('0:*', field(F2, { label: 'Wahl', input: 'select', more: values('1', '2') })),
      ]),
    );
    expect([form(row).of('datei').type, form(row).of('wahl').type]).toEqual(['file', 'selectboxes']);
  });

  test('fewer than the schema requires are refused', () => {
    const row = at('1:*', group('G99000000001', 'Kind', [at('4:*', field(F1, { label: 'Pass' }))]));
    expect(() => flattened(2, row)).toThrow(/--flatten 2 is less than what they require: take --flatten 4/);
  });
});

describe('harmonised elements', () => {
  const person = (...more: string[]) => [
    at('1:1', field('F60000000227', { label: 'Familienname' })),
    at('1:1', field('F60000000228', { label: 'Vornamen' })),
    ...more,
  ];
  const BIRTHDATE = at(
    '1:1',
    group(
      'G60000000083',
      'Geburtsdatum',
      [
        at('0:1', field('F60000000231', { type: 'num_int' })),
        at('0:1', field('F60000000232', { type: 'num_int' })),
        at('1:1', field('F60000000233', { type: 'num_int', limits: 'minValue="1850"' })),
      ],
      '<x:hilfetextEingabe>Tag und Monat dürfen fehlen.</x:hilfetextEingabe>',
    ),
  );

  test('the account fills in the first of a kind, and none in rows', () => {
    const { of, found } = form(
      at('0:*', group('G99000000001', 'Kind', person())),
      at('1:1', group('G99000000002', 'Antragsteller', person(BIRTHDATE))),
      at('1:1', group('G99000000003', 'Vertretung', person())),
    );
    expect(found('prefill')).toEqual(
      ['F60000000227', 'F60000000228', 'G60000000083'].map((id) => `G99000000002.${id}`),
    );
    expect(of('familienname').properties).toEqual({ charset: 'A', fim: 'G99000000001.F60000000227' });
    expect(of('antragstellerFamilienname').properties).toMatchObject({
      prefill: 'familyName',
      autocomplete: 'family-name',
    });
    expect(of('vertretungFamilienname').properties?.prefill).toBeUndefined();
  });

  test('day, month and year of birth are one date', () => {
    const { of, found } = form(BIRTHDATE);
    expect(of('geburtsdatum')).toMatchObject({
      type: 'day',
      minDate: '1850-01-01',
      maxDate: 'moment()',
      validate: { required: true },
      properties: { prefill: 'birthdate', fim: 'G60000000083' },
    });
    expect(of('geburtsdatum')).not.toHaveProperty('description');
    expect(found('joined')).toEqual(['G60000000083']);
  });

  test.each([
    ['F60000000240', 'check', 'phone'],
    ['F60000000246', 'check', 'postcode'],
    ['F60000000321', 'check', 'webAddress'],
  ])('%s has the %s %s', (id, name, value) => {
    expect(only('1:1', field(id))?.properties).toMatchObject({ [name]: value });
  });

  test('a pattern of the schema goes before a named check, whose answers it may not match', () => {
    const found = only('1:1', field('F60000000240', { limits: 'pattern="0[0-9]+"' }));
    expect(found).toMatchObject({ validate: { pattern: '0[0-9]+' } });
    expect(found?.properties?.check).toBeUndefined();
  });
});

describe('a group that asks too much for a page', () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      at('0:1', field(`F99${String(from + index).padStart(9, '0')}`)),
    );
  const parts = [
    at('1:1', group('G99000000002', 'Eins', many(100, 13))),
    at('1:1', group('G99000000003', 'Zwei', many(200, 13))),
    at('1:1', field(F1, { label: 'Ort' })),
  ];
  const titles = (made: ReturnType<typeof form>) => made.form.components.map(({ title }) => title);

  test('has its groups as pages, and its own fields on one with its name', () => {
    const made = form(
      at('1:1', group('G99000000001', 'Alles', parts, '<x:hilfetextEingabe>Hilfe</x:hilfetextEingabe>')),
    );
    expect(titles(made)).toEqual(['Eins', 'Zwei', 'Alles']);
    expect(made.form.components[0]?.components[0]).toMatchObject({ type: 'content', html: '<p>Hilfe</p>' });
    expect([made.found('split'), made.found('longPage')]).toEqual([['G99000000001'], []]);
  });

  test('stays one page where it is one answer: optional, repeated, or a choice', () => {
    expect(titles(form(at('0:1', group('G99000000001', 'Alles', parts))))).toEqual(['Alles']);
    expect(titles(form(at('1:*', group('G99000000001', 'Alles', parts))))).toEqual(['Alles']);
    expect(titles(form(at('1:1', group('G99000000001', 'Alles', parts, CHOICE))))).toEqual(['Alles']);
  });
});

describe('keys', () => {
  test('are words of the labels, with the group’s where they are taken, each once and at most 40 letters long', () => {
    const { keys } = form(
      at(
        '1:1',
        group('G99000000001', 'Wohnung', [
          at('1:1', field(F1, { label: 'Größe der Wohnung' })),
          at('1:1', field(F2, { label: 'Größe der Wohnung' })),
          at('1:1', field(F3, { label: 'Größe der Wohnung' })),
          at(
            '1:1',
            field('F99000000004', {
              label: '3. Donaudampfschifffahrtsgesellschaftskapitänsmützenbreite in Zentimetern',
            }),
          ),
          at('1:1', field('F99000000005', { label: '–' })),
          at('1:1', field('F99000000006', { label: 'constructor' })),
        ]),
      ),
    );
    expect(keys).toEqual([
      'wohnung',
      'groesseDerWohnung',
      'wohnungGroesseDerWohnung',
      'groesseDerWohnung2',
      'f3',
      'feld',
      'constructor_',
    ]);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThanOrEqual(40);
  });
});

test('what would be bad for people is named: long pages, declarations, long help', () => {
  const many = Array.from({ length: 26 }, (_, index) =>
    at('0:1', field(`F99000001${String(index).padStart(3, '0')}`)),
  );
  const { found, findings } = form(
    at('1:1', group('G99000000001', 'Viel', many)),
    at(
      '1:1',
      field(F1, {
        type: 'bool',
        label:
          'Ich erkläre, dass alle Angaben in diesem Antrag vollständig sind und der Wahrheit entsprechen.',
        help: 'x'.repeat(301),
      }),
    ),
  );
  const question = `Wohnen Sie ${'in einem Haus '.repeat(9)}?`;
  expect(form(at('1:1', field(F1, { type: 'bool', label: question }))).found('declaration')).toEqual([]);
  expect(findings).toContainEqual({ kind: 'longPage', path: '', label: 'Viel', detail: '26 questions' });
  expect([found('declaration'), found('longHelp')]).toEqual([[F1], [F1]]);
});

test('texts of the import are translated; those around a label are as soon as the label is', () => {
  const file = files.file(
    schema([
      at(
        '0:1',
        group('G99000000001', 'Firma', [
          at('1:2', field(F1, { label: 'Name', type: 'bool' })),
          at('1:1', field(F2)),
        ]),
      ),
    ]),
  );
  const { english, missing } = imported(file);
  expect(english).toMatchObject({ Ja: 'Yes', Nein: 'No' });
  expect(missing).toContain('Möchten Sie Angaben zu „Firma“ machen?');
  const { english: known, missing: left } = imported(file, [], {
    english: { Firma: 'Company', Name: 'Name' },
  });
  expect(known['Möchten Sie Angaben zu „Firma“ machen?']).toBe(
    'Would you like to give details on “Company”?',
  );
  expect(known['Name 2']).toBe('Name 2');
  expect(left).toEqual(['Antrag auf eine Probe', 'Frage']);
});
