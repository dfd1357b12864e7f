import { createThread, ThreadBusy } from '#server/thread/thread.ts';
import type { CheckedLogout, LogoutCheck } from './saml-logout.ts';
import type { AnswerShape } from './saml-shape.ts';
import type { AnswerCheck, CheckedAnswer, ThreadQuestion } from './saml-verify.ts';

/** Limit of processor time. Reading takes a few milliseconds; anything this slow is deliberate. */
const TIME_LIMIT_MS = 3000;

export type AnswerReader = {
  /** Starts the thread unless it is running, because an answer is expected soon. */
  prepare(): void;
  /** Reads the unsigned parts of an answer. @throws Error with the reason why it is not read */
  introduce(samlResponse: string): Promise<AnswerShape>;
  /** Reads a checked answer. @throws Error with the reason why it is not authentic */
  check(check: AnswerCheck): Promise<CheckedAnswer>;
  /** Reads a message about a logout. @throws Error with the reason why it is not authentic */
  checkLogout(check: LogoutCheck): Promise<CheckedLogout>;
};

/** Reads answers of the account in a thread of its own, so that no answer, however crafted, blocks other requests. */
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

/** Returns the fault of an answer that could not be read: only an answer that was looked at can be refused as false. */
export const faultOfReading = (error: unknown): 'answer-not-read' | 'answer-not-believed' =>
  error instanceof ThreadBusy ? 'answer-not-read' : 'answer-not-believed';
