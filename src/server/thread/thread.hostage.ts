import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from './thread.ts';

type Question = {
  work?: number;
  sleep?: number;
  hold?: number;
  end?: 'before' | 'after';
  answered?: Int32Array;
};

/**
 * A thread for tests of the limits: as told, it works or sleeps, holds megabytes, and ends before or after its
 * answer. It wakes the waiter in `answered` when its answer is on its way.
 */
parentPort?.on('message', ({ work = 0, sleep = 0, hold = 0, end: ends, answered }: Question) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleep);
  const end = performance.now() + work;
  while (performance.now() < end);
  const held = Array.from({ length: hold }, () => Array(131_072).fill(0.5));
  if (ends !== 'before') parentPort?.postMessage({ value: held.length === 0 ? 'done' : 'held' });
  if (answered) {
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  }
  if (ends) setImmediate(() => process.exit());
});
parentPort?.postMessage(THREAD_READY);
