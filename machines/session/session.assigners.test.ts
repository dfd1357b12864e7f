import { describe, expect, it } from 'vitest';
import type { SessionUser } from '#contract/auth.ts';
import { deadlineOf, nextMomentOf, sessionAssigners, sessionGuards, viewerOf } from './session.assigners.ts';
import type { SessionContext } from './session.types.ts';

const END = 'end';
/** Context of a session that ends through inactivity, and in any case, at these moments in ms; null without one. */
const at = (
  now: number,
  idleEndsAt: number | null,
  absoluteEndsAt: number | null,
  about: Partial<SessionContext> = {},
) => {
  const context = {
    idleEndsAt,
    absoluteEndsAt,
    announced: null,
    mayAnnounce: null,
    now: () => now,
    ...about,
  };
  return { context: { user: { sessionExpiration: END }, ...context } as SessionContext };
};
const FAR = 100_000_000;

it.each<[number | null, number | null, number | null]>([
  [100, 200, 1_600],
  [200, 100, 1_600],
  [null, 100, null],
  [100, null, null],
  [null, null, null],
])('inactivity at %s and the end at %s are known at %s', (idle, absolute, deadline) => {
  expect(deadlineOf(at(0, idle, absolute).context)).toBe(deadline);
});

it.each<[string, number, number | null, number | null, number | null]>([
  ['the question', 0, 1_800_000, FAR, 1_740_000],
  ['the deadline, at the question', 1_740_000, 1_800_000, FAR, 1_801_500],
  ['the announcement', 0, 360_000, 360_000, 60_000],
  ['the deadline, at the announcement', 60_000, 360_000, 360_000, 361_500],
  ['the announcement before the question', 0, 380_000, 400_000, 100_000],
  ['nothing without a session', 0, null, null, null],
])('next comes %s', (_, now, idle, absolute, moment) => {
  expect(nextMomentOf(at(now, idle, absolute).context)).toBe(moment);
});

describe('the question before the end through inactivity', () => {
  it.each<[number, number | null, number | null, boolean, boolean]>([
    [39_999, 100_000, FAR, false, true],
    [40_000, 100_000, FAR, true, false],
    [99_999, 100_000, FAR, true, false],
    [100_000, 100_000, FAR, false, false],
    [50_000, 100_000, 100_000, false, true],
    [50_000, 100_000, 90_000, false, true],
    [50_000, null, null, false, true],
    [50_000, 100_000, null, false, true],
    [50_000, null, 100_000, false, true],
  ])('at %s, with inactivity at %s and the end at %s: due %s, past %s', (now, idle, absolute, due, past) => {
    const of = at(now, idle, absolute);
    expect([sessionGuards.idleWarningIsDue(of), sessionGuards.idleWarningIsPast(of)]).toEqual([due, past]);
  });
});

describe('the announcement of the end', () => {
  it.each<[number, number | null, Partial<SessionContext>, boolean, boolean]>([
    [99_999, 400_000, { mayAnnounce: END }, false, false],
    [100_000, 400_000, {}, true, false],
    [100_000, 400_000, { mayAnnounce: END }, true, true],
    [100_000, 400_000, { mayAnnounce: 'another' }, true, false],
    [100_000, 400_000, { mayAnnounce: END, announced: END }, false, false],
    [100_000, 400_000, { announced: 'another' }, true, false],
    [100_000, null, { mayAnnounce: END }, false, false],
  ])('at %s of %s with %o: due %s, ours %s', (now, absolute, about, due, ours) => {
    const of = at(now, absolute, absolute, about);
    expect([
      sessionGuards.endWarningIsDue(of),
      sessionGuards.endWarningIsPast(of),
      sessionGuards.endWarningIsOurs(of),
    ]).toEqual([due, !due, ours]);
  });
});

it.each<[number, number | null, number | null, boolean]>([
  [101_499, 100_000, FAR, false],
  [101_500, 100_000, FAR, true],
  [101_500, FAR, 100_000, true],
  [101_500, null, null, false],
])(
  'at %s, with inactivity at %s and the end at %s, the deadline has passed: %s',
  (now, idle, absolute, is) => {
    expect(sessionGuards.deadlineHasPassed(at(now, idle, absolute))).toBe(is);
  },
);

it.each([
  [59_999, false],
  [60_000, true],
])('after %s ms it is prolonged: %s', (ms, is) => {
  const of = at(0, 0, 0, { prolongedAt: 5 });
  expect(sessionGuards.prolongationIsDue(of, { at: 5 + ms })).toBe(is);
});

it('an answer that was long on its way does not bring an earlier prolongation back', () => {
  const moment = (at: number) => new Date(at).toISOString();
  const times = { answeredAt: moment(0), expires: moment(9), sessionExpiration: moment(9) };
  const after = (fetched: number) =>
    sessionAssigners.keepTimes(at(0, 0, 0, { prolongedAt: 5 }), {
      times: { ...times, fetchedTimestamp: moment(fetched) },
    }).prolongedAt;
  expect([after(3), after(7)]).toEqual([5, 7]);
});

it('knows the kinds of viewers', () => {
  const of = (providerType: string) => viewerOf({ providerType } as SessionUser);
  expect([viewerOf(null), of('pseudo'), of('saml2'), of('openid')]).toEqual([
    'none',
    'anonymous',
    'account',
    'account',
  ]);
});
