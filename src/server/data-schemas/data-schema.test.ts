import { describe, expect, it } from 'vitest';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { dataFaults, dataSchema, readDataSchema } from './data-schema.ts';
import { idOfName, nodesOf, normalPath } from './node.ts';
import { sampleOf } from './sample.ts';

const kept = (text: string, mimeType: KeptSchema['mimeType'] = 'application/json'): KeptSchema => ({
  schemaUri: 'urn:test',
  mimeType,
  file: 'schema',
  text,
  constants: {},
});
const json = (schema: object) => kept(JSON.stringify(schema));
const xsd = (components: string, head = '') =>
  kept(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${head}${components}</xs:schema>`,
    'application/xml',
  );
const root = (refs: string) =>
  `<xs:element name="S99000000001V1.0"><xs:complexType><xs:sequence>${refs}</xs:sequence></xs:complexType></xs:element>`;
const text = (name: string, facets = '') =>
  `<xs:element name="${name}"><xs:simpleType><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType></xs:element>`;

const refusals = (schema: KeptSchema): string[] => {
  const read = readDataSchema(schema);
  return 'refused' in read
    ? read.refused.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
    : [];
};
const shape = (schema: KeptSchema) =>
  nodesOf(dataSchema(schema).root).map((node) =>
    [
      node.path || 'root',
      node.name,
      node.kind === 'leaf' ? node.type : `group${node.choice ? ` of ${node.choice}` : ''}`,
      node.isRequired ? 'required' : '',
      node.isList ? `${node.min}:${node.max ?? '*'}` : '',
      node.kind === 'leaf' && node.options ? node.options.join('|') : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  );

describe('ids of FIM', () => {
  it('have eleven digits, with or without a version', () => {
    expect(['F60000227', 'F60000000227', 'F60000000227V1.2.0', 'G17003637V1.0'].map(idOfName)).toEqual([
      'F60000000227',
      'F60000000227',
      'F60000000227',
      'G17003000637',
    ]);
    expect(['name', 'F1', 'S60000227', 'F60000227V', 'F600000002270'].map(idOfName)).toEqual(
      Array(5).fill(null),
    );
    expect(normalPath('G17003637.F60000000227')).toBe('G17003000637.F60000000227');
  });
});

const children = {
  type: 'object',
  title: 'Kind',
  properties: { 'F99000000002V1.0': { $ref: '#/$defs/name' } },
  required: ['F99000000002V1.0'],
  additionalProperties: false,
};
const family = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'S99000000001V1.0.schema.json',
  type: 'object',
  properties: {
    'G99000000001V1.0': { type: 'array', items: { $ref: '#/$defs/child' }, minItems: 1, maxItems: 3 },
    F99000003: { type: 'string', oneOf: [{ const: '01', description: 'eins' }, { const: '02' }] },
    F99000000004: { type: ['boolean', 'null'] },
    F99000000005: { type: 'string', format: 'date' },
    G99000000006: {
      type: 'object',
      properties: { F99000000007: { type: 'integer' }, F99000000008: { type: 'number' } },
      oneOf: [{ required: ['F99000000007'] }, { required: ['F99000000008'] }],
    },
  },
  required: ['G99000000001V1.0', 'F99000000004'],
  additionalProperties: false,
  $defs: {
    child: children,
    name: { type: 'string', title: 'Vorname', minLength: 2, maxLength: 9, pattern: '[a-z]+' },
  },
};
const familyXsd = xsd(
  `${root(
    '<xs:element ref="G99000000001V1.0" maxOccurs="3"/><xs:element ref="F99000003" minOccurs="0"/><xs:element ref="F99000000004"/><xs:element ref="F99000000005" minOccurs="0"/><xs:element ref="G99000000006" minOccurs="0"/><xs:element ref="F99000000009" minOccurs="0" maxOccurs="0"/>',
  )}
  <xs:element name="G99000000001V1.0"><xs:complexType><xs:sequence><xs:element ref="F99000000002V1.0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="F99000000002V1.0"><xs:annotation><xs:documentation>Datenfeld: Vorname - Wertebereich: Text</xs:documentation></xs:annotation><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="2"/><xs:maxLength value="9"/><xs:pattern value="[a-z]+"/></xs:restriction></xs:simpleType></xs:element>
  <xs:element name="F99000003"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="01"/><xs:enumeration value="02"/></xs:restriction></xs:simpleType></xs:element>
  <xs:element name="F99000000004" type="xs:boolean"/><xs:element name="F99000000005" type="xs:date"/>
  <xs:element name="G99000000006"><xs:complexType><xs:choice><xs:element ref="F99000000007"/><xs:element ref="F99000000008"/></xs:choice></xs:complexType></xs:element>
  <xs:element name="F99000000007" type="xs:integer"/><xs:element name="F99000000008" type="xs:decimal"/><xs:element name="F99000000009"/>`,
);

describe.each([
  ['a JSON schema', json(family)],
  ['an XML schema', familyXsd],
])('%s', (_, schema) => {
  it('is read as a tree of elements', () => {
    expect(shape(schema).slice(1)).toEqual([
      'G99000000001 G99000000001V1.0 group required 1:3',
      'G99000000001.F99000000002 F99000000002V1.0 text required',
      'F99000000003 F99000003 text 01|02',
      'F99000000004 F99000000004 boolean required',
      'F99000000005 F99000000005 date',
      'G99000000006 G99000000006 group of one',
      'G99000000006.F99000000007 F99000000007 integer',
      'G99000000006.F99000000008 F99000000008 number',
    ]);
    const [, , name] = nodesOf(dataSchema(schema).root);
    expect(name).toMatchObject({
      title: 'Vorname',
      limits: { minLength: 2, maxLength: 9, pattern: { written: '[a-z]+' } },
    });
  });

  it('takes data that was made for it, the least and the most', () => {
    for (const amount of ['least', 'most'] as const) {
      const sample = sampleOf(schema, amount);
      expect(dataFaults(schema, sample)).toEqual([]);
    }
    expect(sampleOf(schema, 'most').length).toBeGreaterThan(sampleOf(schema, 'least').length);
  });

  it('names the place and the reason of what does not fit, and no value', () => {
    const { write } = dataSchema(schema);
    const data = (rest: object, child: object = { 'F99000000002V1.0': 'ada' }) =>
      dataFaults(
        schema,
        write({
          'G99000000001V1.0': [child, { 'F99000000002V1.0': 'eva' }],
          F99000000004: true,
          ...rest,
        } as never),
      );
    expect(data({})).toEqual([]);
    expect(data({}, { 'F99000000002V1.0': 'abcdefghijk' })).toEqual([
      { path: 'G99000000001[0].F99000000002', reason: 'it is too long' },
    ]);
    expect(data({}, { 'F99000000002V1.0': '123' })).toEqual([
      { path: 'G99000000001[0].F99000000002', reason: 'it does not match the pattern' },
    ]);
    expect(data({}, {})).toEqual([{ path: 'G99000000001[0].F99000000002', reason: 'it is missing' }]);
    expect(data({ F99000003: '03' })).toMatchObject([
      { path: 'F99000000003', reason: expect.stringMatching(/none of the listed/) },
    ]);
    expect(data({ F99000000005: 'gestern' })).toMatchObject([{ path: 'F99000000005' }]);
    expect(data({ G99000000006: {} })).toMatchObject([{ path: 'G99000000006' }]);
    const told = JSON.stringify([
      data({ F99000003: 'geheim' }),
      data({}, { 'F99000000002V1.0': 'Geheimnisse' }),
    ]);
    expect(told).not.toMatch(/geheim/i);
  });

  it('is compiled once', () => {
    expect(dataSchema(schema)).toBe(dataSchema(schema));
  });
});

it('refuses elements that it does not know, and text that is none of its notation', () => {
  const schema = json(family);
  expect(dataFaults(schema, '{"G99000000001V1.0":[],"geheim":1,"F99000000004":true}')).toEqual([
    { path: '', reason: 'it has an element that the schema does not know' },
    { path: 'G99000000001', reason: 'there are too few entries' },
  ]);
  expect(dataFaults(schema, '{')).toEqual([{ path: '', reason: 'it is not valid JSON' }]);
  expect(dataFaults(familyXsd, '<a>')).toEqual([{ path: '', reason: 'it is not valid XML' }]);
  expect(dataFaults(familyXsd, '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')).toEqual([
    { path: '', reason: 'it is not valid XML' },
  ]);
  expect(dataFaults(familyXsd, '<a/>')).toEqual([
    { path: '', reason: 'it is not what the data begins with' },
  ]);
});

it('writes XML in the order of the schema, with its signs escaped', () => {
  const schema = xsd(
    `${root('<xs:element ref="F99000000002"/><xs:element ref="F99000000001" maxOccurs="2"/>')}${text('F99000000001')}${text('F99000000002')}`,
  );
  const written = dataSchema(schema).write({ F99000000001: ['<a>', 'b & "c"'], F99000000002: 'ü' });
  expect(written).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<S99000000001V1.0 xmlns="urn:t"><F99000000002>ü</F99000000002><F99000000001>&lt;a&gt;</F99000000001><F99000000001>b &amp; &quot;c&quot;</F99000000001></S99000000001V1.0>\n',
  );
  expect(dataFaults(schema, written)).toEqual([]);
});

describe('a JSON schema is refused', () => {
  const one = (property: object, rest: object = {}) =>
    json({ type: 'object', properties: { F99000000001: property }, ...rest });
  it.each<[string, KeptSchema, string | RegExp]>([
    ['that is not JSON, at its place', kept('{\n  "type": object }'), /^2:11 not valid JSON/],
    [
      'with a comma too many, kindly',
      kept('{\n  "type": "object",\n  "required": ["F99000000001",\n  ]\n}'),
      '3:30 not valid JSON: remove the comma, nothing follows it',
    ],
    ['that is empty', kept(''), /^1:1 /],
    ['that is no object', json({ type: 'string' }), /has to be an object/],
    [
      'with names that are no ids',
      json({ type: 'object', properties: { name: { type: 'string' } } }),
      /"name" is not the id/,
    ],
    ['that leads out of the file', one({ $ref: 'https://example.org/a.json' }), /nothing is fetched/],
    ['that refers to another file', one({ $ref: 'other.json#/$defs/a' }), /nothing is fetched/],
    ['that refers to nothing', one({ $ref: '#/$defs/a' }), /there is no "#\/\$defs\/a"/],
    [
      'that leads in a circle',
      json({
        type: 'object',
        properties: { G99000000001: { $ref: '#/$defs/a' } },
        $defs: { a: { type: 'object', properties: { G99000000002: { $ref: '#/$defs/a' } } } },
      }),
      /in a circle/,
    ],
    [
      'that refers to itself',
      one({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/a' } } }),
      /in a circle/,
    ],
    [
      'with a pattern that is none',
      one({ type: 'string', pattern: '(' }),
      /the pattern \(: this is no regular/,
    ],
    [
      'with a pattern that looks back',
      one({ type: 'string', pattern: '(?<=a)b' }),
      /looking back is not supported/,
    ],
    [
      'with a pattern of too many ways',
      one({ type: 'string', pattern: '((a{1,100}){1,100}){1,100}' }),
      /counts of the pattern are too high/,
    ],
    ['with words that it cannot promise', one({ type: 'string' }, { allOf: [] }), /"allOf" is not supported/],
    ['with alternatives of types', one({ type: ['string', 'integer'] }), /one type is expected/],
    [
      'with lists of lists',
      one({ type: 'array', items: { type: 'array', items: { type: 'string' } } }),
      /list of lists/,
    ],
    [
      'that requires what it does not have',
      one({ type: 'string' }, { required: ['F99000000002'] }),
      /"F99000000002" is required/,
    ],
    [
      'with two versions of an element in one group',
      json({
        type: 'object',
        properties: { 'F99000000001V1.0': { type: 'string' }, 'F99000000001V1.1': { type: 'string' } },
      }),
      /F99000000001V1.0 and F99000000001V1.1 are the same element/,
    ],
    [
      'with an element in itself',
      json({
        type: 'object',
        properties: {
          G99000000001V1: {
            type: 'object',
            properties: { G99000000001V2: { type: 'object', properties: {} } },
          },
        },
      }),
      /G99000000001V2 is inside of itself/,
    ],
    ['that is too large', kept(`"${'a'.repeat(1024 * 1024)}"`), /larger than 1024 KB/],
    [
      'with a long schemaUri',
      { ...one({ type: 'string' }), schemaUri: `urn:${'a'.repeat(200)}` },
      /longer than 200 letters/,
    ],
  ])('%s', (_, schema, reason) => {
    const [refusal] = refusals(schema);
    expect(refusal).toMatch(reason);
  });

  it('that refers to more and more, before it is compiled', () => {
    const level = (number: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [
          `G99000000${number}0${digit}`.padEnd(12, '0'),
          { $ref: `#/$defs/l${number + 1}` },
        ]),
      ),
    });
    const $defs = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`l${number}`, level(number)]));
    const started = performance.now();
    expect(
      refusals(json({ ...level(0), $defs: { ...$defs, l9: { type: 'object', properties: {} } } })),
    ).toMatchObject([expect.stringMatching(/more than 20000 elements/)]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('with at most five faults of one kind of slip', () => {
    const slips = refusals(kept(`{"required": [${'["a",],'.repeat(20)}"b"]}`));
    expect(slips).toHaveLength(5);
    expect(slips[4]).toMatch(/\(and 15 more faults\)/);
  });
});

describe('an XML schema is refused', () => {
  const F1 = 'F99000000001';
  it.each<[string, KeptSchema, string | RegExp]>([
    ['that is not XML', kept('<a>', 'application/xml'), /not valid XML/],
    ['that is none', kept('<a/>', 'application/xml'), /no XML schema/],
    [
      'with a document type',
      kept(
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">&b;</xs:schema>',
        'application/xml',
      ),
      /^1:\d+ a document type/,
    ],
    [
      'that includes another file',
      xsd(root(''), '<xs:include schemaLocation="http://example.org/a.xsd"/>'),
      /xs:include leads out of the file/,
    ],
    [
      'that imports another file',
      xsd(root(''), '<xs:import namespace="urn:a" schemaLocation="file:///etc/passwd"/>'),
      /xs:import leads out/,
    ],
    [
      'with names that are no ids',
      xsd(`${root('<xs:element ref="name"/>')}${text('name')}`),
      /"name" is not the id/,
    ],
    [
      'that refers to nothing',
      xsd(root(`<xs:element ref="${F1}"/>`)),
      /there is no xs:element "F99000000001"/,
    ],
    [
      'that leads in a circle',
      xsd(
        `${root('<xs:element ref="G99000000001"/>')}<xs:element name="G99000000001"><xs:complexType><xs:sequence><xs:element ref="G99000000001" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`,
      ),
      /in a circle|inside of itself/,
    ],
    [
      'with types in a circle',
      xsd(
        `${root(`<xs:element ref="${F1}"/>`)}<xs:element name="${F1}" type="t"/><xs:simpleType name="t"><xs:restriction base="t"/></xs:simpleType>`,
      ),
      /types lead in a circle/,
    ],
    [
      'with a pattern of too many ways',
      xsd(
        `${root(`<xs:element ref="${F1}"/>`)}${text(F1, '<xs:pattern value="((a{1,100}){1,100}){1,100}"/>')}`,
      ),
      /counts of the pattern/,
    ],
    ['with groups that it does not read', xsd(root('<xs:any/>')), /xs:any is not supported/],
    [
      'with types that it does not read',
      xsd(`${root(`<xs:element ref="${F1}"/>`)}<xs:element name="${F1}" type="xs:hexBinary"/>`),
      /the type "xs:hexBinary" is not supported/,
    ],
    [
      'with too many entries',
      xsd(`${root(`<xs:element ref="${F1}" maxOccurs="1000000"/>`)}${text(F1)}`),
      /written as "unbounded"/,
    ],
    [
      'with two versions of an element in one group',
      xsd(
        `${root('<xs:element ref="F99000000001V1.0"/><xs:element ref="F99000000001V1.1"/>')}${text('F99000000001V1.0')}${text('F99000000001V1.1')}`,
      ),
      /are the same element of one group/,
    ],
    [
      'with two beginnings',
      xsd(`${root('')}${root('').replace('S99000000001', 'S99000000002')}`),
      /could begin with/,
    ],
    [
      'with attributes',
      xsd(
        `<xs:element name="S99000000001"><xs:complexType><xs:attribute name="a"/></xs:complexType></xs:element>`,
      ),
      /xs:attribute is not supported/,
    ],
    [
      'that libxml2 does not take',
      xsd(`${root(`<xs:element ref="${F1}"/>`)}${text(F1)}${text(F1)}`),
      /already exist/,
    ],
  ])('%s', (_, schema, reason) => {
    const [refusal] = refusals(schema);
    expect(refusal).toMatch(reason);
  });
});

describe('patterns', () => {
  it('match anywhere in JSON, and whole texts in XML, where ^ and $ are letters', () => {
    const inJson = (pattern: string, value: string) =>
      dataFaults(
        json({ type: 'object', properties: { F99000000001: { type: 'string', pattern } } }),
        JSON.stringify({ F99000000001: value }),
      ).length === 0;
    const inXml = (pattern: string, value: string) => {
      const schema = xsd(
        `${root('<xs:element ref="F99000000001"/>')}${text('F99000000001', `<xs:pattern value="${pattern}"/>`)}`,
      );
      return dataFaults(schema, dataSchema(schema).write({ F99000000001: value })).length === 0;
    };
    expect(['x24103y', '2410'].map((value) => inJson('[0-9]{5}', value))).toEqual([true, false]);
    expect(['24103', 'x24103', '24103y'].map((value) => inJson('^[0-9]{5}$', value))).toEqual([
      true,
      false,
      false,
    ]);
    expect(['ab', 'bc', 'c'].map((value) => inJson('^a|c$', value))).toEqual([true, true, true]);
    expect(['24103', 'x24103y'].map((value) => inXml('[0-9]{5}', value))).toEqual([true, false]);
    expect(['a@b', 'a@b$'].map((value) => inXml('[a-z]@[a-z]$', value))).toEqual([false, true]);
  });

  it('end soon, whatever they are', () => {
    const started = performance.now();
    const evil = '(a|aa)+';
    const long = `${'a'.repeat(2_000)}!`;
    const inXml = xsd(
      `${root('<xs:element ref="F99000000001"/>')}${text('F99000000001', `<xs:pattern value="${evil}"/>`)}`,
    );
    expect(dataFaults(inXml, dataSchema(inXml).write({ F99000000001: long }))).toHaveLength(1);
    const inJson = json({
      type: 'object',
      properties: { F99000000001: { type: 'string', pattern: `^${evil}$` } },
    });
    expect(dataFaults(inJson, JSON.stringify({ F99000000001: long }))).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
