import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export type Part = {
  /** Name of the part in the log. */
  name: string;
  /** End of the part, as a share of the whole time. The next part also gets the time that this one leaves. */
  by: number;
  /** @param ms rest of its time */
  run(ms: number): unknown;
};

/**
 * Runs one part after the other in this many milliseconds altogether. Each is started, even if earlier parts failed.
 * A part that fails or exceeds its time is logged, and nobody waits for it any more.
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
