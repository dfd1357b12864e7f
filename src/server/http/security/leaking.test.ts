import { expect, it } from 'vitest';
import { leaking } from './leaking.ts';

it('counts for each caller, and forgets so much a second, down to nothing', () => {
  let now = 5000;
  const used = leaking(10, () => now);
  expect(used.level('a')).toBe(0);
  used.add('a', 100);
  used.add('b', 1);
  now += 1000;
  expect([used.level('a'), used.level('b'), used.level('c')]).toEqual([90, 0, 0]);
  used.add('a', 5);
  expect(used.level('a')).toBe(95);
  now += 60_000;
  expect(used.level('a')).toBe(0);
  used.add('a', 1);
  expect(used.level('a')).toBe(1);
});

it('does not grow with the number of callers', () => {
  const used = leaking(0);
  for (let at = 0; at <= 10_000; at += 1) used.add(`caller ${at}`, 1);
  expect([used.level('caller 0'), used.level('caller 10000')]).toEqual([0, 1]);
});
