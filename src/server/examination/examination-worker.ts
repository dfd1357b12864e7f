import { parentPort } from 'node:worker_threads';
import { THREAD_READY, type ThreadAnswer } from '#server/thread/thread.ts';
import { type Examination, examine } from './examination.ts';

/** Examines files in a thread of its own (examination-thread.ts). */
parentPort?.on('message', (file: Examination) => {
  parentPort?.postMessage({ value: examine(file) } satisfies ThreadAnswer);
});

parentPort?.postMessage(THREAD_READY);
