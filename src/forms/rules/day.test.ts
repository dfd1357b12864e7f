import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { germanDay } from '#domain/german-time.ts';
import {
  ageOn,
  exampleDay,
  formatDay,
  impossibleDay,
  impossibleDayOfMoment,
  isoDay,
  limitDay,
  parseDay,
} from './day.ts';

describe('the three inputs of a day', () => {
  test('become MM/DD/YYYY and come back as typed', () => {
    expect(formatDay({ day: '5', month: '3', year: '1985' })).toBe('03/05/1985');
    expect(parseDay('03/05/1985')).toEqual({ day: '5', month: '3', year: '1985' });
  });

  test('keep what is there when something is missing', () => {
    expect(formatDay({ day: '5', month: '', year: '' })).toBe('00/05/0000');
    expect(parseDay('00/05/0000')).toEqual({ day: '5', month: '', year: '' });
    expect(parseDay(formatDay({ day: '1', month: 'Brumaire', year: '2020' }))).toEqual({
      day: '1',
      month: 'Brumaire',
      year: '2020',
    });
  });

  test('are empty text when nothing is typed', () => {
    expect(formatDay({ day: '', month: ' ', year: '' })).toBe('');
    expect(parseDay('')).toEqual({ day: '', month: '', year: '' });
  });

  test('survive a round trip, whatever digits they are', () => {
    const part = (max: number) => fc.integer({ min: 1, max }).map(String);
    fc.assert(
      fc.property(part(31), part(12), part(9999), (day, month, year) => {
        expect(parseDay(formatDay({ day, month, year }))).toEqual({ day, month, year });
      }),
    );
  });
});

test('only complete, existing days with a year of four digits count', () => {
  expect(isoDay('02/29/2024')).toBe('2024-02-29');
  for (const wrong of ['02/29/2023', '00/05/2020', '13/01/2020', '01/02/0085', '1/2/2020', '5x/03/2020', ''])
    expect(isoDay(wrong)).toBeUndefined();
});

test('limits are dates or count from today', () => {
  expect(limitDay('1995-01-01', '2026-11-20')).toBe('1995-01-01');
  expect(limitDay('moment()', '2026-11-20')).toBe('2026-11-20');
  expect(limitDay("moment().subtract(16, 'years')", '2024-02-29')).toBe('2008-02-29');
  expect(limitDay("moment().subtract(1, 'years')", '2024-02-29')).toBe('2023-02-28');
  expect(limitDay("moment().add(3, 'months')", '2026-11-30')).toBe('2027-02-28');
  expect(limitDay("moment().add(10,'days')", '2026-12-25')).toBe('2027-01-04');
  expect(limitDay("moment().subtract(3, 'days')", '2026-12-02')).toBe('2026-11-29');
  expect(limitDay("moment().subtract(1, 'months')", '2026-03-31')).toBe('2026-02-28');
  for (const wrong of ['2026-02-30', 'tomorrow', 'moment().add(1)', 'alert(1)'])
    expect(limitDay(wrong, '2026-11-20')).toBeUndefined();
});

test('today is the day in Germany', () => {
  expect(germanDay(new Date('2026-11-20T23:30:00Z'))).toBe('2026-11-21');
  expect(germanDay(new Date('2026-07-20T21:59:00Z'))).toBe('2026-07-20');
});

test('a complete date that is in no calendar is told from one that is not complete', () => {
  expect(impossibleDay('02/31/1980')).toEqual({ day: '31', month: '2', year: '1980' });
  for (const other of ['02/28/1980', '02/00/1980', '00/31/1980', '02/31/0080', '02/3x/1980', ''])
    expect(impossibleDay(other)).toBeUndefined();
});

test('so is the day of a moment, whatever is typed as its time', () => {
  for (const typed of ['2027-2-31T', '2027-02-31T10:00', '2027-02-31T10:00:00+01:00'])
    expect(impossibleDayOfMoment(typed)).toEqual({ day: '31', month: '2', year: '2027' });
  for (const other of ['2027-02-28T10:00:00+01:00', '2027-2-28T', '2027-2-T10:00', '-2-31T', 'morgen', '']) {
    expect(impossibleDayOfMoment(other)).toBeUndefined();
  }
});

test('an example is a possible answer', () => {
  const today = '2026-11-22';
  const born = (properties: object) => exampleDay({ maxDate: 'moment()', properties }, today);
  expect([born({ prefill: 'birthdate' }), born({ autocomplete: 'bday' })]).toEqual([
    '1985-03-27',
    '1985-03-27',
  ]);
  expect(exampleDay({}, today)).toBe('2026-03-27');
  expect(exampleDay({}, '2026-03-26')).toBe('2025-03-27');
  expect(exampleDay({}, '2026-03-27')).toBe('2026-03-27');
  expect(exampleDay({ maxDate: 'moment()' }, today)).toBe('2026-03-27');
  expect(exampleDay({ maxDate: "moment().subtract(16, 'years')" }, today)).toBe('1985-03-27');
  expect(exampleDay({ minDate: '1985-03-28', maxDate: '1985-03-30' }, today)).toBe('1985-03-29');
  expect(exampleDay({ minDate: 'moment()' }, today)).toBe('2026-12-02');
  expect(exampleDay({ minDate: 'moment()', maxDate: "moment().add(3, 'days')" }, today)).toBe('2026-11-23');
  expect(exampleDay({ minDate: "moment().subtract(30, 'years')", maxDate: 'moment()' }, today)).toBe(
    '2026-03-27',
  );
  expect(exampleDay({ maxDate: '1950-12-31' }, today)).toBe('1950-12-31');
  for (const only of ['1950-12-31', '1985-03-27', '2020-01-01'])
    expect(exampleDay({ minDate: only, maxDate: only }, today)).toBe(only);
  expect(exampleDay({ minDate: '1985-03-27' }, today)).toBe('2026-03-27');
  expect(exampleDay({ maxDate: '1985-03-27' }, today)).toBe('1985-03-27');
  expect(exampleDay({ minDate: '2020-01-01', maxDate: '2019-01-01' }, today)).toBeUndefined();
  const checked = (check: string, limits: object = {}) =>
    exampleDay({ ...limits, properties: { check } }, today);
  expect(checked('notInThePast')).toBe('2026-12-02');
  expect(checked('notInThePast', { minDate: '2027-01-01' })).toBe('2027-01-11');
  expect(checked('notInThePast', { maxDate: '2026-11-21' })).toBeUndefined();
  expect(checked('notInTheFuture')).toBe('2026-03-27');
  expect(checked('notInTheFuture', { minDate: '2026-11-20' })).toBe('2026-11-21');
  expect(checked('notInTheFuture', { minDate: '2026-11-23' })).toBeUndefined();
});

test.each([
  ['11/24/2008', '2026-11-24', 18],
  ['11/25/2008', '2026-11-24', 17],
  ['12/01/2008', '2026-11-24', 17],
  ['02/29/2008', '2026-02-28', 17],
  ['02/29/2008', '2026-03-01', 18],
  ['11/24/2026', '2026-11-24', 0],
  ['11/25/2026', '2026-11-24', Number.NaN],
  ['11/00/2008', '2026-11-24', Number.NaN],
  ['', '2026-11-24', Number.NaN],
  [undefined, '2026-11-24', Number.NaN],
])('who is born on %s is on %s %d years old', (birth, today, age) => {
  expect(ageOn(birth, today)).toBe(age);
});
