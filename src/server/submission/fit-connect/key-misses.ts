import { LRUCache } from 'lru-cache';

/** Time for which an unknown key id is not requested again, and the number of such requests per issuer in that time. */
const MEMORY_MS = 5 * 60_000;
const PER_ISSUER = 10;
const ISSUERS = 1000;

/**
 * Remembers unknown key ids. Anybody whose token gets into an event log can name any number of them, and each would
 * cost a call to the delivery service. A key that is published later is found after five minutes.
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
