import { assertEvent, assign, setup } from 'xstate';
import type { MailState } from '#domain/mail.ts';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import type { MailContext, MailEvent, MailInput } from './mail.types.ts';

const title = (state: MailState): StateMeta => ({ titleKey: `workflow:mail.${state}` });

/**
 * One e-mail to a person, from the moment it is due until the mail server has taken it or nobody tries any more. A try
 * whose answer is lost is made again, so that a person may get an e-mail twice, but never not at all by accident.
 */
export const mailMachine = setup({
  types: {
    context: {} as MailContext,
    events: {} as MailEvent,
    input: {} as MailInput,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  guards: {
    mayBeSentLater: ({ context, event }) =>
      event.type === 'mail.deferred' && event.nextTryAt <= context.tryUntil,
  },
  actions: {
    putOff: assign(({ context, event }) => {
      assertEvent(event, 'mail.deferred');
      return { tries: context.tries + 1, nextTryAt: event.nextTryAt, problem: event.problem };
    }),
    keepProblem: assign(({ context, event }) => {
      assertEvent(event, ['mail.refused', 'mail.deferred']);
      return { tries: context.tries + 1, problem: event.problem };
    }),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'mail',
  context: ({ input }) => ({ tries: 0, problem: null, ...input }),
  initial: 'waiting',
  states: {
    waiting: {
      meta: title('waiting'),
      on: {
        'mail.accepted': { target: 'sent', actions: 'forgetProblem', ...rule('MAIL-01', 'assumed') },
        'mail.refused': { target: 'refused', actions: 'keepProblem', ...rule('MAIL-02', 'assumed') },
        'mail.deferred': [
          { guard: 'mayBeSentLater', actions: 'putOff', ...rule('MAIL-03', 'assumed') },
          { target: 'givenUp', actions: 'keepProblem', ...rule('MAIL-04', 'assumed') },
        ],
        'mail.outdated': { target: 'dropped', ...rule('MAIL-05', 'assumed') },
      },
    },
    sent: { type: 'final', meta: title('sent') },
    refused: { type: 'final', meta: title('refused') },
    givenUp: { type: 'final', meta: title('givenUp') },
    dropped: { type: 'final', meta: title('dropped') },
  },
});
