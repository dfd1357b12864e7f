import { describe, expect, it } from 'vitest';
import { loginMachine } from '#machines/login/login.machine.ts';
import {
  selectAskedProvider,
  selectCanBeRetried,
  selectCardStep,
  selectIsGivenUp,
  selectIsLeaving,
  selectIsNamed,
  selectIsUnderWay,
  selectIsWithdrawn,
  selectLoginOutcome,
  selectLoginProblem,
  selectLoginQuery,
  selectLoginRefusal,
  selectProviderIsSilent,
} from '#machines/login/login.selectors.ts';
import type { LoginInput } from '#machines/login/login.types.ts';
import { follow, type Step } from './follow.ts';
import { type Live, runLive } from './live.ts';
import { loginEnds, page } from './login.subject.ts';

/** Orders to the browser: to leave for a page, to stay, or to tell its other windows. */
const told: unknown[] = [];

function arrive(about: Partial<LoginInput> = {}): Live {
  told.length = 0;
  const watched = loginMachine.provide({
    actions: {
      leaveForProvider: (_, leaving) => void told.push(leaving),
      stayHere: () => void told.push('stay'),
      announceLogin: () => void told.push('announced'),
    },
  });
  const input = { outcome: null, refusal: null, query: null, named: null, appCanBeAsked: true, ...about };
  return runLive(watched, () => input, Object.keys(loginEnds));
}

const query = (providerId: string) => ({ providerId, redirect: '/formular' });
const request = (providerId: string, state: string): Step => [
  { type: 'login.requested', query: query(providerId) } as never,
  state,
  { query: query(providerId) },
];
const read = (live: Live) => {
  const snapshot = live.snapshot() as never;
  return {
    named: selectIsNamed(snapshot),
    leaving: selectIsLeaving(snapshot),
    silent: selectProviderIsSilent(snapshot),
    givenUp: selectIsGivenUp(snapshot),
    card: selectCardStep(snapshot),
    outcome: selectLoginOutcome(snapshot),
    retry: selectCanBeRetried(snapshot),
    withdrawn: selectIsWithdrawn(snapshot),
  };
};
const nothing = {
  named: false,
  leaving: false,
  silent: false,
  givenUp: false,
  card: null,
  outcome: null,
  retry: false,
  withdrawn: false,
};
const event = (type: string) => ({ type });
const handedOver: Step = [{ answer: 'requestLogin', output: page }, 'handingOver.waiting', { page }];

/** Where a login begins at an account, and with the card. */
const begins = [
  ['nkb', 'requesting'],
  ['eid', 'card.preparing'],
] as const;

describe('a page', () => {
  it('that nobody came back to shows nothing of a login', () => {
    const live = arrive();
    expect(live.state()).toBe('idle');
    expect(read(live)).toEqual(nothing);
    expect(selectAskedProvider(live.snapshot() as never)).toBeUndefined();
  });

  it.each([
    ['SUCCESS', 'succeeded', false],
    ['CANCEL', 'cancelled', true],
    ['ERROR', 'failed', true],
  ] as const)('shows once how the login ended: %s', async (outcome, state, retry) => {
    const live = arrive({ outcome, query: query('nkb'), refusal: 'level-too-low' as never });
    expect(live.state()).toBe(state);
    expect(told).toEqual(state === 'succeeded' ? ['announced'] : []);
    expect(read(live)).toEqual({ ...nothing, outcome: state, retry });
    expect(live.snapshot().hasTag('outcome')).toBe(true);
    expect(selectLoginRefusal(live.snapshot() as never)).toBe('level-too-low');
    expect(selectLoginQuery(live.snapshot() as never)).toEqual(query('nkb'));
    await follow(live, [[event('page.left'), 'idle']]);
    expect(live.snapshot().hasTag('outcome')).toBe(false);
  });

  it.each(['SUCCESS', 'CANCEL', 'ERROR'] as const)('from which one can begin again: %s', async (outcome) => {
    for (const [provider, state] of begins) {
      const live = arrive({ outcome, query: query('elster'), refusal: 'level-too-low' as never });
      await follow(live, [
        request(provider, state),
        [event('login.abandoned'), 'idle', { problem: null, outcome: null, refusal: null }],
      ]);
    }
  });

  it.each(begins)('tries the same again after a failure, with its provider: %s', async (provider, state) => {
    for (const outcome of ['CANCEL', 'ERROR'] as const) {
      const same = { ...query(provider), forceNew: true, trustLevel: 'high' } as const;
      const live = arrive({ outcome, query: same });
      await follow(live, [[event('login.retried'), state, { query: same }]]);
      expect(live.calls('requestLogin')).toEqual(state === 'requesting' ? [same] : []);
    }
  });

  it('cannot try again what it does not know', async () => {
    const live = arrive({ outcome: 'ERROR' });
    expect(read(live).retry).toBe(false);
    await follow(live, [[event('login.retried'), 'failed']]);
  });
});

describe('an address that names a login', () => {
  it.each(['nkb', 'eid'])('begins none by itself: %s', async (provider) => {
    const live = arrive({ named: { query: query(provider), isChosen: false } });
    expect(live.state()).toBe('named');
    expect(read(live)).toEqual({ ...nothing, named: true });
    expect(selectIsUnderWay(live.snapshot() as never)).toBe(false);
    expect(live.calls('requestLogin')).toEqual([]);
    expect(selectAskedProvider(live.snapshot() as never)).toBe(provider);
    for (const type of ['login.retried', 'check.requested', 'check.skipped', 'page.left']) {
      expect(await live.bring({ type }), type).toBe('refused');
    }
    await live.passTime(60_000);
    expect(live.calls('requestLogin')).toEqual([]);
    await follow(live, [request(provider, provider === 'eid' ? 'card.preparing' : 'requesting')]);
    expect(read(live).named).toBe(false);
    expect(selectIsUnderWay(live.snapshot() as never)).toBe(true);
  });

  it.each(begins)('begins the one that was just chosen in the portal: %s', (provider, state) => {
    const live = arrive({ named: { query: query(provider), isChosen: true } });
    expect(live.state()).toBe(state);
    expect(live.calls('requestLogin')).toHaveLength(state === 'requesting' ? 1 : 0);
  });

  it('begins none when the person comes back from one', () => {
    const named = { query: query('nkb'), isChosen: true };
    expect(arrive({ outcome: 'CANCEL', named }).state()).toBe('cancelled');
  });
});

describe('a login at an account', () => {
  it('leaves for the page of the provider, with what was asked', async () => {
    const live = arrive();
    await follow(live, [request('nkb', 'requesting')]);
    expect(read(live)).toEqual({ ...nothing, leaving: true });
    expect(live.calls('requestLogin')).toEqual([query('nkb')]);
    await follow(live, [handedOver]);
    expect(told).toEqual([{ page, query: query('nkb') }]);
    expect(read(live)).toEqual({ ...nothing, leaving: true });
    expect(selectAskedProvider(live.snapshot() as never)).toBe('nkb');
  });

  it('says after 12 seconds that the page does not come, and asks for it again', async () => {
    const live = arrive();
    await follow(live, [
      request('nkb', 'requesting'),
      handedOver,
      [{ passMs: 11_999 }, 'handingOver.waiting'],
      [{ passMs: 1 }, 'handingOver.silent'],
    ]);
    expect(read(live)).toEqual({ ...nothing, leaving: true, silent: true, retry: true });
    await follow(live, [[event('login.retried'), 'requesting', { page: null }]]);
    expect(told).toEqual([{ page, query: query('nkb') }, 'stay']);
    expect(live.calls('requestLogin')).toHaveLength(2);
  });

  it.each([
    ['requesting', [], ['login.abandoned', 'page.left'], 0],
    ['handing over', [handedOver], ['login.abandoned'], 1],
  ] as const)('can be given up: %s', async (_when, steps, types, stays) => {
    for (const type of types) {
      const live = arrive();
      await follow(live, [request('nkb', 'requesting'), ...steps, [event(type), 'idle']]);
      expect(read(live)).toEqual({ ...nothing, givenUp: true });
      expect(told.filter((said) => said === 'stay')).toHaveLength(stays);
      await follow(live, [request('nkb', 'requesting')]);
    }
  });

  it('that cannot begin says why, and can be tried again', async () => {
    const live = arrive();
    const problem = { code: 'network' };
    await follow(live, [
      request('nkb', 'requesting'),
      [{ refuse: 'requestLogin', error: problem }, 'failed', { problem }],
    ]);
    expect(selectLoginProblem(live.snapshot() as never)).toEqual(problem);
    expect(read(live)).toEqual({ ...nothing, outcome: 'failed', retry: true });
    await follow(live, [[event('login.retried'), 'requesting', { problem: null }]]);
  });

  it('that is not offered any more is not tried again', async () => {
    const live = arrive();
    await follow(live, [
      request('eid', 'card.preparing'),
      [event('check.requested'), 'card.asking'],
      [{ answer: 'askCardApp', output: 'running' }, 'requesting'],
      [{ refuse: 'requestLogin', error: { code: 'input-invalid' } }, 'failed'],
    ]);
    expect(read(live)).toEqual({ ...nothing, outcome: 'failed', withdrawn: true });
    await follow(live, [[event('login.retried'), 'failed'], request('nkb', 'requesting')]);
  });
});

describe('a login with the identity card', () => {
  const begun = (state = 'card.preparing') => request('eid', state);
  const asked: Step[] = [begun(), [event('check.requested'), 'card.asking']];
  const almost: Step = [{ passMs: 2999 }, 'card.asking'];

  it('leads on when its app runs', async () => {
    const live = arrive();
    await follow(live, [begun()]);
    expect(read(live)).toEqual({ ...nothing, card: 'preparing' });
    expect([live.snapshot().hasTag('card'), live.calls('askCardApp')]).toEqual([true, []]);
    await follow(live, [[event('check.requested'), 'card.asking']]);
    expect(read(live).card).toBe('asking');
    await follow(live, [[{ answer: 'askCardApp', output: 'running' }, 'requesting']]);
    expect(live.snapshot().hasTag('card')).toBe(false);
    expect(live.calls('requestLogin')).toEqual([query('eid')]);
  });

  it('does not ask for the app on a phone', async () => {
    const live = arrive({ appCanBeAsked: false });
    await follow(live, [begun('card.onPhone')]);
    expect(read(live).card).toBe('onPhone');
    await follow(live, [
      [event('check.requested'), 'card.onPhone'],
      [event('check.skipped'), 'requesting'],
    ]);
  });

  it.each<[string, Step, string]>([
    ['notRunning', [{ answer: 'askCardApp', output: 'notRunning' }, 'card.notRunning'], 'notRunning'],
    ['unclear', [{ refuse: 'askCardApp', error: new Error('?') }, 'card.unclear'], 'unclear'],
    ['silent for 3 seconds', [{ passMs: 1 }, 'card.unclear'], 'unclear'],
  ])('says when the app is %s; it is asked again, or passed over', async (_what, step, card) => {
    const live = arrive();
    await follow(live, [...asked, almost, step]);
    expect(read(live).card).toBe(card);
    await follow(live, [[event('check.requested'), 'card.asking']]);
    expect(live.calls('askCardApp')).toHaveLength(2);
    const another = arrive();
    await follow(another, [...asked, almost, step, [event('check.skipped'), 'requesting']]);
  });

  it.each(['login.abandoned', 'page.left'])('can be given up: %s', async (type) => {
    const live = arrive();
    await follow(live, [begun(), [event(type), 'idle']]);
    expect(read(live)).toEqual({ ...nothing, givenUp: true });
  });
});
