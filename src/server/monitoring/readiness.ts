import { setTimeout as pause } from 'node:timers/promises';

/** Returns the reason why this process cannot do its work, in words for operators; null when it can. */
export type Check = () => Promise<string | null>;

/** Limit of a check: one that hangs counts as failed. */
const LIMIT_MS = 2_000;

export type Readiness = {
  /** Begins to look at the checks, as the start is over. */
  serve(checks: Readonly<Record<string, Check>>): void;
  /** From now on this process is about to end, and gets no more new work. */
  leave(): void;
  /** Returns what is missing, by the names of the checks; empty when the process is ready. */
  missing(): Promise<Record<string, string>>;
};

/** Tells whether this process can serve people: not while it starts or ends, nor while a check fails. */
export function createReadiness(): Readiness {
  let phase: 'starting' | 'serving' | 'ending' = 'starting';
  let looked: Readonly<Record<string, Check>> = {};
  return {
    serve(checks) {
      looked = checks;
      if (phase === 'starting') phase = 'serving';
    },
    leave() {
      phase = 'ending';
    },
    async missing() {
      if (phase !== 'serving') return { process: `is ${phase}` };
      const found = await Promise.all(
        Object.entries(looked).map(async ([name, check]) => [name, await within(check)] as const),
      );
      return Object.fromEntries(found.flatMap(([name, fault]) => (fault === null ? [] : [[name, fault]])));
    },
  };
}

async function within(check: Check): Promise<string | null> {
  const limit = new AbortController();
  try {
    return await Promise.race([
      check(),
      pause(LIMIT_MS, `has not answered within ${LIMIT_MS} ms`, { signal: limit.signal, ref: false }),
    ]);
  } catch {
    // The reason is in the log, where it has a place for details.
    return 'cannot be used';
  } finally {
    limit.abort();
  }
}
