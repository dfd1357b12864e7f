import { describe, expect, it } from 'vitest';
import type { CallProblemCode } from '#domain/problem.ts';
import {
  selectNoticeIsAccepted,
  selectReviewIsLoading,
  selectReviewIsUnavailable,
  whyClosed,
} from '#machines/application/application.selectors.ts';
import type { Step as Place } from '#machines/application/application.types.ts';
import {
  asks,
  changes,
  chooses,
  confirming,
  jo,
  kim,
  network,
  type OpenApplication,
  openProcess,
  reads,
  seen,
  summaryOf,
  toSummary,
} from './application-live.ts';
import { follow, type Step } from './follow.ts';
import { offer, paidViews, processViews, readIn, result, type Situation } from './process-views.ts';

const { feeDue, paymentPending, paymentFailed, held, ready, running, submitFailed, submitted, taken } =
  processViews;
const { noticeOpen, noticeChosenReady } = processViews;
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
    const why = (step: Place) => whyClosed(live.snapshot() as never, step);
    expect([why('summary'), why('page.person')]).toEqual([null, 'confirmed']);
    await follow(live, [
      [asks('notice'), 'confirmed.shown'],
      [asks('page.person'), 'confirmed.shown'],
      [asks('summary'), 'confirmed.shown'],
      [{ type: 'review.ended' }, 'payment.offered'],
      [asks('page.dog'), 'confirmed.loading'],
      [asks('payment'), 'payment.offered'],
    ]);
    expect(live.done()).toEqual(
      ['notice', 'page.person', 'summary'].flatMap((step) => ['refuseStep', ['sayWhyClosed', { step }]]),
    );
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
      ...toSummary(summaryOf(noticeOpen)),
      ...confirming,
      [{ answer: 'completeProcess', output: noticeOpen }, 'notice.offered'],
      [chooses(true), 'notice.saving'],
      [{ refuse: 'chooseNotice', error: network }, 'notice.offered', { problem: network }],
      [asks('summary'), 'confirmed.loading', { problem: null }],
      [{ type: 'review.ended' }, 'notice.offered'],
      [chooses(true), 'notice.saving'],
      [{ answer: 'chooseNotice', output: noticeChosenReady }, 'ready'],
    ]);
    expect(live.calls('submitProcess')).toEqual([]);
  });
});

describe('the data is opened again', () => {
  it.each<[Situation, boolean]>([
    ['noticeOpen', true],
    ['loginDue', true],
    ['feeDue', true],
    ['paymentFailed', true],
    ['ready', true],
    ['submitFailed', true],
    ['paidNoticeOpen', false],
    ['paidLoginDue', false],
    ['paymentPending', false],
    ['held', false],
    ['running', false],
    ['taken', false],
    ['conflict', false],
  ])('at %s: %s', async (situation, may) => {
    const live = await openProcess({ ...processViews, ...paidViews }[situation]);
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

describe('the notice', () => {
  it('is chosen with the version that is known, and stays marked until then', async () => {
    const live = await openProcess('noticeOpen');
    const isMarked = () => selectNoticeIsAccepted(live.snapshot() as never);
    expect(isMarked(), 'consent is deemed given').toBe(true);
    await follow(live, [
      [{ type: 'notice.marked', accepted: false } as never, 'notice.offered'],
      [reads('en'), 'notice.offered+texts.reloading'],
      [{ answer: 'loadTexts', output: { ...offer, lang: 'en' } }, 'notice.offered'],
      [chooses(true), 'notice.saving'],
      [{ refuse: 'chooseNotice', error: network }, 'notice.offered', { problem: network }],
    ]);
    expect(isMarked()).toBe(false);
    const { facts, ...view } = readIn(noticeChosenReady, 'en');
    const accepted = { ...view, facts: { ...facts, notice: 'accepted' } };
    await follow(live, [
      [chooses(false), 'notice.saving', { problem: null }],
      [{ answer: 'chooseNotice', output: accepted }, 'ready', { process: accepted }],
      [asks('notice'), 'notice.offered'],
    ]);
    expect(isMarked(), 'what was chosen counts from then on').toBe(true);
    const call = { processId: 'noticeOpen', locale: 'en', version: noticeOpen.version };
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
      ...toSummary(summaryOf(ready)),
      ...confirming,
      [{ answer: 'completeProcess', output: ready }, 'sending'],
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

  it('has a result that stays untaken without an account until the person takes something of it along', async () => {
    const live = await openProcess('submittedByNobody');
    await follow(live, [
      [{ passMs: 60_000 }, 'submitted.untaken'],
      [{ type: 'result.acknowledged' }, 'submitted.acknowledging'],
      [{ answer: 'acknowledgeResult', output: taken }, 'submitted.taken', { process: taken }],
    ]);
    expect(live.calls('acknowledgeResult')).toHaveLength(1);
  });
});

describe('the result', () => {
  const { followed } = processViews;
  const becomes = (change: Partial<typeof result>) => ({ ...followed, result: { ...result, ...change } });
  const mail = (state: 'waiting' | 'sent') => ({ mail: { to: 'petra@example.com', state } });
  const handedIn = (state: 'waiting' | 'delivered') => ({
    owed: {
      documents: [],
      until: null,
      isPast: false,
      online: true,
      handIns: [
        {
          id: '6f1c5c0e-1f2a-4f0e-9d55-0b9a4a4f8d11',
          state,
          documents: [],
          handedInAt: '2026-11-20T10:00:00Z',
          deliveredAt: null,
          hasReceipt: false,
        },
      ],
    },
  });
  const rests = 'submitted.taken+following.resting';
  const asking = 'submitted.taken+following.asking';
  const askedAfter = (seconds: number): Step => [{ passMs: seconds * 1000 }, asking];
  const answered = (output: object, state = rests): Step => [{ answer: 'loadProcess', output }, state];
  const left: Step = [{ type: 'tab.left' } as never, rests, { away: true }];
  const back = (awayMs: number) => ({ type: 'tab.returned', awayMs }) as never;

  it.each([
    ['the authority has answered', { status: 'SUCCESSFULLY_SUBMITTED' }, 'submitted.taken'],
    ['the authority has refused', { status: 'PROCESSING_ERROR' }, 'submitted.taken'],
    ['the authority has not answered', {}, rests],
    ['nobody knows', { status: 'UNKNOWN' }, rests],
    ['the e-mail waits', { status: 'SUCCESSFULLY_SUBMITTED', ...mail('waiting') }, rests],
    ['the e-mail is sent', { status: 'SUCCESSFULLY_SUBMITTED', ...mail('sent') }, 'submitted.taken'],
    ['a hand-in is on its way', { status: 'SUCCESSFULLY_SUBMITTED', ...handedIn('waiting') }, rests],
    ['it has arrived', { status: 'SUCCESSFULLY_SUBMITTED', ...handedIn('delivered') }, 'submitted.taken'],
  ] as const)('is asked for again as long as it may change: %s', async (_, change, state) => {
    const read = { statusChecked: '2026-11-20T10:00:00Z' };
    const live = await openProcess(becomes({ ...read, ...change }));
    expect(live.state()).toBe(state);
  });

  it('is asked for ever less often, and shows what became of it, until nothing can change', async () => {
    const live = await openProcess(becomes(mail('waiting')));
    const sent = becomes(mail('sent'));
    const over = becomes({
      ...mail('sent'),
      status: 'PROCESSING_ERROR',
      statusChecked: '2026-11-20T10:00:00Z',
    });
    await follow(live, [
      [{ passMs: 2_999 }, rests],
      [{ passMs: 1 }, asking],
      answered(sent),
      [{ passMs: 5_999 }, rests],
      [{ passMs: 1 }, asking],
      [{ refuse: 'loadProcess', error: network }, rests, { problem: null, process: sent }],
      askedAfter(12),
      answered(sent),
      [{ passMs: 19_999 }, rests],
      [{ passMs: 1 }, asking],
      answered(over, 'submitted.taken'),
      [{ passMs: 60_000 }, 'submitted.taken', { process: over }],
    ]);
    expect(live.calls('loadProcess')[1]).toEqual({ processId: 'followed', locale: 'de' });
  });

  it('is asked for only in view, and at once after a while out of view', async () => {
    const live = await openProcess('followed');
    await follow(live, [
      left,
      [{ passMs: 600_000 }, rests],
      [back(2_999), rests, { away: false }],
      [{ passMs: 2_999 }, rests],
      [{ passMs: 1 }, asking],
      [{ type: 'tab.left' } as never, asking, { away: true }],
      answered(followed),
      [back(3_000), asking, { away: false, refreshes: 0 }],
    ]);
  });

  it('is not asked for for ever, but again when the person comes back', async () => {
    const live = await openProcess('followed');
    for (let asked = 0; asked < 26; asked += 1) await follow(live, [askedAfter(20), answered(followed)]);
    await follow(live, [[{ passMs: 600_000 }, rests], left, [back(60_000), asking]]);
  });

  it.each(['not-found', 'session-expired'] as const)(
    'stays on the screen without being asked for when the answer is %s',
    async (code) => {
      const live = await openProcess('followed');
      await follow(live, [
        askedAfter(3),
        [{ refuse: 'loadProcess', error: { code } }, rests, { process: followed }],
        [{ passMs: 600_000 }, rests],
      ]);
    },
  );

  it('can be taken along while it is asked for', async () => {
    const { submittedByNobody } = processViews;
    const live = await openProcess({ ...submittedByNobody, result });
    await follow(live, [
      [{ passMs: 3_000 }, 'submitted.untaken+following.asking'],
      [{ type: 'result.acknowledged' }, 'submitted.acknowledging+following.asking'],
      [{ answer: 'acknowledgeResult', output: followed }, asking],
      answered(followed),
    ]);
  });

  it('is no longer asked for when another person has come', async () => {
    const { submitted: own } = processViews;
    const live = await openProcess({ ...own, result }, kim);
    await follow(live, [
      [{ passMs: 3_000 }, 'submitted.acknowledging+following.asking'],
      [seen(jo), 'refreshing'],
    ]);
  });
});
