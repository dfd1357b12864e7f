import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from './thread.ts';

/** A thread that works or sleeps for as long as it is told, to test the limit of its time. */
parentPort?.on('message', ({ work = 0, sleep = 0 }: { work?: number; sleep?: number }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleep);
  const end = performance.now() + work;
  while (performance.now() < end);
  parentPort?.postMessage({ value: 'done' });
});
parentPort?.postMessage(THREAD_READY);
