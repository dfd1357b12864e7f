import { assign, setup } from 'xstate';
import type { LoginView } from '#contract/auth.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginsContext, LoginsEvent } from './logins.types.ts';

const title = titles('logins');

/** The list of a person's logins, and the end of a login from another device. */
export const loginsMachine = setup({
  types: { context: {} as LoginsContext, events: {} as LoginsEvent, meta: {} as FlowMeta },
  actors: {
    loadLogins: placeholder<readonly LoginView[]>('loadLogins'),
    endLogin: placeholder<void, { id: string }>('endLogin'),
  },
  actions: {
    keepLogins: assign((_, logins: readonly LoginView[]) => ({ logins, problem: null })),
    chooseLogin: assign((_, { login }: { login: LoginView }) => ({
      chosen: login,
      ended: null,
      problem: null,
    })),
    forgetLogin: assign({ chosen: null }),
    noteEnd: assign(({ context }) => ({
      ended: context.chosen,
      logins: context.logins.filter(({ id }) => id !== context.chosen?.id),
      chosen: null,
    })),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem, chosen: null })),
  },
  guards: {
    /** The present login ends by logging out. */
    loginIsAnother: (_, { login }: { login: LoginView }) => !login.isThis,
    hasEndedAlready: (_, { problem }: { problem: Problem }) => problem.code === 'not-found',
  },
}).createMachine({
  id: 'logins',
  context: { logins: [], chosen: null, ended: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      meta: title('loading'),
      invoke: {
        src: 'loadLogins',
        onDone: { target: 'shown', actions: { type: 'keepLogins', params: aboutAnswer } },
        onError: { target: 'failed', actions: keepProblem },
      },
    },
    failed: { meta: title('failed'), on: { 'list.refreshRequested': 'loading' } },
    shown: {
      meta: title('shown'),
      on: {
        'ending.requested': {
          guard: { type: 'loginIsAnother', params: aboutEvent },
          target: 'confirming',
          actions: { type: 'chooseLogin', params: aboutEvent },
        },
      },
    },
    confirming: {
      meta: title('confirming'),
      on: {
        'ending.confirmed': 'ending',
        'ending.dismissed': { target: 'shown', actions: 'forgetLogin' },
      },
    },
    ending: {
      meta: title('ending'),
      invoke: {
        src: 'endLogin',
        input: ({ context }) => ({ id: context.chosen?.id ?? '' }),
        onDone: { target: 'shown', actions: 'noteEnd' },
        onError: [
          { guard: { type: 'hasEndedAlready', params: aboutError }, target: 'shown', actions: 'noteEnd' },
          { target: 'shown', actions: keepProblem },
        ],
      },
    },
  },
});
