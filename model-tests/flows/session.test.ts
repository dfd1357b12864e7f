import { afterAll, describe, expect, it } from 'vitest';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { selectAccount, selectSessionIsExpired, selectViewer } from '#machines/session/session.selectors.ts';
import { Ledger } from '../paths/ledger.ts';
import { runLive } from './live.ts';
import { iso, MINUTE, user } from './session-user.ts';

const ledger = new Ledger('session', sessionMachine, []);

/** A session in a browser whose calls and clock are in the hands of the test. */
function open() {
  let clock = () => 0;
  const live = runLive(
    sessionMachine,
    (now) => {
      clock = now;
      return { now };
    },
    ['fetchUser', 'endSession'],
  );
  const seen = async (act: () => Promise<unknown>) => {
    await act();
    ledger.recordRun(live);
  };
  const snapshot = () => live.snapshot() as never;
  return {
    live,
    answerUser: (found: 'somebody' | 'nobody') =>
      seen(() => live.answer('fetchUser', found === 'somebody' ? user(clock()) : null)),
    fail: (src: string) => seen(() => live.refuse(src, { code: 'network' })),
    answerLogout: () => seen(() => live.answer('endSession', undefined)),
    send: (type: string) => seen(() => live.bring({ type })),
    pass: (ms: number) => seen(() => live.passTime(ms)),
    viewer: () => selectViewer(snapshot()),
    account: () => selectAccount(snapshot()),
    noticeIsShown: () => selectSessionIsExpired(snapshot()),
  };
}

async function loggedIn() {
  const session = open();
  await session.answerUser('somebody');
  return session;
}

describe('the session', () => {
  it('is unknown until the service answers, then logged in or out', async () => {
    const session = open();
    expect(session.viewer()).toBe('unknown');
    await session.answerUser('somebody');
    expect([session.viewer(), session.account()?.name]).toEqual(['account', 'Kim Muster']);
    const other = open();
    await other.answerUser('nobody');
    expect(other.viewer()).toBe('none');
  });

  it.each(['pass', 'session.renewed', 'clock.woke'])(
    'asks again when the service is away: %s',
    async (how) => {
      const session = open();
      await session.fail('fetchUser');
      expect(session.viewer()).toBe('unknown');
      await (how === 'pass' ? session.pass(5_000) : session.send(how));
      await session.answerUser('somebody');
      expect(session.viewer()).toBe('account');
    },
  );

  it('asks at the deadline, and ends with a notice when the service knows nobody any more', async () => {
    const session = await loggedIn();
    await session.pass(29 * MINUTE);
    expect(session.live.underWay('fetchUser')).toBe(0);
    await session.pass(2 * MINUTE);
    expect(session.live.underWay('fetchUser')).toBe(1);
    await session.answerUser('nobody');
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['none', true]);
    await session.send('notice.dismissed');
    expect(session.noticeIsShown()).toBe(false);
  });

  it('goes on at the deadline when another window has prolonged it', async () => {
    const session = await loggedIn();
    await session.pass(31 * MINUTE);
    await session.answerUser('somebody');
    await session.pass(29 * MINUTE);
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['account', false]);
  });

  it('ends at the deadline when the service cannot be asked, not before it', async () => {
    const early = await loggedIn();
    await early.send('clock.woke');
    await early.fail('fetchUser');
    expect(early.viewer()).toBe('account');
    const late = await loggedIn();
    await late.pass(31 * MINUTE);
    await late.fail('fetchUser');
    expect([late.viewer(), late.noticeIsShown()]).toEqual(['none', true]);
  });

  it('is prolonged by activity, at most once a minute', async () => {
    const session = await loggedIn();
    await session.send('activity.noticed');
    expect(session.live.underWay('fetchUser')).toBe(0);
    await session.pass(MINUTE);
    await session.send('activity.noticed');
    expect(session.live.underWay('fetchUser')).toBe(1);
    await session.answerUser('somebody');
    expect(session.viewer()).toBe('account');
  });

  it('ends with a notice when a call is refused, and comes back after a new login', async () => {
    const session = await loggedIn();
    await session.send('session.refused');
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['none', true]);
    await session.send('session.renewed');
    await session.answerUser('somebody');
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['account', false]);
  });

  it('takes notice of a login or logout in another window', async () => {
    const session = open();
    await session.answerUser('nobody');
    await session.send('session.renewed');
    await session.answerUser('somebody');
    expect(session.viewer()).toBe('account');
    await session.send('session.renewed');
    await session.answerUser('nobody');
    expect(session.viewer()).toBe('none');
  });

  it('stays logged out when nobody is there after all', async () => {
    for (const end of ['nobody', 'fail'] as const) {
      const session = open();
      await session.answerUser('nobody');
      await session.send('session.renewed');
      await (end === 'fail' ? session.fail('fetchUser') : session.answerUser('nobody'));
      expect(session.viewer()).toBe('none');
    }
  });

  it('ends without a notice when the person logs out', async () => {
    const session = await loggedIn();
    await session.send('logout.requested');
    await session.answerLogout();
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['none', false]);
  });

  it('does not pretend to have logged out when the service did not', async () => {
    const session = await loggedIn();
    await session.pass(MINUTE);
    await session.send('activity.noticed');
    await session.send('logout.requested');
    await session.fail('endSession');
    expect(session.viewer()).toBe('account');
    await session.answerUser('somebody');
    expect(session.viewer()).toBe('account');
  });

  it('waits in pieces for a deadline beyond what a timer can hold', async () => {
    const session = open();
    const far = 40 * 24 * 60 * MINUTE;
    await session.live.answer('fetchUser', { ...user(0), expires: iso(far), sessionExpiration: iso(far) });
    await session.pass(2 ** 31 - 1);
    expect([session.viewer(), session.live.underWay('fetchUser')]).toEqual(['account', 0]);
    await session.pass(2 ** 31 - 1);
    expect(session.live.underWay('fetchUser')).toBe(1);
  });
});

afterAll(() => {
  console.log(ledger.summary());
  expect(ledger.missing()).toEqual([]);
});
