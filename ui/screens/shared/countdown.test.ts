import { describe, expect, it } from 'vitest';
import { minutesLeft, secondsLeft, spokenSeconds } from './countdown.ts';

describe('a countdown', () => {
  it('is spoken at its start, at 30 and at 10 seconds', () => {
    const spoken = Array.from({ length: 61 }, (_, passed) => spokenSeconds(60 - passed, 60));
    expect([...new Set(spoken)]).toEqual([60, 30, 10]);
    expect([spoken[29], spoken[30], spoken[49], spoken[50]]).toEqual([60, 30, 30, 10]);
  });

  it('that begins late is spoken at its start and at what is still to come', () => {
    const from = (first: number) => [
      ...new Set(Array.from({ length: first + 1 }, (_, passed) => spokenSeconds(first - passed, first))),
    ];
    expect([from(42), from(30), from(12), from(7)]).toEqual([[42, 30, 10], [30, 10], [12, 10], [7]]);
  });

  it('shows the second that has begun, and never less than none', () => {
    expect([60_000, 59_001, 1, 0, -5_000].map((end) => secondsLeft(end, 0))).toEqual([60, 60, 1, 0, 0]);
  });

  it('names minutes that are left in full, and none below one', () => {
    const minute = 60_000;
    expect(
      [5 * minute, 5 * minute - 1_000, 4.5 * minute, minute, minute - 1].map((end) => minutesLeft(end, 0)),
    ).toEqual([5, 5, 4, 1, 0]);
  });
});
