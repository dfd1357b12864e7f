import { expect, test } from 'vitest';
import type { Component, FormDefinition, JsonLogic } from '#forms/types.ts';
import { feeFigures } from './fee-figures.ts';

const form = (...components: object[]): FormDefinition => ({
  name: 'probe',
  title: 'Probe',
  display: 'wizard',
  components: [
    { type: 'panel', key: 'page', label: 'Seite', title: 'Seite', components: components as Component[] },
  ],
});
const required = { validate: { required: true } };
const input = { label: 'Frage', input: true };
const choice = (key: string, values: string[], rest: object = required) => ({
  ...input,
  type: 'radio',
  key,
  values: values.map((value) => ({ value, label: value })),
  ...rest,
});
const count = (rest: object = {}) => ({
  ...input,
  type: 'number',
  key: 'copies',
  decimalLimit: 0,
  validate: { required: true, min: 1, max: 10 },
  ...rest,
});
const perCopy: JsonLogic = { '*': [1300, { var: 'data.copies' }] };
const byYears: JsonLogic = {
  if: [
    { '==': [{ var: 'data.years' }, 'one'] },
    2000,
    { '==': [{ var: 'data.years' }, 'five'] },
    6000,
    { '==': [{ var: 'data.years' }, 'life'] },
    18_500,
    null,
  ],
};

test('a choice gives its amounts, and only those that can be chosen', () => {
  expect(feeFigures(byYears, form(choice('years', ['one', 'five', 'life'])))).toEqual({
    kind: 'amounts',
    amounts: [2000, 6000, 18_500],
  });
  expect(feeFigures(byYears, form(choice('years', ['one', 'five'])))).toEqual({
    kind: 'amounts',
    amounts: [2000, 6000],
  });
});

test('a price for each is said once', () => {
  expect(feeFigures(perCopy, form(count()))).toEqual({ kind: 'each', amount: 1300 });
  const withPostage: JsonLogic = { '+': [500, perCopy] };
  expect(feeFigures(withPostage, form(count()))).toEqual({ kind: 'range', from: 1800, to: 13_500 });
});

test('several questions count together, boxes and ticks among them', () => {
  const rule: JsonLogic = {
    '+': [
      { if: [{ var: 'data.express' }, 3200, 0] },
      { if: [{ var: 'data.extras.pages' }, 2200, 0] },
      { if: [{ '==': [{ var: 'data.age' }, 'young'] }, 3750, 7000] },
    ],
  };
  const questions = form(
    { ...input, type: 'checkbox', key: 'express' },
    { ...input, type: 'selectboxes', key: 'extras', values: [{ value: 'pages', label: '48 Seiten' }] },
    choice('age', ['young', 'old']),
  );
  expect(feeFigures(rule, questions)).toEqual({ kind: 'range', from: 3750, to: 12_400 });
});

test('a question that may stay open counts as open, too', () => {
  const rule: JsonLogic = { if: [{ '==': [{ var: 'data.years' }, 'one'] }, 2000, 0] };
  expect(feeFigures(rule, form(choice('years', ['one'], {})))).toEqual({
    kind: 'amounts',
    amounts: [0, 2000],
  });
  const hidden = choice('years', ['one'], { ...required, conditional: { json: true } });
  expect(feeFigures(rule, form(hidden))).toEqual({ kind: 'amounts', amounts: [0, 2000] });
  const inside = {
    type: 'fieldset',
    key: 'set',
    label: 'S',
    legend: 'S',
    components: [choice('years', ['one'])],
  };
  expect(feeFigures(rule, form({ ...inside, conditional: { json: true } }))).toEqual({
    kind: 'amounts',
    amounts: [0, 2000],
  });
  for (const asked of [choice('years', ['one']), inside]) {
    expect(feeFigures(rule, form(asked))).toEqual({ kind: 'amounts', amounts: [2000] });
  }
});

test('what cannot be known before is not guessed', () => {
  const value: JsonLogic = { '*': [2, { var: 'data.copies' }] };
  for (const unbounded of [
    count({ validate: { min: 1 } }),
    count({ decimalLimit: 2 }),
    count({ calculateValue: 4 }),
    count({ validate: { required: true, min: 1, max: 1e15 } }),
    { ...input, type: 'textfield', key: 'copies' },
  ]) {
    expect(feeFigures(value, form(unbounded))).toBeUndefined();
  }
  const [many, product] = [
    { min: 1, max: 200, required: true },
    { '*': [{ var: 'data.a' }, { var: 'data.b' }] },
  ];
  const two = form(count({ key: 'a', validate: many }), count({ key: 'b', validate: many }));
  expect(feeFigures(product, two)).toBeUndefined();
  expect(feeFigures({ var: 'data.years' }, form(choice('years', ['one'])))).toBeUndefined();
});
