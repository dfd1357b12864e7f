import type { SavingContext } from './saving.types.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Returns the pause before the next attempt to save, in milliseconds: twice as long after each attempt, at least as
 * long as the server requested, and never longer than `LONGEST_MS`.
 */
export function pauseOf({ attempts, problem }: Pick<SavingContext, 'attempts' | 'problem'>): number {
  const own = SHORTEST_MS * 2 ** (attempts - 1);
  const asked = (problem?.retryAfter ?? 0) * 1000;
  return Math.min(Math.max(own, asked), LONGEST_MS);
}
