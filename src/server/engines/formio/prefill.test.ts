import { expect, test } from 'vitest';
import { formOf } from '#forms/testing/form.ts';
import { prefill } from './prefill.ts';

const from = (name: string) => ({ properties: { prefill: name } });
const field = (type: string, key: string, more: object = {}) => ({
  type,
  key,
  label: key,
  input: true,
  ...more,
});

test("a fresh form has the account's values in the fields that name them, dates as a day keeps them", () => {
  const row = field('textfield', 'inner', from('givenName'));
  const form = formOf(
    {
      type: 'fieldset',
      key: 'box',
      label: 'B',
      legend: 'B',
      components: [field('textfield', 'name', from('givenName'))],
    },
    field('day', 'born', from('birthdate')),
    field('textfield', 'town', from('locality')),
    field('checkbox', 'consent'),
    field('datagrid', 'rows', { addAnother: 'Noch eine', components: [row] }),
  );
  expect(prefill(form, { givenName: 'Ada', birthdate: '1984-02-29', country: 'DE' })).toEqual({
    name: 'Ada',
    born: '02/29/1984',
    town: '',
    consent: false,
    rows: [],
  });
});
