import type { CacheProvider } from '@node-saml/node-saml';
import * as z from 'zod';
import { trustLevels } from '#domain/trust-level.ts';
import type { RequestStore } from '#server/ports/identity.ts';

const stored = z.object({
  /** ISO 8601; node-saml compares it with the time limit of a request. */
  instant: z.string(),
  trustLevel: z.enum(trustLevels),
  relayState: z.string(),
  /** Whether the person had to log in again, even with a session at the account. */
  forceNew: z.boolean().default(false),
  /** Requested scopes; null for all that the portal can use. */
  scopes: z.array(z.string()).nullable().default(null),
});
/** A request, stored under its id until it is answered. */
export type PendingRequest = z.infer<typeof stored>;

/** Returns node-saml's cache backed by our store, for a request that is about to be made. */
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

/**
 * Takes a request out of our store, because it is answered only once. Null for one that was never made, or not by us.
 */
export async function recall(store: RequestStore, id: string | null): Promise<PendingRequest | null> {
  const value = id === null ? null : await store.get(id);
  if (id === null || value === null) return null;
  await store.remove(id);
  return stored.parse(JSON.parse(value));
}
