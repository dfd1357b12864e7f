import { assign, setup } from 'xstate';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { placeholder } from '../kit/placeholders.ts';
import { aboutError, type Problem } from '../kit/problem.ts';
import type {
  LoginContext,
  LoginEvent,
  LoginInput,
  LoginOutcome,
  LoginPage,
  LoginQuery,
} from './login.types.ts';

const title = titles('login');

/**
 * Login at an identity provider: the browser leaves the portal with a posted form and returns by a redirect, so the
 * outcome belongs to the next page load and enters as input.
 */
export const loginMachine = setup({
  types: {
    context: {} as LoginContext,
    events: {} as LoginEvent,
    input: {} as LoginInput,
    meta: {} as FlowMeta,
    tags: {} as 'leaving' | 'outcome',
  },
  actors: {
    requestLogin: placeholder<LoginPage, LoginQuery>('requestLogin'),
  },
  actions: {
    keepQuery: assign((_, { query }: { query: LoginQuery }) => ({ query, page: null, problem: null })),
    keepPage: assign((_, { page }: { page: LoginPage }) => ({ page })),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    /** Sends the browser to the provider's page. */
    leaveForProvider: (_, _params: { page: LoginPage }) => undefined,
  },
  guards: {
    cameBackWith: ({ context }, { outcome }: { outcome: LoginOutcome }) => context.outcome === outcome,
  },
}).createMachine({
  id: 'login',
  context: ({ input }) => ({ outcome: input.outcome, query: null, page: null, problem: null }),
  initial: 'arriving',
  on: {
    'login.requested': {
      target: '.requesting',
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
  },
  states: {
    arriving: {
      meta: title('arriving'),
      always: [
        { guard: { type: 'cameBackWith', params: { outcome: 'SUCCESS' } }, target: 'succeeded' },
        { guard: { type: 'cameBackWith', params: { outcome: 'CANCEL' } }, target: 'cancelled' },
        { guard: { type: 'cameBackWith', params: { outcome: 'ERROR' } }, target: 'failed' },
        { target: 'idle' },
      ],
    },
    idle: { meta: title('idle') },
    requesting: {
      meta: title('requesting'),
      tags: 'leaving',
      invoke: {
        src: 'requestLogin',
        input: ({ context }) => context.query!,
        onDone: {
          target: 'handingOver',
          actions: [
            { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            { type: 'leaveForProvider', params: ({ event }) => ({ page: event.output }) },
          ],
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: aboutError },
        },
      },
    },
    handingOver: {
      meta: title('handingOver'),
      tags: 'leaving',
      on: { 'login.abandoned': 'idle' },
    },
    succeeded: { meta: title('succeeded'), tags: 'outcome', on: { 'outcome.read': 'idle' } },
    cancelled: { meta: title('cancelled'), tags: 'outcome', on: { 'outcome.read': 'idle' } },
    failed: { meta: title('failed'), tags: 'outcome', on: { 'outcome.read': 'idle' } },
  },
});
