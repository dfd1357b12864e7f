import { Worker } from 'node:worker_threads';

/** A thread's answer to one question. */
export type ThreadAnswer = { value: unknown } | { error: string };
/** Its first message: it has loaded what it needs. */
export const THREAD_READY = 'ready';

const START_LIMIT_MS = 60_000;
/** Questions that wait; any beyond this number are refused. */
const QUEUE = 100;

export type ThreadOptions = {
  /** The script that the thread runs. */
  script: URL;
  /** Anything slower is deliberate. */
  timeLimitMs: number;
  /** What it does, for error messages. */
  activity: string;
  memoryMegabytes?: number;
};

export type Thread<Question> = {
  /** A question is expected soon: starts the thread unless it is running. */
  prepare(): void;
  /** @throws Error with the reason why there is no answer */
  ask(question: Question, transfer?: ArrayBuffer[]): Promise<unknown>;
};

type Task<Question> = {
  question: Question;
  transfer: ArrayBuffer[];
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
};

/**
 * Answers questions in a thread of its own, one at a time, so that none, however crafted, keeps the server from its
 * other requests. A thread that hangs or fails is ended; the next question gets a new one.
 */
export function createThread<Question>({
  script,
  timeLimitMs,
  activity: doing,
  memoryMegabytes,
}: ThreadOptions): Thread<Question> {
  const waiting: Task<Question>[] = [];
  let worker: Worker | null = null;
  let isReady = false;
  let current: { task: Task<Question>; timer: NodeJS.Timeout } | null = null;

  function start(): Worker {
    const made = new Worker(
      script,
      memoryMegabytes ? { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } } : {},
    );
    // The thread alone must not keep the process running when the server ends.
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

  /** The question's time starts now; a thread that is still starting gets more. */
  function watch(asked: Worker, of: { timer: NodeJS.Timeout }): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => replace(asked, 'takes too long'), isReady ? timeLimitMs : START_LIMIT_MS);
  }

  function replace(gone: Worker, reason: string): void {
    worker = null;
    // What the old thread may still send is no answer to the next question.
    gone.removeAllListeners();
    gone.on('error', () => undefined);
    void gone.terminate();
    settle((task) => task.reject(new Error(`${doing} ${reason}`)));
  }

  function settle(how: (task: Task<Question>) => void): void {
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
    worker.postMessage(task.question, task.transfer);
  }

  return {
    prepare: () => {
      worker ??= start();
    },
    ask: (question, transfer = []) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= QUEUE) return reject(new Error(`${doing}: too many wait`));
        waiting.push({ question, transfer, resolve, reject });
        next();
      }),
  };
}
