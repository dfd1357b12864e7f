import { assign, setup } from 'xstate';
import type { RefundNote, RefundState } from '#domain/refund-steps.ts';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import { refundGuards } from './refund.guards.ts';
import type { RefundContext, RefundEvent, RefundInput } from './refund.types.ts';

const title = (state: RefundState): StateMeta => ({ titleKey: `workflow:refund.${state}` });

const noteOf = ({ at, by, note }: RefundEvent): RefundNote => ({ at, by, note });

/**
 * Money that pays no fee, from the moment that it is to be returned until operators have noted that it was. They return
 * it with the payment provider, which the portal cannot see.
 */
export const refundMachine = setup({
  types: {
    context: {} as RefundContext,
    events: {} as RefundEvent,
    input: {} as RefundInput,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  guards: refundGuards,
  actions: {
    keepProposal: assign(({ event }) => ({ proposed: noteOf(event) })),
    dropProposal: assign({ proposed: null }),
    keepReturn: assign(({ event }) => ({ returned: noteOf(event) })),
  },
}).createMachine({
  id: 'refund',
  context: ({ input }) => ({ byTwo: input.byTwo, proposed: null, returned: null }),
  initial: 'open',
  states: {
    open: {
      meta: title('open'),
      on: {
        'refund.marked': {
          target: 'returned',
          guard: 'oneIsEnough',
          actions: 'keepReturn',
          ...rule('REFUND-01', 'assumed'),
        },
        'refund.proposed': {
          target: 'proposed',
          guard: 'twoAreNeeded',
          actions: 'keepProposal',
          ...rule('REFUND-02', 'assumed'),
        },
      },
    },
    proposed: {
      meta: title('proposed'),
      on: {
        'refund.confirmed': {
          target: 'returned',
          guard: 'isAnother',
          actions: 'keepReturn',
          ...rule('REFUND-03', 'assumed'),
        },
        'refund.discarded': {
          target: 'open',
          guard: 'mayRepair',
          actions: 'dropProposal',
          ...rule('REFUND-04', 'assumed'),
        },
      },
    },
    returned: { type: 'final', meta: title('returned') },
  },
});
