import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '#server/thread/thread.ts';
import type { Inspection } from './inspection.ts';

/** A thread that hangs over one kind of file, to test the files that wait for it. */
parentPort?.on('message', ({ mimeType, bytes }: Inspection) => {
  if (mimeType === 'hang') for (;;);
  parentPort?.postMessage({ value: bytes.length === 3 ? null : 'file-damaged' });
});
parentPort?.postMessage(THREAD_READY);
