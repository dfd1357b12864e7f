import { describe, expect, it } from 'vitest';
import { formOf } from '#forms/testing/form.ts';
import type { FormData } from '#forms/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import type { Session } from '#server/sessions/session.ts';
import type { ConfirmingLogin } from '#server/storage/tables.ts';
import {
  confirmingLogin,
  isConfirmedByLogin,
  isWhoConfirmed,
  loginHolds,
  loginOutlives,
  whoConfirmed,
  withCorrectable,
} from './confirming-login.ts';
import type { ProcessRow } from './row.ts';

const minute = (at: number) => new Date(Date.UTC(2026, 10, 26, 10, at));
const fields = ['givenName', 'town', 'remark'].map((key) => ({
  type: 'textfield',
  key,
  label: key,
  input: true,
}));
const de = formOf(...fields);
let now = minute(5);
const context = {
  now: () => now,
  config: { CONFIRMING_LOGIN_MINUTES: 10 },
  content: () => ({
    metadata: new Map([
      [
        'm',
        { fmsFormId: 'm', idpIds: ['nkb', 'elster'], identificationType: 'none', trustLevel: 'substantial' },
      ],
    ]),
    forms: new Map([['m', { fmsType: 'FORMIO', definition: { de, en: de } }]]),
  }),
} as unknown as ServerContext;

const identity = { providerId: 'nkb', trustLevel: 'substantial', name: 'Anna' } as Identity;
const sessionOf = (about: Partial<Identity> = {}, userId = 'u') =>
  ({ userId, identity: { ...identity, ...about } }) as unknown as Session;
const login = (about: Partial<ConfirmingLogin> = {}): ConfirmingLogin => ({
  ...confirmingLogin(identity, 'u', minute(2)),
  correctable: ['town'],
  ...about,
});
const rowOf = (
  about: { login?: ConfirmingLogin | null; loginConfirmed?: boolean; confirmedAt?: Date | null } = {},
) =>
  ({
    metadataId: 'm',
    locale: 'de',
    data: { givenName: 'Anna', town: 'Kiel' },
    confirmedAt: about.confirmedAt === undefined ? minute(1) : about.confirmedAt,
    confirmingLogin: about.login === undefined ? login() : about.login,
    context: { mode: 'complete', loginConfirmed: about.loginConfirmed ?? true },
  }) as unknown as ProcessRow;

const company = { company: 'Wind GmbH', providerId: 'elster' } as const;

/** Reasons why a login does not count for this application, whatever it was asked for. */
const faults: [string, Session, ConfirmingLogin | null][] = [
  ['none was made', sessionOf(), null],
  ['it is that of another account', sessionOf({}, 'other'), login()],
  ['a colleague has made it', sessionOf({ ...company, name: 'Jonas' }), login({ ...company, name: 'Petra' })],
  [
    'its own level is too low, whatever the session proves',
    sessionOf({ trustLevel: 'high' }),
    login({ trustLevel: 'low' }),
  ],
  ['the form does not take its account', sessionOf(), login({ providerId: 'sk' })],
];

describe('a login confirms completed data', () => {
  it('that it was made for and after', () => {
    expect(isConfirmedByLogin(context, sessionOf(), rowOf())).toBe(true);
    expect(isConfirmedByLogin(context, sessionOf({ trustLevel: 'low' }), rowOf()), 'a weaker session').toBe(
      true,
    );
    expect(isConfirmedByLogin(context, sessionOf(), rowOf({ confirmedAt: minute(2) }))).toBe(true);
  });

  it.each(faults)('not where %s', (_why, session, made) => {
    expect(isConfirmedByLogin(context, session, rowOf({ login: made }))).toBe(false);
  });

  it('not where it came before the completion, or nothing is completed', () => {
    expect(isConfirmedByLogin(context, sessionOf(), rowOf({ confirmedAt: minute(3) }))).toBe(false);
    expect(isConfirmedByLogin(context, sessionOf(), rowOf({ confirmedAt: null }))).toBe(false);
  });
});

describe('a login that has confirmed holds for a correction', () => {
  const outlives = (data: FormData, about: Parameters<typeof rowOf>[0] = {}, session = sessionOf()) =>
    loginOutlives(context, session, rowOf(about), data);
  const corrected = { givenName: 'Anna', town: 'Husum' };

  it('of what was named, until the minutes have passed', () => {
    now = minute(12);
    expect(loginHolds(context, sessionOf(), rowOf())).toBe(true);
    expect(outlives(corrected)).toBe(true);
    now = new Date(minute(12).getTime() + 1);
    expect(loginHolds(context, sessionOf(), rowOf())).toBe(false);
    expect(outlives(corrected)).toBe(false);
    now = minute(5);
  });

  it.each(faults)('not where %s', (_why, session, made) => {
    expect(loginHolds(context, session, rowOf({ login: made }))).toBe(false);
    expect(outlives(corrected, { login: made && { ...made, correctable: ['town'] } }, session)).toBe(false);
  });

  it('not where it has not confirmed anything', () => {
    expect(loginHolds(context, sessionOf(), rowOf({ loginConfirmed: false }))).toBe(false);
  });

  it.each<[string, FormData]>([
    ['something else as well', { givenName: 'Paula', town: 'Husum' }],
    ['something new', { givenName: 'Anna', town: 'Kiel', remark: 'x' }],
    ['something taken away', { town: 'Kiel' }],
  ])('not for %s', (_what, data) => expect(outlives(data)).toBe(false));

  it('not where nothing was named, also when nothing is changed', () => {
    expect(outlives({ givenName: 'Anna', town: 'Kiel' })).toBe(true);
    expect(outlives({ givenName: 'Anna', town: 'Kiel' }, { login: login({ correctable: [] }) })).toBe(false);
  });
});

it('what may be corrected is added, each once, and belongs to a login', () => {
  expect(withCorrectable(login(), ['town', 'remark'])?.correctable).toEqual(['town', 'remark']);
  expect(withCorrectable(null, ['town'])).toBeNull();
});

it('a login is named as the one that has confirmed only if it has', () => {
  expect(whoConfirmed(rowOf())).toEqual(login());
  expect(whoConfirmed(rowOf({ loginConfirmed: false }))).toBeNull();
});

it('a colleague is somebody else, a weaker login of the person is not', () => {
  const petra = rowOf({ login: login({ ...company, name: 'Petra' }) });
  expect(isWhoConfirmed(sessionOf({ ...company, name: 'Jonas' }), petra)).toBe(false);
  expect(isWhoConfirmed(sessionOf({ ...company, name: 'Petra', trustLevel: 'low' }), petra)).toBe(true);
  expect(isWhoConfirmed(sessionOf(), rowOf({ login: null }))).toBe(true);
});
