import { LRUCache } from 'lru-cache';

/** How long an unknown key id is not asked for again, and how many per issuer are asked for in that time. */
const MEMORY_MS = 5 * 60_000;
const PER_ISSUER = 10;
const ISSUERS = 1000;

/**
 * Remembers key ids that are unknown. Anybody whose token gets into an event log can name as many as they like, and
 * each would cost a call to the delivery service; a key that is published later is found after five minutes.
 */
export function createMisses(now: () => number = Date.now) {
  const issuers = new LRUCache<string, Set<string>>({
    max: ISSUERS,
    ttl: MEMORY_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    mayAsk(issuer: string, kid: string): boolean {
      const missed = issuers.get(issuer);
      return missed === undefined || (missed.size < PER_ISSUER && !missed.has(kid));
    },
    note(issuer: string, kid: string): void {
      const missed = issuers.get(issuer);
      if (missed) missed.add(kid);
      else issuers.set(issuer, new Set([kid]));
    },
  };
}
