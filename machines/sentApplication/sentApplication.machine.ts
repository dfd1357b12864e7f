import { assertEvent, assign, setup } from 'xstate';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import type {
  SentApplicationContext,
  SentApplicationEvent,
  SentApplicationStatus,
} from './sentApplication.types.ts';

const title = (state: SentApplicationStatus): StateMeta => ({
  titleKey: `workflow:sentApplication.${state}`,
});

/**
 * Reports on the way to the authority.
 * @param move target of the reports; none from that status itself
 */
const onTheWay = (move: { target?: 'submitted' }) =>
  ({
    'delivery.created': { ...move, actions: 'keepTime', ...rule('SENT-01', 'assumed') },
    'delivery.submitted': { ...move, actions: 'keepTime', ...rule('SENT-02', 'assumed') },
    'delivery.notified': { ...move, actions: 'keepTime', ...rule('SENT-03', 'assumed') },
    'delivery.forwarded': { ...move, actions: 'keepTime', ...rule('SENT-04', 'assumed') },
  }) as const;

const decided = {
  'delivery.accepted': { target: 'successfullySubmitted', actions: 'keepTime', ...rule('SENT-05', 'spec 4') },
  'delivery.rejected': {
    target: 'processingError',
    actions: ['keepTime', 'keepProblems'],
    ...rule('SENT-06', 'spec 4'),
  },
  'delivery.deleted': { target: 'processingError', actions: 'keepTime', ...rule('SENT-07', 'assumed') },
} as const;

const lost = {
  'delivery.unreachable': { target: 'unknown', ...rule('SENT-08', 'spec 4') },
  'delivery.unproven': { target: 'unknown', ...rule('SENT-09', 'assumed') },
} as const;

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
      on: { ...onTheWay({ target: 'submitted' }), ...decided, ...lost },
    },
    submitted: { meta: title('submitted'), on: { ...onTheWay({}), ...decided, ...lost } },
    unknown: { meta: title('unknown'), on: { ...onTheWay({ target: 'submitted' }), ...decided } },
    successfullySubmitted: { type: 'final', meta: title('successfullySubmitted') },
    processingError: { type: 'final', meta: title('processingError') },
  },
});
