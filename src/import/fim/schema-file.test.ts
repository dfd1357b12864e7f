import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { FimMember, FimSchema } from './model.ts';
import { choice, field, group, idOf, member, schemaOf, truth } from './rules/testing/schemas.ts';
import { schemaFile } from './schema-file.ts';

const ajv = new Ajv2020({ strictRequired: false });
formats.default(ajv);

const written = (schema: FimSchema) => schemaFile(schema, ({ options }) => options);
const jsonOf = (schema: FimSchema) => JSON.parse(written(schema).text);
const accepts = (...members: FimMember[]) => {
  const check = ajv.compile({ ...jsonOf(schemaOf(members)), $id: undefined });
  return (data: unknown) => check(data);
};
const F = (number: number) => `${idOf('F', number)}V1.0.0`;
const G = (number: number) => `${idOf('G', number)}V1.0.0`;

test('elements are named by id and version, and defined once', () => {
  const street = member(field(1, 'Straße'), 1);
  const schema = schemaOf([
    member(group(3, 'Zwei', [street, member(field(2, 'Hinweis', { input: 'label' }), 1)]), 0, null),
    member(group(4, 'Eins', [street]), 1),
  ]);
  const { name, text, withoutPattern } = written(schema);
  expect(name).toBe('S99000000001V1.0.schema.json');
  expect(withoutPattern).toEqual([]);
  expect(JSON.parse(text)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'S99000000001V1.0.schema.json',
    title: 'Probe',
    type: 'object',
    $defs: {
      [F(1)]: { title: 'Straße', type: 'string' },
      [G(3)]: {
        title: 'Zwei',
        type: 'object',
        properties: { [F(1)]: { $ref: `#/$defs/${F(1)}` } },
        required: [F(1)],
        additionalProperties: false,
      },
      [G(4)]: {
        title: 'Eins',
        type: 'object',
        properties: { [F(1)]: { $ref: `#/$defs/${F(1)}` } },
        required: [F(1)],
        additionalProperties: false,
      },
    },
    properties: {
      [G(3)]: { type: 'array', items: { $ref: `#/$defs/${G(3)}` }, minItems: 0 },
      [G(4)]: { $ref: `#/$defs/${G(4)}` },
    },
    required: [G(4)],
    additionalProperties: false,
  });
  expect(written(schema).text).toBe(text);
  expect(written({ ...schema, version: '' }).name).toBe('S99000000001.schema.json');
});

test('an id with another content at another place is not mixed up', () => {
  const check = accepts(
    member(group(1, 'Eins', [member(field(3, 'Wert', { type: 'bool' }), 1)]), 1),
    member(group(2, 'Zwei', [member(field(3, 'Wert', { type: 'num' }), 1)]), 1),
  );
  expect(check({ [G(1)]: { [F(3)]: true }, [G(2)]: { [F(3)]: 1 } })).toBe(true);
  expect(check({ [G(1)]: { [F(3)]: 1 }, [G(2)]: { [F(3)]: 1 } })).toBe(false);
});

test('values are those of their kind', () => {
  const kinds: [member: FimMember, right: unknown[], wrong: unknown[]][] = [
    [member(truth(1, 'a')), [true, false], ['true', 1]],
    [member(choice(1, 'a', 'eins', 'zwei')), ['001', '002'], ['003', 1, 'eins']],
    [member(field(1, 'a', { type: 'date' })), ['2026-02-28'], ['2026-02-30', '28.02.2026', '']],
    [member(field(1, 'a', { type: 'time' })), ['08:30', '23:59:59'], ['24:00', '8:30']],
    [member(field(1, 'a', { type: 'datetime' })), ['2026-02-28T08:30:00+01:00'], ['2026-02-28']],
    [
      member(field(1, 'a', { type: 'num_int', limits: { minValue: '1', maxValue: '31' } })),
      [1, 31],
      [0, 32, 1.5, '1'],
    ],
    [member(field(1, 'a', { type: 'num', limits: { minValue: '0,5' } })), [0.5, 7], [0.4]],
    [member(field(1, 'a', { type: 'num_currency' })), [12.5], ['12.5']],
    [member(field(1, 'a', { type: 'file' })), ['brief.pdf'], [{}]],
    [member(field(1, 'a', { limits: { minLength: 2, maxLength: 3 } })), ['ab', 'abc'], ['a', 'abcd']],
    [
      member(field(1, 'a', { limits: { pattern: '[0-9]{5}|x' } })),
      ['24103', 'x'],
      ['x24103y', '241031', 'xx'],
    ],
    [
      member(field(1, 'a'), 2, 3),
      [
        ['a', 'b'],
        ['a', 'b', 'c'],
      ],
      ['a', ['a'], ['a', 'b', 'c', 'd']],
    ],
  ];
  for (const [one, right, wrong] of kinds) {
    const check = accepts(one);
    for (const value of right)
      expect(check({ [F(1)]: value }), JSON.stringify([one.element, value])).toBe(true);
    for (const value of wrong)
      expect(check({ [F(1)]: value }), JSON.stringify([one.element, value])).toBe(false);
  }
});

test('nothing but the members is given, and of a choice exactly one', () => {
  const check = accepts(
    member(group(1, 'Wahl', [member(field(2, 'a')), member(field(3, 'b'))], { isChoice: true }), 1),
  );
  expect(check({ [G(1)]: { [F(2)]: 'x' } })).toBe(true);
  expect(check({ [G(1)]: { [F(2)]: 'x', [F(3)]: 'y' } })).toBe(false);
  expect(check({ [G(1)]: {} })).toBe(false);
  expect(check({ [G(1)]: { [F(2)]: 'x' }, more: 1 })).toBe(false);
  expect(check({})).toBe(false);
});

test('a list that is not known takes any text; a pattern that JSON Schema cannot hold is named', () => {
  const listed = field(1, 'a', { input: 'select', list: { uri: 'urn:x', versionUri: '' } });
  expect(accepts(member(listed))({ [F(1)]: 'irgendwas' })).toBe(true);
  const odd = schemaOf([member(field(2, 'b', { limits: { pattern: '[\\i-[:]]+', maxLength: 4 } }))]);
  expect(written(odd).withoutPattern).toEqual([idOf('F', 2)]);
  expect(jsonOf(odd).$defs[F(2)]).toEqual({ title: 'b', type: 'string', maxLength: 4 });
});
