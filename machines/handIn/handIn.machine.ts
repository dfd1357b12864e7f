import { assertEvent, assign, setup } from 'xstate';
import { GIVEN_UP } from '#domain/give-up.ts';
import type { HandInState } from '#domain/hand-in.ts';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import type { HandInContext, HandInEvent, HandInInput } from './handIn.types.ts';

const title = (state: HandInState): StateMeta => ({ titleKey: `workflow:handIn.${state}` });

/**
 * Documents that a person hands in after a sent application, from that act until the authority's delivery service has
 * taken them. What failed keeps its files, so that the person can have it tried again.
 */
export const handInMachine = setup({
  types: {
    context: {} as HandInContext,
    events: {} as HandInEvent,
    input: {} as HandInInput,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  guards: {
    mayBeDeliveredLater: ({ context, event }) =>
      event.type === 'handIn.deferred' && event.nextTryAt <= context.tryUntil,
  },
  actions: {
    putOff: assign(({ context, event }) => {
      assertEvent(event, 'handIn.deferred');
      return { tries: context.tries + 1, nextTryAt: event.nextTryAt, problem: event.problem };
    }),
    keepProblem: assign(({ context, event }) => {
      assertEvent(event, ['handIn.refused', 'handIn.deferred']);
      return { tries: context.tries + 1, problem: event.problem };
    }),
    forgetProblem: assign({ problem: null }),
    giveUp: assign(({ event }) => {
      assertEvent(event, 'handIn.givenUp');
      return { problem: GIVEN_UP, givenUp: event.reason };
    }),
    beginAnew: assign(({ event }) => {
      assertEvent(event, 'handIn.repeated');
      return {
        tries: 0,
        problem: null,
        givenUp: null,
        nextTryAt: event.nextTryAt,
        tryUntil: event.tryUntil,
      };
    }),
  },
}).createMachine({
  id: 'handIn',
  context: ({ input }) => ({ tries: 0, problem: null, ...input }),
  initial: 'waiting',
  states: {
    waiting: {
      meta: title('waiting'),
      on: {
        'handIn.delivered': {
          target: 'delivered',
          actions: 'forgetProblem',
          ...rule('HANDIN-01', 'assumed'),
        },
        'handIn.deferred': [
          { guard: 'mayBeDeliveredLater', actions: 'putOff', ...rule('HANDIN-02', 'assumed') },
          { target: 'failed', actions: 'keepProblem', ...rule('HANDIN-03', 'assumed') },
        ],
        'handIn.refused': { target: 'failed', actions: 'keepProblem', ...rule('HANDIN-04', 'assumed') },
        'handIn.givenUp': { target: 'failed', actions: 'giveUp', ...rule('HANDIN-06', 'assumed') },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        'handIn.repeated': { target: 'waiting', actions: 'beginAnew', ...rule('HANDIN-05', 'assumed') },
      },
    },
    delivered: { type: 'final', meta: title('delivered') },
  },
});
