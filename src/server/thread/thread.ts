import { Worker } from 'node:worker_threads';

/** A thread's answer to one question. */
export type ThreadAnswer = { value: unknown } | { error: string };
/** The first message of a thread, which is ready for questions. */
export const THREAD_READY = 'ready';

/**
 * No answer came, and the question is not the cause: the machine was paused or busy, or too many questions wait. A
 * later repetition may succeed.
 */
export class ThreadBusy extends Error {}

const START_LIMIT_MS = 60_000;
/** A question is given up after this many times its limit, because nobody waits that long. */
const LONGEST_WAIT = 12;
/** Shortest pause between two looks. */
const SHORTEST_LOOK_MS = 50;
/** Most questions that wait; further ones are refused. */
const QUEUE = 100;

export type ThreadOptions = {
  /** The script that the thread runs. */
  script: URL;
  /** Processor time for a question; slower ones are deliberate. */
  timeLimitMs: number;
  /** Activity of the thread, for error messages. */
  activity: string;
  memoryMegabytes?: number;
};

export type Thread<Question> = {
  /** Starts the thread unless it is running, because a question is expected soon. */
  prepare(): void;
  /** @throws ThreadBusy when a retry may succeed; Error with the reason why there will be no answer */
  ask(question: Question, transfer?: ArrayBuffer[]): Promise<unknown>;
};

type Task<Question> = {
  question: Question;
  transfer: ArrayBuffer[];
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
};

/** The question in progress. */
type Current<Question> = {
  task: Task<Question>;
  timer: NodeJS.Timeout;
  /** Processor time of the thread before it. */
  before: Promise<number | null>;
  /** Time at which it is given up in any case. */
  endsAt: number;
};

/**
 * Answers questions in a thread of its own, one at a time, so that none, however crafted, blocks other requests of
 * the server. A thread that hangs or fails is ended; the next question gets a new one. The limit is processor time,
 * not clock time: a paused or busy machine does not count against a question.
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
  let current: Current<Question> | null = null;

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
        if (current) begin(made, current);
        return;
      }
      settle((task) =>
        'error' in answer ? task.reject(new Error(answer.error)) : task.resolve(answer.value),
      );
    });
    made.on('error', (error) => replace(made, new Error(`${doing} failed: ${error.message}`)));
    made.on('exit', () => replace(made, new Error(`${doing} ended`)));
    return made;
  }

  /** Starts the time of a question. */
  function begin(asked: Worker, of: Current<Question>): void {
    of.before = processorTime(asked);
    of.endsAt = performance.now() + timeLimitMs * LONGEST_WAIT;
    lookAfter(asked, of, timeLimitMs);
  }

  function lookAfter(asked: Worker, of: Current<Question>, pauseMs: number): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => void look(asked, of), pauseMs);
  }

  /** Looks at the time of a question; an answer that has arrived meanwhile also gets in. */
  async function look(asked: Worker, of: Current<Question>): Promise<void> {
    const [now, before] = await Promise.all([processorTime(asked), of.before]);
    // The end of a thread is reported elsewhere.
    if (current !== of || now === null || before === null) return;
    const used = now - before;
    if (used >= timeLimitMs) return replace(asked, new Error(`${doing} takes too long`));
    if (performance.now() >= of.endsAt) return replace(asked, new ThreadBusy(`${doing} is not done in time`));
    lookAfter(asked, of, Math.max(SHORTEST_LOOK_MS, timeLimitMs - used));
  }

  function replace(gone: Worker, reason: Error): void {
    worker = null;
    // Late messages of the old thread do not answer the next question.
    gone.removeAllListeners();
    gone.on('error', () => undefined);
    void gone.terminate();
    settle((task) => task.reject(reason));
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
    const asked = worker;
    const late = () => replace(asked, new ThreadBusy(`${doing} does not start`));
    const before = Promise.resolve(null);
    current = { task, timer: setTimeout(late, START_LIMIT_MS), before, endsAt: Number.POSITIVE_INFINITY };
    if (isReady) begin(asked, current);
    asked.postMessage(task.question, task.transfer);
  }

  return {
    prepare: () => {
      worker ??= start();
    },
    ask: (question, transfer = []) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= QUEUE) return reject(new ThreadBusy(`${doing}: too many wait`));
        waiting.push({ question, transfer, resolve, reject });
        next();
      }),
  };
}

/** Returns the processor time of a thread, in milliseconds; null when it has ended. */
async function processorTime(thread: Worker): Promise<number | null> {
  const used = await thread.cpuUsage().catch(() => null);
  return used && (used.user + used.system) / 1000;
}
