import { describe, expect, test } from 'vitest';
import { displayText } from '../display.ts';
import { parseForm } from '../schema/schema.ts';
import { formOf } from '../testing/form.ts';
import type { FormData, ValueField } from '../types.ts';
import { plainPlate } from './plate.ts';
import { evaluate } from './rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const text = (properties: object, type = 'textfield') => ({
  type,
  key: 'x',
  label: 'Angabe',
  input: true,
  properties,
});
const shownOf = (properties: object, typed: string) =>
  displayText(text(properties) as ValueField, typed, 'de');
const answer = (properties: object, typed: string) => {
  const { data, errors } = evaluate(formOf(text(properties)), { x: typed }, NOW);
  return { stored: data.x, broken: errors.map(({ rule }) => rule) };
};

describe('a checked text is stored in one spelling and shown in its usual one', () => {
  test.each<[string, string, string, string]>([
    ['iban', ' de89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['iban', 'at61 1904 3002 3457 3201', 'AT611904300234573201', 'AT61 1904 3002 3457 3201'],
    ['plate', 'hl ab 123', 'HL-AB 123', 'HL-AB 123'],
    ['microchip', '276 098 100 123 456', '276098100123456', '276 0981 0012 3456'],
    ['microchip', '276.09.8100123456', '276098100123456', '276 0981 0012 3456'],
    ['postcode', 'D-24 103', '24103', '24103'],
    ['phone', '+49 (0)431/12 34-56', '+49 431 12 34 56', '+49 431 12 34 56'],
    ['phone', '0049 431 123456', '+49 431 123456', '+49 431 123456'],
    ['phone', '(0431) 123 – 456', '0431 123 456', '0431 123 456'],
    ['phone', '+ 45 33 12 34 56', '+45 33 12 34 56', '+45 33 12 34 56'],
    ['phone', '0431 12', '0431 12', '0431 12'],
    ['phone', '+49 431 1234567890', '+49 431 1234567890', '+49 431 1234567890'],
    ['time', '8.30 Uhr', '08:30', '08:30'],
    ['time', ' 23:59', '23:59', '23:59'],
    ['time', '9 uhr', '09:00', '09:00'],
    ['webAddress', 'www.kiel.de/a?b=c', 'https://www.kiel.de/a?b=c', 'https://www.kiel.de/a?b=c'],
    ['webAddress', ' HTTP://müller.example ', 'HTTP://müller.example', 'HTTP://müller.example'],
    [
      'webAddress',
      `kiel.de/${'a'.repeat(500)}`,
      `https://kiel.de/${'a'.repeat(500)}`,
      `https://kiel.de/${'a'.repeat(500)}`,
    ],
  ])('%s: %s', (check, typed, stored, shown) => {
    expect(answer({ check }, typed)).toEqual({ stored, broken: [] });
    expect(shownOf({ check }, typed)).toBe(shown);
    // A stored or shown value is accepted again, and is the same answer.
    expect(answer({ check }, stored).stored).toBe(stored);
    expect(answer({ check }, shown).stored).toBe(stored);
  });

  test.each<[string, string]>([
    ['iban', 'DE12 3456 7890 1234 5678 90'],
    ['iban', 'TR33 0006 1005 1978 6457 8413 26'],
    ['plate', 'HAB 1'],
    ['microchip', '276 0981 0012 345'],
    ['microchip', '076 0981 0012 3456'],
    ['postcode', '2410'],
    ['postcode', '00123'],
    ['phone', '123456'],
    ['phone', '04 31'],
    ['phone', '0431 1'],
    ['phone', '+49 431 12345678901'],
    ['phone', '0431 12 Durchwahl'],
    ['time', '24:00'],
    ['time', '8:60'],
    ['time', 'mittags'],
    ['webAddress', '24103'],
    ['webAddress', 'kiel'],
    ['webAddress', 'kiel.'],
    ['webAddress', 'ftp://kiel.de'],
    ['webAddress', 'javascript:alert(1)'],
    ['webAddress', 'https://a:b@kiel.de'],
    ['webAddress', 'www.kiel.de und mehr'],
  ])('%s: %s is told, and stays as it was typed', (check, typed) => {
    expect(answer({ check }, typed)).toEqual({ stored: typed, broken: [check] });
    expect(shownOf({ check }, typed)).toBe(typed);
  });

  test('an IBAN may be limited to countries; nothing typed is checked by nothing', () => {
    expect(answer({ check: 'iban', countries: 'DE' }, 'AT61 1904 3002 3457 3201').broken).toEqual(['iban']);
    expect(answer({ check: 'iban', countries: 'DE AT' }, 'AT61 1904 3002 3457 3201').broken).toEqual([]);
    expect(answer({ check: 'iban' }, '').broken).toEqual([]);
  });

  test('a text far too long is not read at all', () => {
    const spread = (length: number) => answer({ check: 'postcode' }, `24${' '.repeat(length)}103`).broken;
    expect(spread(95)).toEqual([]);
    expect(spread(96)).toEqual(['postcode']);
  });

  test('a text far too long is told at once', () => {
    for (const check of ['iban', 'plate', 'microchip', 'phone', 'postcode', 'time', 'webAddress']) {
      expect(answer({ check }, `1${' '.repeat(5_000_000)}1`).broken).toEqual([check]);
    }
  });

  test('lengths and patterns see the one spelling', () => {
    const field = { ...text({ check: 'microchip' }), validate: { maxLength: 15, pattern: '[0-9]{15}' } };
    expect(evaluate(formOf(field), { x: '276 0981 0012 3456' }, NOW).errors).toEqual([]);
  });
});

describe('a number plate', () => {
  test.each<[string, string | undefined]>([
    ['HL AB 123', 'HL-AB 123'],
    ['hl-ab 123', 'HL-AB 123'],
    ['HL-AB123', 'HL-AB 123'],
    ['HLAB123', 'HL-AB 123'],
    ['ki–ab 12 e', 'KI-AB 12E'],
    ['plö-a 1h', 'PLÖ-A 1H'],
    ['NMSAB 12', 'NMS-AB 12'],
    ['BA1', 'B-A 1'],
    ['B-AB 1234', 'B-AB 1234'],
    ['HAB 1', undefined],
    ['KI- 1', undefined],
    ['KI-1', undefined],
    ['KI-AB-1', 'KI-AB 1'],
    ['HEIA 1', undefined],
    ['KIBA 1', undefined],
    ['KI-AB 0123', undefined],
    ['KI-ÄB 1', undefined],
    ['KI-ABC 1', undefined],
    ['KI A B 1', undefined],
    ['NMS-AB 1234', undefined],
    ['NMS-A 123E', 'NMS-A 123E'],
    ['NMS-AB 123E', undefined],
    ['OHAB 1', undefined],
    ['NMSA-B 1', undefined],
    ['KI-AB 12345', undefined],
    ['KI-AB 12X', undefined],
    ['123', undefined],
  ])('%s is %s', (typed, plate) => {
    expect(plainPlate(typed)).toBe(plate);
  });
});

describe('a checked date', () => {
  const when = (type: 'day' | 'datetime', properties: object, value: string, more: FormData = {}) => {
    const field = {
      ...text(properties, type),
      ...(type === 'datetime' && { enableDate: true, enableTime: true }),
    };
    const form = formOf({ ...text({}, 'day'), key: 'first' }, field);
    return evaluate(form, { x: value, ...more }, NOW).errors.map(({ rule, params }) => [rule, params?.date]);
  };

  test('today is neither past nor future, in Germany', () => {
    const [past, future] = [{ check: 'notInThePast' }, { check: 'notInTheFuture' }];
    expect(when('day', past, '11/24/2026')).toEqual([]);
    expect(when('day', past, '11/23/2026')).toEqual([['notInThePast', '2026-11-24']]);
    expect(when('day', future, '11/24/2026')).toEqual([]);
    expect(when('day', future, '11/25/2026')).toEqual([['notInTheFuture', '2026-11-24']]);
    expect(when('datetime', past, '2026-11-23T23:30:00Z')).toEqual([]);
    expect(when('datetime', past, '2026-11-23T22:30:00Z')).toEqual([['notInThePast', '2026-11-24']]);
    expect(when('day', past, '02/31/2026')).toEqual([['day', undefined]]);
    expect(when('datetime', {}, '0000-01-15T00:00:00+00:53')).toEqual([['date', undefined]]);
  });

  test('it is not before or after another date, when that one is there', () => {
    const first = { first: '03/05/2025' };
    expect(when('day', { notBefore: 'first' }, '03/05/2025', first)).toEqual([]);
    expect(when('day', { notBefore: 'first' }, '03/04/2025', first)).toEqual([['notBefore', '2025-03-05']]);
    expect(when('day', { notAfter: 'first' }, '03/05/2025', first)).toEqual([]);
    expect(when('day', { notAfter: 'first' }, '03/06/2025', first)).toEqual([['notAfter', '2025-03-05']]);
    expect(when('day', { notBefore: 'first' }, '03/04/2025')).toEqual([]);
    for (const first of ['03/00/2025', '03/32/2025', '04/31/2025'])
      expect(when('day', { notBefore: 'first' }, '03/04/2025', { first })).toEqual([['day', undefined]]);
    expect(when('day', { notAfter: 'first' }, '03/06/2025', { first: '02/31/2025' })).toEqual([
      ['day', undefined],
    ]);
  });

  test('in a row, the date of the same row counts', () => {
    const day = (key: string, properties: object) => ({ ...text(properties, 'day'), key });
    const rows = {
      type: 'datagrid',
      key: 'rows',
      label: 'Zeiten',
      input: true,
      addAnother: 'Noch eine',
      components: [day('from', {}), day('to', { notBefore: 'rows.from' })],
    };
    const data = {
      rows: [
        { from: '01/02/2026', to: '01/01/2026' },
        { from: '01/01/2026', to: '01/02/2026' },
      ],
    };
    const { errors } = evaluate(formOf(rows), data, NOW);
    expect(errors.map(({ path, rule }) => [path, rule])).toEqual([['rows[0].to', 'notBefore']]);
  });

  test('an appointment is in the opening hours, and not before the office had its days', () => {
    const hours = { openingHours: 'Mo-Fr 08:00-12:00; Th 14:00-18:00' };
    const broken = [['openingHours', '2026-11-24']];
    expect(when('datetime', hours, '2026-11-25T08:00:00+01:00')).toEqual([]);
    expect(when('datetime', hours, '2026-11-25T07:59:00+01:00')).toEqual(broken);
    expect(when('datetime', hours, '2026-11-25T12:00:00+01:00')).toEqual(broken);
    expect(when('datetime', hours, '2026-11-26T09:00:00+01:00'), 'Thursday has its own').toEqual(broken);
    expect(when('datetime', hours, '2026-11-26T17:59:00+01:00')).toEqual([]);
    expect(when('datetime', hours, '2026-11-29T03:00:00+01:00'), 'a Sunday').toEqual(broken);
    expect(when('datetime', hours, '2026-12-25T09:00:00+01:00'), 'Christmas').toEqual(broken);
    expect(when('datetime', hours, '2026-11-23T09:00:00+01:00'), 'yesterday').toEqual(broken);
    expect(when('day', hours, '11/28/2026'), 'a Saturday').toEqual(broken);
    expect(when('day', hours, '11/27/2026')).toEqual([]);
    const later = { ...hours, leadDays: '4' };
    expect(when('day', later, '11/27/2026'), 'a Friday').toEqual([['openingHours', '2026-11-30']]);
    expect(when('day', later, '11/30/2026')).toEqual([]);
  });

  test('hours until midnight', () => {
    const hours = { openingHours: 'Tu-We 20:00-24:00' };
    expect(when('datetime', hours, '2026-11-25T23:59:00+01:00')).toEqual([]);
    expect(when('datetime', hours, '2026-11-25T19:59:00+01:00')).toHaveLength(1);
  });

  test('hours over the week end, and through noon', () => {
    const hours = { openingHours: 'Sa-Mo 10:00-11:00,13:00-14:00' };
    expect(when('datetime', hours, '2026-11-29T13:30:00+01:00')).toEqual([]);
    expect(when('datetime', hours, '2026-11-29T12:00:00+01:00')).toHaveLength(1);
    expect(when('datetime', hours, '2026-11-25T10:30:00+01:00')).toHaveLength(1);
  });
});

describe('what is refused in a form', () => {
  const reasons = (...fields: object[]) => {
    const page = { type: 'panel', key: 'page', label: 'Seite', title: 'Seite', components: fields };
    const result = parseForm({ name: 'test', title: 'Test', display: 'wizard', components: [page] });
    return 'problems' in result ? result.problems.map(({ reason }) => reason) : [];
  };

  test.each<[string, object]>([
    ['no named check', text({ check: 'luhn' })],
    ['checks texts only', text({ check: 'iban' }, 'day')],
    ['checks days and times only', text({ check: 'notInThePast' })],
    ['calculated value', { ...text({ check: 'iban' }), calculateValue: { cat: ['a'] } }],
    ['belongs to an IBAN', text({ check: 'plate', countries: 'DE' })],
    ['two letters', text({ check: 'iban', countries: 'Germany' })],
    ['hours such as', text({ openingHours: 'Mo-Fr 8-12' }, 'day')],
    ['hours such as', text({ openingHours: 'Mo 12:00-08:00' }, 'day')],
    ['hours such as', text({ openingHours: 'Mo 08:00-08:00' }, 'day')],
    ['hours such as', text({ openingHours: 'Mo 08:00-24:01' }, 'day')],
    ['hours such as', text({ openingHours: 'Mo 08:00-12:00,13:00-25:00' }, 'day')],
    ['hours such as', text({ openingHours: 'Mo 08:00-12:00; Mi 08:00-12:00' }, 'day')],
    ['checks days and times only', text({ check: 'notInTheFuture' }, 'number')],
    ['checks texts only', text({ check: 'plate' }, 'email')],
    ['belongs to an IBAN', text({ countries: 'DE' })],
    ['openingHours is missing', text({ leadDays: '3' }, 'day')],
    ['whole number of days', text({ openingHours: 'Mo 08:00-12:00', leadDays: 'three' }, 'day')],
    ['for days and times', text({ openingHours: 'Mo 08:00-12:00' })],
    ['for days and times', text({ notBefore: 'x' })],
    ['no field "other"', text({ notBefore: 'other' }, 'day')],
  ])('%s', (reason, field) => {
    expect(reasons(field)).toEqual(expect.arrayContaining([expect.stringContaining(reason)]));
  });

  test.each([
    text({ check: 'phone' }, 'phoneNumber'),
    text({ check: 'iban', countries: 'DE AT' }),
    text({ check: 'notInThePast' }, 'day'),
    text({ openingHours: 'Mo 08:00-24:00; Tu-We 08:00-12:00,13:00-16:00', leadDays: '3' }, 'day'),
    { ...text({ check: 'notInTheFuture' }, 'datetime'), enableDate: true, enableTime: true },
  ])('%j is not', (field) => {
    expect(reasons(field)).toEqual([]);
  });

  test('a date may be compared with one that comes later', () => {
    expect(reasons(text({ notAfter: 'last' }, 'day'), { ...text({}, 'day'), key: 'last' })).toEqual([]);
  });

  test('a date is compared with a date', () => {
    expect(reasons({ ...text({}), key: 'name' }, text({ notAfter: 'name' }, 'day'))).toEqual([
      '"name" is neither a day nor a time',
    ]);
  });
});
