import { expect, it } from 'vitest';
import { createLeastLeftFirst } from './least-left-first.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Begins jobs whose pieces each wait for a turn after the one before; `next` ends the piece in progress. */
function begin(atOnce: number, jobs: Record<string, number>) {
  const { inTurn } = createLeastLeftFirst(atOnce);
  const done: string[] = [];
  const working: (() => void)[] = [];
  const add = async (name: string, pieces: number) => {
    for (let left = pieces; left > 0; left -= 1) {
      await inTurn(left, () => new Promise<void>((resolve) => void working.push(resolve)));
      done.push(name);
    }
  };
  for (const [name, pieces] of Object.entries(jobs)) void add(name, pieces);
  const next = async () => {
    await settled();
    working.shift()?.();
    await settled();
    await settled();
  };
  return { done, working, add, next };
}

it('ends one large job after the other, in the order in which they came', async () => {
  const { done, next } = begin(1, { a: 3, b: 3, c: 3 });
  for (let at = 0; at < 9; at += 1) await next();
  expect(done.join('')).toBe('aaabbbccc');
});

it('lets a small job pass', async () => {
  const { done, add, next } = begin(1, { a: 4, b: 4 });
  await next();
  void add('small', 1);
  for (let at = 0; at < 8; at += 1) await next();
  expect(done.indexOf('small')).toBeLessThanOrEqual(2);
  expect(done).toHaveLength(9);
});

it('does as many pieces at once as allowed, and never more', async () => {
  const { working, next, done } = begin(2, { a: 2, b: 2, c: 2 });
  await settled();
  expect(working).toHaveLength(2);
  await next();
  expect(working).toHaveLength(2);
  for (let at = 0; at < 5; at += 1) await next();
  expect(done.toSorted().join('')).toBe('aabbcc');
});

it('goes on after a piece that failed', async () => {
  const { inTurn } = createLeastLeftFirst(1);
  const failed = inTurn(1, () => Promise.reject(new Error('full'))).catch((error: Error) => error.message);
  const next = inTurn(1, async () => 'done');
  expect([await failed, await next]).toEqual(['full', 'done']);
});
