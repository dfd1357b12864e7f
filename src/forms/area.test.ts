import { expect, test } from 'vitest';
import { areaMissed, areaMissedIn, withArea } from './area.ts';
import { fieldsOf } from './components.ts';
import { evaluate } from './rules/rules.ts';
import { formOf } from './testing/form.ts';

const postcode = {
  type: 'textfield',
  key: 'postcode',
  label: 'Postleitzahl',
  input: true,
  properties: { check: 'inArea' },
};
const kiel = { name: 'Kiel', postcodes: ['24103', '24105'] };
const form = withArea(formOf(postcode), kiel);
const missed = (value: string) => areaMissed(fieldsOf(form.components)[0]!, value)?.name;

test('a postcode outside of the area is told, and refuses nothing', () => {
  expect(missed('23552')).toBe('Kiel');
  expect(missed('D-23 552')).toBe('Kiel');
  expect(missed('24 103')).toBeUndefined();
  expect(missed('')).toBeUndefined();
  expect(areaMissed(fieldsOf(form.components)[0]!, undefined)).toBeUndefined();
  expect(evaluate(form, { postcode: 'D-23 552' })).toMatchObject({ data: { postcode: '23552' }, errors: [] });
});

test('what is no postcode is refused as one, and not told twice', () => {
  expect(missed('2355')).toBeUndefined();
  expect(evaluate(form, { postcode: '2355' }).errors).toMatchObject([{ rule: 'postcode' }]);
});

test('a form that does not ask stays as it is, and so does one without a known area', () => {
  const other = formOf({ ...postcode, properties: { check: 'postcode' } });
  expect(withArea(other, kiel)).toBe(other);
  const asked = formOf(postcode);
  expect(withArea(asked, { name: 'Kiel', postcodes: [] })).toBe(asked);
  expect(areaMissed(fieldsOf(asked.components)[0]!, '23552')).toBeUndefined();
});

test('one address outside of the area is enough, wherever in the form it is asked', () => {
  const two = withArea(formOf(postcode, { ...postcode, key: 'garage', label: 'Garage' }), kiel);
  expect(areaMissedIn(two, { postcode: '24103', garage: '23552' })).toBe(kiel);
  expect(areaMissedIn(two, { postcode: '24103', garage: '24105' })).toBeUndefined();
  expect(areaMissedIn(two, { postcode: '24103' })).toBeUndefined();
});
