import { setup } from 'xstate';
import { type FlowMeta, titles } from '../kit/meta.ts';
import type { LoadingEvent } from './loading.types.ts';

/** Time before the bar appears: most pages load faster, and it would only flicker (spec section 9, loading bar). */
const THROTTLE_MS = 500;
/** Time in which the bar runs to its end, and in which the next page takes it over. */
const COMPLETING_MS = 300;
const title = titles('loading');

/** The thin bar at the top while a page loads. */
export const loadingMachine = setup({
  types: { events: {} as LoadingEvent, meta: {} as FlowMeta },
  delays: { throttle: THROTTLE_MS, untilCompleted: COMPLETING_MS },
}).createMachine({
  id: 'loading',
  initial: 'idle',
  states: {
    idle: { meta: title('idle'), on: { 'navigation.started': 'throttled' } },
    throttled: {
      meta: title('throttled'),
      after: { throttle: 'shown' },
      on: { 'navigation.finished': 'idle', 'navigation.failed': 'idle' },
    },
    shown: {
      meta: title('shown'),
      on: { 'navigation.finished': 'completing', 'navigation.failed': 'idle' },
    },
    completing: {
      meta: title('completing'),
      after: { untilCompleted: 'idle' },
      on: { 'navigation.started': 'shown' },
    },
  },
});
