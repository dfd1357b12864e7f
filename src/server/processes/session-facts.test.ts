import { describe, expect, it } from 'vitest';
import type { Difference } from '#forms/account.ts';
import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import type { Session } from '#server/sessions/session.ts';
import { accountOf, proofOf, sourceOf } from './account.ts';
import { applicantOf, hasPostbox } from './applicant.ts';
import { availableUntil, downloadsUntil } from './availability.ts';
import { differencesHash } from './differences-hash.ts';
import { handedPerson } from './handed-person.ts';
import { documentLocale, type ProcessRow } from './row.ts';

const now = new Date('2026-11-20T12:00:00Z');
const end = new Date('2026-11-20T13:00:00Z');

type Change = { userId?: string | null; authenticatedAt?: Date | null; identity?: object };
const sessionOf = ({ identity, ...change }: Change = {}) =>
  ({
    userId: 'u-1',
    authenticatedAt: now,
    sessionExpiresAt: end,
    ...change,
    identity: {
      providerId: 'nkb',
      trustLevel: 'substantial',
      name: 'Anna Lindemann',
      postboxHandle: 'box-1',
      userData: { givenName: 'Anna', familyName: 'Lindemann', phone: '0431' },
      ...identity,
    },
  }) as unknown as Session;

describe('what a login says about the data of a form', () => {
  const form = { asked: new Set(['givenName', 'familyName']) } as unknown as EngineForm;

  it('is what the form asks for, with who vouches for it and since when', () => {
    expect(accountOf(sessionOf(), form)).toEqual({
      providerId: 'nkb',
      trustLevel: 'substantial',
      at: '2026-11-20T12:00:00.000Z',
      values: { givenName: 'Anna', familyName: 'Lindemann' },
    });
  });

  it.each([
    ['a session without a person', { userId: null }],
    ['a pseudo login', { identity: { providerId: 'anon' } }],
    ['a session of which nobody knows when the login was', { authenticatedAt: null }],
  ])('is nothing for %s', (_what, change) => {
    expect(accountOf(sessionOf(change), form)).toBeNull();
  });

  it('is held against the form only where the form wants that', () => {
    const row = { metadataId: 'm', account: { values: {} } } as unknown as ProcessRow;
    const context = (enableDataComparison: boolean) =>
      ({
        content: () => ({ metadata: new Map([['m', { enableDataComparison }]]) }),
      }) as unknown as ServerContext;
    expect(proofOf(context(true), row)).toBe(row.account);
    expect(proofOf(context(false), row)).toBeNull();
  });

  it('names the login that vouches for values, where it vouches for one', () => {
    const voucher = { providerId: 'nkb', trustLevel: 'high', at: '2026-11-20T12:00:00.000Z' } as const;
    expect(sourceOf({ ...voucher, fields: ['name'] })).toEqual(voucher);
    expect(sourceOf({ ...voucher, fields: [] })).toBeNull();
    expect(sourceOf(null)).toBeNull();
  });
});

describe('the applicant', () => {
  it('is whoever is logged in, with the company that they act for', () => {
    expect(applicantOf(sessionOf())).toEqual({
      name: 'Anna Lindemann',
      postboxHandle: 'box-1',
      providerId: 'nkb',
    });
    expect(applicantOf(sessionOf({ identity: { company: 'Meier GmbH' } }))).toMatchObject({
      company: 'Meier GmbH',
    });
    expect(applicantOf(sessionOf({ userId: null }))).toBeNull();
  });

  it('has a postbox when the account has one', () => {
    expect(hasPostbox(sessionOf())).toBe(true);
    expect(hasPostbox(sessionOf({ identity: { postboxHandle: null } }))).toBe(false);
    expect(hasPostbox(sessionOf({ userId: null }))).toBe(false);
  });
});

describe('a person as another portal is told', () => {
  const of = (userData: object) => handedPerson(sessionOf({ identity: { userData } }));

  it('is the name and the address of the account, and nothing else of it', () => {
    const values = {
      givenName: 'Anna',
      familyName: 'Lindemann',
      streetAddress: 'Holstenstraße 1',
      postalCode: '24103',
      locality: 'Kiel',
    };
    expect(of({ ...values, phone: '0431', country: '' })).toEqual({
      values,
      name: 'Anna Lindemann',
      address: 'Holstenstraße 1, 24103 Kiel',
    });
  });

  it('has no gaps where the account knows less', () => {
    expect(of({ familyName: 'Lindemann', locality: 'Kiel' })).toMatchObject({
      name: 'Lindemann',
      address: 'Kiel',
    });
    expect(of({ familyName: 'Lindemann' })).toMatchObject({ address: '' });
  });

  it('is nobody without a name', () => {
    expect(of({ locality: 'Kiel' })).toBeNull();
  });
});

describe('how long', () => {
  const metadata = { draftRetentionDays: 30, downloadRetentionDays: 10 } as never;
  const process = { userId: 'u-1', availableUntil: end };

  it('a draft is stored: the days of its form, without a person until the session ends', () => {
    expect(availableUntil(sessionOf(), metadata, now)).toEqual(new Date('2026-12-20T12:00:00Z'));
    expect(availableUntil(sessionOf({ userId: null }), metadata, now)).toEqual(end);
  });

  it('downloads are stored: the days of the form, without a person until the session ends', () => {
    expect(downloadsUntil(process, metadata, now, null)).toEqual(new Date('2026-11-30T12:00:00Z'));
    expect(downloadsUntil({ ...process, userId: null }, metadata, now, null)).toEqual(end);
  });
});

it('a decision about differences is about exactly these values', () => {
  const difference = { key: 'name', own: 'Ann', account: 'Anna', locked: false } as Difference;
  const known = differencesHash([difference]);
  expect(differencesHash([{ ...difference }])).toBe(known);
  for (const change of [{ key: 'givenName' }, { own: 'An' }, { account: 'Anne' }, { locked: true }]) {
    expect(differencesHash([{ ...difference, ...change } as Difference])).not.toBe(known);
  }
  expect(differencesHash([difference, difference])).not.toBe(known);
});

it('documents have the language in which the summary was confirmed', () => {
  expect(documentLocale({ locale: 'de', confirmedLocale: 'en' })).toBe('en');
  expect(documentLocale({ locale: 'de', confirmedLocale: null })).toBe('de');
});
