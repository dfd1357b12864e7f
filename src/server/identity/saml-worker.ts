import { parentPort } from 'node:worker_threads';
import { THREAD_READY, type ThreadAnswer } from '#server/thread/thread.ts';
import { checkLogout } from './saml-logout.ts';
import { checkAnswer, introduce, type ThreadQuestion } from './saml-verify.ts';

/** Reads answers of the account in a thread of its own (saml-thread.ts). */
parentPort?.on('message', async (question: ThreadQuestion) => {
  parentPort?.postMessage(await answer(question));
});

parentPort?.postMessage(THREAD_READY);

async function answer(question: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    if ('introduce' in question) return { value: introduce(question.introduce) };
    if ('logout' in question) return { value: await checkLogout(question.logout) };
    return { value: await checkAnswer(question.check) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
