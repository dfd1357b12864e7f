import { assertEvent, assign, setup } from 'xstate';
import type { RuleMeta, StateMeta } from '../kit/rule.ts';
import { rules } from './sentApplication.rules.ts';
import type {
  SentApplicationContext,
  SentApplicationEvent,
  SentApplicationStatus,
} from './sentApplication.types.ts';

const title = (state: SentApplicationStatus): StateMeta => ({
  titleKey: `workflow:sentApplication.${state}`,
});

/** The status of a sent application, by the signed events of its delivery (spec section 4). */
export const sentApplicationMachine = setup({
  types: {
    context: {} as SentApplicationContext,
    events: {} as SentApplicationEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  actions: {
    keepTime: assign(({ event }) => ('issuedAt' in event ? { lastEventAt: event.issuedAt } : {})),
    keepProblems: assign(({ event }) => {
      assertEvent(event, 'delivery.rejected');
      return { problems: event.problems };
    }),
  },
}).createMachine({
  id: 'sentApplication',
  context: { lastEventAt: null, problems: [] },
  initial: 'pending',
  states: {
    pending: {
      meta: title('pending'),
      on: {
        'delivery.created': { target: 'submitted', actions: 'keepTime', ...rules['SENT-01'] },
        'delivery.submitted': { target: 'submitted', actions: 'keepTime', ...rules['SENT-02'] },
        'delivery.notified': { target: 'submitted', actions: 'keepTime', ...rules['SENT-03'] },
        'delivery.forwarded': { target: 'submitted', actions: 'keepTime', ...rules['SENT-04'] },
        'delivery.accepted': { target: 'successfullySubmitted', actions: 'keepTime', ...rules['SENT-05'] },
        'delivery.rejected': {
          target: 'processingError',
          actions: ['keepTime', 'keepProblems'],
          ...rules['SENT-06'],
        },
        'delivery.deleted': { target: 'processingError', actions: 'keepTime', ...rules['SENT-07'] },
        'delivery.unreachable': { target: 'unknown', ...rules['SENT-08'] },
        'delivery.unproven': { target: 'unknown', ...rules['SENT-09'] },
      },
    },
    submitted: {
      meta: title('submitted'),
      on: {
        'delivery.created': { actions: 'keepTime', ...rules['SENT-10'] },
        'delivery.submitted': { actions: 'keepTime', ...rules['SENT-11'] },
        'delivery.notified': { actions: 'keepTime', ...rules['SENT-12'] },
        'delivery.forwarded': { actions: 'keepTime', ...rules['SENT-13'] },
        'delivery.accepted': { target: 'successfullySubmitted', actions: 'keepTime', ...rules['SENT-14'] },
        'delivery.rejected': {
          target: 'processingError',
          actions: ['keepTime', 'keepProblems'],
          ...rules['SENT-15'],
        },
        'delivery.deleted': { target: 'processingError', actions: 'keepTime', ...rules['SENT-16'] },
        'delivery.unreachable': { target: 'unknown', ...rules['SENT-17'] },
        'delivery.unproven': { target: 'unknown', ...rules['SENT-18'] },
      },
    },
    unknown: {
      meta: title('unknown'),
      on: {
        'delivery.created': { target: 'submitted', actions: 'keepTime', ...rules['SENT-19'] },
        'delivery.submitted': { target: 'submitted', actions: 'keepTime', ...rules['SENT-20'] },
        'delivery.notified': { target: 'submitted', actions: 'keepTime', ...rules['SENT-21'] },
        'delivery.forwarded': { target: 'submitted', actions: 'keepTime', ...rules['SENT-22'] },
        'delivery.accepted': { target: 'successfullySubmitted', actions: 'keepTime', ...rules['SENT-23'] },
        'delivery.rejected': {
          target: 'processingError',
          actions: ['keepTime', 'keepProblems'],
          ...rules['SENT-24'],
        },
        'delivery.deleted': { target: 'processingError', actions: 'keepTime', ...rules['SENT-25'] },
      },
    },
    successfullySubmitted: { type: 'final', meta: title('successfullySubmitted') },
    processingError: { type: 'final', meta: title('processingError') },
  },
});
