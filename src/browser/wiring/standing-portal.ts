import { createActor } from 'xstate';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { Locale, Place } from '#machines/portal/portal.types.ts';
import type { Portal } from './portal.ts';

/**
 * The workflows as they stand before anything has happened, to render a page with on the server: never started,
 * without surroundings, and so made in a third of the time.
 */
export const standingPortal = (locale: Locale, place: Place | null): Portal =>
  createActor(portalMachine, { input: { now: Date.now, locale, rules: null, place, loginOutcome: null } });
