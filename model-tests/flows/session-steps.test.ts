import { describe, expect, it } from 'vitest';
import type { SessionTimes, SessionUser } from '#contract/auth.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import {
  type Departure,
  selectAbsoluteEnd,
  selectAccount,
  selectDeparture,
  selectEnding,
  selectErased,
  selectExtensionHasFailed,
  selectFormer,
  selectFormerProvider,
  selectHeld,
  selectIdleEnd,
  selectIsExtending,
  selectIsLoggingOut,
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
import { held } from './session.subject.ts';
import { iso, MINUTE_MS, reading, user } from './session-user.ts';

const CALLS = [
  'readSession',
  'prolongSession',
  'claimAnnouncement',
  'logOut',
  'reviewEnding',
  'eraseSession',
];
const kim = user(0);
const anonymous: SessionUser = { ...kim, providerId: 'anon', providerType: 'pseudo', name: '' };
const network = { code: 'network' };
const limits = { idleMinutes: 30, absoluteMinutes: 480 };
const timesOf = ({
  fetchedTimestamp,
  expires,
  sessionExpiration,
  answeredAt,
}: SessionUser): SessionTimes => ({
  fetchedTimestamp,
  expires,
  sessionExpiration,
  answeredAt,
});
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

/** Checks the selectors of a state. */
function looksAs(state: string, live: ReturnType<typeof runLive>): void {
  const snapshot = live.snapshot() as never;
  const { user: found, wasUnreachable } = live.snapshot().context as SessionContext;
  const who = found === null ? 'none' : found.providerType === 'pseudo' ? 'anonymous' : 'account';
  const isOpen = state === 'unknown' || state === 'unreachable';
  expect(selectViewer(snapshot), state).toBe(isOpen ? 'unknown' : who);
  expect(selectAccount(snapshot)).toEqual(who === 'account' ? found : null);
  expect(selectUser(snapshot)).toEqual(found);
  expect(selectSessionIsUnreachable(snapshot)).toBe(isOpen && wasUnreachable);
  expect(selectSessionIsExpired(snapshot)).toBe(state === 'expired.noticed');
  const endings = { expired: 'expired', leftElsewhere: 'elsewhere', erased: 'erased' } as const;
  expect(selectEnding(snapshot)).toBe(endings[state.split('.')[0] as keyof typeof endings] ?? null);
  const wasAccount = (live.snapshot().context as SessionContext).former === 'account';
  expect(selectLogout(snapshot), state).toBe(
    state === 'leftElsewhere' ? 'elsewhere' : state === 'loggedOut' && wasAccount ? 'here' : null,
  );
  const at = state.split(' ');
  expect(selectWarning(snapshot)).toBe(
    at.includes('reminding')
      ? 'notice'
      : at.includes('asking')
        ? 'idle'
        : at.includes('announcing')
          ? 'end'
          : null,
  );
  expect(selectIsExtending(snapshot)).toBe(at.includes('prolonging'));
  expect(selectIsLoggingOut(snapshot)).toBe(at.includes('leaving'));
  expect(selectLogoutIsUnanswered(snapshot)).toBe(at.includes('leavingUnanswered'));
  const departures: Departure[] = [
    'previewing',
    'confirming',
    'confirmingPaid',
    'ending',
    'endingUnanswered',
    'failed',
  ];
  const departure = departures.find((it) => at.includes(it)) ?? null;
  expect(selectDeparture(snapshot), state).toBe(who === 'anonymous' ? departure : null);
}

function open() {
  const told: SessionMessage[] = [];
  const machine = sessionMachine.provide({
    actions: { tellWindows: (_, { message }) => void told.push(message) },
  });
  const live = runLive(machine, (now) => ({ now }), CALLS);
  const state = () => {
    const short = shortened(live.state());
    looksAs(short, live);
    return short;
  };
  return { ...live, state, told, context: () => live.snapshot().context as SessionContext };
}

async function opened(found: SessionUser | null) {
  const live = open();
  await live.answer('readSession', reading(found));
  return live;
}

describe('at first', () => {
  it('nothing is known', () => {
    const live = open();
    expect(live.state()).toBe('unknown');
    const { now: _, ...context } = live.context();
    expect(context).toEqual({
      user: null,
      limits: null,
      agreed: false,
      agreementIsMissed: false,
      idleEndsAt: null,
      absoluteEndsAt: null,
      prolongedAt: Number.NEGATIVE_INFINITY,
      former: null,
      formerProvider: null,
      ending: null,
      mayAnnounce: null,
      announced: null,
      wasUnreachable: false,
      prolongingHasFailed: false,
      held: [],
      erased: null,
      locale: 'de',
    });
  });

  it('the server says who is here, and until when by this device’s clock', async () => {
    const live = open();
    const asked = { ...user(7 * MINUTE_MS), answeredAt: iso(10 * MINUTE_MS) };
    await follow(live, [
      [{ passMs: MINUTE_MS }, 'unknown'],
      reads(asked, 'steady', {
        user: asked,
        limits,
        idleEndsAt: 28 * MINUTE_MS,
        absoluteEndsAt: 478 * MINUTE_MS,
        prolongedAt: -2 * MINUTE_MS,
      }),
    ]);
    const snapshot = live.snapshot() as never;
    expect([selectIdleEnd(snapshot), selectAbsoluteEnd(snapshot), selectLimits(snapshot)]).toEqual([
      28 * MINUTE_MS,
      478 * MINUTE_MS,
      limits,
    ]);
  });

  it('opening a page is a use of what was not used for a while', async () => {
    const unused = { ...kim, recentlyFetched: false };
    await follow(open(), [reads(unused, 'prolonging', { user: unused, limits, prolongedAt: 0 })]);
  });

  it('nobody may be here', async () => {
    await follow(open(), [reads(null, 'loggedOut', { user: null, limits, idleEndsAt: null })]);
  });

  it('the server is asked again after five seconds, a wake, or a login elsewhere', async () => {
    const live = open();
    await follow(live, [
      fails('readSession', 'unreachable', { wasUnreachable: true }),
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
  it('with what is done, at most once a minute', async () => {
    const live = await opened(kim);
    await follow(live, [
      [active(59_999), 'steady'],
      [{ passMs: 60_000 }, 'steady'],
      [active(60_000), 'prolonging', { prolongedAt: 60_000 }],
      [
        { answer: 'prolongSession', output: user(60_000) },
        'steady',
        { user: user(60_000), idleEndsAt: 31 * MINUTE_MS, absoluteEndsAt: 481 * MINUTE_MS },
      ],
    ]);
    expect(live.told).toEqual([{ type: 'session.prolonged', times: timesOf(user(60_000)) }]);
  });

  it('at a wish, which says whether it has failed', async () => {
    const live = await opened(kim);
    const hasFailed = () => selectExtensionHasFailed(live.snapshot() as never);
    await follow(live, [
      [{ passMs: 1_000 }, 'steady'],
      says('extension.requested', 'prolonging', { prolongedAt: 1_000 }),
      fails('prolongSession', 'steady', { prolongingHasFailed: true }),
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
      [
        prolonged(user(MINUTE_MS)),
        'steady',
        { idleEndsAt: 31 * MINUTE_MS, prolongedAt: MINUTE_MS, user: kim },
      ],
      [active(MINUTE_MS + 59_000), 'steady'],
      says('extension.requested', 'prolonging', { prolongedAt: MINUTE_MS }),
      [prolonged(user(0)), 'steady', { prolongedAt: MINUTE_MS }],
    ]);
    expect([live.underWay('readSession'), live.underWay('prolongSession')]).toEqual([0, 0]);
  });

  it('with another login in it', async () => {
    const other = { ...kim, name: 'Kim Other' };
    await follow(await opened(anonymous), [
      says('session.renewed', 'reading'),
      reads(other, 'steady', { user: other, ending: null, erased: null }),
      [refused('login-required'), 'reading'],
      reads(other, 'steady'),
      says('extension.requested', 'prolonging'),
      [refused('trust-level-too-low'), 'reading'],
      says('session.renewed', 'reading'),
    ]);
  });
});

describe('a session ends', () => {
  const gone = { user: null, idleEndsAt: null, absoluteEndsAt: null, held: [] };
  const formerly = { ...gone, former: 'account', formerProvider: 'nkb' };

  it('at its deadline, which the server is asked about', async () => {
    const live = await opened(kim);
    await follow(live, [
      [{ passMs: 30 * MINUTE_MS + 1_499 }, 'steady'],
      [{ passMs: 1 }, 'reading'],
      runOut('expired.noticed', { ...formerly, ending: 'expired' }),
      says('notice.dismissed', 'expired.acknowledged', { ending: 'expired' }),
    ]);
    const snapshot = live.snapshot() as never;
    expect([selectFormer(snapshot), selectFormerProvider(snapshot)]).toEqual(['account', 'nkb']);
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
    await follow(await opened(kim), [
      ...late,
      fails('readSession', 'expired.noticed', { ...formerly, ending: 'expired' }),
    ]);
    await follow(await opened(kim), [
      ...late,
      [{ passMs: 10_000 }, 'expired.noticed', { ...formerly, ending: 'expired' }],
    ]);
  });

  it('when a call says so', async () => {
    await follow(await opened(kim), [
      [refused('session-expired'), 'expired.noticed', { ...formerly, ending: 'expired' }],
    ]);
  });

  it('by a logout elsewhere, or by an erasure where there is no account', async () => {
    await follow(await opened(kim), [
      says('clock.woke', 'reading'),
      reads(null, 'leftElsewhere', { ...formerly, ending: 'elsewhere' }),
    ]);
    await follow(await opened(kim), [[ended(null), 'leftElsewhere', { ...formerly, ending: 'elsewhere' }]]);
    const erased = { ...gone, former: 'anonymous', formerProvider: null, ending: null };
    await follow(await opened(anonymous), [
      says('clock.woke', 'reading'),
      reads(null, 'erased', { ...erased, erased: null }),
    ]);
    const live = await opened(anonymous);
    await follow(live, [[ended([held('erased')]), 'erased', { ...erased, erased: [held('erased')] }]]);
    expect(selectErased(live.snapshot() as never)).toEqual([held('erased')]);
    await follow(live, [says('notice.dismissed', 'loggedOut')]);
    await follow(await opened(anonymous), [
      says('clock.woke', 'reading'),
      runOut('expired.noticed', { former: 'anonymous', formerProvider: null }),
    ]);
  });

  it.each<[string, Step, string]>([
    ['expired', [refused('session-expired'), 'expired.noticed'], 'expired.acknowledged'],
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
      [prolonged(user(29 * MINUTE_MS)), 'steady'],
    ]);
  });

  it('through inactivity is not mentioned any more once somebody goes on, in any window', async () => {
    const reminded: Step = [{ passMs: 25 * MINUTE_MS }, 'steady reminding'];
    await follow(await opened(kim), [reminded, [prolonged(user(25 * MINUTE_MS)), 'steady']]);
    await follow(await opened(kim), [
      reminded,
      says('extension.requested', 'prolonging reminding'),
      fails('prolongSession', 'steady reminding', { prolongingHasFailed: true }),
      says('extension.requested', 'prolonging reminding'),
      [{ answer: 'prolongSession', output: user(25 * MINUTE_MS) }, 'steady'],
    ]);
  });

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

  it('in any case comes first: the quiet notice waits until it is read', async () => {
    const both = { ...endsAfter(4), expires: iso(3 * MINUTE_MS) };
    await follow(await opened({ ...kim, expires: iso(3 * MINUTE_MS) }), [
      [prolonged(both), 'steady claiming'],
      [{ answer: 'claimAnnouncement', output: true }, 'steady announcing'],
      says('warning.acknowledged', 'steady reminding'),
    ]);
  });

  it('in any case is announced by the window that may, once', async () => {
    const live = await opened(endsAfter(6));
    await follow(live, [
      [{ passMs: MINUTE_MS - 1 }, 'steady'],
      [{ passMs: 1 }, 'steady claiming'],
      [
        { answer: 'claimAnnouncement', output: true },
        'steady announcing',
        { mayAnnounce: iso(6 * MINUTE_MS), announced: null },
      ],
      says('warning.acknowledged', 'steady', { announced: iso(6 * MINUTE_MS) }),
    ]);
    expect(live.calls('claimAnnouncement')).toEqual([{ end: iso(6 * MINUTE_MS) }]);
    await follow(await opened(endsAfter(4)), [
      [
        { answer: 'claimAnnouncement', output: false },
        'steady',
        { mayAnnounce: null, announced: iso(4 * MINUTE_MS) },
      ],
    ]);
    await follow(await opened(endsAfter(4)), [
      [
        { refuse: 'claimAnnouncement', error: new Error('no storage') },
        'steady announcing',
        { mayAnnounce: iso(4 * MINUTE_MS) },
      ],
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
  it('with an account logs out, and tells the other windows', async () => {
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
      [
        { answer: 'logOut' },
        'loggedOut',
        {
          user: null,
          idleEndsAt: null,
          absoluteEndsAt: null,
          former: 'account',
          formerProvider: 'nkb',
          ending: null,
        },
      ],
    ]);
    expect(live.told).toEqual([{ type: 'session.ended', erased: null }]);
  });

  const previewed = (found: readonly unknown[]): Step[] => [
    [wants('en'), 'steady previewing', { locale: 'en' }],
    [{ answer: 'reviewEnding', output: found }, 'steady confirming', { held: found }],
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
        {
          user: null,
          held: [],
          erased: [held('erased')],
          former: 'anonymous',
          formerProvider: null,
          ending: null,
        },
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
      says('ending.confirmed', 'steady confirmingPaid', { agreementIsMissed: false }),
    ]);
    expect(live.calls('eraseSession')).toEqual([{ locale: 'en', paidConsent: true }]);
  });

  it('that fails can be tried again, in the language that is read then, or left', async () => {
    const live = await opened(anonymous);
    await follow(live, [
      [wants('de'), 'steady previewing', { locale: 'de' }],
      fails('reviewEnding', 'steady failed'),
      [wants('en'), 'steady previewing', { locale: 'en' }],
      [{ answer: 'reviewEnding', output: [] }, 'steady confirming'],
      says('ending.confirmed', 'steady ending'),
      fails('eraseSession', 'steady endingUnanswered'),
      says('ending.dismissed', 'steady'),
      [wants('en'), 'steady previewing'],
      fails('reviewEnding', 'steady failed'),
      says('ending.dismissed', 'steady'),
    ]);
    expect(live.told).toEqual([]);
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

  it('is forgotten by who logs in meanwhile', async () => {
    const live = await opened(anonymous);
    await follow(live, [
      ...previewed([]),
      says('session.renewed', 'reading confirming'),
      reads(kim, 'steady confirming'),
    ]);
  });
});
