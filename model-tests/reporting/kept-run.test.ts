import { expect, it } from 'vitest';
import { type KeptRun, keptAfter, repeatedly } from './kept-run.ts';
import type { Outcome } from './test-outcome.ts';

const now = new Date('2026-11-28T12:00:00Z');
const before: KeptRun = {
  on: '2026-11-20',
  seconds: { 'b.test.ts': 3, 'gone.test.ts': 9, 'a.test.ts': 1 },
  tests: { 'b.test.ts': 2, 'gone.test.ts': 2 },
  unsteady: [
    { file: 'b.test.ts', test: 'waits', on: '2026-11-01' },
    { file: 'b.test.ts', test: 'is old', on: '2026-10-01' },
  ],
};
const failure = (test: string) => ({ file: 'b.test.ts', test, reason: 'too late' });
const outcome: Outcome = {
  passed: 3,
  passedIn: {},
  failures: [failure('waits')],
  passes: new Map([['b.test.ts', new Set(['one', 'two', 'three'])]]),
  seconds: new Map([['b.test.ts', 5]]),
  slowest: [],
};

it('keeps figures of files that were not in the run, and none of files that are gone', () => {
  const exists = (file: string) => file !== 'gone.test.ts';
  const kept = keptAfter(before, { outcome, unsteady: [failure('is new')], now }, exists);
  expect(Object.entries(kept.seconds)).toEqual([
    ['a.test.ts', 1],
    ['b.test.ts', 5],
  ]);
  expect(kept.tests).toEqual({ 'b.test.ts': 3 });
  expect(kept.unsteady).toEqual([
    { file: 'b.test.ts', test: 'is new', on: '2026-11-28' },
    { file: 'b.test.ts', test: 'waits', on: '2026-11-01' },
  ]);
});

it('lets a test be unsteady once in a month, not twice', () => {
  const [known, old, fresh] = [failure('waits'), failure('is old'), failure('is new')];
  expect(repeatedly([known, old, fresh], before, now)).toEqual({ first: [old, fresh], again: [known] });
  const elsewhere = { ...known, file: 'a.test.ts' };
  expect(repeatedly([elsewhere], before, now).again).toEqual([]);
});
