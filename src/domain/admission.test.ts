import { describe, expect, it, test } from 'vitest';
import { admitsNobody, type PresentLogin, standingOf, waysToStart } from './admission.ts';
import {
  type LoginMode,
  type LoginProviderId,
  loginModes,
  loginProviderIds,
  type ProviderId,
  providerIds,
} from './login.ts';
import { type AdmissionRules, levelNeeded, loginWays, onlineIdHelps } from './login-ways.ts';
import { type TrustLevel, trustLevels } from './trust-level.ts';

const form = (change: Partial<AdmissionRules> = {}): AdmissionRules => ({
  mode: 'start_or_complete',
  idpIds: providerIds,
  identificationType: 'none',
  trustLevel: 'low',
  ...change,
});
const logged = (providerId: LoginProviderId, trustLevel: TrustLevel): PresentLogin => ({
  providerId,
  trustLevel,
});
const named = (ways: readonly { providerId: string; level: string }[]) =>
  ways.map(({ providerId, level }) => `${providerId} ${level}`).join(', ');

describe('the logins that reach the level of a form', () => {
  test.each([
    ['none', 'low', 'nkb low, elster low, sk low, eid high'],
    ['none', 'substantial', 'nkb substantial, elster substantial, sk substantial, eid high'],
    ['none', 'high', 'nkb high, sk high, eid high'],
    // An identity document has been read: at level high only.
    ['eid', 'low', 'nkb high, sk high, eid high'],
    ['eid', 'substantial', 'nkb high, sk high, eid high'],
    ['eid', 'high', 'nkb high, sk high, eid high'],
  ] as const)('identification %s, level %s: %s', (identificationType, trustLevel, ways) => {
    expect(named(loginWays(form({ identificationType, trustLevel })))).toBe(ways);
  });

  it('are those that the form names and that are offered here, in the order of this installation', () => {
    const rules = form({ idpIds: ['anon', 'nkb', 'elster'] });
    expect(named(loginWays(rules, ['elster', 'eid', 'nkb']))).toBe('elster low, nkb low');
    expect(loginWays(rules, ['eid', 'sk'])).toEqual([]);
  });
});

describe('the ways to start', () => {
  const nkb: LoginProviderId[] = ['nkb'];
  // mode, with "anon", a login of the form is offered here: without an account or not, and the logins
  test.each([
    ['none', true, true, true, 'nkb low'],
    ['none', true, false, true, ''],
    ['none', false, true, false, 'nkb low'],
    ['none', false, false, false, ''],
    ['start', true, true, false, 'nkb low'],
    ['start', true, false, false, ''],
    ['start', false, true, false, 'nkb low'],
    ['start', false, false, false, ''],
    ['complete', true, true, true, 'nkb low'],
    // This form could be filled in, but never sent.
    ['complete', true, false, false, ''],
    ['complete', false, true, false, 'nkb low'],
    ['complete', false, false, false, ''],
    ['start_or_complete', true, true, true, 'nkb low'],
    ['start_or_complete', true, false, false, ''],
    ['start_or_complete', false, true, false, 'nkb low'],
    ['start_or_complete', false, false, false, ''],
    ['start_and_complete', true, true, false, 'nkb low'],
    ['start_and_complete', true, false, false, ''],
    ['start_and_complete', false, true, false, 'nkb low'],
    ['start_and_complete', false, false, false, ''],
  ] as const)('%s, "anon" named %s, a login here %s', (mode, withAnon, isHere, anonymous, logins) => {
    const rules = form({ mode, idpIds: withAnon ? ['anon', 'nkb'] : ['nkb'] });
    const ways = waysToStart(rules, isHere ? nkb : ['elster']);
    expect([ways.anonymous, named(ways.logins)]).toEqual([anonymous, logins]);
  });
});

describe('what a login is good for', () => {
  const here = loginProviderIds;

  test.each([
    ['none', 'sufficient', 'sufficient'],
    ['start', 'required', 'required'],
    ['complete', 'sufficient', 'required'],
    ['start_or_complete', 'sufficient', 'required'],
    ['start_and_complete', 'required', 'required'],
  ] as const)('without an account, mode %s: %s at the start, %s at the end', (mode, start, submission) => {
    expect(standingOf(form({ mode }), here, null, 'start').is).toBe(start);
    expect(standingOf(form({ mode }), here, null, 'submission').is).toBe(submission);
    const closed = form({ mode, idpIds: ['nkb'] });
    expect(standingOf(closed, here, null, 'start').is).toBe('required');
    expect(standingOf(closed, here, null, 'submission').is).toBe('required');
  });

  /** Levels of a login in columns, those of the form in rows; + suffices, - is too low. */
  const suffices: Record<TrustLevel, string> = { low: '+++', substantial: '-++', high: '--+' };
  test.each(trustLevels)('level %s of the form', (trustLevel) => {
    for (const id of loginProviderIds) {
      for (const mode of loginModes) {
        for (const moment of ['start', 'submission'] as const) {
          const found = trustLevels.map((level) => {
            const standing = standingOf(form({ mode, trustLevel }), here, logged(id, level), moment);
            if (standing.is === 'levelTooLow') expect(standing.needed).toBe(trustLevel);
            return standing.is === 'sufficient' ? '+' : standing.is === 'levelTooLow' ? '-' : standing.is;
          });
          expect(found.join(''), `${id} ${mode} ${moment}`).toBe(suffices[trustLevel]);
        }
      }
    }
  });

  it('an account of another kind is not accepted, at whatever level', () => {
    const rules = form({ idpIds: ['anon', 'elster'], trustLevel: 'substantial' });
    for (const level of trustLevels) {
      const standing = standingOf(rules, here, logged('nkb', level), 'start');
      expect(standing).toEqual({
        is: 'notAccepted',
        ways: [{ providerId: 'elster', level: 'substantial' }],
      });
    }
  });

  it('the step up is the same account, if it gets that far and is offered here', () => {
    const rules = form({ trustLevel: 'high' });
    const low = (id: LoginProviderId, offered: readonly LoginProviderId[] = here) =>
      standingOf(rules, offered, logged(id, 'low'), 'submission');
    expect(low('nkb')).toMatchObject({ stepUp: { providerId: 'nkb', level: 'high' } });
    expect(low('elster')).toMatchObject({ is: 'levelTooLow', stepUp: null });
    expect(low('nkb', ['eid'])).toMatchObject({ stepUp: null, ways: [{ providerId: 'eid', level: 'high' }] });
  });

  it('an identity document means level high', () => {
    const rules = form({ identificationType: 'eid', trustLevel: 'low' });
    expect(levelNeeded(rules)).toBe('high');
    expect(standingOf(rules, here, logged('nkb', 'substantial'), 'start')).toMatchObject({
      is: 'levelTooLow',
      needed: 'high',
      stepUp: { providerId: 'nkb', level: 'high' },
    });
    expect(standingOf(rules, here, logged('nkb', 'high'), 'start').is).toBe('sufficient');
  });
});

describe('every form', () => {
  let subsets: ProviderId[][] = [[]];
  for (const id of providerIds) subsets = subsets.concat(subsets.map((some) => [...some, id]));
  const all: AdmissionRules[] = loginModes.flatMap((mode) =>
    subsets.flatMap((idpIds) =>
      (['none', 'eid'] as const).flatMap((identificationType) =>
        trustLevels.map((trustLevel) => ({ mode, idpIds, identificationType, trustLevel })),
      ),
    ),
  );

  it('admits at the start and at the end whoever logs in by one of its ways', () => {
    for (const rules of all) {
      for (const { providerId, level } of loginWays(rules)) {
        for (const moment of ['start', 'submission'] as const) {
          expect(standingOf(rules, loginProviderIds, logged(providerId, level), moment).is).toBe(
            'sufficient',
          );
        }
      }
    }
  });

  it('can be started exactly where somebody can send it', () => {
    for (const rules of all) {
      const { anonymous, logins } = waysToStart(rules, loginProviderIds);
      const starts = anonymous || logins.length > 0;
      expect(starts, JSON.stringify(rules)).toBe(!admitsNobody(rules));
    }
  });

  test.each([
    ['none', ['anon'], 'none', 'low', false],
    ['complete', ['anon'], 'none', 'low', true],
    ['start_or_complete', ['anon'], 'eid', 'high', true],
    ['start', ['elster'], 'none', 'high', true],
    ['start', ['elster'], 'none', 'substantial', false],
    ['start', ['elster'], 'eid', 'high', true],
    ['complete', ['anon', 'elster'], 'none', 'high', true],
    ['complete', ['anon', 'elster', 'eid'], 'none', 'high', false],
  ] as const)('mode %s, logins %j, identification %s, level %s: admits nobody %s', (...row) => {
    const [mode, idpIds, identificationType, trustLevel, nobody] = row as unknown as [
      LoginMode,
      AdmissionRules['idpIds'],
      AdmissionRules['identificationType'],
      TrustLevel,
      boolean,
    ];
    expect(admitsNobody({ mode, idpIds, identificationType, trustLevel })).toBe(nobody);
  });
});

test.each([
  [['nkb'], 'none', 'low', false],
  [['anon', 'nkb'], 'none', 'substantial', true],
  [['nkb'], 'none', 'high', true],
  [['sk', 'elster'], 'none', 'substantial', true],
  [['elster'], 'none', 'substantial', false],
  [['eid'], 'eid', 'high', true],
  [['eid', 'nkb'], 'none', 'low', false],
] as const)('logins %j, identification %s, level %s: the online ID helps %s', (...row) => {
  const [idpIds, identificationType, trustLevel, helps] = row;
  expect(onlineIdHelps({ idpIds: [...idpIds], identificationType, trustLevel })).toBe(helps);
});
