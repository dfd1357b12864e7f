import { describe, expect, it } from 'vitest';
import { alikeMoment, germanMoment, skippedTime } from './german-moment.ts';

describe('what clocks in Germany show', () => {
  it.each([
    ['2026-11-20T14:30', '2026-11-20T14:30:00+01:00'],
    ['2026-07-01T09:05', '2026-07-01T09:05:00+02:00'],
    ['2027-03-28T01:59', '2027-03-28T01:59:00+01:00'],
    ['2027-03-28T03:00', '2027-03-28T03:00:00+02:00'],
    ['2027-10-31T01:59', '2027-10-31T01:59:00+02:00'],
    ['2027-10-31T03:00', '2027-10-31T03:00:00+01:00'],
    // Twice: the first of them.
    ['2027-10-31T02:00', '2027-10-31T02:00:00+02:00'],
    ['2027-10-31T02:59', '2027-10-31T02:59:00+02:00'],
  ])('%s is %s', (shown, iso) => {
    expect(germanMoment(shown)).toBe(iso);
    expect(skippedTime(shown)).toBeUndefined();
  });

  it.each(['2027-03-28T02:00', '2027-03-28T02:30', '2027-03-28T02:59'])('never shows %s', (skipped) => {
    expect(germanMoment(skipped)).toBeUndefined();
    expect(skippedTime(skipped.replace('-03-', '-3-'))).toEqual(skippedTime(skipped));
    expect(skippedTime(skipped)).toEqual({ day: 28, month: 3, year: 2027, time: skipped.slice(11) });
  });

  it.each([
    '2027-02-31T02:30',
    '2027-03-28T2:30',
    '2027-03-28T',
    '2027-03-28T25:00',
    '2027-03-28T02:30:00+01:00',
  ])('is not skipped where it is no time at all: %s', (none) => expect(skippedTime(none)).toBeUndefined());

  it.each([
    ['2027-10-31T02:30:00+02:00', 'summer'],
    ['2027-10-31T02:30:00+01:00', 'winter'],
    ['2027-10-31T03:00:00+01:00', null],
    ['2027-10-31T01:59:00+02:00', null],
    ['2027-03-28T03:30:00+02:00', null],
    ['2027-06-15T02:30:00+02:00', null],
  ])('is there twice at %s: %s', (iso, which) => {
    expect(alikeMoment(Date.parse(iso))).toBe(which);
  });
});
