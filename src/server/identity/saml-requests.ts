import type { CacheProvider } from '@node-saml/node-saml';
import { z } from 'zod';
import type { RequestStore } from './types.ts';

const stored = z.object({
  /** ISO 8601; node-saml compares it with the longest time that a request may take. */
  instant: z.string(),
  trustLevel: z.enum(['low', 'substantial', 'high']),
  relayState: z.string(),
});
/** What was asked for, kept under the request's id until it is answered. */
export type PendingRequest = z.infer<typeof stored>;

/** node-saml's cache over our store, for a request that is about to be made. */
export function remember(store: RequestStore, asked: Omit<PendingRequest, 'instant'>): CacheProvider {
  return {
    async saveAsync(id, instant) {
      await store.save(id, JSON.stringify({ ...asked, instant }));
      return { value: instant, createdAt: Date.parse(instant) };
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  };
}

/** node-saml's cache over our store, for one answer; `found` is the request it answers, once looked up. */
export function recall(store: RequestStore): CacheProvider & { found(): PendingRequest | null } {
  let found: PendingRequest | null = null;
  return {
    found: () => found,
    saveAsync: async () => null,
    async getAsync(id) {
      const value = await store.get(id);
      if (value === null) return null;
      found = stored.parse(JSON.parse(value));
      return found.instant;
    },
    async removeAsync(id) {
      if (id !== null) await store.remove(id);
      return id;
    },
  };
}
