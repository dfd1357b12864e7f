import { describe, expect, it } from 'vitest';
import type { CallProblemCode } from '#domain/problem.ts';
import {
  applicationScreens,
  selectDataMayChange,
  selectEditable,
  selectHolder,
  selectIsDelivered,
  selectLeavingLosesData,
  selectPaymentStep,
  selectProcess,
  whyClosed,
} from '#machines/application/application.selectors.ts';
import type { Step as Place } from '#machines/application/application.types.ts';
import {
  aProcess,
  asks,
  kim,
  LOOKS,
  network,
  openApplication,
  openProcess,
  seen,
} from './application-live.ts';
import { follow } from './follow.ts';
import { paidViews, processViews, type Situation } from './process-views.ts';

const views = { ...processViews, ...paidViews };
const { editing } = processViews;

describe('a process that is read', () => {
  it.each<[CallProblemCode, string]>([
    ['not-found', 'notFound'],
    ['form-not-found', 'notFound'],
    ['service-not-found', 'notFound'],
    ['input-invalid', 'notFound'],
    ['session-expired', 'notFound'],
    ['login-required', 'notFound'],
    ['trust-level-too-low', 'levelTooLow'],
    ['draft-expired', 'expired'],
    ['network', 'failed'],
    ['status-conflict', 'failed'],
  ])('and refused with %s is shown as %s', async (code, state) => {
    const live = openApplication({ start: aProcess });
    await follow(live, [
      [
        { refuse: 'loadProcess', error: { code } },
        state,
        { problem: { code }, process: null, start: aProcess, offer: null },
      ],
    ]);
    expect(live.calls('loadProcess')).toEqual([{ processId: 'p', locale: 'de' }]);
    expect(selectEditable(live.snapshot() as never)).toBeNull();
  });

  it.each(['not-found', 'trust-level-too-low', 'network'])(
    'after %s is read anew for another viewer',
    async (code) => {
      const live = openApplication({ start: aProcess });
      await live.refuse('loadProcess', { code });
      await follow(live, [
        [seen(kim), 'refreshing', kim],
        [
          { answer: 'loadProcess', output: editing },
          'open.filling',
          { problem: null, holder: { person: 'Kim' } },
        ],
      ]);
    },
  );

  it('stays expired for whoever comes', async () => {
    const live = openApplication({ start: aProcess });
    await follow(live, [
      [{ refuse: 'loadProcess', error: { code: 'draft-expired' } }, 'expired'],
      [seen(kim), 'expired'],
    ]);
  });

  it('after a login is handed over, and read if that is refused', async () => {
    const live = openApplication({ start: aProcess, ...kim, loginOutcome: 'SUCCESS' });
    expect(live.context().loginOutcome).toBeNull();
    expect(live.calls('takeOver')).toEqual([{ processId: 'p', locale: 'de' }]);
    await follow(live, [
      [
        { refuse: 'takeOver', error: { code: 'status-conflict' } },
        'refreshing',
        { problem: { code: 'status-conflict' } },
      ],
      [{ answer: 'loadProcess', output: editing }, 'open.filling', { problem: null }],
    ]);
    await follow(openApplication({ start: aProcess, ...kim, loginOutcome: 'SUCCESS' }), [
      [{ answer: 'takeOver', output: processViews.ready }, 'ready', { process: processViews.ready }],
    ]);
  });

  it('begins as it is stored although it was opened for a service', async () => {
    const live = openApplication();
    await live.answer('loadOffer', { offer: editing.metadata, areaName: 'Kiel' });
    await live.bring({ type: 'anonymous.chosen' });
    await live.answer('openAnonymousSession', undefined);
    await follow(live, [
      [{ answer: 'startProcess', output: editing }, 'open.filling'],
      [{ type: 'form.lost', problem: network, files: 0 } as never, 'refreshing'],
      [{ refuse: 'loadProcess', error: network }, 'failed', { process: { id: 'editing' } }],
      [{ type: 'retry.requested' }, 'refreshing', { problem: null }],
    ]);
    expect(live.calls('loadProcess')).toEqual([
      { processId: 'editing', locale: 'de' },
      { processId: 'editing', locale: 'de' },
    ]);
  });
});

it('knows all its screens', () => {
  const shown = new Set(['start', ...Object.values(LOOKS).map(([screen]) => screen)]);
  expect([...applicationScreens].sort()).toEqual([...shown].filter((it) => it !== 'loading').sort());
});

describe('where an application is', () => {
  /** The state, and whether it can be edited, its data can be opened again, and leaving would lose something. */
  it.each<[Situation, string, boolean, boolean | null, boolean]>([
    ['created', 'open.welcome.shown', true, true, true],
    ['editing', 'open.filling', true, true, true],
    ['noticeOpen', 'notice.offered', true, true, false],
    ['noticeChosen', 'payment.offered', true, true, false],
    ['noticeChosenLoginDue', 'login', true, true, false],
    ['noticeChosenReady', 'ready', true, true, false],
    ['loginDue', 'login', true, true, true],
    ['conflictInDraft', 'conflict', true, true, false],
    ['conflict', 'conflict', true, true, false],
    ['feeDue', 'payment.offered', true, true, true],
    ['paymentPending', 'payment.waiting.resting', true, true, true],
    ['paymentFailed', 'payment.failed.resting', true, true, true],
    ['paid', 'submitting.resting', false, false, false],
    ['held', 'ready', true, false, true],
    ['ready', 'ready', true, true, true],
    ['running', 'submitting.resting', false, false, false],
    ['submitFailed', 'submitFailed', true, true, true],
    ['submitted', 'submitted.acknowledging', false, null, false],
    ['submittedByNobody', 'submitted.untaken', false, null, true],
    ['taken', 'submitted.taken', false, null, false],
    ['paidNoticeOpen', 'notice.offered', true, false, false],
    ['paidLoginDue', 'login', true, false, true],
    ['paidSubmitFailed', 'submitFailed', true, false, true],
  ])('%s: %s', async (situation, state, isEditable, mayChange, isLost) => {
    const live = await openProcess(views[situation]);
    expect(live.state()).toBe(state);
    const snapshot = live.snapshot() as never;
    expect(selectProcess(snapshot)).toEqual(views[situation]);
    expect(selectEditable(snapshot)).toBe(isEditable ? situation : null);
    if (mayChange !== null) expect(selectDataMayChange(snapshot)).toBe(mayChange);
    expect(selectLeavingLosesData(snapshot)).toBe(isLost);
  });

  it.each<[Situation, Place, string]>([
    ['created', 'page.person', 'open.filling'],
    ['created', 'welcome', 'open.welcome.shown'],
    ['created', 'notice', 'open.welcome.shown'],
    ['editing', 'welcome', 'open.welcome.shown'],
    ['editing', 'summary', 'open.summary.loading'],
    ['editing', 'payment', 'open.filling'],
    ['conflictInDraft', 'summary', 'conflict'],
    ['conflictInDraft', 'welcome', 'conflict'],
    ['conflict', 'summary', 'confirmed.loading'],
    ['conflict', 'notice', 'conflict'],
    ['noticeOpen', 'welcome', 'confirmed.loading'],
    ['noticeOpen', 'payment', 'notice.offered'],
    ['noticeChosen', 'notice', 'notice.offered'],
    ['noticeChosen', 'page.person', 'confirmed.loading'],
    ['noticeChosenReady', 'notice', 'notice.offered'],
    ['noticeChosenLoginDue', 'notice', 'notice.offered'],
    ['feeDue', 'notice', 'payment.offered'],
    ['feeDue', 'change.person', 'confirmed.loading'],
    ['paymentPending', 'summary', 'payment.waiting.resting'],
    ['paymentFailed', 'summary', 'confirmed.loading'],
    ['submitFailed', 'summary', 'confirmed.loading'],
    ['submitFailed', 'notice', 'submitFailed'],
    ['held', 'summary', 'ready'],
    ['running', 'summary', 'submitting.resting'],
    ['submitted', 'summary', 'submitted.acknowledging'],
    ['paidNoticeOpen', 'summary', 'notice.offered'],
  ])('%s with an address that names %s: %s', async (situation, step, state) => {
    const live = await openProcess(views[situation], { step });
    expect(live.state()).toBe(state);
    expect(live.context().wantedStep, 'once').toBeNull();
  });

  it('is welcomed only before the first entry, and only where the form wants it', async () => {
    const plain = { ...processViews.created, metadata: { ...editing.metadata, forceWelcomePage: false } };
    expect((await openProcess(plain)).state()).toBe('open.filling');
  });

  it('keeps the page that is asked for only as long as the form is open', async () => {
    const open = await openProcess('editing', { step: 'page.person' });
    expect(open.calls('form')).toMatchObject([
      { processId: 'editing', locale: 'de', saveAtOnce: false, page: 'person', returnsToSummary: false },
    ]);
    const changing = await openProcess('editing', { step: 'change.person' });
    expect(changing.calls('form')).toMatchObject([{ page: 'person', returnsToSummary: true }]);
    expect((await openProcess('feeDue', { step: 'page.person' })).context().wantedPage).toBeNull();
  });

  it.each<[Situation, 'offered' | 'waiting' | 'failed']>([
    ['feeDue', 'offered'],
    ['paymentPending', 'waiting'],
    ['paymentFailed', 'failed'],
  ])('%s: the payment is %s', async (situation, step) => {
    expect(selectPaymentStep((await openProcess(views[situation])).snapshot() as never)).toBe(step);
  });

  it.each<[Situation, Place, ReturnType<typeof whyClosed>]>([
    ['created', 'payment', 'ahead'],
    ['created', 'welcome', null],
    ['created', 'summary', 'ahead'],
    ['feeDue', 'page.person', 'confirmed'],
    ['feeDue', 'result', 'ahead'],
    ['conflict', 'payment', 'undecided'],
    ['conflict', 'summary', 'undecided'],
    ['paymentPending', 'notice', 'paying'],
    ['held', 'page.person', 'paid'],
    ['running', 'page.person', 'sending'],
    ['paid', 'page.person', 'sending'],
    ['submitted', 'summary', 'sent'],
  ])('%s: %s is closed because of %s', async (situation, step, why) => {
    expect(whyClosed((await openProcess(views[situation])).snapshot() as never, step)).toBe(why);
  });

  it('is nowhere before there is a process, and nothing is closed there', () => {
    const snapshot = openApplication({ start: aProcess }).snapshot() as never;
    expect([
      whyClosed(snapshot, 'summary'),
      selectEditable(snapshot),
      selectLeavingLosesData(snapshot),
    ]).toEqual([null, null, false]);
    expect([selectIsDelivered(snapshot), selectDataMayChange(snapshot), selectHolder(snapshot)]).toEqual([
      false,
      false,
      null,
    ]);
  });

  it('has been delivered when the authority has the data, not with an earlier step', async () => {
    const at = (...steps: string[]) => ({
      ...processViews.submitFailed,
      submission: {
        step: 'SUBMISSION_FAILURE',
        finished: steps.map((step) => ({ step, outcome: 'done' })),
      } as never,
    });
    const read = async (...steps: string[]) => {
      const live = await openProcess(at(...steps));
      const snapshot = live.snapshot() as never;
      await live.bring({ type: 'data.changeRequested' });
      return [
        selectIsDelivered(snapshot),
        selectDataMayChange(snapshot),
        whyClosed(snapshot, 'page.person'),
        live.state(),
      ];
    };
    expect(await read('GENERATE_PDF')).toEqual([false, true, 'confirmed', 'open.filling']);
    expect(await read('GENERATE_PDF', 'SUBMIT_DATA_TO_AUTHORITY')).toEqual([
      true,
      false,
      'sent',
      'submitFailed',
    ]);
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
    ['running', 'summary', 'submitting.resting'],
    ['taken', 'summary', 'submitted.taken'],
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
