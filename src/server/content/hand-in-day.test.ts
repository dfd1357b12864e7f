import { expect, test } from 'vitest';
import { handInDay } from './hand-in-day.ts';

test.each([
  ['a working day', '2026-11-02T10:00:00Z', 28, '2026-11-30'],
  ['from the day in Germany', '2026-11-02T23:30:00Z', 28, '2026-12-01'],
  ['a Saturday', '2026-11-06T10:00:00Z', 15, '2026-11-23'],
  ['a Sunday', '2026-11-06T10:00:00Z', 16, '2026-11-23'],
  ['a holiday before a weekend', '2026-12-11T10:00:00Z', 14, '2026-12-28'],
  ['over the end of summer time', '2026-10-20T22:30:00Z', 8, '2026-10-29'],
])('%s', (_, sentAt, days, expected) => {
  expect(handInDay(new Date(sentAt), days)).toBe(expected);
});
