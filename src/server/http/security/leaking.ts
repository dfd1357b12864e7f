import { LRUCache } from 'lru-cache';

/** What callers have used of something that is there again after a while. */
export type Leaking = {
  /** What is still counted to a caller. */
  level(caller: string): number;
  add(caller: string, amount: number): void;
};

/** More callers than this at once are forgotten, the one not heard of for longest first. */
const MAX_CALLERS = 10_000;

/** Counts what callers use; so much of it is forgotten each second. */
export function leaking(perSecond: number, now = () => performance.now()): Leaking {
  const used = new LRUCache<string, { amount: number; at: number }>({ max: MAX_CALLERS });
  const level = (caller: string) => {
    const { amount, at } = used.get(caller) ?? { amount: 0, at: 0 };
    return Math.max(0, amount - ((now() - at) / 1000) * perSecond);
  };
  return {
    level,
    add: (caller, amount) => void used.set(caller, { amount: level(caller) + amount, at: now() }),
  };
}
