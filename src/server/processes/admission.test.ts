import { describe, expect, test } from 'vitest';
import type { Moment } from '#domain/admission.ts';
import type { AdmissionRules } from '#domain/login-ways.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Metadata } from '#server/content/types.ts';
import type { Session } from '#server/sessions/session.ts';
import { admissionRules, assertAdmitted, belowLevel, levelToOpen } from './admission.ts';
import type { ProcessRow } from './row.ts';

type About = { status?: ProcessStatus; running?: boolean; paidCents?: number };

/** Returns the level that opens an application made at one level, whose form now requires another. */
const opening = (about: About, madeAtLevel: TrustLevel | null, ofForm: TrustLevel | null): TrustLevel => {
  const { status = 'COMPLETED', running = false, paidCents = 0 } = about;
  const row = { status, madeAtLevel, context: { running, paidCents } as ProcessRow['context'] };
  const form = ofForm && ({ trustLevel: ofForm, identificationType: 'none' } as Metadata);
  return levelToOpen(row, form ?? undefined);
};

test('when a form asks for a login was decided when it was started, everything else it says now', () => {
  const row = { context: { mode: 'none' } } as ProcessRow;
  const now = { mode: 'complete', trustLevel: 'high', idpIds: ['nkb'] } as unknown as Metadata;
  expect(admissionRules(now, row)).toMatchObject({ mode: 'none', trustLevel: 'high', idpIds: ['nkb'] });
});

describe('the level that opens an application', () => {
  const draft: About = {};
  const sent: About = { status: 'SUBMITTED' };
  const running: About = { running: true };
  const paid: About = { status: 'SUBMIT_FAILURE', paidCents: 2600 };
  test.each([
    ['a draft: that of its form now', draft, 'high', 'low', 'low'],
    ['a draft: that of its form now', draft, 'low', 'high', 'high'],
    ['a draft without a form', draft, 'high', null, 'low'],
    ['sent: that it was made with', sent, 'high', 'low', 'high'],
    ['sent: that it was made with', sent, 'low', 'high', 'low'],
    ['sent, its form is gone', sent, 'high', null, 'high'],
    ['sent before the level was stored: that of its form', sent, null, 'substantial', 'substantial'],
    ['being sent: like sent', running, 'high', 'low', 'high'],
    ['paid: not more than when it was paid', paid, 'low', 'high', 'low'],
    ['paid: not more than its form', paid, 'high', 'low', 'low'],
    ['paid before the level was stored: that of its form', paid, null, 'high', 'high'],
  ] as const)('%s', (_, about, made, ofForm, expected) => {
    expect(opening(about, made, ofForm)).toBe(expected);
  });
});

const here = {
  identityProviders: new Map([
    ['nkb', {}],
    ['elster', {}],
  ]),
} as never;
const session = (providerId: string | null, trustLevel: TrustLevel = 'low') =>
  ({
    userId: providerId && 'u-1',
    identity: { providerId: providerId ?? 'anon', trustLevel },
  }) as unknown as Session;

describe('a form that is for citizens at level substantial', () => {
  const rules: AdmissionRules = {
    mode: 'complete',
    idpIds: ['anon', 'nkb'],
    identificationType: 'none',
    trustLevel: 'substantial',
  };
  const admitting =
    (who: Session, moment: Moment, change: Partial<AdmissionRules> = {}) =>
    () =>
      assertAdmitted(here, who, { ...rules, ...change }, moment);

  test.each([
    ['nobody, to start', session(null), 'start'],
    ['a citizen at the level, to start', session('nkb', 'substantial'), 'start'],
    ['a citizen above it, to submit', session('nkb', 'high'), 'submission'],
  ] as const)('admits %s', (_who, who, moment) => {
    expect(admitting(who, moment)).not.toThrow();
  });

  test.each([
    ['nobody, to submit', session(null), 'submission', { code: 'login-required' }],
    ['a company, at whatever level', session('elster', 'high'), 'start', { code: 'login-not-accepted' }],
    [
      'a citizen below the level',
      session('nkb', 'low'),
      'submission',
      { code: 'trust-level-too-low', details: { accepted: ['nkb'], trustLevel: 'substantial' } },
    ],
  ] as const)('refuses %s, and names the login that would do', (_who, who, moment, refusal) => {
    const expected = { details: { accepted: ['nkb'] }, ...refusal };
    expect(admitting(who, moment)).toThrow(expect.objectContaining(expected));
  });

  test('refuses nobody at the start where it asks for a login there', () => {
    expect(admitting(session(null), 'start', { mode: 'start' })).toThrow(
      expect.objectContaining({ code: 'login-required', details: { accepted: ['nkb'] } }),
    );
  });

  test('does not take what an anonymous session says of its level', () => {
    expect(admitting(session(null, 'high'), 'submission')).toThrow('login-required');
  });
});

test.each([
  ['the same account', session('nkb'), 'high', ['nkb']],
  ['no other one, though it could', session('elster'), 'high', []],
  ['the same account', session('elster'), 'substantial', ['elster']],
  ['none that is not offered here any more', session('sk'), 'high', []],
  ['none without an account', session(null), 'high', []],
] as const)('what is the person’s own is opened by %s at the level', (_which, who, needed, accepted) => {
  expect(belowLevel(here, who, needed)).toMatchObject({
    code: 'trust-level-too-low',
    details: { accepted, trustLevel: needed },
  });
});
