import type { ServerContext } from '#server/context.ts';
import { attempt } from '#server/storage/attempt.ts';
import { parts } from './parts.ts';

/** Time of one run; the rest is left to the next run, a minute after this one. */
const RUN_MS = 45_000;

/**
 * Erases everything whose time is over (parts.ts). One run does as much as its time allows: each part may use its
 * share of what is left, so none keeps the others from their turn. Failures are logged, left for the next run, and
 * stop nothing else.
 * @throws DatabaseUnavailable when the database is away
 */
export async function runExpiry(context: ServerContext): Promise<void> {
  const now = context.now();
  const end = performance.now() + RUN_MS;
  let waiting = Object.keys(parts).length;
  for (const [part, run] of Object.entries(parts)) {
    const begun = performance.now();
    const turnEnds = begun + Math.max(0, end - begun) / waiting;
    await attempt(context, { part }, () => run(context, part, now, () => performance.now() > turnEnds));
    waiting -= 1;
  }
}
