import { afterAll, describe, expect, test } from 'vitest';
import { at, CHOICE, field, group, rule, schema, scratch, values, XDF2, XDF3 } from '../testing.ts';
import { readSchema } from './read-schema.ts';

const files = scratch();
afterAll(() => files.remove());
const read = (text: string | Buffer) => readSchema(files.file(text));

describe('XDatenfelder 3', () => {
  test('a schema is read with its groups, fields, limits, values and rules', () => {
    const {
      schema: found,
      approval,
      isApproved,
      leikaKeys,
      unknown,
      notes,
    } = read(
      schema(
        [
          at(
            '1:1',
            field('F99000000001', {
              label: ' Wie  heißen\nSie?',
              help: 'Wie im Ausweis.',
              limits: 'minLength="1" maxLength="40" pattern="[A-Z]+"',
            }),
            '§ 1 Probegesetz',
          ),
          at(
            '0:*',
            group(
              'G99000000001',
              'Kind',
              [at('2:5', field('F99000000002', { input: 'select', more: values('001', '002') }))],
              `${CHOICE}${rule('R99000000001', 'WENN a,\r\n\r\nDANN b')}`,
            ),
          ),
        ],
        {
          more: '<x:beschreibung>Leistungsschlüssel: 99001001001001</x:beschreibung><x:relation><x:relation/></x:relation><x:neu/>',
        },
      ),
    );
    expect([approval, isApproved, leikaKeys, notes]).toEqual([
      'approved (gold)',
      true,
      ['99001001001001'],
      [],
    ]);
    expect([...unknown]).toEqual([['stammdatenschema/neu', 1]]);
    expect(found).toEqual({
      id: 'S99000000001',
      version: '1.2.0',
      standard: '3.0.0',
      name: 'Probe',
      label: 'Antrag auf eine Probe',
      help: '',
      status: 6,
      changed: '2026-01-02',
      rules: [],
      members: [
        {
          min: 1,
          max: 1,
          basis: ['§ 1 Probegesetz'],
          element: expect.objectContaining({
            kind: 'field',
            id: 'F99000000001',
            label: 'Wie heißen Sie?',
            help: 'Wie im Ausweis.',
            limits: { minLength: 1, maxLength: 40, pattern: '[A-Z]+' },
          }),
        },
        {
          min: 0,
          max: null,
          basis: [],
          element: expect.objectContaining({
            kind: 'group',
            isChoice: true,
            rules: [{ id: 'R99000000001', name: 'Regel', text: 'WENN a,\n\nDANN b' }],
            members: [
              {
                min: 2,
                max: 5,
                basis: [],
                element: expect.objectContaining({
                  input: 'select',
                  options: [
                    { code: '001', name: 'Wert 001', help: '' },
                    { code: '002', name: 'Wert 002', help: '' },
                  ],
                }),
              },
            ],
          }),
        },
      ],
    });
  });

  test('what fills most of a file, the relations, is passed over', () => {
    const relations = '<x:relation><x:objekt><x:id>F1</x:id></x:objekt></x:relation>'.repeat(50_000);
    const text = schema([at('1:1', field('F99000000001', { more: relations }))]);
    expect(read(text).schema.members).toHaveLength(1);
  });

  test.each([
    ['1', false],
    ['4', false],
    ['5', true],
    ['6', true],
    ['7', false],
    ['8', false],
    ['x', false],
  ])('the status %s is approved: %s', (status, isApproved) => {
    expect(read(schema([at('1:1', field('F99000000001'))], { status })).isApproved).toBe(isApproved);
  });

  test('a field without a label is called by its name; limits that are no numbers are left out, with a note', () => {
    const { schema: found, notes } = read(
      schema([at('1:1', field('F99000000001', { label: '', limits: 'maxLength="viele"' }))]),
    );
    expect(found.members[0]?.element).toMatchObject({ label: '(Name)', limits: {} });
    expect(notes).toEqual([
      { path: 'F99000000001', text: 'maxLength "viele" is no number, and is left out' },
    ]);
  });
});

describe('XDatenfelder 2', () => {
  const field2 = (id: string, more: string) =>
    `<struktur><anzahl>1:1</anzahl><bezug>§ 1; § 2</bezug><enthaelt><datenfeld><identifikation><id>${id}</id></identifikation><name>Name</name><bezeichnungEingabe>Frage</bezeichnungEingabe><feldart><code xmlns="">input</code></feldart><datentyp><code xmlns="">text</code></datentyp>${more}</datenfeld></enthaelt></struktur>`;
  const schema2 = (inner: string) =>
    `<xdatenfelder.stammdatenschema.0102 xmlns="${XDF2}"><stammdatenschema><identifikation><id>S99000001</id><version>1.0</version></identifikation><name>Probe</name><bezeichnungEingabe>Antrag</bezeichnungEingabe><status><code xmlns="">aktiv</code></status><regel><identifikation><id>R99000001</id></identifikation><name>Regel</name><definition>WENN a</definition><script>function script() {}</script></regel>${inner}</stammdatenschema></xdatenfelder.stammdatenschema.0102>`;

  test('ids are those of version 3, limits are JSON of texts, rules have their text elsewhere', () => {
    const { schema: found, isApproved } = read(
      schema2(
        field2(
          'F99000001',
          '<praezisierung>{"minLength":"5","maxLength":"5","pattern":"\\\\d+"}</praezisierung>',
        ) +
          field2(
            'F99000002',
            '<codelisteReferenz><identifikation><id>C99000001</id></identifikation><genericodeIdentification><canonicalIdentification>urn:a</canonicalIdentification><version>1</version><canonicalVersionUri>urn:a_1</canonicalVersionUri></genericodeIdentification></codelisteReferenz>',
          ),
      ),
    );
    expect(isApproved).toBe(true);
    expect(found).toMatchObject({
      id: 'S99000000001',
      standard: '2.0',
      label: 'Antrag',
      status: null,
      rules: [{ id: 'R99000000001', text: 'WENN a' }],
      members: [
        {
          basis: ['§ 1', '§ 2'],
          element: { id: 'F99000000001', limits: { minLength: 5, maxLength: 5, pattern: '\\d+' } },
        },
        { element: { id: 'F99000000002', list: { uri: 'urn:a', versionUri: 'urn:a_1' } } },
      ],
    });
  });

  test('limits that are no JSON are left out, with a note', () => {
    const { notes } = read(schema2(field2('F99000001', '<praezisierung>höchstens 5</praezisierung>')));
    expect(notes).toEqual([
      { path: 'F99000000001', text: 'its limits cannot be read, and are left out: höchstens 5' },
    ]);
  });
});

const one = at('1:1', field('F99000000001'));
const deep = (levels: number): string =>
  Array.from({ length: levels }).reduce<string>(
    (inner, _, level) => at('1:1', group(`G99${String(level).padStart(9, '0')}`, 'Tief', [inner])),
    one,
  );

test.each<[string, string | Buffer, RegExp]>([
  [
    'XDatenfelder 1',
    schema([one], { namespace: 'urn:xoev-de:fim:standard:xdatenfelder_1' }),
    /this is XDatenfelder 1, .*fetch the schema from fimportal\.de/,
  ],
  [
    'another standard',
    schema([one], { namespace: 'urn:other' }),
    /no schema of XDatenfelder 2\.0 or 3\.0\.0, but of urn:other/,
  ],
  [
    'no schema',
    `<x:xdatenfelder.datenfeld.0104 xmlns:x="${XDF3}"/>`,
    /there is no data schema in it \(its root is "xdatenfelder\.datenfeld\.0104"\)/,
  ],
  [
    'two schemas',
    `<a xmlns:x="${XDF3}">${[1, 2].map(() => schema([one]).replace(/^<\?xml[^>]*>/, '')).join('')}</a>`,
    /it has 2 schemas/,
  ],
  [
    'a document type',
    `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>${schema([one]).replace(/^<\?xml[^>]*>/, '')}`,
    /document type \(DOCTYPE, entities\) is not accepted/,
  ],
  ['an early end', schema([one]).slice(0, -30), /not well formed/],
  ['nothing', '', /not well formed/],
  [
    'other bytes',
    Buffer.from(schema([at('1:1', field('F99000000001', { label: 'Straße' }))]), 'latin1'),
    /the text is not UTF-8/,
  ],
  ['no members', schema([]), /the schema has neither fields nor groups/],
  ['an id twice in a group', schema([one, one]), /F99000000001: this id is there twice/],
  [
    'an id twice in two spellings',
    schema([one, at('1:1', field('F99000001'))]),
    /F99000000001: this id is there twice/,
  ],
  [
    'a group in itself',
    schema([at('1:1', group('G99000000001', 'A', [at('1:1', group('G99000000001', 'A', [one]))]))]),
    /G99000000001\.G99000000001: this group contains itself/,
  ],
  [
    'no id',
    schema([at('1:1', field('abc', { label: 'Alter' }))]),
    /"Alter \(Name\)" has the id "abc", which is none of FIM/,
  ],
  [
    'a number of times that is none',
    schema([at('viele', field('F99000000001'))]),
    /F99000000001: it occurs "viele" times/,
  ],
  ['fewer at most than at least', schema([at('3:2', field('F99000000001'))]), /it occurs "3:2" times/],
  ['an empty place', schema([at('1:1', '')]), /a place in it has neither a field nor a group/],
  [
    'an unknown kind of field',
    schema([at('1:1', field('F99000000001', { input: 'zeichnung' }))]),
    /the kind of field "zeichnung" is not known/,
  ],
  [
    'an unknown type',
    schema([at('1:1', field('F99000000001', { type: 'ton' }))]),
    /the type of data "ton" is not known/,
  ],
  [
    'a selection of nothing',
    schema([at('1:1', field('F99000000001', { input: 'select' }))]),
    /it is a selection, but has neither values nor a code list/,
  ],
  [
    'a selection of no values',
    schema([at('1:1', field('F99000000001', { input: 'select', more: '<x:werte/>' }))]),
    /its list of values is empty/,
  ],
  ['groups without end', schema([deep(80)]), /more than 200 elements in one another/],
])('%s is refused', (_, text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

test('all faults of a file are named at once', () => {
  const text = schema([at('x', field('F99000000001')), at('1:1', field('F99000000002', { type: 'ton' }))]);
  expect(() => read(text)).toThrow(/F99000000001[^\n]*\n[^\n]*F99000000002/);
});
