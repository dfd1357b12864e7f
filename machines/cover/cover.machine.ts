import { setup } from 'xstate';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { idleWatcher } from '../kit/placeholders.ts';
import type { CoverEvent } from './cover.types.ts';

/** What was covered can be seen for so long, as often as the person wants (spec section 9). */
const LOOK_MS = 60_000;

const title = titles('cover');

/**
 * Whether what a person has entered is shown. When the session has ended, whoever sits here next must not read it; it
 * goes on living in the window, and is saved when the same person logs in again. Lives as long as the application on
 * the screen; the wiring tells it of the session.
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
    /** After an end that nobody wanted the person may still be here: a look is one press away. */
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
    /** After a logout it takes a login to see it. */
    closed: {
      meta: title('closed'),
      tags: 'covered',
      on: { 'session.renewed': 'open' },
    },
  },
});
