import { LRUCache } from 'lru-cache';
import type { ProblemCode } from '#domain/problem.ts';
import { fileFaults } from '#server/examination/faults.ts';
import { createFairTurns } from '#server/fair-turns.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { CallTurns } from './call-turns.ts';

/** Most uploads at once, a quarter of a megabyte each. Slow connections must not use them up. */
const AT_ONCE = 500;
/** Most uploads of one caller at once: a page sends three, and an office may share an address. */
const OF_ONE_AT_ONCE = 60;
const WAITING_OF_ONE = 20;
const MOST_WAITING = 100;
const LONGEST_WAIT_MS = 20_000;
/** Most bytes of refused files of one caller in this time: more than a person needs to find the right file. */
const REFUSED_BYTES = 100 * 1024 * 1024;
const REFUSED_MS = 10 * 60_000;
const MOST_CALLERS = 10_000;

/** Refusals that took work, because the content was examined. */
const afterLooking: ReadonlySet<ProblemCode> = new Set([...fileFaults, 'file-infected', 'file-uncheckable']);

export type UploadTurns = {
  /**
   * Takes an upload when it is its turn.
   * @param sizeOf returns how many bytes have arrived
   * @throws ProblemError overloaded, too-many-requests, before any of it is read
   */
  take<T>(caller: string, sizeOf: () => number, work: () => Promise<T>): Promise<T>;
};

/**
 * Admits uploads like other calls, and gives them turns by caller. Files that are refused for their content count
 * against their sender.
 */
export function createUploadTurns(callTurns: Pick<CallTurns, 'assertRoom'>): UploadTurns {
  const turns = createFairTurns({
    atOnce: AT_ONCE,
    ofOneAtOnce: OF_ONE_AT_ONCE,
    waitingOfOne: WAITING_OF_ONE,
    mostWaiting: MOST_WAITING,
    longestWaitMs: LONGEST_WAIT_MS,
    refusal: () => new ProblemError('overloaded'),
  });
  const refused = new LRUCache<string, { bytes: number }>({ max: MOST_CALLERS, ttl: REFUSED_MS });
  const assertFewRefused = (caller: string) => {
    if ((refused.get(caller)?.bytes ?? 0) <= REFUSED_BYTES) return;
    const retryAfter = Math.ceil(refused.getRemainingTTL(caller) / 1000);
    throw new ProblemError('too-many-requests', {}, { retryAfter });
  };
  return {
    take: (caller, sizeOf, work) => {
      callTurns.assertRoom(caller);
      return turns.inTurn(caller, async () => {
        assertFewRefused(caller);
        try {
          return await work();
        } catch (error) {
          if (error instanceof ProblemError && afterLooking.has(error.code)) {
            const before = refused.get(caller);
            if (before) before.bytes += sizeOf();
            else refused.set(caller, { bytes: sizeOf() });
          }
          throw error;
        }
      });
    },
  };
}
