import { accountLogoutMachine } from '#machines/accountLogout/accountLogout.machine.ts';
import type {
  AccountLogoutContext,
  AccountLogoutEvent,
  AccountLogoutInput,
} from '#machines/accountLogout/accountLogout.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const page = { url: 'http://account.example/logout', method: 'GET', fields: {} } as const;

type Left = Extract<AccountLogoutEvent, { type: 'session.left' }>;
/** A logout from an account with single logout, from one without, or from one that keeps nobody logged in. */
export const left = (
  account: 'closes' | 'stays open' | 'keeps nobody',
  change: Partial<Left> = {},
): Left => ({
  type: 'session.left',
  account: {
    providerId: account === 'closes' ? 'nkb' : account === 'stays open' ? 'elster' : 'eid',
    page: account === 'closes' ? page : null,
  },
  staysOpen: account !== 'keeps nobody',
  hasUnsaved: false,
  ...change,
});

const events: readonly AccountLogoutEvent[] = [
  left('closes'),
  left('closes', { hasUnsaved: true }),
  left('stays open'),
  left('keeps nobody'),
  { type: 'exit.requested' },
  { type: 'exit.abandoned' },
  { type: 'page.left' },
  { type: 'viewer.seen', viewer: 'none' },
  { type: 'viewer.seen', viewer: 'anonymous' },
  { type: 'viewer.seen', viewer: 'account' },
];

export type AccountLogoutStep = AccountLogoutEvent | InternalEvent;

export const accountLogoutSubject: Subject<AccountLogoutStep, AccountLogoutContext, AccountLogoutInput> = {
  name: 'accountLogout',
  machine: accountLogoutMachine,
  starts: [
    { id: 'any page', input: { returned: null } },
    { id: 'back with a confirmation', input: { returned: { providerId: 'nkb', result: 'confirmed' } } },
    { id: 'back without one', input: { returned: { providerId: 'nkb', result: 'open' } } },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, {})],
  abstraction: ({ page: leadsTo }) => leadsTo !== null,
  sentences: {
    ...internalSentences,
    'session.left': ({ account, hasUnsaved }) =>
      `the person logs out of ${account.providerId}${hasUnsaved ? ', with something unsaved' : ''}`,
    'exit.requested': () => 'the person wants to log out at the account as well',
    'exit.abandoned': () => 'the person stays here',
    'page.left': () => 'the person opens another page',
    'viewer.seen': ({ viewer }) => `who is here: ${viewer}`,
  },
};
