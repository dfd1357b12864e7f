import { afterEach, describe, expect, it } from 'vitest';
import { germanClock } from './german-time.ts';

const own = process.env.TZ;
afterEach(() => {
  process.env.TZ = own;
});

describe('the clock in Germany', () => {
  it.each([
    ['Europe/Berlin', false],
    ['Europe/Vienna', false],
    ['Europe/London', true],
    ['America/New_York', true],
    ['Asia/Kolkata', true],
  ])('is shown everywhere, and named where the own one differs: %s', (zone, isElsewhere) => {
    process.env.TZ = zone;
    expect(germanClock(new Date('2026-11-27T06:03:00Z'), 'de-DE')).toEqual({ time: '07:03', isElsewhere });
    expect(germanClock(new Date('2026-07-27T05:03:00Z'), 'en-GB')).toEqual({ time: '07:03', isElsewhere });
  });
});
