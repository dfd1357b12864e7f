import { leaking } from './leaking.ts';

/** Share of the server's time that one caller may have while others want some of it. */
const SHARE = 1 / 3;
/** Milliseconds that every caller may have beyond that: opening and sending an application takes a second in all. */
const BURST_MS = 5_000;

/** Record of the callers that the server works for, and has recently worked for. */
export type WorkShares = {
  /** Begins a piece of work for a caller. @returns ends it */
  begin(caller: string): () => void;
  /** Counts work that has no beginning of its own, in milliseconds. */
  charge(caller: string, ms: number): void;
  /** Number of pieces of work under way, in total or for one caller. */
  underWay(caller?: string): number;
  /** Whether the caller has had more than their share. */
  isOver(caller: string): boolean;
};

/**
 * Counts working time to the callers it is done for; simultaneous work shares the time. So the sum is the time in
 * which the server was busy, and a caller does not pay for waiting for others.
 */
export function workShares(now = () => performance.now()): WorkShares {
  const used = leaking(SHARE * 1000, now);
  const counts = new Map<string, number>();
  let total = 0;
  /** Milliseconds of a piece of work that had been under way all the time. */
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
