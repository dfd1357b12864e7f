import { createThread, ThreadBusy } from '#server/thread/thread.ts';
import type { CheckedLogout, LogoutCheck } from './saml-logout.ts';
import type { AnswerShape } from './saml-shape.ts';
import type { AnswerCheck, CheckedAnswer, ThreadQuestion } from './saml-verify.ts';

/** Processor time. Reading takes a few milliseconds; anything this slow is deliberate. */
const TIME_LIMIT_MS = 3000;

export type AnswerReader = {
  /** An answer is expected soon: starts the thread unless it is running. */
  prepare(): void;
  /** What an answer says about itself. @throws Error with the reason why it is not read */
  introduce(samlResponse: string): Promise<AnswerShape>;
  /** What a checked answer says. @throws Error with the reason why it is not believed */
  check(check: AnswerCheck): Promise<CheckedAnswer>;
  /** What a message about a logout says. @throws Error with the reason why it is not believed */
  checkLogout(check: LogoutCheck): Promise<CheckedLogout>;
};

/**
 * Reads answers of the account in a thread of its own, so that no answer, however crafted, keeps the server from other
 * requests.
 */
export function createAnswerReader(
  script: URL = new URL('./saml-worker.ts', import.meta.url),
  timeLimitMs: number = TIME_LIMIT_MS,
): AnswerReader {
  const thread = createThread<ThreadQuestion>({ script, timeLimitMs, activity: 'reading the answer' });
  return {
    prepare: thread.prepare,
    introduce: (samlResponse) => thread.ask({ introduce: samlResponse }) as Promise<AnswerShape>,
    check: (check) => thread.ask({ check }) as Promise<CheckedAnswer>,
    checkLogout: (logout) => thread.ask({ logout }) as Promise<CheckedLogout>,
  };
}

/** Why there is no reading: only what could be looked at can be disbelieved. */
export const faultOfReading = (error: unknown): 'answer-not-read' | 'answer-not-believed' =>
  error instanceof ThreadBusy ? 'answer-not-read' : 'answer-not-believed';
