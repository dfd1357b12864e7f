import { expect, test } from 'vitest';
import { ImportRefused } from '../../refused.ts';
import { SchemaElements } from './elements.ts';
import { readRules, strangers } from './read-rules.ts';
import { choice, field, group, idOf, member, rulesOf, schemaOf, truth } from './testing/schemas.ts';
import { translatedRules } from './translated.ts';

const [ASKED, NAME, KIND, PART, INNER] = [
  idOf('F', 1),
  idOf('F', 2),
  idOf('F', 3),
  idOf('G', 4),
  idOf('F', 5),
];
const prose = rulesOf('Niemand versteht das.');
const elements = new SchemaElements({
  ...schemaOf([
    member(truth(1, 'Hund?')),
    member(field(2, 'Name')),
    member(choice(3, 'Art', 'klein', 'groß')),
    member(group(4, 'Teil', [member(truth(5, 'Innen'))], { rules: prose })),
  ]),
  rules: prose,
});

const rules = (list: unknown) =>
  translatedRules('rules.json', JSON.stringify(list, null, 1), elements.schema.id);
const clausesOf = (condition: unknown, more: object = {}) => {
  const translated = rules([
    { effect: 'require', target: `self.${NAME}`, message: 'Nötig.', condition, ...more },
  ]);
  const [first] = readRules(elements, { translated });
  return first && 'clauses' in first ? first.clauses : first?.reason;
};

test('conditions are read with all their operators', () => {
  const asked = { is: 'equal', path: ASKED, value: true };
  const when = (condition: unknown) => {
    const clauses = clausesOf(condition);
    return Array.isArray(clauses) ? clauses[0]?.when : clauses;
  };
  const self = { identifier: `self.${ASKED}` };
  expect(when(true)).toEqual({ is: 'always' });
  expect(when(self)).toEqual(asked);
  expect(when({ equal: [self, true] })).toEqual(asked);
  expect(when({ not_equal: [{ identifier: `self.${KIND}` }, '001'] })).toEqual({
    is: 'not',
    of: { is: 'equal', path: KIND, value: '001' },
  });
  expect(when({ not: { is_empty: { identifier: NAME } } })).toEqual({
    is: 'not',
    of: { is: 'empty', path: NAME },
  });
  const inner = { is: 'equal', path: `${PART}.${INNER}`, value: false };
  const both = [self, { equal: [{ identifier: `self.${PART}.${INNER}` }, false] }];
  expect(when({ and: both })).toEqual({ is: 'and', of: [asked, inner] });
  expect(when({ or: both })).toEqual({ is: 'or', of: [asked, inner] });
  expect(when({ xor: both })).toEqual({ is: 'xor', of: [asked, inner] });
});

test('effects become what the form does', () => {
  const self = { identifier: `self.${ASKED}` };
  expect(clausesOf(self)).toMatchObject([{ effect: 'require', target: NAME }]);
  expect(clausesOf(self, { effect: 'forbid' })).toMatchObject([{ effect: 'hide', target: NAME }]);
  expect(clausesOf(self, { effect: 'valid', target: undefined })).toMatchObject([
    { effect: 'valid', target: '', message: 'Nötig.' },
  ]);
  expect(clausesOf(self, { target: undefined })).toBe('it names no element');
  expect(clausesOf({ equal: [{ identifier: KIND }, '009'] })).toBe(`the list of ${KIND} has no "009"`);
  expect(clausesOf({ equal: [{ identifier: PART }, true] })).toContain('is a group');
});

test('translated rules count instead of the prose of their element, and only there', () => {
  const given = { effect: 'require', target: `self.${NAME}`, message: 'Nötig.', condition: true };
  const both = readRules(elements, { translated: rules([given]) });
  expect(both.map(({ owner, text }) => [owner, text])).toEqual([
    ['', 'Nötig.'],
    [PART, 'Niemand versteht das.'],
  ]);
  const inner = { effect: 'require', target: `self.${INNER}`, message: 'Innen.', condition: true };
  const part = rules({ [PART]: [inner], [idOf('G', 77)]: [] });
  expect(readRules(elements, { translated: part })).toMatchObject([
    { owner: '', text: 'Niemand versteht das.' },
    { owner: PART, clauses: [{ effect: 'require', target: `${PART}.${INNER}` }] },
  ]);
  expect(strangers(elements, part)).toEqual([idOf('G', 77)]);
});

test('a file that is no list of translated rules is refused with its lines', () => {
  const given = { effect: 'require', target: `self.${NAME}`, message: '', condition: true };
  const refused = (list: unknown) => {
    try {
      rules(list);
    } catch (error) {
      if (error instanceof ImportRefused) return error.message;
      throw error;
    }
    return 'taken';
  };
  expect(refused([{ ...given, effect: 'show' }])).toContain('rules.json:3: ');
  expect(refused([{ ...given, target: 'self.X1' }])).toContain('rules.json:4: ');
  expect(refused([{ ...given, more: 1 }])).toMatch(/rules\.json:7: .*not known/);
  const condition = (tree: unknown) => refused([{ ...given, condition: tree }]);
  expect(condition(false)).toContain('one operator');
  expect(condition({ equal: [{ identifier: NAME }, 'a'], not: true })).toContain('one operator');
  expect(condition({ greater: [{ identifier: NAME }, 1] })).toContain('"greater" is no operator');
  expect(condition({ equal: ['a', 'b'] })).toContain('identifier');
  expect(condition({ equal: [{ identifier: NAME }] })).toContain('an identifier and a text');
  expect(condition({ and: [] })).toContain('a list of conditions');
  expect(condition({ xor: [true, true, true] })).toContain('two conditions');
  expect(condition({ or: [true, { not: { is_empty: NAME } }] })).toMatch(/rules\.json:1\d: .*identifier/);
  expect(refused({ hund: [given] })).toContain('rules.json:2: ');
  expect(() => translatedRules('rules.json', '[', '')).toThrow(/rules\.json:1: not valid JSON/);
});
