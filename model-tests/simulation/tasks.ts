/** The outcome of a call to a partner, as the run chooses it. */
export type Outcome =
  | 'done'
  | 'away'
  | 'answerLost'
  | 'refused'
  | 'diesBefore'
  | 'diesAfter'
  | 'takesLong'
  | 'answersLate';

/** A call to a partner that has not been answered. */
export type Call = { what: string; answer: (outcome: Outcome) => void };

/** Name of the call of a task that stands still between two statements, which is no call to a partner. */
export const STANDS_STILL = 'stands still';

/**
 * Where a task is interrupted: it stands still before its work with the database of this number (each transaction, and
 * each statement outside of one, is such work), or its process dies before the statement, or after the transaction, of
 * this number.
 */
export type Interruption = { stillBefore?: number; diesBefore?: number; diesAfterCommit?: number };

/** The failure of each statement of a task whose process has died. */
class Died extends Error {}

/** Work of a process that may wait for a partner: what a person asks for, or a job. */
export type Task = {
  name: string;
  /** Index of the process that does it. */
  process: number;
  /** The call that it waits for; null while it works, and once it has ended. */
  call: Call | null;
  hasEnded: boolean;
  /** Whether its process has died in the middle of its work: nothing of it reaches the database or a partner any more. */
  isDead: boolean;
  /** Runs every ten seconds while its process lives and the task has not ended: the renewal of a lease. */
  everyTenSeconds: Set<() => void>;
  /** Waits for an answer that the run chooses. */
  ask(what: string): Promise<Outcome>;
  /** Before each transaction, and each statement outside of one. */
  beforeWork(): Promise<void>;
  /** Before each statement. @throws Died */
  beforeStatement(): void;
  /** After each transaction. @throws Died */
  afterCommit(): void;
  /** Lets it work until it waits for a partner, or has ended. */
  settle(): Promise<void>;
};

/** The task that works now: all others wait for a partner, so that a run is the same each time. */
let working: Task | null = null;

/** Begins a task; await `settle` before anything else is done. @param onEnd gets the error that it ended with */
export function beginTask(
  { name, process, interrupted = {} }: Pick<Task, 'name' | 'process'> & { interrupted?: Interruption },
  work: (task: Task) => Promise<unknown>,
  onEnd: (error: unknown) => Promise<void>,
): Task {
  let pause: () => void = () => undefined;
  let [works, statements, commits] = [0, 0, 0];
  const task: Task = {
    ...{ name, process, call: null, hasEnded: false, isDead: false, everyTenSeconds: new Set() },
    ask: (what) =>
      new Promise((resolve) => {
        if (task.isDead) return pause();
        task.call = {
          what,
          answer: (outcome) => {
            task.call = null;
            resolve(outcome);
          },
        };
        pause();
      }),
    beforeWork: async () => {
      // What the process does beside it, such as the renewal of a lease, goes on.
      if (working === task && works++ === interrupted.stillBefore) await task.ask(STANDS_STILL);
    },
    beforeStatement: () => {
      if (working === task && statements++ === interrupted.diesBefore) task.isDead = true;
      if (task.isDead) throw new Died('the process has died');
    },
    afterCommit: () => {
      if (working !== task || commits++ !== interrupted.diesAfterCommit) return;
      task.isDead = true;
      throw new Died('the process has died');
    },
    settle: async () => {
      working = task;
      await Promise.race([
        ended,
        new Promise<void>((resolve) => {
          pause = resolve;
          if (task.call || task.isDead) resolve();
        }),
      ]);
      working = null;
    },
  };
  working = task;
  const ended = work(task)
    .then(
      () => onEnd(null),
      (error) => onEnd(error),
    )
    .finally(() => {
      task.hasEnded = true;
    });
  return task;
}

/** Replaces the interval timer: one that a task sets belongs to it, and follows the simulated time. @returns undoes it */
export function simulateIntervals(): () => void {
  const { setInterval: set, clearInterval: clear } = globalThis;
  const own = new Map<object, Task>();
  globalThis.setInterval = ((run: () => void, ...rest: never[]) => {
    if (!working) return set(run, ...rest);
    own.set(run, working);
    working.everyTenSeconds.add(run);
    return run;
  }) as unknown as typeof setInterval;
  globalThis.clearInterval = ((timer: never) => {
    const task = typeof timer === 'function' ? own.get(timer) : undefined;
    if (!task) return clear(timer);
    task.everyTenSeconds.delete(timer);
  }) as typeof clearInterval;
  return () => Object.assign(globalThis, { setInterval: set, clearInterval: clear });
}
