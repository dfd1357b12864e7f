import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProblemError } from '#server/problem-error.ts';
import { aside } from '#server/turn.ts';
import { type CallTurns, createCallTurns } from './call-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends when the test decides. */
function job(callTurns: CallTurns, isGone?: () => boolean, caller = 'somebody') {
  const { promise, resolve } = Promise.withResolvers<void>();
  let state = 'waiting';
  const done = callTurns.inTurn(
    caller,
    () => {
      state = 'under way';
      return promise;
    },
    isGone,
  );
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
const jobs = (count: number, callTurns: CallTurns, caller?: string) =>
  Array.from({ length: count }, () => job(callTurns, undefined, caller));
const statesOf = (all: ReturnType<typeof job>[]) => all.map(({ state }) => state());

it('does so much at once, lets eight times as many wait in their order, and refuses the rest at once', async () => {
  const onRefusal = vi.fn();
  const callTurns = createCallTurns({ atOnce: 2, isLate: () => false, onRefusal });
  const all = jobs(2, callTurns);
  await settle();
  all.push(...jobs(18, callTurns));
  await settle();
  const waiting = Array(16).fill('waiting');
  expect(statesOf(all)).toEqual(['under way', 'under way', ...waiting, 'overloaded', 'overloaded']);
  expect(onRefusal).toHaveBeenCalledTimes(2);
  expect(() => callTurns.assertRoom('somebody')).toThrow('overloaded');
  all[1]?.end();
  await settle();
  expect(statesOf(all).slice(0, 4)).toEqual(['under way', 'done', 'under way', 'waiting']);
  expect(() => callTurns.assertRoom('somebody')).not.toThrow();
});

it('refuses whoever has waited too long, and never begins that work', async () => {
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  const [first, second, third] = jobs(3, callTurns);
  await vi.advanceTimersByTimeAsync(499);
  expect(second?.state()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect([second?.state(), third?.state()]).toEqual(['overloaded', 'overloaded']);
  first?.end();
  await settle();
  expect([first?.state(), second?.state(), callTurns.isBusy()]).toEqual(['done', 'overloaded', false]);
});

it('lets work wait as long as it is told to', async () => {
  const callTurns = createCallTurns({ atOnce: 1, longestWaitMs: 2000, isLate: () => false });
  const first = job(callTurns);
  const second = job(callTurns);
  await vi.advanceTimersByTimeAsync(1999);
  first.end();
  await settle();
  expect(second.state()).toBe('under way');
});

it('forgets the wait of whoever has had their turn', async () => {
  const callTurns = createCallTurns({ atOnce: 1, longestWaitMs: 2000, isLate: () => false });
  const [first, second] = jobs(2, callTurns);
  await vi.advanceTimersByTimeAsync(1000);
  first?.end();
  await settle();
  const third = job(callTurns);
  await vi.advanceTimersByTimeAsync(1500);
  expect([second?.state(), third.state()]).toEqual(['under way', 'waiting']);
  second?.end();
  await settle();
  expect(third.state()).toBe('under way');
});

it('gives the turn back when work fails', async () => {
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  await expect(callTurns.inTurn('somebody', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  await settle();
  expect(callTurns.isBusy()).toBe(false);
});

it('passes over work that nobody waits for any more', async () => {
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  const first = job(callTurns);
  const gone = job(callTurns, () => true);
  const last = job(callTurns);
  await settle();
  first.end();
  await settle();
  expect([gone.state(), last.state()]).toEqual(['overloaded', 'under way']);
});

it('does a quarter as much while the process is late, and lets nobody wait', async () => {
  let late = true;
  const callTurns = createCallTurns({ atOnce: 8, isLate: () => late });
  const all = jobs(3, callTurns);
  await settle();
  expect(statesOf(all)).toEqual(['under way', 'under way', 'overloaded']);
  late = false;
  const more = jobs(7, callTurns);
  await settle();
  expect(statesOf(more)).toEqual([...Array(6).fill('under way'), 'waiting']);
});

it('begins one in each round, also of work that never pauses', async () => {
  const callTurns = createCallTurns({ atOnce: 4, isLate: () => false });
  const done: number[] = [];
  const all = [0, 1, 2].map((at) => callTurns.inTurn('somebody', async () => done.push(at)));
  await Promise.resolve();
  expect(done).toEqual([0]);
  expect(callTurns.isBusy(), 'as others wait').toBe(true);
  vi.advanceTimersToNextTimer();
  await Promise.resolve();
  expect(done).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all(all);
  expect(done).toEqual([0, 1, 2]);
});

it('goes on with other work while one waits for somebody outside, who is not waited for twice', async () => {
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const first = callTurns.inTurn('somebody', () => aside(() => answer));
  const [second, third] = jobs(2, callTurns);
  await settle();
  expect(second?.state()).toBe('under way');
  resolve('answered');
  expect(await first).toBe('answered');
  second?.end();
  await settle();
  expect(third?.state()).toBe('under way');
  third?.end();
  await settle();
  expect(callTurns.isBusy()).toBe(false);
});

it('takes its turn again when nobody outside answers', async () => {
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  await expect(
    callTurns.inTurn('somebody', () => aside(() => Promise.reject(new Error('away')))),
  ).rejects.toThrow('away');
  await settle();
  expect(callTurns.isBusy()).toBe(false);
});

/** A caller that the server has worked for longer than for anybody, one call at a time. */
async function greedy(callTurns: CallTurns, caller = 'greedy') {
  const one = job(callTurns, undefined, caller);
  await vi.advanceTimersByTimeAsync(6_000);
  one.end();
  await settle();
}

it('lets whoever has had less than their share go first', async () => {
  const callTurns = createCallTurns({ atOnce: 1, longestWaitMs: 60_000, isLate: () => false });
  await greedy(callTurns);
  const all = [...jobs(3, callTurns, 'greedy'), ...jobs(2, callTurns, 'other')];
  await settle();
  expect(statesOf(all)).toEqual(['under way', 'waiting', 'waiting', 'waiting', 'waiting']);
  all[0]?.end();
  await settle();
  expect(statesOf(all).slice(1)).toEqual(['waiting', 'waiting', 'under way', 'waiting']);
  all[3]?.end();
  await settle();
  all[4]?.end();
  await settle();
  expect(statesOf(all)).toEqual(['done', 'under way', 'waiting', 'done', 'done']);
});

it('has room for others where one caller has taken all of it, and refuses the last of theirs', async () => {
  const callTurns = createCallTurns({ atOnce: 1, longestWaitMs: 60_000, isLate: () => false });
  await greedy(callTurns);
  const theirs = jobs(9, callTurns, 'greedy');
  await settle();
  expect(() => callTurns.assertRoom('greedy')).toThrow('overloaded');
  expect(() => callTurns.assertRoom('other')).not.toThrow();
  const other = job(callTurns, undefined, 'other');
  await settle();
  expect(statesOf(theirs)).toEqual(['under way', ...Array(7).fill('waiting'), 'overloaded']);
  expect(() => callTurns.assertRoom('third')).not.toThrow();
  theirs[0]?.end();
  await settle();
  expect(other.state()).toBe('under way');
});

it('refuses somebody who has had less than their share only where all have', async () => {
  const callTurns = createCallTurns({ atOnce: 1, longestWaitMs: 60_000, isLate: () => false });
  const all = [...jobs(9, callTurns, 'one'), job(callTurns, undefined, 'other')];
  await settle();
  expect(all.at(-1)?.state()).toBe('overloaded');
});

it('keeps most of what a late process can do for those who have had less than their share', async () => {
  let late = false;
  const callTurns = createCallTurns({ atOnce: 16, isLate: () => late });
  await greedy(callTurns);
  await vi.advanceTimersByTimeAsync(2_000);
  late = true;
  const [seen] = jobs(1, callTurns, 'other');
  const theirs = jobs(3, callTurns, 'greedy');
  await settle();
  const others = [...jobs(2, callTurns, 'other'), ...jobs(2, callTurns, 'third')];
  await settle();
  expect([seen?.state(), ...statesOf(theirs)]).toEqual([
    'under way',
    'under way',
    'overloaded',
    'overloaded',
  ]);
  expect(statesOf(others)).toEqual(['under way', 'overloaded', 'under way', 'overloaded']);
});

it('counts what waits for its round in a late process to its caller, and behind all others where it comes there', async () => {
  let late = false;
  const callTurns = createCallTurns({ atOnce: 16, isLate: () => late });
  await greedy(callTurns);
  late = true;
  // Of four calls at once, the greedy caller's wait behind the others, except the first.
  const theirs = jobs(4, callTurns, 'greedy');
  const others = ['a', 'b', 'c'].map((caller) => job(callTurns, undefined, caller));
  await settle();
  expect(statesOf(others)).toEqual(Array(3).fill('under way'));
  for (const { end } of [...theirs, ...others]) end();
  await settle();
  const round = ['a', 'b', 'c', 'a', 'b'].map((caller) => job(callTurns, undefined, caller));
  await settle();
  expect(statesOf(round)).toEqual([...Array(4).fill('under way'), 'overloaded']);
});

it('does for one caller what a late process can do while nobody else asks', async () => {
  let late = false;
  const callTurns = createCallTurns({ atOnce: 16, isLate: () => late });
  const long = jobs(1, callTurns, 'greedy');
  await vi.advanceTimersByTimeAsync(20_000);
  long[0]?.end();
  await settle();
  late = true;
  const theirs = jobs(5, callTurns, 'greedy');
  await settle();
  expect(statesOf(theirs)).toEqual([...Array(4).fill('under way'), 'overloaded']);
});

it('counts what is done at once to each of those it is done for, and forgets it', async () => {
  const callTurns = createCallTurns({ atOnce: 4, longestWaitMs: 60_000, isLate: () => false });
  const one = jobs(3, callTurns, 'one');
  const [other] = jobs(1, callTurns, 'other');
  await vi.advanceTimersByTimeAsync(8_000);
  for (const { end } of [...one, other!]) end();
  await settle();
  // One has used 6 seconds, the other 2. One stays above 5 until enough is forgotten, a third of a second each
  // second.
  const first = async () => {
    const blocking = jobs(4, callTurns, 'third');
    const theirs = [...jobs(1, callTurns, 'one'), ...jobs(1, callTurns, 'other')];
    await settle();
    blocking[0]?.end();
    await settle();
    const [, second] = statesOf(theirs);
    for (const { end } of [...blocking, ...theirs]) end();
    await settle();
    return second === 'under way' ? 'other' : 'one';
  };
  expect(await first()).toBe('other');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await first()).toBe('one');
});

it('does not count the time that somebody outside takes', async () => {
  const callTurns = createCallTurns({ atOnce: 1, longestWaitMs: 60_000, isLate: () => false });
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const asking = callTurns.inTurn('asking', () => aside(() => answer));
  await vi.advanceTimersByTimeAsync(30_000);
  resolve();
  await asking;
  const [blocking, first] = [job(callTurns), job(callTurns, undefined, 'asking')];
  const second = job(callTurns, undefined, 'other');
  await settle();
  blocking.end();
  await settle();
  expect([first.state(), second.state()]).toEqual(['under way', 'waiting']);
});
