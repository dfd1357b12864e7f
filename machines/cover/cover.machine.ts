import { setup } from 'xstate';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { idleWatcher } from '../kit/placeholders.ts';
import type { CoverEvent } from './cover.types.ts';

/** Time for which a person sees the covered entries, as often as they want (spec section 9). */
const LOOK_MS = 60_000;

const title = titles('cover');

/**
 * Shows or covers a person's entries. After the end of the session, the next person at this device must not read them;
 * they stay in the window, and are saved when the same person logs in again. This workflow lives as long as the
 * application on the screen; the wiring reports the session to it.
 */
export const coverMachine = setup({
  types: { events: {} as CoverEvent, meta: {} as FlowMeta, tags: {} as 'covered' },
  actors: {
    /** Sends `clock.woke` after sleep. */
    watchClock: idleWatcher(),
  },
  delays: { untilCovered: LOOK_MS },
}).createMachine({
  id: 'cover',
  initial: 'open',
  states: {
    open: {
      meta: title('open'),
      on: { 'session.expired': 'covered', 'session.left': 'closed' },
    },
    /** After an end that nobody wanted the person may still be here: one press uncovers the entries. */
    covered: {
      meta: title('covered'),
      tags: 'covered',
      on: { 'look.requested': 'looking', 'session.renewed': 'open' },
    },
    looking: {
      meta: title('looking'),
      invoke: { src: 'watchClock' },
      after: { untilCovered: 'covered' },
      on: { 'look.ended': 'covered', 'clock.woke': 'covered', 'session.renewed': 'open' },
    },
    /** After a logout, only a login uncovers the entries. */
    closed: {
      meta: title('closed'),
      tags: 'covered',
      on: { 'session.renewed': 'open' },
    },
  },
});
