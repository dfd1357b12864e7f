import { describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { LoginMode, LoginProviderId } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Problem } from '../kit/problem.ts';
import { answersMayBeOpened, answersMayBeSaved, startChoice, waysToKeep } from './application.ways.ts';

const HERE: readonly LoginProviderId[] = ['nkb', 'elster', 'eid'];
const offer = (change: Partial<MetadataView> = {}): MetadataView =>
  ({
    mode: 'none',
    trustLevel: 'low',
    identificationType: 'none',
    idpIds: ['nkb', 'elster', 'eid', 'anon'],
    ...change,
  }) as MetadataView;
const account = (providerId: LoginProviderId, trustLevel: TrustLevel = 'low') => ({
  providerId,
  trustLevel,
  name: 'Petra Lindemann',
  person: 'p1',
});
const choice = (change: Partial<MetadataView>, who: ReturnType<typeof account> | null = null, here = HERE) =>
  startChoice(offer(change), here, who);

describe('the start of an application', () => {
  it.each<[LoginMode, boolean, string, boolean]>([
    ['none', true, 'never', false],
    ['start', false, 'now', false],
    ['complete', true, 'later', true],
    ['start_or_complete', true, 'later', false],
    ['start_and_complete', false, 'now', true],
  ])(
    'in mode %s offers to start without an account: %s, a login is due %s',
    (mode, anonymous, due, again) => {
      expect(choice({ mode })).toMatchObject({ is: 'open', anonymous, due, again });
    },
  );

  it('offers the logins that are configured here, accepted by the form and reach its level, in their order', () => {
    const ids = (change: Partial<MetadataView>, here = HERE) => {
      const found = choice(change, null, here);
      return found.is === 'open' ? found.ways.map(({ providerId, level }) => [providerId, level]) : found.is;
    };
    expect(ids({})).toEqual([
      ['nkb', 'low'],
      ['elster', 'low'],
      ['eid', 'high'],
    ]);
    expect(ids({ trustLevel: 'high' })).toEqual([
      ['nkb', 'high'],
      ['eid', 'high'],
    ]);
    expect(ids({ idpIds: ['elster', 'anon'] })).toEqual([['elster', 'low']]);
    expect(ids({}, ['eid'])).toEqual([['eid', 'high']]);
    expect(ids({ identificationType: 'eid', idpIds: ['nkb', 'elster'], mode: 'start' })).toEqual([
      ['nkb', 'high'],
    ]);
  });

  it('asks for the same login once more where it was not asked for enough', () => {
    const refusal: Problem = { code: 'login-incomplete', accepted: ['nkb'], trustLevel: 'high' };
    const present = account('nkb', 'high');
    const way = { providerId: 'nkb', level: 'high' };
    expect(startChoice(offer(), HERE, present, refusal)).toEqual({ is: 'incomplete', way });
    expect(startChoice(offer(), HERE, present, { code: 'network' })).toMatchObject({ is: 'loggedIn' });
  });

  it('without an account is due now where the form does not accept that', () => {
    expect(choice({ idpIds: ['nkb'] })).toMatchObject({ anonymous: false, due: 'now' });
  });

  it('is closed where no login that is needed is offered', () => {
    expect(choice({ mode: 'start' }, null, [])).toEqual({ is: 'closed' });
    expect(choice({ mode: 'none' }, null, [])).toMatchObject({ is: 'open', ways: [] });
  });

  it('is open to who is logged in well enough', () => {
    expect(choice({ trustLevel: 'high' }, account('nkb', 'high'))).toEqual({ is: 'loggedIn', again: false });
    expect(choice({ mode: 'complete' }, account('nkb'))).toEqual({ is: 'loggedIn', again: true });
  });

  it('offers the step up of the same account first, others apart from it', () => {
    expect(choice({ trustLevel: 'high' }, account('nkb'))).toEqual({
      is: 'levelTooLow',
      needed: 'high',
      stepUp: { providerId: 'nkb', level: 'high' },
      others: [{ providerId: 'eid', level: 'high' }],
    });
    expect(choice({ trustLevel: 'high' }, account('elster', 'substantial'))).toMatchObject({ stepUp: null });
  });

  it('names the logins that are accepted when the present one is not', () => {
    expect(choice({ idpIds: ['elster'] }, account('nkb', 'high'))).toEqual({
      is: 'notAccepted',
      ways: [{ providerId: 'elster', level: 'low' }],
    });
  });
});

describe('what was begun without an account', () => {
  const begun = (status: string, facts: object = {}, change: Partial<MetadataView> = {}) =>
    ({
      status,
      facts: { mode: 'none', feeCents: 0, hasUser: false, running: false, ...facts },
      metadata: offer(change),
    }) as ProcessView;
  const ids = (process: ProcessView | null, who: ReturnType<typeof account> | null = null) =>
    waysToKeep(process, HERE, who).map(({ providerId, level }) => `${providerId} ${level}`);

  it('is kept by the logins that the form admits', () => {
    expect(ids(begun('EDITING'))).toEqual(['nkb low', 'elster low', 'eid high']);
    expect(ids(begun('COMPLETED', { feeCents: 500 }, { idpIds: ['elster', 'anon'] }))).toEqual([
      'elster low',
    ]);
    expect(ids(begun('EDITING', {}, { idpIds: ['anon'] }))).toEqual([]);
  });

  it.each<[string, ProcessView | null]>([
    ['there is nothing', null],
    ['it is somebody’s', begun('EDITING', { hasUser: true })],
    ['it is being sent', begun('COMPLETED', { running: true })],
    ['it was sent', begun('SUBMITTED')],
    ['the next step is a login', begun('COMPLETED', { mode: 'complete' })],
  ])('is not asked about where %s', (_, process) => expect(ids(process)).toEqual([]));

  it('is kept by the account that somebody has logged in with meanwhile, at the level of the form', () => {
    expect(ids(begun('EDITING'), account('elster'))).toEqual(['elster low']);
    expect(ids(begun('EDITING', {}, { trustLevel: 'high' }), account('nkb'))).toEqual(['nkb high']);
    expect(ids(begun('EDITING', {}, { trustLevel: 'high' }), account('elster'))).toEqual([]);
    expect(ids(begun('EDITING', {}, { idpIds: ['elster', 'anon'] }), account('nkb'))).toEqual([]);
  });

  it.each<[string, ProcessView | null, ReturnType<typeof account> | null, boolean]>([
    ['as it is', begun('EDITING', {}, { fmsType: 'FORMIO' }), null, true],
    ['once confirmed', begun('COMPLETED', { mode: 'complete' }, { fmsType: 'FORMIO' }), null, true],
    ['where there is nothing', null, null, false],
    ['of an account', begun('EDITING', { hasUser: true }, { fmsType: 'FORMIO' }), null, false],
    ['with a login', begun('EDITING', {}, { fmsType: 'FORMIO' }), account('nkb'), false],
    ['while it is sent', begun('COMPLETED', { running: true }, { fmsType: 'FORMIO' }), null, false],
    ['after it was sent', begun('SUBMITTED', {}, { fmsType: 'FORMIO' }), null, false],
    ['of a form server', begun('EDITING', {}, { fmsType: 'LIP' }), null, false],
  ])('becomes a file or not: %s', (_, process, who, may) => {
    expect(answersMayBeSaved(process, who)).toBe(may);
  });

  it.each<[string, Partial<MetadataView>, boolean, boolean]>([
    ['that needs no account', { mode: 'complete' }, false, true],
    ['that begins with a login', { mode: 'start' }, false, false],
    ['that begins and ends with a login', { mode: 'start_and_complete' }, false, false],
    ['that admits accounts only', { mode: 'complete', idpIds: ['nkb'] }, false, false],
    ['of a form server', { fmsType: 'LIP' }, false, false],
    ['that another portal has handed over', {}, true, false],
  ])('is opened from a file or not: a form %s', (_, change, isHandedOver, may) => {
    expect(answersMayBeOpened(offer({ fmsType: 'FORMIO', ...change }), HERE, isHandedOver)).toBe(may);
  });
});
