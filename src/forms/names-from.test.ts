import { expect, test } from 'vitest';
import { namesFrom } from './names-from.ts';
import { evaluate } from './rules/rules.ts';
import type { Component, FormData, FormDefinition } from './types.ts';

const LIST = 'given family; people.given people.family';
const text = (key: string, properties?: object): Component => ({
  type: 'textfield',
  key,
  label: key,
  input: true,
  ...(properties && { properties }),
});
const group = (key: string, ...components: Component[]): Component => ({
  type: 'datagrid',
  key,
  label: key,
  input: true,
  addAnother: 'Add',
  components,
});
const form: FormDefinition = {
  name: 'form',
  title: 'Form',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'page',
      label: 'Page',
      title: 'Page',
      components: [
        text('given'),
        text('family'),
        group('people', text('given'), text('family')),
        group('pays', text('who', { namesFrom: LIST })),
      ],
    },
  ],
};
const broken = (data: FormData) => evaluate(form, data).errors.map(({ path, rule }) => `${path} ${rule}`);

test('names are tidied, told once, and left out while they are empty', () => {
  const people = [
    { given: ' Clara  Ann', family: 'Claussen ' },
    { given: '', family: ' ' },
    { given: 'Ole' },
  ];
  expect(namesFrom(LIST, { given: 'Ole', family: '', people })).toEqual(['Ole', 'Clara Ann Claussen']);
  expect(namesFrom(LIST, {})).toEqual([]);
});

test('an answer is one of the names, and is asked for again when its person is gone or called otherwise', () => {
  const data = { given: 'Ole', people: [{ given: 'Clara', family: 'Claussen' }] };
  expect(broken({ ...data, pays: [{ who: 'Clara Claussen' }, { who: 'Ole' }, { who: '' }] })).toEqual([]);
  expect(broken({ ...data, pays: [{ who: 'Clara' }] })).toEqual(['pays[0].who option']);
  expect(broken({ ...data, people: [], pays: [{ who: 'Clara Claussen' }] })).toEqual(['pays[0].who option']);
});

test('only those are offered who have said so', () => {
  const people = [{ given: 'Clara', earns: 'yes' }, { given: 'Ole', earns: 'no' }, { given: 'Ida' }];
  expect(namesFrom('people.given people.earns=yes', { people })).toEqual(['Clara']);
  expect(namesFrom('given earns=yes; people.given', { given: 'Eva', earns: 'no', people: [] })).toEqual([]);
  expect(namesFrom('given earns=yes', { given: 'Eva', earns: 'yes' })).toEqual(['Eva']);
});

test('while no name is known, any can be typed', () => {
  expect(broken({ pays: [{ who: 'Clara' }] })).toEqual([]);
});
