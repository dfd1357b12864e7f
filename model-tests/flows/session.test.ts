import { describe, expect, it } from 'vitest';
import type { SessionUser } from '#contract/auth.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import {
  selectAccount,
  selectEnding,
  selectExtensionHasFailed,
  selectSessionIsExpired,
  selectViewer,
  selectWarning,
} from '#machines/session/session.selectors.ts';
import type { SessionMessage } from '#machines/session/session.types.ts';
import { runLive } from './live.ts';
import { held } from './session.subject.ts';
import { iso, MINUTE_MS, reading, user } from './session-user.ts';

const calls = [
  'readSession',
  'prolongSession',
  'claimAnnouncement',
  'logOut',
  'reviewEnding',
  'eraseSession',
];

/** A session in a browser whose calls and clock the test controls. */
function open() {
  let clock = () => 0;
  const told: SessionMessage[] = [];
  const live = runLive(
    sessionMachine.provide({ actions: { tellWindows: (_, { message }) => void told.push(message) } }),
    (now) => {
      clock = now;
      return { now };
    },
    calls,
  );
  const snapshot = () => live.snapshot() as never;
  const send = (event: { type: string } & Record<string, unknown>) => live.bring(event);
  return {
    live,
    /** The messages sent to the other windows, in order. */
    told,
    answerUser: (found: 'somebody' | 'nobody' | 'expired') =>
      live.answer('readSession', reading(found === 'somebody' ? user(clock()) : null, found === 'expired')),
    answerProlonged: () => live.answer('prolongSession', user(clock())),
    send,
    act: () => send({ type: 'activity.noticed', at: clock() }),
    pass: (ms: number) => live.passTime(ms),
    viewer: () => selectViewer(snapshot()),
    account: () => selectAccount(snapshot()),
    noticeIsShown: () => selectSessionIsExpired(snapshot()),
    ending: () => selectEnding(snapshot()),
  };
}
type Window = ReturnType<typeof open>;

async function loggedIn(): Promise<Window> {
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

  it('asks again when the service is away', async () => {
    const session = open();
    await session.live.refuse('readSession', { code: 'network' });
    expect(session.viewer()).toBe('unknown');
    await session.pass(5_000);
    await session.answerUser('somebody');
    expect(session.viewer()).toBe('account');
  });

  it('asks at the deadline without prolonging, and ends with a notice that leaves a sign', async () => {
    const session = await loggedIn();
    await session.pass(30 * MINUTE_MS);
    expect(session.live.underWay('readSession'), 'the service does not know it yet').toBe(0);
    await session.pass(1_500);
    expect([session.live.underWay('readSession'), session.live.calls('prolongSession').length]).toEqual([
      1, 0,
    ]);
    await session.answerUser('expired');
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['none', true]);
    await session.send({ type: 'notice.dismissed' });
    expect([session.noticeIsShown(), session.ending()]).toEqual([false, 'expired']);
    await session.send({ type: 'session.renewed' });
    await session.live.refuse('readSession', { code: 'network' });
    expect(session.ending()).toBe('expired');
    await session.send({ type: 'session.renewed' });
    await session.answerUser('somebody');
    expect([session.viewer(), session.ending()]).toEqual(['account', null]);
  });

  it('is prolonged when a page is opened after a while, not when it was used a moment ago', async () => {
    const session = open();
    await session.live.answer('readSession', reading({ ...user(0), recentlyFetched: false }));
    expect(session.live.underWay('prolongSession')).toBe(1);
    expect((await loggedIn()).live.underWay('prolongSession')).toBe(0);
  });

  it('counts by the service’s clock, whatever the device’s says', async () => {
    const session = open();
    const ahead = 10 * 60 * MINUTE_MS;
    await session.live.answer('readSession', reading(user(ahead)));
    await session.pass(29 * MINUTE_MS);
    expect(session.live.underWay('readSession')).toBe(0);
    await session.pass(2 * MINUTE_MS);
    expect(session.live.underWay('readSession')).toBe(1);
  });

  it('counts what was left when the service answered, not when it was last prolonged', async () => {
    const session = open();
    const spent: SessionUser = { ...user(-20 * MINUTE_MS), answeredAt: iso(0) };
    await session.live.answer('readSession', reading(spent));
    await session.pass(9 * MINUTE_MS);
    expect(session.live.underWay('readSession')).toBe(0);
    await session.pass(2 * MINUTE_MS);
    expect(session.live.underWay('readSession')).toBe(1);
  });

  it('ends at the deadline when the service cannot be asked, not before it', async () => {
    const early = await loggedIn();
    await early.send({ type: 'clock.woke' });
    await early.live.refuse('readSession', { code: 'network' });
    expect(early.viewer()).toBe('account');
    const late = await loggedIn();
    await late.pass(31 * MINUTE_MS);
    await late.live.refuse('readSession', { code: 'network' });
    expect([late.viewer(), late.noticeIsShown()]).toEqual(['none', true]);
  });

  it('is prolonged by activity, at most once a minute, also when that fails', async () => {
    const session = await loggedIn();
    await session.act();
    expect(session.live.underWay('prolongSession')).toBe(0);
    await session.pass(MINUTE_MS);
    await session.act();
    expect(session.live.underWay('prolongSession')).toBe(1);
    await session.live.refuse('prolongSession', { code: 'network' });
    await session.act();
    expect(session.live.underWay('prolongSession')).toBe(0);
    await session.pass(MINUTE_MS);
    await session.act();
    await session.answerProlonged();
    await session.pass(29 * MINUTE_MS);
    expect([session.viewer(), session.live.calls('readSession').length]).toEqual(['account', 1]);
  });

  it('ends with a notice when a call says that it has expired', async () => {
    const session = await loggedIn();
    await session.send({ type: 'session.refused', code: 'session-expired' });
    expect([session.viewer(), session.noticeIsShown()]).toEqual(['none', true]);
  });

  it('does not take a call that needs more for the end of the session', async () => {
    const session = await loggedIn();
    await session.send({ type: 'session.refused', code: 'login-required' });
    await session.answerUser('somebody');
    expect([session.viewer(), session.ending()]).toEqual(['account', null]);
  });

  it.each([
    ['another window prolongs the session', 'session.prolonged'],
    ['a call is refused', 'session.refused'],
    ['another window logs in', 'session.renewed'],
  ])('goes on while %s', async (_, type) => {
    const session = await loggedIn();
    await session.send({ type: 'logout.requested' });
    const { fetchedTimestamp, expires, sessionExpiration, answeredAt } = user(0);
    const times = { fetchedTimestamp, expires, sessionExpiration, answeredAt };
    await session.send({ type, times, code: 'login-required' });
    await session.live.answer('logOut', undefined);
    expect(session.told).toContainEqual({ type: 'session.ended', erased: null });
    expect(session.viewer()).toBe('none');
  });

  it('ends without a notice when the person logs out, and says so to the other windows', async () => {
    const session = await loggedIn();
    await session.send({ type: 'logout.requested' });
    await session.live.answer('logOut', undefined);
    expect([session.viewer(), session.ending()]).toEqual(['none', null]);
    expect(session.told).toEqual([{ type: 'session.ended', erased: null }]);
  });

  it('does not pretend to have logged out when the service did not', async () => {
    const session = await loggedIn();
    await session.send({ type: 'logout.requested' });
    await session.live.refuse('logOut', { code: 'network' });
    expect([session.viewer(), session.told]).toEqual(['account', []]);
  });

  it('waits in pieces for a deadline beyond what a timer can hold', async () => {
    const session = open();
    const far = iso(40 * 24 * 60 * MINUTE_MS);
    await session.live.answer('readSession', reading({ ...user(0), expires: far, sessionExpiration: far }));
    await session.pass(2 ** 31 - 1);
    expect([session.viewer(), session.live.underWay('readSession')]).toEqual(['account', 0]);
    await session.pass(2 ** 31 - 1);
    expect(session.live.underWay('readSession')).toBe(1);
  });
});

/** The server with one session, and windows that notify each other. */
function twoWindows() {
  const windows = [open(), open()] as const;
  let usedAt = 0;
  let now = 0;
  let passed = [0, 0];
  const isOver = () => now - usedAt >= 30 * MINUTE_MS;
  const times = (): SessionUser => ({
    ...user(usedAt),
    answeredAt: iso(now),
    recentlyFetched: now - usedAt < MINUTE_MS,
  });
  const serve = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const [at, window] of windows.entries()) {
        await window.live.answer('readSession', isOver() ? reading(null, true) : reading(times()));
        if (window.live.underWay('prolongSession') > 0 && !isOver()) usedAt = now;
        await window.live.answer('prolongSession', times());
        for (const message of window.told.slice(passed[at])) await windows[1 - at]!.send(message);
        passed = passed.with(at, window.told.length);
      }
    }
  };
  return {
    windows,
    serve,
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 30_000) {
        now += 30_000;
        for (const window of windows) await window.pass(30_000);
        await serve();
      }
    },
    calls: () =>
      windows.map(({ live }) => live.calls('readSession').length + live.calls('prolongSession').length),
  };
}

describe('two windows of one browser', () => {
  it('end at the limit when nobody uses either', async () => {
    const { windows, serve, pass, calls: made } = twoWindows();
    await serve();
    await pass(29 * MINUTE_MS);
    expect(windows.map((it) => it.viewer())).toEqual(['account', 'account']);
    await pass(2 * MINUTE_MS);
    expect(windows.map((it) => it.ending())).toEqual(['expired', 'expired']);
    expect(made()).toEqual([2, 2]);
  });

  it('go on together while one is used, and the other asks for nothing', async () => {
    const { windows, serve, pass, calls: made } = twoWindows();
    await serve();
    for (let minute = 0; minute < 120; minute += 1) {
      await windows[0].act();
      await serve();
      await pass(MINUTE_MS);
    }
    expect(windows.map((it) => it.viewer())).toEqual(['account', 'account']);
    expect(made()[1]).toBe(1);
    await pass(31 * MINUTE_MS);
    expect(windows.map((it) => it.ending())).toEqual(['expired', 'expired']);
  });

  it('share the pause between two prolongations', async () => {
    const { windows, serve, pass, calls: made } = twoWindows();
    await serve();
    await pass(MINUTE_MS);
    for (const window of windows) await window.act();
    await serve();
    await pass(30_000);
    for (const window of windows) await window.act();
    expect(made().reduce((sum, it) => sum + it)).toBeLessThanOrEqual(4);
    expect(windows.map((it) => it.live.underWay('prolongSession'))).toEqual([0, 0]);
  });
});

describe('the coming end', () => {
  const warning = ({ live }: Window) => selectWarning(live.snapshot() as never);
  const claimed = (session: Window, granted: boolean) => session.live.answer('claimAnnouncement', granted);
  /** Used each minute until so long before the absolute end. */
  async function usedUntil(left: number): Promise<Window> {
    const session = open();
    const end = 480 * MINUTE_MS;
    const now = end - left;
    const at = (ms: number) => Math.min(ms, end);
    await session.live.answer(
      'readSession',
      reading({
        ...user(0),
        fetchedTimestamp: iso(-now),
        answeredAt: iso(0),
        expires: iso(at(now + 30 * MINUTE_MS) - now),
        sessionExpiration: iso(left),
      }),
    );
    return session;
  }

  it('through inactivity is mentioned five minutes before it, and asked about one minute before', async () => {
    const session = await loggedIn();
    await session.pass(25 * MINUTE_MS - 1);
    expect(warning(session)).toBeNull();
    await session.pass(1);
    expect(warning(session)).toBe('notice');
    await session.pass(4 * MINUTE_MS - 1);
    expect(warning(session)).toBe('notice');
    await session.pass(1);
    expect(warning(session)).toBe('idle');
    await session.send({ type: 'extension.requested' });
    expect(session.live.underWay('prolongSession')).toBe(1);
    await session.answerProlonged();
    expect([warning(session), session.live.calls('claimAnnouncement').length]).toEqual([null, 0]);
  });

  it('stays asked about when the session cannot be prolonged, and says so', async () => {
    const session = await loggedIn();
    await session.pass(29 * MINUTE_MS);
    const failed = () => selectExtensionHasFailed(session.live.snapshot() as never);
    await session.send({ type: 'extension.requested' });
    await session.live.refuse('prolongSession', { code: 'network' });
    expect([warning(session), failed()]).toEqual(['idle', true]);
    await session.send({ type: 'extension.requested' });
    await session.answerProlonged();
    expect([warning(session), failed()]).toEqual([null, false]);
  });

  it('is not asked about any more when another window was used', async () => {
    const session = await loggedIn();
    await session.pass(29 * MINUTE_MS + 30_000);
    const now = 29 * MINUTE_MS + 30_000;
    await session.send({ type: 'session.prolonged', times: user(now) });
    expect(warning(session)).toBeNull();
    await session.pass(29 * MINUTE_MS);
    expect(warning(session)).toBe('idle');
  });

  it('ends the session when nobody answers', async () => {
    const session = await loggedIn();
    await session.pass(30 * MINUTE_MS + 1_500);
    await session.answerUser('expired');
    expect([warning(session), session.ending()]).toEqual([null, 'expired']);
  });

  it('is not asked about by a device that wakes after it', async () => {
    const session = await loggedIn();
    const seen: unknown[] = [];
    await session.pass(28 * MINUTE_MS);
    await session.live.passTime(8 * 60 * MINUTE_MS);
    await session.send({ type: 'clock.woke' });
    seen.push(warning(session));
    await session.answerUser('expired');
    expect([...seen, session.ending()]).toEqual([null, 'expired']);
  });

  it('in any case is announced five minutes before it, once', async () => {
    const session = await usedUntil(6 * MINUTE_MS);
    await session.pass(MINUTE_MS - 1);
    expect(session.live.underWay('claimAnnouncement')).toBe(0);
    await session.pass(1);
    expect([warning(session), session.live.calls('claimAnnouncement')]).toEqual([
      null,
      [{ end: iso(6 * MINUTE_MS) }],
    ]);
    await claimed(session, true);
    expect(warning(session)).toBe('end');
    await session.send({ type: 'warning.acknowledged' });
    await session.pass(4 * MINUTE_MS);
    expect([warning(session), session.live.underWay('claimAnnouncement')]).toEqual([null, 0]);
    await session.pass(MINUTE_MS + 1_500);
    await session.answerUser('expired');
    expect(session.ending()).toBe('expired');
  });

  it('is not announced where another window has done so, or before a reload', async () => {
    const session = await usedUntil(4 * MINUTE_MS);
    await claimed(session, false);
    await session.pass(3 * MINUTE_MS);
    expect([warning(session), session.live.calls('claimAnnouncement').length]).toEqual([null, 1]);
  });

  it('is announced when nobody can say whether another window has done so', async () => {
    const session = await usedUntil(4 * MINUTE_MS);
    await session.live.refuse('claimAnnouncement', new Error('no storage'));
    expect(warning(session)).toBe('end');
  });

  it('is never told about twice at a time: the earlier end first, then the other', async () => {
    const session = open();
    const soon = { ...user(0), expires: iso(2 * MINUTE_MS), sessionExpiration: iso(4 * MINUTE_MS) };
    await session.live.answer('readSession', reading(soon));
    await claimed(session, true);
    expect(warning(session)).toBe('end');
    await session.pass(MINUTE_MS);
    expect(warning(session)).toBe('idle');
    await session.send({ type: 'extension.requested' });
    const now = MINUTE_MS;
    const end = iso(4 * MINUTE_MS);
    await session.live.answer('prolongSession', { ...user(now), expires: end, sessionExpiration: end });
    expect([warning(session), session.live.calls('claimAnnouncement').length]).toEqual(['end', 1]);
  });

  it('is asked about though nobody has said yet whether the other end may be announced', async () => {
    const session = open();
    const soon = { ...user(0), expires: iso(2 * MINUTE_MS), sessionExpiration: iso(4 * MINUTE_MS) };
    await session.live.answer('readSession', reading(soon));
    expect(session.live.underWay('claimAnnouncement')).toBe(1);
    await session.pass(MINUTE_MS);
    expect(warning(session)).toBe('idle');
  });

  it('of another login is announced anew', async () => {
    const session = await usedUntil(4 * MINUTE_MS);
    await claimed(session, true);
    await session.send({ type: 'warning.acknowledged' });
    await session.send({ type: 'session.renewed' });
    await session.live.answer('readSession', reading({ ...user(0), sessionExpiration: iso(3 * MINUTE_MS) }));
    expect(session.live.underWay('claimAnnouncement')).toBe(1);
  });
});

it('a call that is never answered has failed after ten seconds', async () => {
  const session = await loggedIn();
  await session.send({ type: 'clock.woke' });
  await session.pass(10_000);
  expect([session.live.underWay('readSession'), session.viewer()]).toEqual([0, 'account']);
  await session.pass(MINUTE_MS);
  await session.act();
  await session.pass(10_000);
  expect([session.live.underWay('prolongSession'), session.viewer()]).toEqual([0, 'account']);
});

describe('another window', () => {
  it('that logs in logs this one in', async () => {
    const session = open();
    await session.answerUser('nobody');
    await session.send({ type: 'session.renewed' });
    await session.answerUser('somebody');
    expect(session.viewer()).toBe('account');
  });

  it('that logs out logs this one out, without a notice for security', async () => {
    const session = await loggedIn();
    await session.send({ type: 'session.ended', erased: null });
    expect([session.viewer(), session.noticeIsShown(), session.ending()]).toEqual([
      'none',
      false,
      'elsewhere',
    ]);
  });

  it('that has logged out is noticed by a refused call, too, without a notice for security', async () => {
    const session = await loggedIn();
    await session.send({ type: 'session.refused', code: 'login-required' });
    await session.answerUser('nobody');
    expect([session.viewer(), session.ending()]).toEqual(['none', 'elsewhere']);
  });
});

describe('ending without an account', () => {
  const anonymous: SessionUser = { ...user(0), providerId: 'anon', providerType: 'pseudo' };
  const erased = [held('erased')];
  async function begun() {
    const session = open();
    await session.live.answer('readSession', reading(anonymous));
    return session;
  }

  it('asks once, erases, and tells the other windows what became of it', async () => {
    const session = await begun();
    await session.send({ type: 'ending.requested', locale: 'en' });
    await session.live.answer('reviewEnding', erased);
    await session.send({ type: 'ending.confirmed' });
    await session.live.answer('eraseSession', erased);
    expect(session.live.calls('eraseSession')).toEqual([{ locale: 'en', paidConsent: false }]);
    expect([session.viewer(), session.ending()]).toEqual(['none', 'erased']);
    expect(session.told).toEqual([{ type: 'session.ended', erased }]);
    const other = await begun();
    await other.send({ type: 'session.ended', erased });
    expect([other.viewer(), other.ending()]).toEqual(['none', 'erased']);
  });

  it('asks twice where something is paid', async () => {
    const session = await begun();
    await session.send({ type: 'ending.requested', locale: 'de' });
    await session.live.answer('reviewEnding', [held('paid')]);
    await session.send({ type: 'ending.confirmed' });
    await session.send({ type: 'ending.confirmed' });
    expect(session.live.underWay('eraseSession')).toBe(0);
    await session.send({ type: 'consent.changed', agreed: true });
    await session.send({ type: 'ending.confirmed' });
    expect(session.live.calls('eraseSession')).toEqual([{ locale: 'de', paidConsent: true }]);
  });

  it('asks anew when something was paid meanwhile', async () => {
    const session = await begun();
    await session.send({ type: 'ending.requested', locale: 'de' });
    await session.live.answer('reviewEnding', erased);
    await session.send({ type: 'ending.confirmed' });
    await session.live.refuse('eraseSession', { code: 'status-conflict' });
    await session.live.answer('reviewEnding', [held('paid')]);
    await session.send({ type: 'ending.confirmed' });
    expect(session.live.underWay('eraseSession')).toBe(0);
  });

  it('is not to be had for an account', async () => {
    const session = await loggedIn();
    await session.send({ type: 'ending.requested', locale: 'de' });
    expect(session.live.underWay('reviewEnding')).toBe(0);
  });

  it('by another window that did not say so is known by the missing session', async () => {
    const session = await begun();
    await session.send({ type: 'clock.woke' });
    await session.answerUser('nobody');
    expect(session.ending()).toBe('erased');
  });
});
