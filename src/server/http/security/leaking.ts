import { LRUCache } from 'lru-cache';

/** Use of something by callers that is forgotten over time. */
export type Leaking = {
  /** The use that still counts for a caller. */
  level(caller: string): number;
  add(caller: string, amount: number): void;
};

/** Callers beyond this number are forgotten, the longest unseen first. */
const MAX_CALLERS = 10_000;

/** Counts the use by callers, and forgets `perSecond` of it each second. */
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
