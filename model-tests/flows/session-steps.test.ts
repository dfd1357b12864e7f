import { describe, expect, it } from 'vitest';
import type { SessionUser } from '#contract/auth.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import {
  type Departure,
  selectAbsoluteEnd,
  selectAccount,
  selectAgreementIsMissed,
  selectDeparture,
  selectEnding,
  selectErased,
  selectExtensionHasFailed,
  selectFormer,
  selectFormerProvider,
  selectHeld,
  selectIdleEnd,
  selectIsAgreed,
  selectIsExtending,
  selectIsLoggingOut,
  selectIsOver,
  selectLimits,
  selectLogout,
  selectLogoutIsUnanswered,
  selectSessionIsExpired,
  selectSessionIsUnreachable,
  selectUser,
  selectViewer,
  selectWarning,
} from '#machines/session/session.selectors.ts';
import type { SessionContext, SessionMessage } from '#machines/session/session.types.ts';
import { follow, type Step } from './follow.ts';
import { runLive } from './live.ts';
import { held, sessionEnds } from './session.subject.ts';
import { anonymous, iso, MINUTE_MS, reading, timesOf, user } from './session-user.ts';

const kim = user(0);
const network = { code: 'network' };
/** Ends in any case after so many minutes, and through inactivity not before. */
const endsAfter = (minutes: number): SessionUser => ({
  ...kim,
  expires: iso(minutes * MINUTE_MS),
  sessionExpiration: iso(minutes * MINUTE_MS),
});

const reads = (found: SessionUser | null, state: string, known?: object): Step => [
  { answer: 'readSession', output: reading(found) },
  state,
  known,
];
const runOut = (state: string, known?: object): Step => [
  { answer: 'readSession', output: reading(null, true) },
  state,
  known,
];
const fails = (src: string, state: string, known?: object): Step => [
  { refuse: src, error: network },
  state,
  known,
];
const says = (type: string, state: string, known?: object): Step => [{ type }, state, known];
const refused = (code: string) => ({ type: 'session.refused', code }) as never;
const prolonged = (of: SessionUser) => ({ type: 'session.prolonged', times: timesOf(of) }) as never;
const ended = (erased: unknown) => ({ type: 'session.ended', erased }) as never;
const wants = (locale: string) => ({ type: 'ending.requested', locale }) as never;
const active = (at: number) => ({ type: 'activity.noticed', at }) as never;

/** The regions of a login that are not at rest: `steady`, `prolonging`, `steady asking`. */
const shortened = (state: string): string =>
  state.startsWith('loggedIn')
    ? state
        .split('+')
        .map((region) => region.split('.').at(-1)!)
        .filter((name) => name !== 'none' && name !== 'staying')
        .join(' ')
    : state;

const departures: Departure[] = [
  'previewing',
  'confirming',
  'confirmingPaid',
  'ending',
  'endingUnanswered',
  'failed',
];
const endings = { expired: 'expired', leftElsewhere: 'elsewhere', erased: 'erased' } as const;
const warnings = { reminding: 'reminder', asking: 'idle', announcing: 'end' } as const;
const viewers = { unknown: 'unknown', unreachable: 'unknown' } as const;

/** Checks what a state shows. Nothing of a session is left outside of one. */
function looksAs(state: string, live: ReturnType<typeof runLive>): void {
  const snapshot = live.snapshot() as never;
  const { user: found, wasUnreachable, former } = live.snapshot().context as SessionContext;
  const who = found === null ? 'none' : found.providerType === 'pseudo' ? 'anonymous' : 'account';
  const at = state.split(' ');
  const ending = endings[state.split('.')[0] as keyof typeof endings] ?? null;
  const warning = at.find((it) => it in warnings) as keyof typeof warnings | undefined;
  const isKnown = !(state in viewers);
  expect({
    viewer: selectViewer(snapshot),
    user: selectUser(snapshot),
    account: selectAccount(snapshot),
    isUnreachable: selectSessionIsUnreachable(snapshot),
    isExpired: selectSessionIsExpired(snapshot),
    ending: selectEnding(snapshot),
    isOver: selectIsOver(snapshot),
    logout: selectLogout(snapshot),
    warning: selectWarning(snapshot),
    isExtending: selectIsExtending(snapshot),
    isLoggingOut: selectIsLoggingOut(snapshot),
    isUnanswered: selectLogoutIsUnanswered(snapshot),
    departure: selectDeparture(snapshot),
  }).toEqual({
    viewer: isKnown ? who : 'unknown',
    user: found,
    account: who === 'account' ? found : null,
    isUnreachable: !isKnown && wasUnreachable,
    isExpired: state === 'expired.told',
    ending,
    isOver: ending !== null || (state === 'loggedOut' && former === 'account'),
    logout:
      ending === 'elsewhere' ? 'elsewhere' : state === 'loggedOut' && former === 'account' ? 'here' : null,
    warning: warning ? warnings[warning] : null,
    isExtending: at.includes('prolonging'),
    isLoggingOut: at.includes('leaving'),
    isUnanswered: at.includes('leavingUnanswered'),
    departure: who === 'anonymous' ? (departures.find((it) => at.includes(it)) ?? null) : null,
  });
  if (live.snapshot().matches('loggedIn')) return;
  const left = [found, selectIdleEnd(snapshot), selectAbsoluteEnd(snapshot), selectHeld(snapshot)];
  expect(left, state).toEqual([null, null, null, []]);
}

function open() {
  const told: SessionMessage[] = [];
  /** Accounts that are left, for the logout there. */
  const left: unknown[] = [];
  const machine = sessionMachine.provide({
    actions: {
      tellWindows: (_, { message }) => void told.push(message),
      tellAccountLogout: (_, { account }) => void left.push(account),
    },
  });
  const live = runLive(machine, (now) => ({ now }), Object.keys(sessionEnds));
  const state = () => {
    const short = shortened(live.state());
    looksAs(short, live);
    return short;
  };
  return { ...live, state, told, left };
}

async function opened(found: SessionUser | null) {
  const live = open();
  await live.answer('readSession', reading(found));
  return live;
}

describe('at first', () => {
  it('the server says who is here, and until when by this device’s clock', async () => {
    const live = open();
    expect(live.state()).toBe('unknown');
    const selectors = [
      selectSessionIsUnreachable,
      selectExtensionHasFailed,
      selectIsAgreed,
      selectAgreementIsMissed,
    ];
    expect(selectors.map((select) => select(live.snapshot() as never))).toEqual(Array(4).fill(false));
    const asked = { ...user(7 * MINUTE_MS), answeredAt: iso(10 * MINUTE_MS) };
    await follow(live, [
      [{ passMs: MINUTE_MS }, 'unknown'],
      reads(asked, 'steady', { user: asked }),
      // Used three minutes before the answer, which is two minutes before the clock began here.
      [active(-MINUTE_MS - 1), 'steady'],
    ]);
    const snapshot = live.snapshot() as never;
    expect([selectIdleEnd(snapshot), selectAbsoluteEnd(snapshot), selectLimits(snapshot)]).toEqual([
      28 * MINUTE_MS,
      478 * MINUTE_MS,
      reading(kim).limits,
    ]);
  });

  it('opening a page is a use of what was not used for a while', async () => {
    const unused = { ...kim, recentlyFetched: false };
    await follow(open(), [reads(unused, 'prolonging', { user: unused })]);
  });

  it('nobody may be here', async () => {
    const live = open();
    await follow(live, [reads(null, 'loggedOut', { ending: null })]);
    expect(selectLimits(live.snapshot() as never)).toEqual(reading(null).limits);
  });

  it('the server is asked again after five seconds, a wake, or a login elsewhere', async () => {
    const live = open();
    await follow(live, [
      fails('readSession', 'unreachable'),
      [{ passMs: 4_999 }, 'unreachable'],
      [{ passMs: 1 }, 'unknown'],
    ]);
    expect(selectSessionIsUnreachable(live.snapshot() as never), 'while it is asked again').toBe(true);
    await follow(live, [
      fails('readSession', 'unreachable'),
      says('clock.woke', 'unknown'),
      fails('readSession', 'unreachable'),
      says('session.renewed', 'unknown'),
      reads(kim, 'steady'),
    ]);
  });
});

describe('a session goes on', () => {
  it('with what is done, at most once a minute, also when that fails', async () => {
    const live = await opened(kim);
    await follow(live, [
      [active(59_999), 'steady'],
      [{ passMs: 60_000 }, 'steady'],
      [active(60_000), 'prolonging'],
      fails('prolongSession', 'steady'),
      [active(119_999), 'steady'],
      [{ passMs: 60_000 }, 'steady'],
      [active(120_000), 'prolonging'],
      [{ answer: 'prolongSession', output: user(120_000) }, 'steady', { user: user(120_000) }],
    ]);
    const snapshot = live.snapshot() as never;
    expect([selectIdleEnd(snapshot), selectAbsoluteEnd(snapshot)]).toEqual([32 * MINUTE_MS, 482 * MINUTE_MS]);
    expect(live.told).toEqual([{ type: 'session.prolonged', times: timesOf(user(120_000)) }]);
  });

  it('at a wish, which says whether it has failed', async () => {
    const live = await opened(kim);
    const hasFailed = () => selectExtensionHasFailed(live.snapshot() as never);
    await follow(live, [
      [{ passMs: 1_000 }, 'steady'],
      says('extension.requested', 'prolonging'),
      fails('prolongSession', 'steady'),
    ]);
    expect(hasFailed()).toBe(true);
    await follow(live, [
      says('extension.requested', 'prolonging'),
      [{ passMs: 9_999 }, 'prolonging'],
      [{ answer: 'prolongSession', output: user(11_000) }, 'steady', { prolongingHasFailed: false }],
      says('extension.requested', 'prolonging'),
      [{ passMs: 10_000 }, 'steady', { prolongingHasFailed: true }],
      [prolonged(user(20_000)), 'steady', { prolongingHasFailed: false }],
    ]);
    expect(hasFailed()).toBe(false);
    expect(live.told).toHaveLength(1);
  });

  it('with another window, which spares the request', async () => {
    const live = await opened(kim);
    await follow(live, [
      [{ passMs: MINUTE_MS }, 'steady'],
      says('clock.woke', 'reading'),
      [prolonged(user(MINUTE_MS)), 'steady', { user: kim, idleEndsAt: 31 * MINUTE_MS }],
      [active(MINUTE_MS + 59_999), 'steady'],
      says('extension.requested', 'prolonging'),
      // An older message than what is known does not allow an earlier trial.
      [prolonged(user(0)), 'steady'],
      [active(MINUTE_MS + 59_999), 'steady'],
    ]);
    expect([live.underWay('readSession'), live.underWay('prolongSession')]).toEqual([0, 0]);
  });

  it('with another login in it', async () => {
    const other = { ...kim, name: 'Kim Other' };
    await follow(await opened(anonymous), [
      says('session.renewed', 'reading'),
      reads(other, 'steady', { user: other }),
      [refused('login-required'), 'reading'],
      reads(other, 'steady'),
      says('extension.requested', 'prolonging'),
      [refused('trust-level-too-low'), 'reading'],
      says('session.renewed', 'reading'),
    ]);
  });

  it('beyond what a timer can hold, in pieces', async () => {
    const live = await opened(endsAfter(40 * 24 * 60));
    await follow(live, [
      [{ passMs: 2 ** 31 - 1 }, 'steady'],
      [{ passMs: 2 ** 31 - 1 }, 'reading claiming'],
    ]);
    expect(live.calls('readSession')).toHaveLength(2);
  });
});

describe('a session ends', () => {
  const formerly = { former: 'account', formerProvider: 'nkb' };

  it('at its deadline, which the server is asked about', async () => {
    const live = await opened(kim);
    await follow(live, [
      [{ passMs: 30 * MINUTE_MS + 1_499 }, 'steady'],
      [{ passMs: 1 }, 'reading'],
      runOut('expired.told', formerly),
      says('message.dismissed', 'expired.acknowledged'),
    ]);
    const snapshot = live.snapshot() as never;
    expect([selectFormer(snapshot), selectFormerProvider(snapshot)]).toEqual(['account', 'nkb']);
    expect(live.calls('prolongSession'), 'nobody was here').toEqual([]);
  });

  it('at its deadline also if nobody answers, not before', async () => {
    await follow(await opened(kim), [
      says('clock.woke', 'reading'),
      fails('readSession', 'steady', { user: kim }),
      says('clock.woke', 'reading'),
      [{ passMs: 9_999 }, 'reading'],
      [{ passMs: 1 }, 'steady'],
    ]);
    const late: Step[] = [[{ passMs: 30 * MINUTE_MS + 1_500 }, 'reading']];
    await follow(await opened(kim), [...late, fails('readSession', 'expired.told', formerly)]);
    await follow(await opened(kim), [...late, [{ passMs: 10_000 }, 'expired.told', formerly]]);
  });

  it('when a call says so', async () => {
    await follow(await opened(kim), [[refused('session-expired'), 'expired.told', formerly]]);
  });

  it('by a logout elsewhere, or by an erasure where there is no account', async () => {
    await follow(await opened(kim), [says('clock.woke', 'reading'), reads(null, 'leftElsewhere', formerly)]);
    await follow(await opened(kim), [[ended(null), 'leftElsewhere', formerly]]);
    const erased = { former: 'anonymous', formerProvider: null };
    await follow(await opened(anonymous), [
      says('clock.woke', 'reading'),
      reads(null, 'erased', { ...erased, erased: null }),
    ]);
    const live = await opened(anonymous);
    await follow(live, [[ended([held('erased')]), 'erased', { ...erased, erased: [held('erased')] }]]);
    expect(selectErased(live.snapshot() as never)).toEqual([held('erased')]);
    await follow(live, [says('message.dismissed', 'loggedOut')]);
    await follow(await opened(anonymous), [
      says('clock.woke', 'reading'),
      runOut('expired.told', { former: 'anonymous', formerProvider: null }),
    ]);
  });

  it.each<[string, Step, string]>([
    ['expired', [refused('session-expired'), 'expired.told'], 'expired.acknowledged'],
    ['left elsewhere', [ended(null), 'leftElsewhere'], 'leftElsewhere'],
    ['erased', [ended([]), 'erased'], 'loggedOut'],
  ])(
    'and was %s: a login elsewhere is looked for, and the reason stays if there is none',
    async (_, end, stays) => {
      const again = says('session.renewed', 'renewing');
      await follow(await opened(kim), [end, again, reads(null, stays), again, fails('readSession', stays)]);
      await follow(await opened(kim), [
        end,
        again,
        reads(kim, 'steady', { user: kim, ending: null, erased: null, idleEndsAt: 30 * MINUTE_MS }),
      ]);
    },
  );

  it('and a login elsewhere is looked for where nobody was', async () => {
    const again = says('session.renewed', 'renewing');
    await follow(await opened(null), [
      again,
      fails('readSession', 'loggedOut'),
      again,
      reads(null, 'loggedOut'),
      again,
      reads(anonymous, 'steady', { user: anonymous }),
    ]);
  });
});

describe('the end that comes', () => {
  it('through inactivity is mentioned five minutes before, and asked about for a minute', async () => {
    await follow(await opened(kim), [
      [{ passMs: 25 * MINUTE_MS - 1 }, 'steady'],
      [{ passMs: 1 }, 'steady reminding'],
      [{ passMs: 4 * MINUTE_MS - 1 }, 'steady reminding'],
      [{ passMs: 1 }, 'steady asking'],
    ]);
  });

  it.each([
    [25, 'reminding'],
    [29, 'asking'],
  ])(
    'through inactivity is no subject after %i minutes once somebody goes on, in any window',
    async (at, told) => {
      const begun: Step = [{ passMs: at * MINUTE_MS }, `steady ${told}`];
      await follow(await opened(kim), [begun, [prolonged(user(at * MINUTE_MS)), 'steady']]);
      await follow(await opened(kim), [
        begun,
        says('extension.requested', `prolonging ${told}`),
        fails('prolongSession', `steady ${told}`),
        says('extension.requested', `prolonging ${told}`),
        [{ answer: 'prolongSession', output: user(at * MINUTE_MS) }, 'steady'],
        begun,
      ]);
    },
  );

  it.each([
    [2, null],
    [3, 1.5],
    [8, 4],
    [10, 5],
    [30, 25],
  ])('of %i minutes through inactivity is mentioned after %s', async (idle, after) => {
    const live = open();
    const short = { ...kim, expires: iso(idle * MINUTE_MS) };
    const answer = {
      user: short,
      sessionExpired: false,
      limits: { idleMinutes: idle, absoluteMinutes: 480 },
    };
    await follow(live, [
      [{ answer: 'readSession', output: answer }, 'steady'],
      [{ passMs: (after ?? idle - 1) * MINUTE_MS - 1 }, 'steady'],
      [{ passMs: 1 }, after === null ? 'steady asking' : 'steady reminding'],
    ]);
  });

  it('in any case comes first: the quiet reminder waits until it is read', async () => {
    const both = { ...endsAfter(4), expires: iso(3 * MINUTE_MS) };
    await follow(await opened({ ...kim, expires: iso(3 * MINUTE_MS) }), [
      [prolonged(both), 'steady claiming'],
      [{ answer: 'claimAnnouncement', output: true }, 'steady announcing'],
      says('warning.acknowledged', 'steady reminding'),
    ]);
  });

  it('in any case is announced by the window that may, once, and anew in another login', async () => {
    const live = await opened(endsAfter(6));
    await follow(live, [
      [{ passMs: MINUTE_MS - 1 }, 'steady'],
      [{ passMs: 1 }, 'steady claiming'],
      [{ answer: 'claimAnnouncement', output: true }, 'steady announcing'],
      says('warning.acknowledged', 'steady'),
      [{ passMs: 4 * MINUTE_MS }, 'steady'],
      says('session.renewed', 'reading'),
      reads({ ...endsAfter(9), answeredAt: iso(5 * MINUTE_MS) }, 'steady claiming'),
    ]);
    expect(live.calls('claimAnnouncement')).toEqual([
      { end: iso(6 * MINUTE_MS) },
      { end: iso(9 * MINUTE_MS) },
    ]);
    await follow(await opened(endsAfter(4)), [
      [{ answer: 'claimAnnouncement', output: false }, 'steady'],
      [{ passMs: 3 * MINUTE_MS }, 'steady'],
    ]);
    await follow(await opened(endsAfter(4)), [
      [{ refuse: 'claimAnnouncement', error: new Error('no storage') }, 'steady announcing'],
    ]);
  });

  it('is not announced while inactivity comes first, and again after that by the same window', async () => {
    const both = { ...endsAfter(4), expires: iso(2 * MINUTE_MS) };
    await follow(await opened(both), [
      [{ answer: 'claimAnnouncement', output: true }, 'steady announcing'],
      [{ passMs: MINUTE_MS }, 'steady asking'],
      [prolonged({ ...endsAfter(4), answeredAt: iso(MINUTE_MS) }), 'steady announcing'],
    ]);
    await follow(await opened(both), [
      [{ passMs: MINUTE_MS }, 'steady asking'],
      [prolonged({ ...endsAfter(4), answeredAt: iso(MINUTE_MS) }), 'steady claiming'],
    ]);
  });

  it('is not announced any more where it has been put off', async () => {
    const later: Step = [prolonged(endsAfter(60)), 'steady'];
    await follow(await opened(endsAfter(4)), [later]);
    await follow(await opened(endsAfter(4)), [
      [{ answer: 'claimAnnouncement', output: true }, 'steady announcing'],
      later,
    ]);
  });
});

describe('leaving', () => {
  it('with an account logs out, there as well, and tells the other windows', async () => {
    const nkb = { providerId: 'nkb' };
    const live = await opened(kim);
    await follow(live, [
      [wants('de'), 'steady'],
      says('logout.requested', 'steady leaving'),
      fails('logOut', 'steady leavingUnanswered'),
      says('logout.dismissed', 'steady'),
      says('logout.requested', 'steady leaving'),
      fails('logOut', 'steady leavingUnanswered'),
      says('logout.requested', 'steady leaving'),
    ]);
    expect(live.told).toEqual([]);
    await follow(live, [
      [{ answer: 'logOut', output: nkb }, 'loggedOut', { former: 'account', formerProvider: 'nkb' }],
      // Nothing more is told of an end that was wanted here.
      says('session.renewed', 'renewing'),
      reads(null, 'loggedOut'),
    ]);
    expect([live.told, live.left]).toEqual([[{ type: 'session.ended', erased: null }], [nkb]]);
  });

  const previewed = (found: readonly unknown[]): Step[] => [
    [wants('en'), 'steady previewing'],
    [{ answer: 'reviewEnding', output: found }, 'steady confirming'],
  ];

  const agrees = (agreed: boolean, known: object): Step => [
    { type: 'consent.changed', agreed } as never,
    'steady confirmingPaid',
    known,
  ];

  it('without an account shows what would happen, and erases after a yes', async () => {
    const live = await opened(anonymous);
    await follow(live, [
      ...previewed([held('erased')]),
      says('ending.dismissed', 'steady'),
      ...previewed([held('erased')]),
    ]);
    expect(live.calls('reviewEnding')).toEqual([{ locale: 'en' }, { locale: 'en' }]);
    expect(selectHeld(live.snapshot() as never)).toEqual([held('erased')]);
    await follow(live, [
      says('ending.confirmed', 'steady ending'),
      [
        { answer: 'eraseSession', output: [held('erased')] },
        'erased',
        { erased: [held('erased')], former: 'anonymous', formerProvider: null },
      ],
    ]);
    expect(live.calls('eraseSession')).toEqual([{ locale: 'en', paidConsent: false }]);
    expect(live.told).toEqual([{ type: 'session.ended', erased: [held('erased')] }]);
  });

  it('is asked about twice where anything is paid', async () => {
    const live = await opened(anonymous);
    const found = [held('erased'), held('paid')];
    await follow(live, [
      ...previewed(found),
      says('ending.confirmed', 'steady confirmingPaid'),
      says('ending.dismissed', 'steady'),
      ...previewed(found),
      says('ending.confirmed', 'steady confirmingPaid'),
      says('ending.confirmed', 'steady confirmingPaid', { agreementIsMissed: true }),
      agrees(true, { agreed: true, agreementIsMissed: false }),
      agrees(false, { agreed: false }),
      says('ending.confirmed', 'steady confirmingPaid', { agreementIsMissed: true }),
      agrees(true, { agreed: true }),
      says('ending.confirmed', 'steady ending'),
      [{ refuse: 'eraseSession', error: { code: 'status-conflict' } }, 'steady previewing'],
      // The consent was for another state of affairs.
      [{ answer: 'reviewEnding', output: found }, 'steady confirming', { agreed: false }],
      says('ending.confirmed', 'steady confirmingPaid'),
      says('ending.confirmed', 'steady confirmingPaid', { agreementIsMissed: true }),
      says('ending.dismissed', 'steady'),
      ...previewed(found),
      says('ending.confirmed', 'steady confirmingPaid'),
    ]);
    const consent = () => {
      const snapshot = live.snapshot() as never;
      return [selectIsAgreed(snapshot), selectAgreementIsMissed(snapshot)];
    };
    expect(consent()).toEqual([false, false]);
    expect(live.calls('eraseSession')).toEqual([{ locale: 'en', paidConsent: true }]);
  });

  it('that fails can be tried again, in the language that is read then, or left', async () => {
    const live = await opened(anonymous);
    await follow(live, [
      [wants('de'), 'steady previewing'],
      fails('reviewEnding', 'steady failed'),
      [wants('en'), 'steady previewing'],
      [{ answer: 'reviewEnding', output: [] }, 'steady confirming'],
      says('ending.confirmed', 'steady ending'),
      fails('eraseSession', 'steady endingUnanswered'),
      says('ending.dismissed', 'steady'),
      [wants('en'), 'steady previewing'],
      fails('reviewEnding', 'steady failed'),
      says('ending.dismissed', 'steady'),
    ]);
    expect([live.calls('reviewEnding'), live.told]).toEqual([
      ['de', 'en', 'en'].map((locale) => ({ locale })),
      [],
    ]);
  });

  it('that was not answered is asked for again as it was confirmed', async () => {
    const live = await opened(anonymous);
    await follow(live, [
      ...previewed([held('paid')]),
      says('ending.confirmed', 'steady confirmingPaid'),
      agrees(true, { agreed: true }),
      says('ending.confirmed', 'steady ending'),
      fails('eraseSession', 'steady endingUnanswered'),
      [wants('de'), 'steady ending'],
      [{ answer: 'eraseSession', output: [held('paid')] }, 'erased', { erased: [held('paid')] }],
    ]);
    expect(live.calls('eraseSession')).toEqual(Array(2).fill({ locale: 'en', paidConsent: true }));
  });

  it.each([
    ['leaving', kim, []],
    ['leavingUnanswered', kim, [fails('logOut', 'steady leavingUnanswered')]],
    ['ending', anonymous, []],
    ['endingUnanswered', anonymous, [fails('eraseSession', 'steady endingUnanswered')]],
  ] as [string, SessionUser, Step[]][])(
    'has an answer of its own, so a refusal says nothing new: %s',
    async (state, who, further) => {
      const live = await opened(who);
      const begun =
        who === kim
          ? [says('logout.requested', 'steady leaving')]
          : [...previewed([]), says('ending.confirmed', 'steady ending')];
      const refused = { type: 'session.refused', code: 'session-expired' } as never;
      await follow(live, [...begun, ...further, [refused, `steady ${state}`]]);
    },
  );

  it.each<[string, never, string]>([
    ['is prolonged', prolonged(kim), 'steady'],
    ['logs in', { type: 'session.renewed' } as never, 'reading'],
  ])('goes on while another window %s', async (_, event, validity) => {
    await follow(await opened(kim), [
      says('logout.requested', 'steady leaving'),
      [event, `${validity} leaving`],
      [{ answer: 'logOut' }, 'loggedOut'],
    ]);
  });

  it('is forgotten by who logs in meanwhile', async () => {
    const live = await opened(anonymous);
    await follow(live, [
      ...previewed([]),
      says('session.renewed', 'reading confirming'),
      reads(kim, 'steady confirming'),
    ]);
  });
});

/** A server with one session, and two windows that tell each other. */
function twoWindows() {
  const windows = [open(), open()] as const;
  let usedAt = 0;
  let now = 0;
  let passed = [0, 0];
  const isOver = () => now - usedAt >= 30 * MINUTE_MS;
  const found = () => ({
    ...user(usedAt),
    answeredAt: iso(now),
    recentlyFetched: now - usedAt < MINUTE_MS,
  });
  const serve = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const [at, window] of windows.entries()) {
        await window.answer('readSession', isOver() ? reading(null, true) : reading(found()));
        if (window.underWay('prolongSession') > 0 && !isOver()) usedAt = now;
        await window.answer('prolongSession', found());
        for (const message of window.told.slice(passed[at])) await windows[1 - at]!.bring(message);
        passed = passed.with(at, window.told.length);
      }
    }
  };
  return {
    windows,
    use: async (at: 0 | 1) => {
      await windows[at].bring(active(now));
      await serve();
    },
    pass: async (ms: number) => {
      await serve();
      for (let left = ms; left > 0; left -= 30_000) {
        now += 30_000;
        for (const window of windows) await window.passTime(30_000);
        await serve();
      }
    },
    states: () => windows.map((it) => it.state()),
    asked: () => windows.map(({ calls }) => calls('readSession').length + calls('prolongSession').length),
  };
}

describe('two windows of one browser', () => {
  const expired = Array(2).fill('expired.told');

  it('end at the limit when nobody uses either', async () => {
    const { states, pass, asked } = twoWindows();
    await pass(29 * MINUTE_MS);
    expect(states()).toEqual(Array(2).fill('steady asking'));
    await pass(2 * MINUTE_MS);
    expect([states(), asked()]).toEqual([expired, [2, 2]]);
  });

  it('go on together while one is used, and the other asks for nothing', async () => {
    const { states, use, pass, asked } = twoWindows();
    for (let minute = 0; minute < 120; minute += 1) {
      await pass(MINUTE_MS);
      await use(0);
    }
    expect([states(), asked()[1]]).toEqual([Array(2).fill('steady'), 1]);
    await pass(31 * MINUTE_MS);
    expect(states()).toEqual(expired);
  });

  it('share the pause between two prolongations', async () => {
    const { use, pass, asked } = twoWindows();
    await pass(MINUTE_MS);
    await use(0);
    await use(1);
    await pass(30_000);
    await use(1);
    await use(0);
    expect(asked()).toEqual([2, 1]);
  });
});
