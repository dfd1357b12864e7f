import { assign, setup } from 'xstate';
import type { ProviderPage } from '#contract/auth.ts';
import { cardProviderId } from '#domain/login.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutEvent, keepProblem } from '../kit/params.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import type {
  CardApp,
  LoginContext,
  LoginEvent,
  LoginInput,
  LoginOutcome,
  LoginQuery,
} from './login.types.ts';

const title = titles('login');

/** Time that the card's app has to answer; it runs on the same device. */
const APP_PATIENCE_MS = 3_000;
/** Time that a provider's page has to appear before the person reads that it does not come. */
const PROVIDER_PATIENCE_MS = 12_000;

const loginSetup = setup({
  types: {
    context: {} as LoginContext,
    events: {} as LoginEvent,
    input: {} as LoginInput,
    meta: {} as FlowMeta,
    tags: {} as 'leaving' | 'card' | 'outcome',
  },
  actors: {
    requestLogin: placeholder<ProviderPage, LoginQuery>('requestLogin'),
    /**
     * Asks the app of the online ID card whether it runs, on the person's click only; fails where this stays unknown.
     */
    askCardApp: placeholder<CardApp>('askCardApp'),
    /** Going back or forward in the history stops the browser on its way. */
    watchHistory: idleWatcher(),
  },
  delays: { appPatience: APP_PATIENCE_MS, providerPatience: PROVIDER_PATIENCE_MS },
  actions: {
    keepQuery: assign((_, { query }: { query: LoginQuery }) => ({ query })),
    beginAnew: assign({ page: null, problem: null, outcome: null, refusal: null }),
    keepPage: assign((_, page: ProviderPage) => ({ page })),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    /** Sends the browser to the provider's page. */
    leaveForProvider: (_, _params: { page: ProviderPage; query: LoginQuery }) => undefined,
    /** Stops the browser on its way to the provider's page. */
    stayHere: () => undefined,
    /** Tells the other windows of this browser: a login in one of them applies to all. */
    announceLogin: () => undefined,
  },
  guards: {
    cameBackWith: ({ context }, { outcome }: { outcome: LoginOutcome }) => context.outcome === outcome,
    usesCard: (_, { query }: { query: LoginQuery | null }) => query?.providerId === cardProviderId,
    isNamed: ({ context }) => context.named !== null,
    wasChosen: ({ context }) => context.named?.isChosen === true,
    cardWasChosen: ({ context: { named } }) =>
      named?.isChosen === true && named.query.providerId === cardProviderId,
    appCanBeAsked: ({ context }) => context.appCanBeAsked,
    appIsRunning: (_, app: CardApp) => app === 'running',
    /** A provider that is not offered any more would refuse again. */
    canBeRetried: ({ context }) => canBeRetried(context),
    cardIsRetried: ({ context }) => canBeRetried(context) && context.query?.providerId === cardProviderId,
  },
});

const canBeRetried = ({ query, problem }: LoginContext): boolean =>
  query !== null && problem?.code !== 'input-invalid';

/** Transitions that begin a login where none is under way. */
const begin = loginSetup.createStateConfig({
  on: {
    'login.requested': [
      {
        guard: { type: 'usesCard', params: aboutEvent },
        target: '#login.card',
        actions: { type: 'keepQuery', params: aboutEvent },
      },
      { target: '#login.requesting', actions: { type: 'keepQuery', params: aboutEvent } },
    ],
  },
});

const retry = loginSetup.createStateConfig({
  on: {
    'login.retried': [
      { guard: 'cardIsRetried', target: '#login.card' },
      { guard: 'canBeRetried', target: '#login.requesting' },
    ],
  },
});

/**
 * Login at an identity provider: the browser leaves the portal with a posted form or by an address and returns by a
 * redirect, so the outcome belongs to the next page load and enters as input. Before it leaves for the online ID card,
 * the person is asked to have the card's app ready.
 */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  context: ({ input }) => ({
    ...input,
    query: input.named?.query ?? input.query,
    page: null,
    problem: null,
  }),
  initial: 'arriving',
  states: {
    arriving: {
      meta: title('arriving'),
      always: [
        { guard: { type: 'cameBackWith', params: { outcome: 'SUCCESS' } }, target: 'succeeded' },
        { guard: { type: 'cameBackWith', params: { outcome: 'CANCEL' } }, target: 'cancelled' },
        { guard: { type: 'cameBackWith', params: { outcome: 'ERROR' } }, target: 'failed' },
        { guard: 'cardWasChosen', target: 'card' },
        { guard: 'wasChosen', target: 'requesting' },
        { guard: 'isNamed', target: 'named' },
        { target: 'idle' },
      ],
    },
    /** A link alone begins no login: anybody may have made it. */
    named: { meta: title('named'), on: begin.on },
    idle: { meta: title('idle'), on: begin.on },
    card: {
      meta: title('card'),
      tags: 'card',
      entry: 'beginAnew',
      initial: 'deciding',
      on: { 'login.abandoned': 'idle', 'page.left': 'idle' },
      states: {
        deciding: {
          meta: title('card.deciding'),
          always: [{ guard: 'appCanBeAsked', target: 'preparing' }, { target: 'onPhone' }],
        },
        preparing: { meta: title('card.preparing'), on: { 'check.requested': 'asking' } },
        /** Phones do not let a page ask; the provider's page opens the app. */
        onPhone: { meta: title('card.onPhone'), on: { 'check.skipped': '#login.requesting' } },
        asking: {
          meta: title('card.asking'),
          invoke: {
            src: 'askCardApp',
            onDone: [
              { guard: { type: 'appIsRunning', params: aboutAnswer }, target: '#login.requesting' },
              { target: 'notRunning' },
            ],
            onError: 'unclear',
          },
          after: { appPatience: 'unclear' },
        },
        notRunning: {
          meta: title('card.notRunning'),
          on: { 'check.requested': 'asking', 'check.skipped': '#login.requesting' },
        },
        /** The login can go on: the provider's page will notice by itself whether the app runs. */
        unclear: {
          meta: title('card.unclear'),
          on: { 'check.requested': 'asking', 'check.skipped': '#login.requesting' },
        },
      },
    },
    requesting: {
      meta: title('requesting'),
      tags: 'leaving',
      entry: 'beginAnew',
      invoke: {
        src: 'requestLogin',
        input: ({ context }) => context.query!,
        onDone: {
          target: 'handingOver',
          actions: [
            { type: 'keepPage', params: aboutAnswer },
            {
              type: 'leaveForProvider',
              params: ({ event, context }) => ({ page: event.output, query: context.query! }),
            },
          ],
        },
        onError: { target: 'failed', actions: keepProblem },
      },
      on: { 'login.abandoned': 'idle', 'page.left': 'idle' },
    },
    handingOver: {
      meta: title('handingOver'),
      tags: 'leaving',
      exit: 'stayHere',
      invoke: { src: 'watchHistory' },
      initial: 'waiting',
      on: { 'login.abandoned': 'idle' },
      states: {
        waiting: { meta: title('handingOver.waiting'), after: { providerPatience: 'silent' } },
        /** The provider's page does not come. */
        silent: { meta: title('handingOver.silent'), on: retry.on },
      },
    },
    succeeded: {
      meta: title('succeeded'),
      tags: 'outcome',
      entry: 'announceLogin',
      on: { ...begin.on, 'page.left': 'idle' },
    },
    cancelled: {
      meta: title('cancelled'),
      tags: 'outcome',
      on: { ...begin.on, ...retry.on, 'page.left': 'idle' },
    },
    failed: {
      meta: title('failed'),
      tags: 'outcome',
      on: { ...begin.on, ...retry.on, 'page.left': 'idle' },
    },
  },
});
