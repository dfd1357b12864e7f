import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import { createLog } from './log.ts';

function logged() {
  const lines: { level: number; part: string; msg: string }[] = [];
  const write = (line: unknown, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(line)));
    done();
  };
  return { lines, log: createLog('trace', new Writable({ write })) };
}

const HOUR_MS = 3_600_000;

it('does one part after the other', async () => {
  const { lines, log } = logged();
  const done: string[] = [];
  const first = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push('first');
  };
  await inOrder(
    [
      { name: 'first', by: 0.5, run: first },
      { name: 'second', by: 1, run: () => done.push('second') },
    ],
    HOUR_MS,
    log,
  );
  expect(done).toEqual(['first', 'second']);
  expect(lines).toEqual([]);
});

it.each([
  [
    'fails at once',
    () => {
      throw new Error('failed');
    },
    50,
    'not ended properly',
  ],
  ['fails later', () => Promise.reject(new Error('failed')), 50, 'not ended properly'],
  ['never ends', () => new Promise(() => {}), 40, 'not ended in time'],
])('goes on after a part that %s, and says so', async (_, run, level, msg) => {
  const { lines, log } = logged();
  let done = false;
  await inOrder(
    [
      { name: 'first', by: 0.5, run },
      { name: 'second', by: 1, run: () => (done = true) },
    ],
    100,
    log,
  );
  expect(done).toBe(true);
  expect(lines).toMatchObject([{ part: 'first', level, msg }]);
});

it('gives a part what those before have left', async () => {
  const { log } = logged();
  const given: number[] = [];
  const run = (ms: number) => given.push(ms);
  await inOrder(
    [
      { name: 'first', by: 0.5, run },
      { name: 'second', by: 0.8, run },
    ],
    HOUR_MS,
    log,
  );
  expect(given[0]).toBeCloseTo(HOUR_MS * 0.5, -5);
  expect(given[1]).toBeCloseTo(HOUR_MS * 0.8, -5);
  expect(given[1]).toBeLessThanOrEqual(HOUR_MS * 0.8);
});
