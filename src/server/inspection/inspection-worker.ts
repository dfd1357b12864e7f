import { parentPort } from 'node:worker_threads';
import { THREAD_READY, type ThreadAnswer } from '#server/thread/thread.ts';
import { type Inspection, inspect } from './inspection.ts';

/** Inspects files in a thread of its own (inspection-thread.ts). */
parentPort?.on('message', (file: Inspection) => {
  parentPort?.postMessage({ value: inspect(file) } satisfies ThreadAnswer);
});

parentPort?.postMessage(THREAD_READY);
