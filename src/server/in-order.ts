import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export type Part = {
  /** What the log calls it. */
  name: string;
  /** By when it is over, as a share of the whole time. What a part leaves of its time is the next one's. */
  by: number;
  /** @param ms what is left of its time */
  run(ms: number): unknown;
};

/**
 * Does one part after the other in this many milliseconds altogether. Each is begun, whatever has become of those
 * before: one that fails is logged, and so is one that is not over by its time, for which nobody waits any more.
 */
export async function inOrder(parts: readonly Part[], ms: number, log: FastifyBaseLogger): Promise<void> {
  const began = performance.now();
  for (const { name, by, run } of parts) {
    const left = Math.max(0, ms * by - (performance.now() - began));
    const over = new AbortController();
    const work = (async () => run(left))().catch((err) =>
      log.error({ part: name, err }, 'not ended properly'),
    );
    const limit = pause(left, 'late', { signal: over.signal }).catch(() => {});
    if ((await Promise.race([work, limit])) === 'late') log.warn({ part: name }, 'not ended in time');
    over.abort();
  }
}
