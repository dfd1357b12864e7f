import { describe, expect, test } from 'vitest';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Metadata } from '#server/content/types.ts';
import { admissionRules, levelToOpen } from './admission.ts';
import type { ProcessRow } from './row.ts';

type About = { status?: ProcessStatus; running?: boolean; paidCents?: number };

/** The level that opens an application made at one level, whose form asks for another now. */
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
