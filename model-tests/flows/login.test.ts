import { describe, expect, it, vi } from 'vitest';
import { loginMachine } from '#machines/login/login.machine.ts';
import { selectCanBeRetried, selectIsWithdrawn } from '#machines/login/login.selectors.ts';
import type { LoginContext, LoginInput } from '#machines/login/login.types.ts';
import { type Live, runLive } from './live.ts';
import { loginEnds, loginSubject, page } from './login.subject.ts';
import { runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

/** The browser leaves only with a page to go to, and a failure always has its reason or its outcome. */
function check(live: Live): void {
  const { page: leadsTo, problem, outcome, refusal, query } = live.snapshot().context as LoginContext;
  const state = live.state();
  if (state.startsWith('handingOver')) expect([leadsTo, query === null]).toEqual([page, false]);
  if (state === 'requesting') expect([leadsTo, problem, refusal]).toEqual([null, null, null]);
  if (state === 'failed') expect(problem !== null || outcome === 'ERROR').toBe(true);
  if (state.startsWith('card')) expect(query?.providerId).toBe('eid');
  expect(live.underWay('requestLogin')).toBe(state === 'requesting' ? 1 : 0);
  expect(live.underWay('askCardApp')).toBe(state === 'card.asking' ? 1 : 0);
}

it('hands over to the provider once and tells the outcome once', async () => {
  const missing = await runFlow(
    { subject: loginSubject, ends: loginEnds, observer: () => ({ afterStep: check }) },
    {
      ...internalTypes,
      'login.requested': true,
      'login.retried': true,
      'check.requested': true,
      'check.skipped': true,
      'login.abandoned': true,
      'page.left': true,
    },
  );
  expect(missing).toEqual([]);
});

const open = (change: Partial<LoginInput> = {}) =>
  runLive(
    loginMachine,
    () => ({
      outcome: null,
      refusal: null,
      query: null,
      named: null,
      appCanBeAsked: true,
      ...change,
    }),
    ['requestLogin', 'askCardApp'],
  );
const choose = (providerId: string) => ({
  type: 'login.requested',
  query: { providerId, redirect: '/formular' },
});

describe('a login', () => {
  it('is requested once, however often the button is pressed', async () => {
    const live = open();
    await live.bring(choose('nkb'));
    expect(await live.bring(choose('nkb'))).toBe('refused');
    await live.answer('requestLogin', page);
    expect(await live.bring(choose('nkb'))).toBe('refused');
    expect(live.calls('requestLogin')).toHaveLength(1);
  });

  it('that is given up while it is prepared does not take the person away', async () => {
    const live = open();
    await live.bring(choose('nkb'));
    await live.bring({ type: 'login.abandoned' });
    await live.answer('requestLogin', page);
    expect(live.state()).toBe('idle');
    expect((live.snapshot().context as LoginContext).page).toBeNull();
  });

  it('with the online ID card asks nothing of the device before the person says so', async () => {
    const live = open();
    await live.bring(choose('eid'));
    expect([live.state(), live.calls('askCardApp')]).toEqual(['card.preparing', []]);
    await live.bring({ type: 'check.requested' });
    expect(live.calls('askCardApp')).toHaveLength(1);
  });

  it('waits three seconds for the app of the card, not longer', async () => {
    const live = open();
    await live.bring(choose('eid'));
    await live.bring({ type: 'check.requested' });
    await live.passTime(2_999);
    expect(live.state()).toBe('card.asking');
    await live.passTime(1);
    expect(live.state()).toBe('card.unclear');
    await live.bring({ type: 'check.skipped' });
    expect(live.calls('requestLogin')).toEqual([{ providerId: 'eid', redirect: '/formular' }]);
  });

  it.each<[string, (live: Live) => Promise<void>, string]>([
    ['running', (live) => live.answer('askCardApp', 'running'), 'requesting'],
    ['not running', (live) => live.answer('askCardApp', 'notRunning'), 'card.notRunning'],
    ['not to be asked', (live) => live.refuse('askCardApp', new Error('of the browser')), 'card.unclear'],
  ])(
    'with the online ID card is hindered by no app but one that does not run: %s',
    async (_, ends, state) => {
      const live = open();
      await live.bring(choose('eid'));
      await live.bring({ type: 'check.requested' });
      await ends(live);
      expect(live.state()).toBe(state);
    },
  );

  it('with the online ID card is prepared anew when it is tried again', async () => {
    const live = open({ outcome: 'CANCEL', query: { providerId: 'eid', redirect: '/formular' } });
    await live.bring({ type: 'login.retried' });
    expect([live.state(), live.calls('requestLogin')]).toEqual(['card.preparing', []]);
  });

  it('that is given up on the way stops the browser', async () => {
    const stayHere = vi.fn();
    const machine = loginMachine.provide({ actions: { stayHere } });
    const input: LoginInput = { outcome: null, refusal: null, query: null, named: null, appCanBeAsked: true };
    const live = runLive(machine, () => input, ['requestLogin', 'askCardApp']);
    await live.bring(choose('nkb'));
    await live.answer('requestLogin', page);
    await live.bring({ type: 'login.abandoned' });
    expect(live.state()).toBe('idle');
    expect(stayHere).toHaveBeenCalledOnce();
  });

  it('of a provider that is offered no more cannot be tried again', async () => {
    const live = open();
    await live.bring(choose('nkb'));
    await live.refuse('requestLogin', { code: 'input-invalid' });
    const snapshot = live.snapshot() as Parameters<typeof selectCanBeRetried>[0];
    expect([selectIsWithdrawn(snapshot), selectCanBeRetried(snapshot)]).toEqual([true, false]);
  });

  it('that came back with an error is tried again as it was requested', async () => {
    const query = { providerId: 'nkb', redirect: '/formular', forceNew: true, trustLevel: 'high' } as const;
    const live = open({ outcome: 'ERROR', query });
    await live.bring({ type: 'login.retried' });
    expect(live.calls('requestLogin')).toEqual([query]);
  });
});
