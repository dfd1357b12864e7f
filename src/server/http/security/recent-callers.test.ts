import { expect, it } from 'vitest';
import { recentCallers } from './recent-callers.ts';

it('knows for a while that others have asked', () => {
  let now = 0;
  const asked = recentCallers(1000, () => now);
  expect(asked.others('a')).toBe(false);
  asked.note('a');
  expect([asked.others('a'), asked.others('b')]).toEqual([false, true]);
  now = 500;
  asked.note('b');
  asked.note('b');
  expect([asked.others('a'), asked.others('b'), asked.others('c')]).toEqual([true, true, true]);
  now = 1001;
  expect([asked.others('a'), asked.others('b')]).toEqual([true, false]);
  now = 1501;
  expect(asked.others('a')).toBe(false);
});
