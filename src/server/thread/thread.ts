import { Worker } from 'node:worker_threads';

/** A thread's answer to one question. */
export type ThreadAnswer = { value: unknown } | { error: string };
/** Its first message: it has loaded what it needs. */
export const THREAD_READY = 'ready';

/**
 * There was no answer, and it is not the question's fault: the machine was paused or busy, or too many wait. The same
 * question may be answered later.
 */
export class ThreadBusy extends Error {}

const START_LIMIT_MS = 60_000;
/** A question whose work is not done after this many times its limit is given up: nobody waits that long. */
const LONGEST_WAIT = 12;
/** No pause between two looks is shorter. */
const SHORTEST_LOOK_MS = 50;
/** Questions that wait; any beyond this number are refused. */
const QUEUE = 100;

export type ThreadOptions = {
  /** The script that the thread runs. */
  script: URL;
  /** Processor time for a question; what needs more is deliberate. */
  timeLimitMs: number;
  /** What it does, for error messages. */
  activity: string;
  memoryMegabytes?: number;
};

export type Thread<Question> = {
  /** A question is expected soon: starts the thread unless it is running. */
  prepare(): void;
  /** @throws ThreadBusy to be asked later; Error with the reason why there will be no answer */
  ask(question: Question, transfer?: ArrayBuffer[]): Promise<unknown>;
};

type Task<Question> = {
  question: Question;
  transfer: ArrayBuffer[];
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
};

/** The question that is worked on. */
type Current<Question> = {
  task: Task<Question>;
  timer: NodeJS.Timeout;
  /** Processor time of the thread before it. */
  before: Promise<number | null>;
  /** When it is given up in any case. */
  endsAt: number;
};

/**
 * Answers questions in a thread of its own, one at a time, so that none, however crafted, keeps the server from its
 * other requests. A thread that hangs or fails is ended; the next question gets a new one. The limit is one of work, not
 * of the clock: a machine that was paused or busy makes no question a bad one.
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

  /** The question's time starts now. */
  function begin(asked: Worker, of: Current<Question>): void {
    of.before = processorTime(asked);
    of.endsAt = performance.now() + timeLimitMs * LONGEST_WAIT;
    lookAfter(asked, of, timeLimitMs);
  }

  function lookAfter(asked: Worker, of: Current<Question>, pauseMs: number): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => void look(asked, of), pauseMs);
  }

  /** Asking for the time also lets an answer in that has arrived meanwhile. */
  async function look(asked: Worker, of: Current<Question>): Promise<void> {
    const [now, before] = await Promise.all([processorTime(asked), of.before]);
    // The end of a thread is told elsewhere.
    if (current !== of || now === null || before === null) return;
    const used = now - before;
    if (used >= timeLimitMs) return replace(asked, new Error(`${doing} takes too long`));
    if (performance.now() >= of.endsAt) return replace(asked, new ThreadBusy(`${doing} is not done in time`));
    lookAfter(asked, of, Math.max(SHORTEST_LOOK_MS, timeLimitMs - used));
  }

  function replace(gone: Worker, reason: Error): void {
    worker = null;
    // What the old thread may still send is no answer to the next question.
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

/** Of a thread, in milliseconds; null when it has ended. */
async function processorTime(thread: Worker): Promise<number | null> {
  const used = await thread.cpuUsage().catch(() => null);
  return used && (used.user + used.system) / 1000;
}
