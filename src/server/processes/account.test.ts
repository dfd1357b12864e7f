import { describe, expect, it } from 'vitest';
import { formOf } from '#forms/testing/form.ts';
import type { Metadata } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { KeptAccount } from '#server/storage/tables.ts';
import { accountAfter, accountOf, asSeenBy, assertAsked, locksWereAsked } from './account.ts';
import type { ProcessRow } from './row.ts';

const account = (about: Partial<KeptAccount> = {}): KeptAccount => ({
  providerId: 'nkb',
  trustLevel: 'substantial',
  at: '2026-11-26T10:00:00.000Z',
  values: { familyName: 'Lindemann' },
  ...about,
});
const later = (about: Partial<KeptAccount> = {}) => account({ at: '2026-11-26T11:00:00.000Z', ...about });

describe('what is kept after another login', () => {
  it('is the first there is', () => {
    expect(accountAfter(null, later())).toEqual(later());
    expect(accountAfter(account(), null)).toEqual(account());
    expect(accountAfter(null, null)).toBeNull();
  });

  it.each(['substantial', 'high'] as const)('is that login at %s', (trustLevel) => {
    expect(accountAfter(account(), later({ trustLevel }))).toEqual(later({ trustLevel }));
  });

  it('is what a stronger one proved', () => {
    expect(accountAfter(account(), later({ trustLevel: 'low' }))).toEqual(account());
  });

  it('is what one said that was asked for more', () => {
    const more = account({ values: { familyName: 'Lindemann', birthdate: '1978-03-14' } });
    expect(accountAfter(more, later({ trustLevel: 'high' }))).toEqual(more);
  });

  const petra = { person: 'Petra', values: { familyName: 'Lindemann', companyName: 'Wind GmbH' } };
  const jonas = { person: 'Jonas', values: { familyName: 'Petersen' } };

  it('of a colleague is theirs', () => {
    expect(accountAfter(account(petra), later(jonas))).toEqual(later(jonas));
  });

  it('of a colleague by a weaker login is what was proved of the company, and nothing of its person', () => {
    expect(accountAfter(account(petra), later({ ...jonas, trustLevel: 'low' }))).toEqual(
      account({ person: 'Jonas', values: { companyName: 'Wind GmbH' } }),
    );
  });
});

describe('a form that locks a value', () => {
  const form = {
    locks: (level: string) => new Set(level === 'high' ? ['birthdate'] : []),
  } as unknown as EngineForm;
  const comparing = { enableDataComparison: true } as Metadata;
  const asked = (metadata: Metadata, about: Partial<KeptAccount>) =>
    locksWereAsked(metadata, form, account(about));

  it('needs an account that was asked for it, at the level at which it locks', () => {
    expect(asked(comparing, { trustLevel: 'high', notAsked: ['birthdate'] })).toBe(false);
    expect(asked(comparing, { trustLevel: 'high', notAsked: ['email'] })).toBe(true);
    expect(asked(comparing, { trustLevel: 'high' })).toBe(true);
    expect(asked(comparing, { notAsked: ['birthdate'] })).toBe(true);
  });

  it('needs none where nothing is compared', () => {
    const not = { enableDataComparison: false } as Metadata;
    expect(asked(not, { trustLevel: 'high', notAsked: ['birthdate'] })).toBe(true);
  });

  it('names the account and the level that are asked once more', () => {
    const less = account({ trustLevel: 'high', notAsked: ['birthdate'] });
    const refusal = (() => {
      try {
        assertAsked(comparing, form, less);
      } catch (error) {
        return error;
      }
      return null;
    })();
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({
      code: 'login-incomplete',
      details: { accepted: ['nkb'], trustLevel: 'high' },
    });
    expect(() => assertAsked(comparing, form, null)).not.toThrow();
  });
});

it('what a login was not asked for is kept with what it says, also of a login of an earlier version', () => {
  const form = { asked: new Set(['familyName', 'birthdate']) } as unknown as EngineForm;
  const session = (notAsked?: readonly string[]) =>
    ({
      userId: 'u',
      authenticatedAt: new Date('2026-11-26T10:00:00Z'),
      identity: {
        providerId: 'nkb',
        trustLevel: 'high',
        name: 'Petra',
        userData: { familyName: 'Lindemann' },
        ...(notAsked && { notAsked }),
      },
    }) as unknown as Session;
  expect(accountOf(session(['birthdate', 'email']), form)?.notAsked).toEqual(['birthdate']);
  expect(accountOf(session([]), form)?.notAsked).toBeUndefined();
  expect(accountOf(session(), form)?.notAsked).toEqual(['birthdate']);
});

describe('an application of a company', () => {
  const de = formOf({
    type: 'textfield',
    key: 'familyName',
    label: 'familyName',
    input: true,
    properties: { prefill: 'familyName' },
  });
  const context = {
    content: () => ({
      metadata: new Map([['m', { fmsFormId: 'm' }]]),
      forms: new Map([['m', { fmsType: 'FORMIO', definition: { de, en: de } }]]),
    }),
  } as unknown as ServerContext;
  const row = {
    metadataId: 'm',
    locale: 'de',
    account: account({ providerId: 'elster', person: 'Petra' }),
  } as ProcessRow;
  const sessionOf = (name: string) =>
    ({
      userId: 'u',
      authenticatedAt: new Date('2026-11-26T11:00:00Z'),
      identity: {
        providerId: 'elster',
        trustLevel: 'substantial',
        name,
        company: 'Wind GmbH',
        userData: { familyName: 'Petersen' },
        notAsked: [],
      },
    }) as unknown as Session;

  it('is seen with what is said of the person who looks', () => {
    expect(asSeenBy(context, sessionOf('Jonas'), row).account).toMatchObject({
      person: 'Jonas',
      values: { familyName: 'Petersen' },
    });
    expect(asSeenBy(context, sessionOf('Petra'), row)).toBe(row);
    const without = { ...row, account: null } as ProcessRow;
    expect(asSeenBy(context, sessionOf('Jonas'), without)).toBe(without);
  });
});
