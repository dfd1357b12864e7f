import { expect, test } from 'vitest';
import { yieldEvery } from './yield-every.ts';

const work = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('while long work goes on, other work gets its turn again and again', async () => {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const yieldNow = yieldEvery(5);
  for (let part = 0; part < 100; part++) {
    work(1);
    await yieldNow();
  }
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});

test('however busy others are, the work comes to its end', async () => {
  let isOver = false;
  let turns = 0;
  const others = () => {
    turns += 1;
    work(40);
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const yieldNow = yieldEvery(1);
  for (let part = 0; part < 100; part++) {
    work(1);
    await yieldNow();
  }
  isOver = true;
  // With a slice of 1 ms after each turn of the others, there would be about a hundred turns.
  expect(turns).toBeLessThan(60);
});
