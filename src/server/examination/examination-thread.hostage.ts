import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '#server/thread/thread.ts';
import type { Examination } from './examination.ts';
import { damaged, type Examined } from './examined.ts';

/** Hangs over one kind of file, to test other files that wait. */
parentPort?.on('message', ({ mimeType, bytes }: Examination) => {
  if (mimeType === 'hang') for (;;);
  const value: Examined = bytes.length === 3 ? { kept: [[0, 3]] } : damaged;
  parentPort?.postMessage({ value });
});
parentPort?.postMessage(THREAD_READY);
