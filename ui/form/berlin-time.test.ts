import { expect, it } from 'vitest';
import { formatMoment, parseMoment } from './berlin-time.ts';

const at = (day: string, month: string, year: string, time: string) => ({ day, month, year, time });

it.each([
  [at('20', '11', '2026', '14:30'), '2026-11-20T14:30:00+01:00'],
  [at('1', '7', '2026', '09:05'), '2026-07-01T09:05:00+02:00'],
  [at('29', '3', '2026', '03:00'), '2026-03-29T03:00:00+02:00'],
  [at('25', '10', '2026', '12:00'), '2026-10-25T12:00:00+01:00'],
])('%o is %s, there and back', (moment, iso) => {
  expect(formatMoment(moment, true)).toBe(iso);
  expect(parseMoment(iso, true)).toEqual(moment);
});

it.each(['9:05', '9.05', ' 9:05 Uhr', '09.05', '9h05'])('a time may be typed as %j', (time) => {
  expect(formatMoment(at('1', '7', '2026', time), true)).toBe('2026-07-01T09:05:00+02:00');
});

it.each(['25:00', '9 Uhr 5', 'morgens', '14:', '14:3'])('what is no time is kept as typed: %j', (time) => {
  const kept = formatMoment(at('1', '7', '2026', time), true);
  expect(Number.isNaN(Date.parse(kept)) || !/[+]\d\d:\d\d$/.test(kept)).toBe(true);
  expect(parseMoment(kept, true)).toEqual(at('1', '7', '2026', time));
});

it('what is not complete is kept as typed', () => {
  const half = formatMoment(at('3', '', '', ''), true);
  expect(parseMoment(half, true)).toEqual(at('3', '', '', ''));
  expect(Number.isNaN(Date.parse(half))).toBe(true);
});

it.each(['', '1', '20', '202', '0000'])('a year that is not complete is kept as typed: "%s"', (year) => {
  for (const [withTime, time] of [
    [false, ''],
    [true, '10:00'],
  ] as const) {
    const typed = at('15', '1', year, time);
    const half = formatMoment(typed, withTime);
    expect(parseMoment(half, withTime)).toEqual({ ...typed, year: year.replace(/^0+/, '') });
    expect(Number.isNaN(Date.parse(half))).toBe(true);
  }
});

it('a day that does not exist is kept as typed', () => {
  for (const time of ['', '10:00']) {
    const typed = at('31', '2', '2027', time);
    expect(parseMoment(formatMoment(typed, true), true)).toEqual(typed);
  }
});

it('nothing is nothing', () => {
  expect(formatMoment(at('', '', '', ''), true)).toBe('');
});

it('an hour that a change of the clocks skips is kept as typed', () => {
  const typed = at('28', '3', '2027', '02:30');
  const kept = formatMoment(typed, true);
  expect(kept).toBe('2027-3-28T02:30');
  expect(parseMoment(kept, true)).toEqual(typed);
});
