import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts';

let now = 0;
let loop: LoopDelay;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  loop = watchLoopDelay(() => now);
});
afterEach(() => {
  loop.stop();
  vi.useRealTimers();
});

/** Runs this many checks, each this late. */
function looks(count: number, lateMs: number): void {
  for (let look = 0; look < count; look += 1) {
    now += 50 + lateMs;
    vi.advanceTimersByTime(50);
  }
}

it('is not late while it comes in time, or a little later', () => {
  looks(100, 0);
  expect(loop.isLate()).toBe(false);
  looks(100, 150);
  expect(loop.isLate()).toBe(false);
});

it('is not late for one long task, but for many', () => {
  looks(1, 900);
  expect(loop.isLate()).toBe(false);
  looks(10, 300);
  expect(loop.isLate()).toBe(true);
});

it('is in time again soon after', () => {
  looks(20, 1_000);
  expect(loop.isLate()).toBe(true);
  looks(10, 0);
  expect(loop.isLate()).toBe(false);
});

it('stops looking', () => {
  loop.stop();
  expect(vi.getTimerCount()).toBe(0);
});
