import { createActor } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import type { Place } from '#domain/place.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';

/**
 * The workflows as they stand before anything has happened, to render a page with on the server: never started,
 * without surroundings, and so made in a third of the time.
 */
export const standingPortal = (locale: Locale, place: Place | null): Portal =>
  createActor(portalMachine, { input: { now: Date.now, locale, rules: null, place, loginOutcome: null } });

/** Places that people ask from at a time. */
const MOST_KEPT = 500;
const kept = new Map<string, Portal>();

/** The same for pages that are only rendered: nothing ever happens to it, so one is enough for all of them. */
export function keptPortal(locale: Locale, place: Place | null): Portal {
  const key = JSON.stringify([locale, place]);
  const portal = kept.get(key) ?? standingPortal(locale, place);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, portal);
  return portal;
}
