import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '#server/thread/thread.ts';
import type { ThreadQuestion } from './saml-verify.ts';

/** A thread that does what it is told, to test the code that waits for it. */
const deeds: Record<string, () => void> = {
  hang: () => {
    for (;;);
  },
  fail: () => {
    throw new Error('as told');
  },
  end: () => process.exit(),
};

parentPort?.on('message', (question: ThreadQuestion) => {
  if (!('introduce' in question)) return;
  deeds[question.introduce]?.();
  parentPort?.postMessage({ value: { inResponseTo: question.introduce } });
});
parentPort?.postMessage(THREAD_READY);
