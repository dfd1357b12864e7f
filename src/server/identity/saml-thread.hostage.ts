import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '#server/thread/thread.ts';
import type { ThreadQuestion } from './saml-verify.ts';

/** Acts of a thread for tests of the code that waits for it. */
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
