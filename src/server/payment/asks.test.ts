import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAsks } from './asks.ts';

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
});
afterEach(() => vi.useRealTimers());

/** A question that ends when the test decides. */
function held(name: string) {
  let end: (error?: Error) => void = () => {};
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      asked.push(name);
      end = (error) => (error ? reject(error) : resolve());
    });
  return { ask, end: (error?: Error) => end(error) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('asks at once, and once more for all who came since', async () => {
  const asks = createAsks(1);
  const [first, second] = [held('first'), held('second')];
  const one = asks('a', first.ask);
  const others = Array.from({ length: 20 }, () => asks('a', second.ask));
  await turn();
  expect(asked).toEqual(['first']);
  first.end();
  await one;
  await expect.poll(() => asked).toEqual(['first', 'second']);
  second.end();
  await Promise.all(others);
  expect(asked).toEqual(['first', 'second']);
});

it('keeps the pause also when the answer was there at once', async () => {
  const asks = createAsks(3_600_000);
  await asks('a', async () => void asked.push('first'));
  void asks('a', async () => void asked.push('second'));
  await turn();
  expect(asked).toEqual(['first']);
});

it('lets nobody wait for another subject', async () => {
  const asks = createAsks(3_600_000);
  void asks('a', held('a').ask);
  void asks('b', held('b').ask);
  await turn();
  expect(asked).toEqual(['a', 'b']);
});

it('asks anew when the pause is over, also after a failure, which those alone see who shared it', async () => {
  const asks = createAsks(1);
  const broken = held('broken');
  const one = asks('a', broken.ask);
  const other = asks('a', async () => void asked.push('next'));
  broken.end(new Error('away'));
  await expect(one).rejects.toThrow('away');
  await other;
  expect(asked).toEqual(['broken', 'next']);
  await expect
    .poll(async () => {
      await asks('a', async () => void asked.push('later'));
      return asked.at(-1);
    })
    .toBe('later');
});
