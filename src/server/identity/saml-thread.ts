import { Worker } from 'node:worker_threads';
import type { AnswerShape } from './saml-shape.ts';
import type { AnswerCheck, CheckedAnswer } from './saml-verify.ts';

/** What the thread is asked, one question after the other, and answers. */
export type ThreadQuestion = { introduce: string } | { check: AnswerCheck };
export type ThreadAnswer = { value: unknown } | { error: string };
/** Its first word: it has loaded what it needs. */
export const THREAD_READY = 'ready';

/** Reading takes some milliseconds; whatever takes this long is meant to. */
const TIME_LIMIT_MS = 3000;
const START_LIMIT_MS = 60_000;
/** Answers that wait; more than these are not waited for by anybody. */
const QUEUE = 100;

type Task = {
  question: ThreadQuestion;
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
};

export type AnswerReader = {
  /** An answer will come before long: starts the thread, unless it lives. */
  prepare(): void;
  /** What an answer says about itself. @throws Error with the reason why it is not read */
  introduce(samlResponse: string): Promise<AnswerShape>;
  /** What a checked answer says. @throws Error with the reason why it is not believed */
  check(check: AnswerCheck): Promise<CheckedAnswer>;
};

/**
 * Reads answers of the account in a thread of its own, so that no answer, however made, keeps the service from its
 * other requests. A thread that hangs or fails is ended; the next answer gets a new one.
 * @param script what runs in the thread
 */
export function createAnswerReader(
  script: URL = new URL('./saml-worker.ts', import.meta.url),
  timeLimitMs: number = TIME_LIMIT_MS,
): AnswerReader {
  const waiting: Task[] = [];
  let worker: Worker | null = null;
  let isReady = false;
  let current: { task: Task; timer: NodeJS.Timeout } | null = null;

  function start(): Worker {
    const made = new Worker(script);
    // The thread alone is no reason to go on when the service ends.
    made.unref();
    isReady = false;
    made.on('message', (answer: ThreadAnswer | typeof THREAD_READY) => {
      if (answer === THREAD_READY) {
        isReady = true;
        if (current) watch(made, current);
        return;
      }
      settle((task) =>
        'error' in answer ? task.reject(new Error(answer.error)) : task.resolve(answer.value),
      );
    });
    made.on('error', (error) => replace(made, `failed: ${error.message}`));
    made.on('exit', () => replace(made, 'ended'));
    return made;
  }

  /** From now on the question has its time; a thread that is being started has more. */
  function watch(asked: Worker, of: { timer: NodeJS.Timeout }): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => replace(asked, 'takes too long'), isReady ? timeLimitMs : START_LIMIT_MS);
  }

  function replace(gone: Worker, reason: string): void {
    worker = null;
    // What it may still say is no answer to the next question.
    gone.removeAllListeners();
    gone.on('error', () => undefined);
    void gone.terminate();
    settle((task) => task.reject(new Error(`reading the answer ${reason}`)));
  }

  function settle(how: (task: Task) => void): void {
    if (current) {
      clearTimeout(current.timer);
      const { task } = current;
      current = null;
      how(task);
    }
    next();
  }

  function next(): void {
    if (current) return;
    const task = waiting.shift();
    if (!task) return;
    worker ??= start();
    current = { task, timer: setTimeout(() => undefined, 0) };
    watch(worker, current);
    worker.postMessage(task.question);
  }

  function ask(question: ThreadQuestion): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (waiting.length >= QUEUE) return reject(new Error('too many answers wait to be read'));
      waiting.push({ question, resolve, reject });
      next();
    });
  }

  return {
    prepare: () => {
      worker ??= start();
    },
    introduce: (samlResponse) => ask({ introduce: samlResponse }) as Promise<AnswerShape>,
    check: (check) => ask({ check }) as Promise<CheckedAnswer>,
  };
}
