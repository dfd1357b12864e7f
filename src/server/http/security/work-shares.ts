import { leaking } from './leaking.ts';

/** The part of a server's time that one caller may have while others want some of it. */
const SHARE = 1 / 3;
/** Milliseconds that anybody may have beyond that: opening and sending an application takes a second in all. */
const BURST_MS = 5_000;

/** For whom the server works, and has worked lately. */
export type WorkShares = {
  /** Begins a piece of work for a caller. @returns ends it */
  begin(caller: string): () => void;
  /** Counts work that has no beginning of its own, in milliseconds. */
  charge(caller: string, ms: number): void;
  /** How many pieces are under way, in total or for one caller. */
  underWay(caller?: string): number;
  /** Whether the caller has had more than their share. */
  isOver(caller: string): boolean;
};

/**
 * Counts the time of work to those it is done for; what is done at once shares the time. So the sum is the time in which
 * the server had anything to do, and whoever has to wait because of somebody else does not pay for it.
 */
export function workShares(now = () => performance.now()): WorkShares {
  const used = leaking(SHARE * 1000, now);
  const counts = new Map<string, number>();
  let total = 0;
  /** Milliseconds that a piece would have got that had been under way all the time. */
  let each = 0;
  let at = now();
  const change = (caller: string, by: 1 | -1) => {
    if (total > 0) each += (now() - at) / total;
    at = now();
    total += by;
    const count = (counts.get(caller) ?? 0) + by;
    if (count === 0) counts.delete(caller);
    else counts.set(caller, count);
  };
  return {
    begin(caller) {
      change(caller, 1);
      const begun = each;
      return () => {
        change(caller, -1);
        used.add(caller, each - begun);
      };
    },
    charge: used.add,
    underWay: (caller) => (caller === undefined ? total : (counts.get(caller) ?? 0)),
    isOver: (caller) => used.level(caller) > BURST_MS,
  };
}
