import { describe, expect, it } from 'vitest';
import type { Component, RuleName } from '#forms/types.ts';
import { errorText, summaryErrors } from './error-text.ts';
import { formOf } from './testing/forms.ts';
import { texts } from './testing/render.tsx';

const RULES: RuleName[] = [
  'required',
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'email',
  'number',
  'day',
  'date',
  'option',
  'file',
  'characters',
  'json',
  'unknown',
];
const text: Component = { type: 'textfield', input: true, key: 'name', label: 'Name' };
const rows: Component = {
  type: 'datagrid',
  input: true,
  key: 'rows',
  label: 'Hunde',
  rowLabel: 'Hund',
  addAnother: 'Noch einer',
  components: [text],
};

describe.each(['de', 'en'] as const)('error texts (%s)', (language) => {
  it.each(RULES)('%s has words that name the field, without gaps', async (rule) => {
    const t = (await texts(language)).getFixedT(language, 'form');
    const params = { min: 3, max: 5, types: 'application/pdf' };
    for (const type of ['textfield', 'day', 'currency', 'datagrid', 'file', 'radio', 'checkbox'] as const) {
      const words = errorText({ path: 'x', rule, params }, { label: 'Rasse', type }, t);
      expect(words).toContain('Rasse');
      expect(words).not.toMatch(/\{\{|errors\.|undefined|NaN|Invalid/);
    }
  });
});

it('the form’s own words go before ours', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  expect(errorText({ path: 'x', rule: 'json', message: 'Zu jung.' }, undefined, t)).toBe('Zu jung.');
});

it('the summary follows the page, names rows, and has one line a field', async () => {
  const t = (await texts()).getFixedT('de', 'form');
  const errors = [
    { path: 'rows[1].name', rule: 'number' },
    { path: 'rows[0].name', rule: 'required' },
    { path: 'first', rule: 'required' },
    { path: 'first', rule: 'minLength', params: { min: 2 } },
  ] as const;
  const lines = summaryErrors(formOf({ ...text, key: 'first', label: 'Erstes' }, rows), [...errors], t);
  expect(lines.map(({ fieldId, text: words }) => [fieldId, words.split(':')[0]])).toEqual([
    ['field-first', 'Bitte füllen Sie das Feld „Erstes“ aus.'],
    ['field-rows-0-name', 'Hund 1'],
    ['field-rows-1-name', 'Hund 2'],
  ]);
});
