import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

const turns = (given: Partial<Parameters<typeof createFairTurns>[0]> = {}) =>
  createFairTurns({
    atOnce: 1,
    ofOneAtOnce: 1,
    waitingOfOne: 10,
    mostWaiting: 100,
    longestWaitMs: 60_000,
    refusal: () => new Error('full'),
    ...given,
  });

it('serves the callers one after the other, however much one of them brings', async () => {
  const { inTurn } = turns();
  const served: string[] = [];
  const work = (name: string) => async () => {
    await pause(1);
    served.push(name);
  };
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((caller) => inTurn(caller, work(caller)));
  await Promise.all(all);
  expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

it('leaves room for others beside a caller who uses all of theirs', async () => {
  const { inTurn } = turns({ atOnce: 3, ofOneAtOnce: 2 });
  let most = 0;
  let now = 0;
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await pause(5);
    now -= 1;
  };
  const own = Array.from({ length: 6 }, () => inTurn('a', work));
  await pause(1);
  expect(now).toBe(2);
  await inTurn('b', async () => expect(now).toBe(2));
  await Promise.all(own);
  expect(most).toBe(2);
});

it('refuses what would come behind the end of a queue, of one caller and of all', async () => {
  const { inTurn } = turns({ waitingOfOne: 2, mostWaiting: 3 });
  const never = new Promise<void>(() => {});
  void inTurn('a', () => never);
  const ofOne = await Promise.race([
    Promise.allSettled([1, 2, 3].map(() => inTurn('a', () => never))),
    pause(20),
  ]);
  expect(ofOne).toBeUndefined();
  await expect(inTurn('a', () => never)).rejects.toThrow('full');
  void inTurn('b', () => never);
  await expect(inTurn('c', () => never)).rejects.toThrow('full');
});

it('lets nobody wait for ever, and gives the turn of a failed one on', async () => {
  const { inTurn } = turns({ longestWaitMs: 20 });
  const failing = inTurn('a', async () => {
    await pause(100);
    throw new Error('as told');
  });
  failing.catch(() => undefined);
  await expect(inTurn('b', async () => 1)).rejects.toThrow('full');
  await expect(failing).rejects.toThrow('as told');
  expect(await inTurn('b', async () => 1)).toBe(1);
});

it('knows what else a caller has under way when a part of it ends', async () => {
  const { inTurn } = turns({ atOnce: 10, ofOneAtOnce: 2 });
  const never = new Promise<void>(() => {});
  const begun: number[] = [];
  void inTurn('a', () => never);
  await inTurn('a', async () => {});
  for (const at of [1, 2]) {
    void inTurn('a', async () => {
      begun.push(at);
      await never;
    });
  }
  expect(begun).toEqual([1]);
});

it('serves a caller in the order of what they bring, also between two turns', async () => {
  const { inTurn } = turns();
  const served: string[] = [];
  const work = (name: string) => async () => void served.push(name);
  const first = inTurn('a', work('first'));
  const second = inTurn('a', work('second'));
  await first;
  await Promise.all([inTurn('a', work('third')), second]);
  expect(served).toEqual(['first', 'second', 'third']);
});

it('counts nobody as waiting any more who has had their turn, and begins at once what they bring next', async () => {
  vi.useFakeTimers();
  const { inTurn } = turns({ mostWaiting: 1, longestWaitMs: 1000 });
  const outcomes: string[] = [];
  const bring = (name: string, ms: number) =>
    inTurn(name, () => new Promise((resolve) => setTimeout(resolve, ms))).then(
      () => outcomes.push(`${name} done`),
      () => outcomes.push(`${name} refused`),
    );
  void bring('a', 500);
  void bring('b', 100);
  await vi.advanceTimersByTimeAsync(700);
  expect(outcomes).toEqual(['a done', 'b done']);
  void bring('b', 2000);
  await vi.advanceTimersByTimeAsync(600);
  void bring('c', 100);
  void bring('d', 100);
  await vi.advanceTimersByTimeAsync(10);
  expect(outcomes.slice(2)).toEqual(['d refused']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcomes.slice(3)).toEqual(['c refused']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcomes.slice(4)).toEqual(['b done']);
});
