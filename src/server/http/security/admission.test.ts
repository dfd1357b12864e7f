import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProblemError } from '#server/problem-error.ts';
import { aside } from '#server/turn.ts';
import { type Admission, createAdmission } from './admission.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends when the test decides. */
function job(admission: Admission, isGone?: () => boolean) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let state = 'waiting';
  const done = admission.inTurn(() => {
    state = 'under way';
    return promise;
  }, isGone);
  done.then(
    () => {
      state = 'done';
    },
    ({ code }: ProblemError) => {
      state = code;
    },
  );
  return { state: () => state, end: resolve };
}
const settle = () => vi.advanceTimersByTimeAsync(10);
const jobs = (count: number, admission: Admission) => Array.from({ length: count }, () => job(admission));
const statesOf = (all: ReturnType<typeof job>[]) => all.map(({ state }) => state());

it('does so much at once, lets eight times as many wait in their order, and refuses the rest at once', async () => {
  const onRefusal = vi.fn();
  const admission = createAdmission({ atOnce: 2, isLate: () => false, onRefusal });
  const all = jobs(2, admission);
  await settle();
  all.push(...jobs(18, admission));
  await settle();
  const waiting = Array(16).fill('waiting');
  expect(statesOf(all)).toEqual(['under way', 'under way', ...waiting, 'overloaded', 'overloaded']);
  expect(onRefusal).toHaveBeenCalledTimes(2);
  expect(() => admission.assertRoom()).toThrow('overloaded');
  all[1]?.end();
  await settle();
  expect(statesOf(all).slice(0, 4)).toEqual(['under way', 'done', 'under way', 'waiting']);
  expect(() => admission.assertRoom()).not.toThrow();
});

it('refuses whoever has waited too long, and never begins that work', async () => {
  const admission = createAdmission({ atOnce: 1, isLate: () => false });
  const [first, second, third] = jobs(3, admission);
  await vi.advanceTimersByTimeAsync(499);
  expect(second?.state()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect([second?.state(), third?.state()]).toEqual(['overloaded', 'overloaded']);
  first?.end();
  await settle();
  expect([first?.state(), second?.state(), admission.isBusy()]).toEqual(['done', 'overloaded', false]);
});

it('lets work wait as long as it is told to', async () => {
  const admission = createAdmission({ atOnce: 1, longestWaitMs: 2000, isLate: () => false });
  const first = job(admission);
  const second = job(admission);
  await vi.advanceTimersByTimeAsync(1999);
  first.end();
  await settle();
  expect(second.state()).toBe('under way');
});

it('gives the turn back when work fails', async () => {
  const admission = createAdmission({ atOnce: 1, isLate: () => false });
  await expect(admission.inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await settle();
  expect(admission.isBusy()).toBe(false);
});

it('passes over work that nobody waits for any more', async () => {
  const admission = createAdmission({ atOnce: 1, isLate: () => false });
  const first = job(admission);
  const gone = job(admission, () => true);
  const last = job(admission);
  await settle();
  first.end();
  await settle();
  expect([gone.state(), last.state()]).toEqual(['overloaded', 'under way']);
});

it('does a quarter as much while the process is late, and lets nobody wait', async () => {
  let late = true;
  const admission = createAdmission({ atOnce: 8, isLate: () => late });
  const all = jobs(3, admission);
  await settle();
  expect(statesOf(all)).toEqual(['under way', 'under way', 'overloaded']);
  late = false;
  const more = jobs(7, admission);
  await settle();
  expect(statesOf(more)).toEqual([...Array(6).fill('under way'), 'waiting']);
});

it('begins one in each round, also of work that never pauses', async () => {
  const admission = createAdmission({ atOnce: 4, isLate: () => false });
  const done: number[] = [];
  const all = [0, 1, 2].map((at) => admission.inTurn(async () => done.push(at)));
  await Promise.resolve();
  expect(done).toEqual([0]);
  vi.advanceTimersToNextTimer();
  await Promise.resolve();
  expect(done).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all(all);
  expect(done).toEqual([0, 1, 2]);
});

it('goes on with other work while one waits for somebody outside, who is not waited for twice', async () => {
  const admission = createAdmission({ atOnce: 1, isLate: () => false });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const first = admission.inTurn(() => aside(() => answer));
  const [second, third] = jobs(2, admission);
  await settle();
  expect(second?.state()).toBe('under way');
  resolve('answered');
  expect(await first).toBe('answered');
  second?.end();
  await settle();
  expect(third?.state()).toBe('under way');
  third?.end();
  await settle();
  expect(admission.isBusy()).toBe(false);
});

it('takes its turn again when nobody outside answers', async () => {
  const admission = createAdmission({ atOnce: 1, isLate: () => false });
  await expect(admission.inTurn(() => aside(() => Promise.reject(new Error('away'))))).rejects.toThrow(
    'away',
  );
  await settle();
  expect(admission.isBusy()).toBe(false);
});
