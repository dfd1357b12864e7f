import { describe, expect, it } from 'vitest';
import { announcedOn } from './notice-day.ts';

describe('a notice that is made available', () => {
  it.each([
    ['on a Monday counts as announced on Friday', '2026-11-23', '2026-11-27'],
    ['on a Tuesday counts as announced on Saturday', '2026-11-24', '2026-11-28'],
    ['on a Wednesday counts as announced on Sunday', '2026-11-25', '2026-11-29'],
    ['on a Friday counts as announced on Tuesday, the weekend counts', '2026-11-20', '2026-11-24'],
    ['so that Christmas is the fourth day counts as announced then', '2026-12-21', '2026-12-25'],
    ['at the end of a month counts as announced in the next', '2026-11-28', '2026-12-02'],
    ['at the end of a year counts as announced in the next', '2026-12-30', '2027-01-03'],
    ['before a leap day counts that day', '2028-02-26', '2028-03-01'],
    ['at the end of another February does not', '2026-02-26', '2026-03-02'],
    ['before summer time begins counts days, not hours', '2026-03-27', '2026-03-31'],
    ['before summer time ends counts days, not hours', '2026-10-23', '2026-10-27'],
  ])('%s', (_, availableOn, expected) => {
    expect(announcedOn(availableOn)).toBe(expected);
  });

  it('needs a day that exists', () => {
    expect(() => announcedOn('soon')).toThrow(RangeError);
  });
});
