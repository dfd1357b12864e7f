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
 * A thread that works or sleeps for as long, holds as many megabytes, and ends before or after its answer, as it is told,
 * to test the limits of threads. It wakes whoever waits in `answered` for its answer to be on its way.
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
