import { expect, test } from 'vitest';
import { owedIn } from './owed.ts';
import { parseForm } from './schema/schema.ts';
import type { Component, FormData, FormDefinition } from './types.ts';

const file = (key: string, later: string | undefined, rest: object = {}) =>
  ({
    type: 'file',
    key,
    label: `Proof ${key}`,
    input: true,
    multiple: true,
    filePattern: 'application/pdf',
    fileMaxSize: '1MB',
    ...(later !== undefined && { properties: { later } }),
    ...rest,
  }) as const;
const tick = (key: string, rest: object = {}) => ({
  type: 'checkbox',
  key,
  label: key,
  input: true,
  ...rest,
});
const required = { validate: { required: true } };
const unless = (when: string) => ({ conditional: { json: { '!': [{ var: `data.${when}` }] } } });

const components = [
  tick('foreign'),
  tick('permitLater', { conditional: { show: true, when: 'foreign', eq: true } }),
  file('permit', 'permitLater', { ...required, ...unless('permitLater') }),
  {
    type: 'selectboxes',
    key: 'later',
    label: 'Later?',
    input: true,
    values: [
      { value: 'rent', label: 'Rent' },
      { value: 'income', label: 'Income' },
    ],
  },
  file('rent', 'later.rent', { ...required, ...unless('later.rent') }),
  file('income', 'later.income', { ...required, ...unless('later.income') }),
  file('relief', 'yes', { conditional: { show: true, when: 'foreign', eq: true } }),
  file('extra', undefined),
  {
    type: 'radio',
    key: 'deed',
    label: 'Deed?',
    input: true,
    values: ['now', 'afterwards'].map((value) => ({ value, label: value })),
  },
  file('deed_file', 'deed.afterwards', { conditional: { show: true, when: 'deed', eq: 'now' } }),
  {
    type: 'editgrid',
    key: 'people',
    label: 'People',
    input: true,
    rowNamedBy: 'name',
    addAnother: 'Add',
    components: [
      { type: 'textfield', key: 'name', label: 'Name', input: true },
      tick('cardLater'),
      file('card', 'people.cardLater'),
    ],
  },
];
const formOf = (...parts: object[]): FormDefinition => ({
  name: 'form',
  title: 'Form',
  display: 'wizard',
  components: [
    { type: 'panel', key: 'page', label: 'Page', title: 'Page', components: parts as Component[] },
  ],
});
const form = formOf(...components);
const pdf = { id: '3e2f1c66-5d2a-4a0c-9a7e-0d3f0b8a1c11', name: 'a.pdf', size: 9, type: 'application/pdf' };
const owed = (data: FormData) => owedIn(form, data, 'en').map(({ path }) => path);

test('the form is one that the content may have', () => {
  expect(parseForm(form)).toHaveProperty('form');
});

test.each<[string, FormData, string[]]>([
  ['nothing promised', {}, []],
  ['a tick', { foreign: true, permitLater: true, relief: [pdf] }, ['permit']],
  ['a tick that is not shown', { foreign: false, permitLater: true }, []],
  ['choices of several', { later: { rent: true, income: false } }, ['rent']],
  ['all of them, in the order of the fields', { later: { income: true, rent: true } }, ['rent', 'income']],
  [
    'promised and uploaded all the same',
    { foreign: true, permitLater: false, permit: [pdf], relief: [pdf] },
    [],
  ],
  ['an option', { deed: 'afterwards' }, ['deed_file']],
  ['another option', { deed: 'now' }, []],
  ['left out where that is allowed', { foreign: true, permit: [pdf] }, ['relief']],
  ['left out where it is not asked', { foreign: false }, []],
  ['left out without a word about later', { extra: [] }, []],
  ['not of the right kind', { later: 'rent', foreign: 'yes', people: 'all' }, []],
])('%s', (_, data, paths) => {
  expect(owed(data)).toEqual(paths);
});

test('a document of a row names the row', () => {
  const people = [
    { name: 'Clara', cardLater: false },
    { name: 'Ole', cardLater: true },
    { name: 'Ida', cardLater: true, card: [pdf] },
    { name: '', cardLater: true },
  ];
  expect(owedIn(form, { people }, 'en')).toEqual([
    { path: 'people[1].card', label: 'Proof card', row: 'Ole' },
    { path: 'people[3].card', label: 'Proof card', row: '' },
  ]);
});

test.each([
  ['of no file', formOf(tick('a', { properties: { later: 'yes' } })), 'only a file can be handed in later'],
  ['without its tick', formOf(file('a', 'b')), 'there is no tick or option "b"'],
  [
    'that names a text',
    formOf(file('a', 'b'), { ...tick('b'), type: 'textfield' }),
    'there is no tick or option "b"',
  ],
  [
    'without its option',
    formOf(components[3]!, file('a', 'later.food')),
    'there is no tick or option "later.food"',
  ],
  [
    'that names a choice as a whole',
    formOf(components[3]!, file('a', 'later')),
    'there is no tick or option "later"',
  ],
  [
    'that names an option of a tick',
    formOf(tick('b'), file('a', 'b.true')),
    'there is no tick or option "b.true"',
  ],
  [
    'of another group',
    formOf(components[10]!, file('a', 'people.cardLater')),
    '"people.cardLater" is in another group',
  ],
  [
    'that may not be left out',
    formOf(file('a', 'yes', required)),
    '"yes" is for a field that may be left empty',
  ],
])('a promise %s is a fault of the form', (_, wrong, reason) => {
  const parsed = parseForm(wrong);
  expect('problems' in parsed && parsed.problems.map((problem) => problem.reason)).toEqual([reason]);
});
