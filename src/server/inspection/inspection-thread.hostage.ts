import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '#server/thread/thread.ts';
import { damaged, type Inspected } from './inspected.ts';
import type { Inspection } from './inspection.ts';

/** Hangs over one kind of file, to test other files that wait. */
parentPort?.on('message', ({ mimeType, bytes }: Inspection) => {
  if (mimeType === 'hang') for (;;);
  const value: Inspected = bytes.length === 3 ? { kept: [[0, 3]] } : damaged;
  parentPort?.postMessage({ value });
});
parentPort?.postMessage(THREAD_READY);
