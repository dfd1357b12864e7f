import { describe, expect, test } from 'vitest';
import { fieldsOf } from './components.ts';
import { areaMissed, areaMissedIn, atOffice } from './office.ts';
import type { FormArea } from './rules/check-names.ts';
import { evaluate } from './rules/rules.ts';
import { formOf } from './testing/form.ts';
import type { FormDefinition } from './types.ts';

const postcode = {
  type: 'textfield',
  key: 'postcode',
  label: 'Postleitzahl',
  input: true,
  properties: { check: 'inArea' },
};
const kiel = { name: 'Kiel', postcodes: ['24103', '24105'] };
const at = (form: FormDefinition, area: FormArea) => atOffice(form, { area, hours: () => undefined });
const form = at(formOf(postcode), kiel);
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
  expect(at(other, kiel)).toBe(other);
  const asked = formOf(postcode);
  expect(at(asked, { name: 'Kiel', postcodes: [] })).toBe(asked);
  expect(areaMissed(fieldsOf(asked.components)[0]!, '23552')).toBeUndefined();
});

test('one address outside of the area is enough, wherever in the form it is asked', () => {
  const two = at(formOf(postcode, { ...postcode, key: 'garage', label: 'Garage' }), kiel);
  expect(areaMissedIn(two, { postcode: '24103', garage: '23552' })).toBe(kiel);
  expect(areaMissedIn(two, { postcode: '24103', garage: '24105' })).toBeUndefined();
  expect(areaMissedIn(two, { postcode: '24103' })).toBeUndefined();
});

describe('opening hours of the authority', () => {
  const pickup = {
    type: 'datetime',
    key: 'pickup',
    label: 'Abholung',
    input: true,
    enableDate: true,
    enableTime: true,
    properties: { openingHours: 'authority', leadDays: '3' },
  };
  // A Friday; the days until Tuesday are open ones but for the weekend.
  const now = new Date('2026-11-27T09:00:00+01:00');
  const opens = (rules?: string) => ({
    area: kiel,
    hours: (own = rules) =>
      own ? { rules: own, text: own.startsWith('Sa') ? 'Samstag' : 'Montag bis Freitag' } : undefined,
  });
  const faults = (form: FormDefinition, pickup: string) =>
    evaluate(form, { pickup }, now).errors.map(({ rule, params }) => [rule, params]);

  test('are those to keep to; the refusal names them and the first day that is possible', () => {
    const form = atOffice(formOf(pickup), opens('Mo-Fr 08:00-12:00; Th 14:00-18:00'));
    expect(faults(form, '2026-12-02T11:59:00+01:00')).toEqual([]);
    expect(faults(form, '2026-12-03T17:59:00+01:00')).toEqual([]);
    const refused = [['openingHours', { date: '2026-12-02', hours: 'Montag bis Freitag' }]];
    expect(faults(form, '2026-12-02T16:00:00+01:00')).toEqual(refused);
    expect(faults(form, '2026-12-01T09:00:00+01:00'), 'too early').toEqual(refused);
  });

  test('are those of another authority at another place', () => {
    const elsewhere = atOffice(formOf(pickup), opens('Tu 13:00-16:00'));
    expect(faults(elsewhere, '2026-12-15T13:00:00+01:00')).toEqual([]);
    expect(faults(elsewhere, '2026-12-02T11:59:00+01:00')).toMatchObject([
      ['openingHours', { date: '2026-12-15' }],
    ]);
  });

  test('are in German time, wherever the person is', () => {
    const form = atOffice(formOf(pickup), opens('Mo-Fr 08:00-12:00'));
    expect(faults(form, '2026-12-02T07:30:00Z'), '8.30 in Germany').toEqual([]);
    expect(faults(form, '2026-12-02T11:30:00Z'), '12.30 in Germany').toHaveLength(1);
  });

  test('refuse nothing where the authority has none that can be read', () => {
    const unknown = atOffice(formOf(pickup), opens());
    expect(faults(unknown, '2026-11-29T03:00:00+01:00')).toEqual([]);
    expect(faults(formOf(pickup), '2026-11-29T03:00:00+01:00')).toEqual([]);
  });

  test('are not told to other dates', () => {
    const other = formOf({ ...pickup, key: 'other', properties: { check: 'notInThePast' } });
    expect(atOffice(other, opens('Mo-Fr 08:00-12:00'))).toBe(other);
  });

  test('do not replace those of the form', () => {
    const own = formOf({ ...pickup, properties: { openingHours: 'Sa 10:00-12:00' } });
    const form = atOffice(own, opens('Mo-Fr 08:00-12:00'));
    expect(faults(form, '2026-12-05T11:00:00+01:00')).toEqual([]);
    expect(faults(form, '2026-12-04T11:00:00+01:00')).toEqual([
      ['openingHours', { date: '2026-11-28', hours: 'Samstag' }],
    ]);
  });
});
