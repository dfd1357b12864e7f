import { randomInt } from 'node:crypto';
import { inject, it } from 'vitest';

const share = inject('shareOfCases');

/** A test that `npm test` leaves for `npm run test:rest`, of a file that it runs otherwise (`sweeps`). */
export const itLater = it.runIf(share === 1);

/**
 * The cases of a sweep that are tried: all before a merge, else the first of each kind, and some others, each time
 * other ones.
 */
export function someOf<T>(cases: readonly T[], kindOf: (one: T) => string): T[] {
  const step = Math.round(1 / share);
  const chosen = randomInt(step);
  const kinds = new Set<string>();
  return cases.filter((one, index) => {
    const isFirst = !kinds.has(kindOf(one));
    kinds.add(kindOf(one));
    return isFirst || index % step === chosen;
  });
}
