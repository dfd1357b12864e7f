import { createActor } from 'xstate';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';

/**
 * The workflows in their initial state, to render a public page on the server: never started and without
 * implementations, which makes it three times as fast to create.
 */
export const createStaticPortal = (locale: Locale, place: Place | null): Portal =>
  createActor(portalMachine, { input: { now: Date.now, locale, place, loginOutcome: null } });

/** Places with a portal in the cache. */
const CACHE_LIMIT = 500;
const cache = new Map<string, Portal>();

/** Returns a static portal from a cache: its state never changes, so all pages of a language and place share one. */
export function cachedStaticPortal(locale: Locale, place: Place | null): Portal {
  const key = JSON.stringify([locale, place]);
  const portal = cache.get(key) ?? createStaticPortal(locale, place);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(key, portal);
  return portal;
}
