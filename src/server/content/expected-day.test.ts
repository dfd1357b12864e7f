import { expect, it } from 'vitest';
import { expectedDay } from './expected-day.ts';
import type { Duration } from './types.ts';

it.each<[Duration, string, string | null]>([
  [{ value: 10, unit: 'day' }, '2026-11-27T08:00:00Z', '2026-12-07'],
  [{ value: 2, unit: 'week' }, '2026-11-27T08:00:00Z', '2026-12-11'],
  [{ value: 2, to: 4, unit: 'week' }, '2026-11-27T08:00:00Z', '2026-12-25'],
  [{ value: 3, unit: 'month' }, '2026-11-27T08:00:00Z', '2027-02-27'],
  [{ value: 1, unit: 'month' }, '2026-01-31T12:00:00Z', '2026-02-28'],
  [{ value: 1, unit: 'year' }, '2028-02-29T12:00:00Z', '2029-02-28'],
  // It is already the next day in Germany.
  [{ value: 1, unit: 'day' }, '2026-11-27T23:30:00Z', '2026-11-29'],
  [{ value: 3, unit: 'workday' }, '2026-11-27T08:00:00Z', null],
  [{ value: 4, unit: 'hour' }, '2026-11-27T08:00:00Z', null],
  [{ value: 4, unit: 'minute' }, '2026-11-27T08:00:00Z', null],
])('%o from %s is over on %s', (duration, from, day) => {
  expect(expectedDay(duration, new Date(from))).toBe(day);
});
