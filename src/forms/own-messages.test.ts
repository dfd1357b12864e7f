import { expect, test } from 'vitest';
import { collectTexts, localiseForm } from './localise.ts';
import { unwordedFields } from './own-messages.ts';
import { evaluate } from './rules/rules.ts';
import { parseForm } from './schema/schema.ts';
import { formOf } from './testing/form.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const chipped = {
  type: 'radio',
  key: 'chipped',
  label: 'Hat der Hund einen Mikrochip?',
  input: true,
  validate: { required: true },
  values: [
    { value: 'yes', label: 'Ja' },
    { value: 'no', label: 'Nein' },
  ],
};
const words = { required: 'Geben Sie an, ob der Hund einen Mikrochip hat.' };
const born = {
  type: 'day',
  key: 'born',
  label: 'Geburtsdatum',
  input: true,
  validate: {},
  minDate: '2000-01-01',
  maxDate: 'moment()',
};
const messages = (form: ReturnType<typeof formOf>, data: object) =>
  evaluate(form, data as never, NOW).errors.map(({ rule, message }) => [rule, message]);

test('a field has a message for each of its rules, found where Form.io looks it up', () => {
  const form = formOf(
    { ...chipped, errors: words },
    { ...born, errors: { minDate: 'Zu alt.', maxDate: 'Noch nicht.', invalidDay: 'Kein Tag.' } },
  );
  expect(messages(form, {})).toEqual([['required', words.required]]);
  const withChip = { chipped: 'yes' };
  expect(messages(form, { ...withChip, born: '12/31/1999' })).toEqual([['min', 'Zu alt.']]);
  expect(messages(form, { ...withChip, born: '11/21/2026' })).toEqual([['max', 'Noch nicht.']]);
  expect(messages(form, { ...withChip, born: '02/31/2020' })).toEqual([['day', 'Kein Tag.']]);
  expect(messages(form, { chipped: 'perhaps' })).toEqual([['option', undefined]]);
});

test('the message for all rules goes before it, and the text of a validation as well', () => {
  const all = formOf({ ...chipped, validate: { required: true, customMessage: 'Alles.' }, errors: words });
  expect(messages(all, {})).toEqual([['required', 'Alles.']]);
  const json = { if: [{ '==': [{ var: 'value' }, 'yes'] }, true, 'Nur mit Chip.'] };
  const checked = formOf({ ...chipped, validate: { json }, errors: { jsonLogic: 'Anders.' } });
  expect(messages(checked, { chipped: 'no' })).toEqual([['json', 'Nur mit Chip.']]);
  const wordless = formOf({
    ...chipped,
    validate: { json: { '==': [{ var: 'value' }, 'yes'] } },
    errors: { jsonLogic: 'Anders.' },
  });
  expect(messages(wordless, { chipped: 'no' })).toEqual([['json', 'Anders.']]);
});

test('it is translated, and a key that no rule has is refused', () => {
  const form = formOf({ ...chipped, errors: words });
  const english = Object.fromEntries(collectTexts(form).map((text) => [text, `en ${text}`]));
  expect(messages(localiseForm(form, english), {})).toEqual([['required', `en ${words.required}`]]);
  const json = structuredClone(form) as { components: { components: object[] }[] };
  Object.assign(json.components[0]!.components[0]!, { errors: { requird: 'x' } });
  expect(parseForm(json)).toMatchObject({ problems: [{ path: expect.arrayContaining(['errors']) }] });
});

test('what a form leaves to standard texts is found, by field and rule', () => {
  const at = (...components: object[]) =>
    unwordedFields(formOf(...(components as never[]))).map(({ path, keys }) => [path, ...keys]);
  expect(at(chipped, born)).toEqual([
    ['chipped', 'required'],
    ['born', 'minDate', 'maxDate'],
  ]);
  expect(at({ ...chipped, errors: words })).toEqual([]);
  expect(at({ ...chipped, validate: { required: true, customMessage: 'Alles.' } })).toEqual([]);
  const number = { type: 'number', key: 'n', label: 'Zahl', input: true, validate: { min: 1, max: 5 } };
  expect(at(number)).toEqual([['n', 'min', 'max']]);
  expect(at({ ...number, disabled: true }, { ...number, key: 'c', calculateValue: { '+': [1, 2] } })).toEqual(
    [],
  );
  const text = { type: 'textfield', key: 't', label: 'Text', input: true, validate: { pattern: '[a-z]+' } };
  expect(at(text)).toEqual([['t', 'pattern']]);
  expect(at({ ...text, validate: { maxLength: 5, minLength: 1 } })).toEqual([]);
  expect(at({ ...born, maxDate: undefined })).toEqual([['born', 'minDate']]);
  expect(at({ ...born, minDate: undefined })).toEqual([['born', 'maxDate']]);
  expect(at({ ...number, validate: { max: 5 } })).toEqual([['n', 'max']]);
  const other = { ...born, key: 'other', minDate: undefined, maxDate: undefined };
  expect(at(other, { ...other, key: 'after', properties: { notBefore: 'other' } })).toEqual([
    ['after', 'notBefore'],
  ]);
  expect(at(other, { ...other, key: 'before', properties: { notAfter: 'other' } })).toEqual([
    ['before', 'notAfter'],
  ]);
  const group = {
    type: 'datagrid',
    key: 'g',
    label: 'Hunde',
    input: true,
    addAnother: 'Noch einer',
    components: [chipped],
  };
  expect(at(group)).toEqual([['g.chipped', 'required']]);
});

test('a validation needs a message unless each of its answers is true or a text', () => {
  const at = (json: object) => unwordedFields(formOf({ ...chipped, validate: { json } } as never)).length;
  const test = { '==': [{ var: 'value' }, 'yes'] };
  expect(at(test)).toBe(1);
  expect(at({ if: [test, true, 'Nur mit Chip.'] })).toBe(0);
  expect(at({ if: [test, 'Eins.', test, true, 'Zwei.'] })).toBe(0);
  expect(at({ '?:': [test, true, 'Nur mit Chip.'] })).toBe(0);
  expect(at({ if: [test, true, { if: [test, 'Eins.', 'Zwei.'] }] })).toBe(0);
  expect(at({ if: [test, true, { if: [test, 'Eins.', false] }] })).toBe(1);
  for (const wordless of [false, null, 5, [true]]) {
    expect(at({ if: [test, wordless, 'Zwei.'] })).toBe(1);
    expect(at({ if: [test, true, wordless] })).toBe(1);
  }
  expect(at({ if: [test, true, false] })).toBe(1);
  expect(at({ if: [test, true] })).toBe(1);
});
