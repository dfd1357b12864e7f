import { assertEvent, assign, setup } from 'xstate';
import type { InterruptionState } from '#domain/interruption.ts';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import type { InterruptionContext, InterruptionEvent } from './interruption.types.ts';

const title = (state: InterruptionState): StateMeta => ({ titleKey: `workflow:interruption.${state}` });

/**
 * One thing that operators can interrupt: maintenance of the whole portal, a partner, a service. People are told as long
 * as something is said; what is in force is refused by the server.
 */
export const interruptionMachine = setup({
  types: {
    context: {} as InterruptionContext,
    events: {} as InterruptionEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  guards: {
    beginsLater: ({ event }) =>
      event.type === 'interruption.said' && lasts(event) && event.said.from > event.at,
    beginsNow: ({ event }) =>
      event.type === 'interruption.said' && lasts(event) && event.said.from <= event.at,
    isOver: ({ context: { said }, event }) =>
      event.type === 'time.passed' && said?.until != null && said.until <= event.at,
    hasBegun: ({ context: { said }, event }) =>
      event.type === 'time.passed' && said !== null && said.from <= event.at,
  },
  actions: {
    keep: assign(({ event }) => {
      assertEvent(event, 'interruption.said');
      return { said: event.said };
    }),
    forget: assign({ said: null }),
  },
}).createMachine({
  id: 'interruption',
  context: { said: null },
  initial: 'none',
  on: {
    'interruption.said': [
      { guard: 'beginsLater', target: '.announced', actions: 'keep', ...rule('INT-01', 'assumed') },
      { guard: 'beginsNow', target: '.inForce', actions: 'keep', ...rule('INT-02', 'assumed') },
    ],
  },
  states: {
    none: { meta: title('none') },
    announced: {
      meta: title('announced'),
      on: {
        'interruption.ended': { target: 'none', actions: 'forget', ...rule('INT-03', 'assumed') },
        'time.passed': [
          { guard: 'isOver', target: 'none', actions: 'forget', ...rule('INT-04', 'assumed') },
          { guard: 'hasBegun', target: 'inForce', ...rule('INT-05', 'assumed') },
        ],
      },
    },
    inForce: {
      meta: title('inForce'),
      on: {
        'interruption.ended': { target: 'none', actions: 'forget', ...rule('INT-03', 'assumed') },
        'time.passed': {
          guard: 'isOver',
          target: 'none',
          actions: 'forget',
          ...rule('INT-04', 'assumed'),
        },
      },
    },
  },
});

/** Whether what is said has not ended before it is said, and does not end before it begins. */
const lasts = ({ at, said: { from, until } }: { at: string; said: { from: string; until: string | null } }) =>
  until === null || (until > at && until > from);
