import { describe, expect, it } from 'vitest';
import type { CallProblemCode } from '#domain/problem.ts';
import {
  selectReviewIsLoading,
  selectReviewIsUnavailable,
} from '#machines/application/application.selectors.ts';
import { kim, type OpenApplication, openProcess, seen, summaryOf, ticked } from './application-live.ts';
import { follow, type Step } from './follow.ts';
import { offer, processViews, readIn, type Situation } from './process-views.ts';

const { feeDue, paymentPending, paymentFailed, held, ready, running, submitFailed, submitted, taken } =
  processViews;
const { noticeOpen, noticeChosen, noticeChosenReady } = processViews;
const network = { code: 'network' };
const asks = (step: string) => ({ type: 'step.requested', step }) as never;
const chooses = (accepted: boolean) => ({ type: 'notice.chosen', accepted }) as never;
const reads = (locale: string) => ({ type: 'locale.changed', locale }) as never;
const changes = (page?: string) => ({ type: 'data.changeRequested', ...(page && { page }) }) as never;
/** The state that shows a problem keeps it; `refreshing` clears it. */
const shown = (code: string, state: string) => ({ problem: state === 'refreshing' ? null : { code } });

describe('what was confirmed', () => {
  const look = async (situation: keyof typeof processViews = 'feeDue') => {
    const live = await openProcess(situation);
    await live.bring(asks('summary'));
    return live;
  };
  const review = (live: OpenApplication) => {
    const snapshot = live.snapshot() as never;
    return [selectReviewIsLoading(snapshot), selectReviewIsUnavailable(snapshot)];
  };

  it('is looked at and left again', async () => {
    const live = await look();
    expect([live.state(), ...review(live)]).toEqual(['confirmed.loading', true, false]);
    expect(live.calls('loadSummary')).toEqual([{ processId: 'feeDue', locale: 'de' }]);
    const summary = summaryOf(feeDue);
    await follow(live, [[{ answer: 'loadSummary', output: summary }, 'confirmed.shown', { summary }]]);
    expect(review(live)).toEqual([false, false]);
    await follow(live, [
      [asks('notice'), 'confirmed.shown'],
      [{ type: 'review.ended' }, 'payment.offered'],
      [asks('page.dog'), 'confirmed.loading'],
      [asks('payment'), 'payment.offered'],
    ]);
    expect(live.done()).toEqual(['refuseStep', ['sayWhyClosed', { step: 'notice' }]]);
    await follow(await look('noticeChosen'), [[asks('notice'), 'notice.offered']]);
  });

  it.each<[CallProblemCode, string]>([
    ['trust-level-too-low', 'refreshing'],
    ['form-not-found', 'refreshing'],
    ['network', 'confirmed.unavailable'],
  ])('and is refused with %s leads to %s', async (code, state) => {
    const live = await look();
    await follow(live, [[{ refuse: 'loadSummary', error: { code } }, state, shown(code, state)]]);
    expect(review(live)).toEqual([false, state === 'confirmed.unavailable']);
  });

  it('is asked for again, and in the language that is read', async () => {
    const live = await look();
    await follow(live, [
      [{ refuse: 'loadSummary', error: network }, 'confirmed.unavailable'],
      [{ type: 'retry.requested' }, 'confirmed.loading', { problem: null }],
      [reads('en'), 'confirmed.loading+texts.reloading'],
      [{ answer: 'loadTexts', output: { ...offer, lang: 'en' } }, 'confirmed.loading'],
      [{ answer: 'loadSummary', output: summaryOf(feeDue) }, 'confirmed.loading'],
      [{ answer: 'loadSummary', output: { ...summaryOf(feeDue), lang: 'en' } }, 'confirmed.shown'],
    ]);
  });

  it('is opened again, at a page if one is named', async () => {
    const live = await look();
    await follow(live, [
      [
        changes('dog'),
        'open.filling',
        { reopens: true, wantedPage: { page: 'dog', returnsToSummary: true } },
      ],
    ]);
    expect(live.calls('form')).toMatchObject([{ saveAtOnce: true, page: 'dog', returnsToSummary: true }]);
    const saved = { version: 9, status: 'EDITING', availableUntil: 'x' };
    await follow(live, [[{ type: 'form.saved', saved } as never, 'open.filling', { reopens: false }]]);
    const whole = await look();
    await follow(whole, [[changes(), 'open.filling', { wantedPage: null, reopens: true }]]);
    expect(whole.calls('form')).toMatchObject([{ saveAtOnce: true, page: null, returnsToSummary: false }]);
  });

  it('sends nothing by itself after that, and forgets what had failed', async () => {
    const live = await openProcess('editing');
    await follow(live, [
      [{ type: 'form.finished' }, 'open.summary.loading'],
      [{ answer: 'loadSummary', output: summaryOf(feeDue) }, 'open.summary.shown'],
      [ticked, 'open.summary.shown'],
      [{ type: 'summary.confirmed' }, 'open.summary.completing'],
      [{ answer: 'completeProcess', output: feeDue }, 'payment.offered', { sendsWhenReady: true }],
      [{ type: 'payment.requested' }, 'payment.starting'],
      [{ refuse: 'startPayment', error: network }, 'payment.offered', { problem: network }],
      [asks('summary'), 'confirmed.loading', { sendsWhenReady: false, problem: null }],
    ]);
  });
});

describe('the data is opened again', () => {
  it.each<[Situation & keyof typeof processViews, boolean]>([
    ['noticeOpen', true],
    ['loginDue', true],
    ['feeDue', true],
    ['paymentFailed', true],
    ['ready', true],
    ['submitFailed', true],
    ['paymentPending', false],
    ['held', false],
    ['running', false],
    ['taken', false],
    ['conflict', false],
  ])('at %s: %s', async (situation, may) => {
    const live = await openProcess(situation);
    const before = live.state();
    await live.bring(changes('dog'));
    expect(live.state()).toBe(may ? 'open.filling' : before);
    expect(live.context()).toMatchObject(
      may
        ? { reopens: true, sendsWhenReady: false, wantedPage: { page: 'dog', returnsToSummary: true } }
        : { reopens: false, wantedPage: null },
    );
  });
});

describe('an address at rest', () => {
  it.each<[keyof typeof processViews, string, string]>([
    ['noticeOpen', 'summary', 'confirmed.loading'],
    ['noticeChosenReady', 'summary', 'confirmed.loading'],
    ['noticeChosenReady', 'notice', 'notice.offered'],
    ['noticeChosenLoginDue', 'summary', 'confirmed.loading'],
    ['noticeChosenLoginDue', 'notice', 'notice.offered'],
    ['noticeChosen', 'notice', 'notice.offered'],
    ['feeDue', 'summary', 'confirmed.loading'],
    ['paymentFailed', 'page.dog', 'confirmed.loading'],
    ['submitFailed', 'summary', 'confirmed.loading'],
    ['ready', 'welcome', 'confirmed.loading'],
    ['ready', 'notice', 'ready'],
    ['ready', 'result', 'ready'],
    ['held', 'summary', 'ready'],
    ['paymentPending', 'summary', 'payment.waiting.resting'],
  ])('%s: %s leads to %s', async (situation, step, state) => {
    const live = await openProcess(situation);
    const before = live.state();
    await follow(live, [[asks(step), state]]);
    expect(live.done()).toEqual(state === before ? ['refuseStep', ['sayWhyClosed', { step }]] : []);
  });

  it.each([
    ['paymentFailed', 'payment.failed.resting'],
    ['submitFailed', 'submitFailed'],
  ] as const)('offers no other notice at %s', async (situation, state) => {
    const { facts, ...view } = processViews[situation];
    const live = await openProcess({ ...view, facts: { ...facts, noticeAllowed: true, hasPostbox: true } });
    await follow(live, [[asks('notice'), state]]);
    expect(live.done()).toContainEqual('refuseStep');
  });

  it('of the step that is due is left alone', async () => {
    const live = await openProcess('loginDue');
    await follow(live, [[asks('login'), 'login']]);
    expect(live.done()).toEqual([]);
    const back = await openProcess('noticeChosen', { step: 'notice' });
    await follow(back, [[asks('payment'), 'payment.offered']]);
  });
});

describe('the notice', () => {
  it('is chosen as it was marked, with the version that is known', async () => {
    const live = await openProcess('noticeOpen');
    await follow(live, [
      [{ type: 'notice.marked', accepted: false } as never, 'notice.offered', { noticeMark: false }],
      [chooses(true), 'notice.saving'],
      [{ refuse: 'chooseNotice', error: network }, 'notice.offered', { problem: network, noticeMark: false }],
      [chooses(false), 'notice.saving', { problem: null }],
      [
        { answer: 'chooseNotice', output: noticeChosenReady },
        'ready',
        { process: noticeChosenReady, noticeMark: null },
      ],
    ]);
    const call = { processId: 'noticeOpen', locale: 'de', version: noticeOpen.version };
    expect(live.calls('chooseNotice')).toEqual([
      { ...call, accepted: true },
      { ...call, accepted: false },
    ]);
  });

  it.each<[CallProblemCode, string]>([
    ['status-conflict', 'refreshing'],
    ['version-conflict', 'refreshing'],
    ['summary-changed', 'refreshing'],
    ['trust-level-too-low', 'refreshing'],
    ['session-expired', 'notice.offered'],
  ])('whose choice is refused with %s leads to %s', async (code, state) => {
    await follow(await openProcess('noticeOpen'), [
      [chooses(true), 'notice.saving'],
      [{ refuse: 'chooseNotice', error: { code } }, state, shown(code, state)],
    ]);
  });
});

describe('the login that is due', () => {
  it('is taken over when it has happened', async () => {
    const live = await openProcess('loginDue');
    await follow(live, [
      [{ type: 'retry.requested' }, 'takingOver'],
      [{ refuse: 'takeOver', error: network }, 'refreshing', { problem: network }],
      [{ refuse: 'loadProcess', error: network }, 'failed'],
    ]);
    expect(live.calls('takeOver')).toEqual([{ processId: 'loginDue', locale: 'de' }]);
  });
});

describe('the payment', () => {
  const redirect = { redirectUrl: 'http://pay.example/1', process: paymentPending };

  it('is opened in a window of its own, and waited for there', async () => {
    const live = await openProcess('feeDue');
    await follow(live, [
      [{ type: 'window.blocked' }, 'payment.offered', { windowIsBlocked: true }],
      [{ type: 'payment.requested' }, 'payment.starting', { windowIsBlocked: false, problem: null }],
    ]);
    expect(live.done()).toEqual(['openProviderWindow']);
    await follow(live, [
      [{ type: 'payment.requested' }, 'payment.starting'],
      [{ type: 'window.blocked' }, 'payment.starting', { windowIsBlocked: true }],
      [{ answer: 'startPayment', output: redirect }, 'payment.waiting.resting', { process: paymentPending }],
    ]);
    expect(live.done()).toEqual([['leadWindowToProvider', { url: 'http://pay.example/1' }]]);
    expect(live.calls('startPayment')).toEqual([
      { processId: 'feeDue', locale: 'de', version: feeDue.version },
    ]);
    await follow(live, [[{ type: 'payment.requested' }, 'payment.starting']]);
    expect(live.done()).toEqual(['openProviderWindow']);
  });

  it.each<[keyof typeof processViews, CallProblemCode, string]>([
    ['feeDue', 'status-conflict', 'refreshing'],
    ['feeDue', 'version-conflict', 'refreshing'],
    ['feeDue', 'not-found', 'refreshing'],
    ['feeDue', 'payment-unavailable', 'payment.offered'],
    ['paymentPending', 'payment-unavailable', 'payment.waiting.resting'],
    ['paymentFailed', 'payment-unavailable', 'payment.failed.resting'],
  ])('of %s that is refused with %s closes the window and leads to %s', async (situation, code, state) => {
    const live = await openProcess(situation);
    await follow(live, [
      [{ type: 'payment.requested' }, 'payment.starting'],
      [{ refuse: 'startPayment', error: { code } }, state, shown(code, state)],
    ]);
    expect(live.done()).toEqual(['openProviderWindow', 'closeProviderWindow']);
  });

  it('is asked about every four seconds, and at each return, until it is settled', async () => {
    const live = await openProcess('paymentPending');
    await follow(live, [
      [{ passMs: 3_999 }, 'payment.waiting.resting'],
      [{ passMs: 1 }, 'payment.waiting.checking'],
      [
        { answer: 'checkPayment', output: { ...paymentPending, version: 8 } },
        'payment.waiting.resting',
        { process: { version: 8 } },
      ],
      [{ type: 'payment.returned' }, 'payment.waiting.checking'],
      [{ refuse: 'checkPayment', error: network }, 'payment.waiting.resting', { problem: network }],
      [{ passMs: 4_000 }, 'payment.waiting.checking'],
      [{ answer: 'checkPayment', output: paymentPending }, 'payment.waiting.resting', { problem: null }],
      [{ type: 'payment.returned' }, 'payment.waiting.checking'],
    ]);
    expect(live.done()).toEqual([]);
    expect(live.calls('checkPayment')[0]).toEqual({ processId: 'paymentPending', locale: 'de' });
    await follow(live, [[{ answer: 'checkPayment', output: held }, 'ready', { process: held }]]);
    expect(live.done()).toEqual(['closeProviderWindow']);
  });

  it('that fails closes the window, and may still succeed after that', async () => {
    const live = await openProcess('paymentPending');
    await follow(live, [
      [{ type: 'payment.returned' }, 'payment.waiting.checking'],
      [
        { answer: 'checkPayment', output: paymentFailed },
        'payment.failed.resting',
        { process: paymentFailed },
      ],
    ]);
    expect(live.done()).toEqual(['closeProviderWindow']);
    await follow(live, [
      [{ passMs: 60_000 }, 'payment.failed.resting'],
      [{ type: 'payment.returned' }, 'payment.failed.checking'],
      [{ answer: 'checkPayment', output: paymentFailed }, 'payment.failed.resting'],
      [{ type: 'payment.returned' }, 'payment.failed.checking'],
      [{ refuse: 'checkPayment', error: network }, 'payment.failed.resting', { problem: null }],
      [{ type: 'payment.returned' }, 'payment.failed.checking'],
      [changes(), 'open.filling'],
    ]);
    const late = await openProcess('paymentFailed');
    await follow(late, [
      [{ type: 'payment.returned' }, 'payment.failed.checking'],
      [asks('summary'), 'payment.failed.checking'],
      [{ answer: 'checkPayment', output: held }, 'ready', { process: held }],
    ]);
    const again = await openProcess('paymentFailed');
    await follow(again, [[{ type: 'payment.requested' }, 'payment.starting']]);
  });

  it('of what is closed to the viewer is read anew', async () => {
    await follow(await openProcess('paymentPending'), [
      [{ type: 'payment.returned' }, 'payment.waiting.checking'],
      [{ refuse: 'checkPayment', error: { code: 'not-found' } }, 'refreshing', { problem: null }],
    ]);
  });
});

describe('the submission', () => {
  it('follows a confirmation by itself, once', async () => {
    const live = await openProcess('editing');
    await follow(live, [
      [{ type: 'form.finished' }, 'open.summary.loading'],
      [{ answer: 'loadSummary', output: summaryOf(ready) }, 'open.summary.shown'],
      [ticked, 'open.summary.shown'],
      [{ type: 'summary.confirmed' }, 'open.summary.completing'],
      [{ answer: 'completeProcess', output: ready }, 'sending', { sendsWhenReady: false }],
      [{ refuse: 'submitProcess', error: network }, 'ready', { problem: network }],
      [{ type: 'submission.requested' }, 'sending', { problem: null }],
      [{ answer: 'submitProcess', output: running }, 'submitting.resting', { process: running }],
    ]);
    expect(live.calls('submitProcess')[0]).toEqual({ processId: 'ready', locale: 'de' });
  });

  it.each<[keyof typeof processViews, CallProblemCode, string]>([
    ['ready', 'status-conflict', 'refreshing'],
    ['ready', 'draft-expired', 'refreshing'],
    ['ready', 'delivery-unavailable', 'ready'],
    ['submitFailed', 'status-conflict', 'refreshing'],
    ['submitFailed', 'delivery-unavailable', 'submitFailed'],
  ])('of %s that is refused with %s leads to %s', async (situation, code, state) => {
    await follow(await openProcess(situation), [
      [{ type: 'submission.requested' }, 'sending'],
      [{ refuse: 'submitProcess', error: { code } }, state, shown(code, state)],
    ]);
  });

  it('is asked about every second until it ends', async () => {
    const live = await openProcess('running');
    await follow(live, [
      [{ passMs: 999 }, 'submitting.resting'],
      [{ passMs: 1 }, 'submitting.asking'],
      [
        { answer: 'loadProcess', output: { ...running, version: 8 } },
        'submitting.resting',
        { process: { version: 8 } },
      ],
      [{ passMs: 1_000 }, 'submitting.asking'],
      [{ refuse: 'loadProcess', error: network }, 'submitting.resting', { problem: null }],
      [{ passMs: 1_000 }, 'submitting.asking'],
      [{ answer: 'loadProcess', output: submitFailed }, 'submitFailed', { process: submitFailed }],
    ]);
    expect(live.calls('loadProcess')[1]).toEqual({ processId: 'running', locale: 'de' });
    await follow(await openProcess('running'), [
      [{ passMs: 1_000 }, 'submitting.asking'],
      [{ refuse: 'loadProcess', error: { code: 'not-found' } }, 'refreshing'],
    ]);
  });

  it('that is tried again later is asked about every quarter of a minute', async () => {
    const submission = { retry: { nextTryAt: null, tryUntil: '' }, finished: [] } as never;
    await follow(await openProcess({ ...running, submission }), [
      [{ passMs: 14_999 }, 'submitting.resting'],
      [{ passMs: 1 }, 'submitting.asking'],
    ]);
    const without = { retry: null, finished: [] } as never;
    await follow(await openProcess({ ...running, submission: without }), [
      [{ passMs: 1_000 }, 'submitting.asking'],
    ]);
  });

  it('has a result that is acknowledged, again every five seconds until that is known', async () => {
    const live = await openProcess('submitted');
    await follow(live, [
      [{ refuse: 'acknowledgeResult', error: network }, 'submitted.unacknowledged'],
      [{ passMs: 4_999 }, 'submitted.unacknowledged'],
      [{ passMs: 1 }, 'submitted.acknowledging'],
      [{ answer: 'acknowledgeResult', output: taken }, 'submitted.taken', { process: taken }],
    ]);
    expect(live.calls('acknowledgeResult')[0]).toEqual({ processId: submitted.id, locale: 'de' });
    expect((await openProcess('taken')).calls('acknowledgeResult')).toEqual([]);
  });
});

describe('the texts', () => {
  const english = { ...offer, lang: 'en' } as const;

  it('follow the language, of an offer and of a process', async () => {
    const live = await openProcess('feeDue');
    await follow(live, [[reads('en'), 'payment.offered+texts.reloading', { locale: 'en' }]]);
    expect(live.calls('loadTexts')).toEqual([
      { leiKaId: '99102013000000', area: '010020000000', locale: 'en', processId: 'feeDue' },
    ]);
    await follow(live, [
      [
        { answer: 'loadTexts', output: english },
        'payment.offered',
        { offer: english, process: readIn(feeDue, 'en') },
      ],
      [{ type: 'network.restored' }, 'payment.offered'],
    ]);
  });

  it('that could not be read are asked for again with the network, with a viewer, or not needed any more', async () => {
    const live = await openProcess('feeDue', kim);
    const fails: Step = [{ refuse: 'loadTexts', error: network }, 'payment.offered+texts.outdated'];
    await follow(live, [
      [reads('en'), 'payment.offered+texts.reloading'],
      fails,
      [{ type: 'network.restored' }, 'payment.offered+texts.reloading'],
      fails,
      [seen({ ...kim, session: 's7' }), 'payment.offered+texts.reloading', { session: 's7' }],
      fails,
      [reads('de'), 'payment.offered', { locale: 'de' }],
    ]);
    expect(live.calls('loadTexts')).toHaveLength(3);
  });

  it('of another form are not taken for those of this one', async () => {
    const live = await openProcess(noticeChosen);
    await follow(live, [
      [reads('en'), 'payment.offered+texts.reloading'],
      [
        { answer: 'loadTexts', output: { ...english, metadataId: 'other' } },
        'payment.offered+texts.reloading',
        { offer, process: noticeChosen },
      ],
    ]);
  });
});
