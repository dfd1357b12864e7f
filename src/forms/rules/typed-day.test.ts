import { describe, expect, it } from 'vitest';
import { formatDay, parseDay } from './day.ts';
import { plainParts, shortDate, wholeDate } from './typed-day.ts';

describe('a date in one text', () => {
  it.each([
    ...['27.3.1985', '27.03.1985', '27. 3. 1985', ' 27.3.1985 ', '27 3 1985', '27/03/1985', '27-3-1985'],
    ...['1985-03-27', '1985/3/27', '27031985', '19850327'],
    ...['27. März 1985', '27. Maerz 1985', '27 mar 1985', '27. MÄR. 1985', '27March1985'],
    ...['March 27, 1985', 'Mar 27th 1985', '27th March 1985'],
  ])('%s is the 27th of March', (text) => {
    expect(formatDay(wholeDate(text)!)).toBe('03/27/1985');
    // It is read at every keystroke.
    const begun = Array.from(text.trim(), (_, length) => text.trim().slice(0, length));
    expect(begun.filter((start) => wholeDate(start) !== undefined)).toEqual([]);
  });

  it.each([
    ...['', '2', '27', '1985', '27.3.', '27.3.85', '27.13.1985', '32.1.1985', '270385', '99999999'],
    ...['27. Foo 1985', '27 Ma 1985', 'heute', '27.3.19855', '2.27.3.1985', 'March 1985'],
  ])('%j is none', (text) => {
    expect(wholeDate(text)).toBeUndefined();
  });
});

describe('a date without a full year', () => {
  it.each([
    ['20.11.26', '20', '11', '26'],
    ['1.10.98', '1', '10', '98'],
    ['1. 10. 98', '1', '10', '98'],
    ['1/10/98', '1', '10', '98'],
    ['20.11.', '20', '11', ''],
    ['20.11', '20', '11', ''],
  ])('%s is a day, a month and what there is of the year', (text, day, month, year) => {
    expect(shortDate(text)).toEqual({ day, month, year });
  });

  it.each(['', '20', '20.', '20.13.26', '32.1.26', '20.11.2026', '20.11.2', '0.1.26', '1.0.26', 'heute'])(
    '%j is none',
    (text) => {
      expect(shortDate(text)).toBeUndefined();
    },
  );
});

describe('the parts of a day', () => {
  it.each([
    ['1.', '3', '01', '03'],
    [' 1 ', 'März', '01', '03'],
    ['1', 'may', '01', '05'],
    ['1', 'Dez.', '01', '12'],
    ['1', 'Okt', '01', '10'],
    ['1', 'June', '01', '06'],
  ])('%s and %s are understood', (day, month, storedDay, storedMonth) => {
    expect(formatDay({ day, month, year: '1985' })).toBe(`${storedMonth}/${storedDay}/1985`);
  });

  it.each([
    ['1.2', '3'],
    ['.', '3'],
    ['1', 'Ju'],
    ['1', 'foo'],
    ['1', '3rd'],
  ])('%s and %s stay as they were typed', (day, month) => {
    const parts = { day, month, year: '1985' };
    expect(plainParts(parts)).toEqual(parts);
    expect(parseDay(formatDay(parts))).toEqual(parts);
  });
});
