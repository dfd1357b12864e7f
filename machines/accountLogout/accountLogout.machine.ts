import { assign, setup } from 'xstate';
import type { LeftAccount, ProviderPage } from '#contract/auth.ts';
import type { LogoutResult } from '#domain/logout.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutEvent } from '../kit/params.ts';
import { idleWatcher } from '../kit/placeholders.ts';
import type { Viewer } from '../session/session.types.ts';
import type { AccountLogoutContext, AccountLogoutEvent, AccountLogoutInput } from './accountLogout.types.ts';

const title = titles('accountLogout');

/** Time that the account's page has to appear before the person reads that it does not come. */
const PATIENCE_MS = 12_000;

type Left = { account: LeftAccount; staysOpen: boolean; hasUnsaved: boolean };

const accountLogoutSetup = setup({
  types: {
    context: {} as AccountLogoutContext,
    events: {} as AccountLogoutEvent,
    input: {} as AccountLogoutInput,
    meta: {} as FlowMeta,
    tags: {} as 'told',
  },
  actors: {
    /** Going back or forward in the history stops the browser on its way. */
    watchHistory: idleWatcher(),
  },
  delays: { accountPatience: PATIENCE_MS },
  actions: {
    keepAccount: assign((_, { account }: Left) => ({ ...account, result: null })),
    /** Sends the browser to the account's page. */
    leaveForAccount: (_, _params: { account: LeftAccount & { page: ProviderPage } }) => undefined,
    /** Stops the browser on its way. */
    stayHere: () => undefined,
  },
  guards: {
    cameBackWith: ({ context }, { result }: { result: LogoutResult }) => context.result === result,
    accountLogsOut: (_, { account }: Left) => account.page !== null,
    nothingIsLost: (_, { account, hasUnsaved }: Left) => account.page !== null && !hasUnsaved,
    accountStaysOpen: (_, { staysOpen }: Left) => staysOpen,
    somebodyIsHere: (_, { viewer }: { viewer: Viewer }) => viewer === 'account' || viewer === 'anonymous',
  },
});

/** Transitions that begin a logout at the account after a logout here. */
const left = accountLogoutSetup.createStateConfig({
  on: {
    'session.left': [
      {
        guard: { type: 'nothingIsLost', params: aboutEvent },
        target: '#accountLogout.leaving',
        actions: { type: 'keepAccount', params: aboutEvent },
      },
      {
        guard: { type: 'accountLogsOut', params: aboutEvent },
        target: '#accountLogout.offered',
        actions: { type: 'keepAccount', params: aboutEvent },
      },
      {
        guard: { type: 'accountStaysOpen', params: aboutEvent },
        target: '#accountLogout.open',
        actions: { type: 'keepAccount', params: aboutEvent },
      },
    ],
  },
});

/** Transitions that end a message: it belongs to its own page, and to nobody who logs in after that. */
const over = accountLogoutSetup.createStateConfig({
  on: {
    'page.left': '#accountLogout.idle',
    'viewer.seen': { guard: { type: 'somebodyIsHere', params: aboutEvent }, target: '#accountLogout.idle' },
  },
});

/**
 * The logout at the account, after a logout here, which has taken effect in any case. The browser leaves for the
 * account and is led back, so the outcome belongs to the next page load and enters as input. An account without single
 * logout is named: somebody else at this computer could go on there.
 */
export const accountLogoutMachine = accountLogoutSetup.createMachine({
  id: 'accountLogout',
  context: ({ input: { returned } }) => ({
    providerId: returned?.providerId ?? null,
    page: null,
    result: returned?.result ?? null,
  }),
  initial: 'arriving',
  states: {
    arriving: {
      meta: title('arriving'),
      always: [
        { guard: { type: 'cameBackWith', params: { result: 'confirmed' } }, target: 'confirmed' },
        { guard: { type: 'cameBackWith', params: { result: 'open' } }, target: 'unconfirmed' },
        { target: 'idle' },
      ],
    },
    idle: { meta: title('idle'), on: left.on },
    leaving: {
      meta: title('leaving'),
      entry: {
        type: 'leaveForAccount',
        params: ({ context }) => ({ account: { providerId: context.providerId!, page: context.page! } }),
      },
      exit: 'stayHere',
      invoke: { src: 'watchHistory' },
      initial: 'waiting',
      on: { 'exit.abandoned': 'open' },
      states: {
        waiting: { meta: title('leaving.waiting'), after: { accountPatience: 'silent' } },
        /** The account's page does not come. */
        silent: { meta: title('leaving.silent'), on: { 'exit.requested': '#accountLogout.leaving' } },
      },
    },
    /** The browser does not leave by itself: the last input is only in this window. */
    offered: { meta: title('offered'), tags: 'told', on: { ...over.on, 'exit.requested': 'leaving' } },
    /** The account has no single logout, or the person stays here. */
    open: { meta: title('open'), tags: 'told', on: { ...over.on } },
    confirmed: { meta: title('confirmed'), tags: 'told', on: { ...over.on } },
    /** Nobody can say whether the account is closed. */
    unconfirmed: { meta: title('unconfirmed'), tags: 'told', on: { ...over.on } },
  },
});
