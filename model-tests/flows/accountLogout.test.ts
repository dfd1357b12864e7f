import { describe, expect, it, vi } from 'vitest';
import { accountLogoutMachine } from '#machines/accountLogout/accountLogout.machine.ts';
import {
  selectLeftProvider,
  selectReturned,
  selectTold,
  selectWay,
} from '#machines/accountLogout/accountLogout.selectors.ts';
import type {
  AccountLogoutContext,
  AccountLogoutInput,
} from '#machines/accountLogout/accountLogout.types.ts';
import type { Viewer } from '#machines/session/session.types.ts';
import { accountLogoutSubject, left, page } from './accountLogout.subject.ts';
import { type Live, runLive } from './live.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** The browser leaves only if it has a page to go to, and the page names only accounts that the person has left. */
function check(live: Live): void {
  const { page: leadsTo, providerId, result } = live.snapshot().context as AccountLogoutContext;
  const snapshot = live.snapshot() as never;
  if (selectWay(snapshot) !== null || selectTold(snapshot) === 'offered') expect(leadsTo).toEqual(page);
  if (selectTold(snapshot) !== null) expect(providerId).not.toBeNull();
  if (selectTold(snapshot) === 'confirmed') expect(result).toBe('confirmed');
}

it('leads to the account, or says what is with it', async () => {
  const missing = await runFlow(
    { subject: accountLogoutSubject, ends: {}, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'session.left': true,
      'exit.requested': true,
      'exit.abandoned': true,
      'page.left': true,
      'viewer.seen': true,
    },
  );
  expect(missing).toEqual([]);
});

function open(returned: AccountLogoutInput['returned'] = null) {
  const leaveForAccount = vi.fn();
  const stayHere = vi.fn();
  const machine = accountLogoutMachine.provide({
    actions: { leaveForAccount: (_, { account }) => leaveForAccount(account), stayHere },
  });
  const live = runLive(machine, () => ({ returned }), []);
  return { live, leaveForAccount, stayHere };
}
const seen = (viewer: Viewer) => ({ type: 'viewer.seen', viewer });
const tells = (live: Live) => {
  const snapshot = live.snapshot() as never;
  const told = selectTold(snapshot);
  expect(selectReturned(snapshot)).toBe(told === 'confirmed' || told === 'unconfirmed' ? told : null);
  return [told, selectWay(snapshot), selectLeftProvider(snapshot)];
};

describe('a logout', () => {
  it('of an account with single logout leads there, once', async () => {
    const { live, leaveForAccount } = open();
    await live.bring(left('closes'));
    expect(leaveForAccount.mock.calls).toEqual([[{ providerId: 'nkb', page }]]);
    expect(tells(live)).toEqual([null, 'waiting', 'nkb']);
    expect(await live.bring(left('closes'))).toBe('refused');
    expect(await live.bring({ type: 'exit.requested' })).toBe('refused');
    await live.passTime(11_999);
    expect(live.state()).toBe('leaving.waiting');
    await live.passTime(1);
    expect(tells(live)).toEqual([null, 'silent', 'nkb']);
    await live.bring({ type: 'exit.requested' });
    expect(leaveForAccount).toHaveBeenCalledTimes(2);
    expect(live.state()).toBe('leaving.waiting');
  });

  it('that is given up on the way stops the browser, and says that the account may be open', async () => {
    const { live, stayHere } = open();
    await live.bring(left('closes'));
    await live.bring({ type: 'exit.abandoned' });
    expect(stayHere).toHaveBeenCalledOnce();
    expect(tells(live)).toEqual(['open', null, 'nkb']);
  });

  it('does not lead away from what is not saved', async () => {
    const { live, leaveForAccount } = open();
    await live.bring(left('closes', { hasUnsaved: true }));
    expect([leaveForAccount.mock.calls, tells(live)]).toEqual([[], ['offered', null, 'nkb']]);
    await live.bring({ type: 'exit.requested' });
    expect(leaveForAccount).toHaveBeenCalledOnce();
  });

  it('of an account without single logout says that it may be open; of one that keeps nobody, nothing', async () => {
    const { live } = open();
    await live.bring(left('stays open', { hasUnsaved: true }));
    expect(tells(live)).toEqual(['open', null, 'elster']);
    const other = open().live;
    expect(await other.bring(left('keeps nobody'))).toBe('refused');
    expect(tells(other)).toEqual([null, null, null]);
  });

  it.each(['confirmed', 'open'] as const)('that ended %s is told until somebody is here', async (result) => {
    const told = result === 'confirmed' ? 'confirmed' : 'unconfirmed';
    const { live, leaveForAccount } = open({ providerId: 'sk', result });
    expect(tells(live)).toEqual([told, null, 'sk']);
    await live.bring(seen('none'));
    await live.bring(seen('unknown'));
    expect(tells(live)).toEqual([told, null, 'sk']);
    await live.bring(seen('anonymous'));
    expect(live.state()).toBe('idle');
    await live.bring(left('closes'));
    expect(leaveForAccount).toHaveBeenCalledOnce();
  });
});
