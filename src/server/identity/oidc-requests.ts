import * as z from 'zod';
import { trustLevels } from '#domain/trust-level.ts';
import type { RequestStore } from '#server/ports/identity.ts';

const stored = z.object({
  /** Proves that the code is exchanged by the sender of the request (PKCE). */
  verifier: z.string(),
  nonce: z.string(),
  /** The lowest sufficient level. */
  trustLevel: z.enum(trustLevels),
  /** Whether the person had to log in again, even with a session at the provider. */
  forceNew: z.boolean(),
  /** ISO 8601, by our clock. */
  requestedAt: z.string(),
});
/** A request, stored under its state until it is answered. */
export type PendingRequest = z.infer<typeof stored>;

export const remember = (store: RequestStore, state: string, asked: PendingRequest): Promise<void> =>
  store.save(state, JSON.stringify(asked));

/** Takes a request out of the store, because it is answered only once; null for one that was never made. */
export async function recall(store: RequestStore, state: string): Promise<PendingRequest | null> {
  const value = await store.get(state);
  if (value === null) return null;
  await store.remove(state);
  return stored.parse(JSON.parse(value));
}
