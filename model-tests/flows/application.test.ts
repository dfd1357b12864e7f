import { describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import { type ApplicationScreen, selectScreen } from '#machines/application/application.selectors.ts';
import type { ApplicationContext, ApplicationEvent } from '#machines/application/application.types.ts';
import { type ApplicationStep, applicationEnds, applicationSubject } from './application.subject.ts';
import { summaryOf, ticked } from './application-live.ts';
import { type Live, runLive } from './live.ts';
import { offer, processViews, readIn, type Situation } from './process-views.ts';
import { type Observer, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'anonymous.chosen': true,
  'account.chosen': true,
  'draft.continued': true,
  'viewer.changed': true,
  'session.erased': true,
  'locale.changed': true,
  'welcome.read': true,
  'place.chosen': true,
  'statement.changed': true,
  'summary.confirmed': true,
  'data.changeRequested': true,
  'step.requested': true,
  'conflict.decided': true,
  'conflict.vanished': true,
  'conflict.lost': true,
  'review.ended': true,
  'notice.marked': true,
  'notice.chosen': true,
  'payment.requested': true,
  'window.blocked': true,
  'payment.returned': true,
  'submission.requested': true,
  'result.acknowledged': true,
  'retry.requested': true,
  'network.restored': true,
  'form.saved': true,
  'form.pageOpened': true,
  'form.stayed': true,
  'form.finished': true,
  'form.left': true,
  'form.lost': true,
} as const;

/**
 * Screens that a person may see of a process in each situation, in addition to those for changing the data (form,
 * summary, welcome) and those for trouble. Written by hand from spec section 2, application flow.
 */
const screens: Record<Situation, readonly ApplicationScreen[]> = {
  created: ['welcome'],
  editing: [],
  noticeOpen: ['notice'],
  noticeChosen: ['payment', 'notice'],
  noticeChosenLoginDue: ['login', 'notice'],
  noticeChosenReady: ['ready', 'notice', 'submission'],
  loginDue: ['login'],
  conflictInDraft: ['conflict'],
  conflict: ['conflict'],
  feeDue: ['payment'],
  paymentPending: ['payment'],
  paymentFailed: ['payment'],
  paid: ['submission'],
  held: ['ready', 'submission'],
  ready: ['ready', 'submission'],
  running: ['submission'],
  submitFailed: ['submitFailed', 'submission'],
  submitted: ['result'],
  taken: ['result'],
  paidNoticeOpen: ['notice'],
  paidLoginDue: ['login'],
  paidSubmitFailed: ['submitFailed', 'submission'],
};

const always: readonly ApplicationScreen[] = [
  'loading',
  'start',
  'welcome',
  'form',
  'summary',
  'notOffered',
  'notFound',
  'levelTooLow',
  'expired',
  'failed',
];

/** Situations in which the data is settled: the form is closed until the person asks for it. */
const closed: readonly Situation[] = ['paymentPending', 'paid', 'held', 'running', 'submitted', 'taken'];

const calls = ['startProcess', 'completeProcess', 'chooseNotice', 'startPayment', 'submitProcess'] as const;

/** Promises to the person and the administration, for all answers of the server in any order. */
function observer(): Observer<ApplicationStep> {
  let sent = 0;
  let isAnonymous = false;
  return {
    afterStep: (live: Live, event) => {
      const snapshot = live.snapshot();
      const { process } = snapshot.context as ApplicationContext;
      const screen = selectScreen(snapshot as never);
      if (snapshot.matches({ texts: 'present' })) {
        const { locale, offer } = snapshot.context as ApplicationContext;
        expect((process?.metadata ?? offer)?.lang ?? locale, 'texts on the screen').toBe(locale);
      }
      if (process) {
        const situation = process.id as Situation;
        expect([...always, 'confirmed', ...screens[situation]], `screen for ${situation}`).toContain(screen);
        if (screen === 'confirmed') {
          expect(process.facts.paidCents, 'what is paid is not offered for a change').toBe(0);
          expect(process.facts.running, 'nor what is being sent').toBe(false);
          expect(['created', 'editing'], 'and it was confirmed').not.toContain(situation);
        }
        if (closed.includes(situation)) {
          expect(['form', 'summary', 'welcome'], `${situation} is not edited`).not.toContain(screen);
        }
      }
      for (const call of calls) {
        expect(live.underWay(call), `${call} is under way once`).toBeLessThanOrEqual(1);
      }
      if (live.calls('submitProcess').length > sent) {
        expect(
          ['held', 'ready', 'noticeChosenReady', 'submitFailed'],
          'only what is ready is sent',
        ).toContain(process?.id);
        expect(
          ['submission.requested', 'xstate.done.actor'].some((it) => event.type.startsWith(it)),
          'sending follows a wish of the person, not a timer or a failure',
        ).toBe(true);
      }
      sent = live.calls('submitProcess').length;
      if (event.type === 'session.erased' && isAnonymous) {
        expect(screen, 'what is erased is not on the screen').toBe('ended');
      }
      if (screen === 'ended') {
        const { draft, summary } = snapshot.context as ApplicationContext;
        expect([process, draft, summary], 'nothing is left of what is erased').toEqual([null, null, null]);
        expect(snapshot.children.form).toBeUndefined();
      }
      if (event.type === 'viewer.changed' && event.account?.person === 'Jo') {
        const { offer, draft, summary, areaName } = snapshot.context as ApplicationContext;
        expect([process, offer, draft, summary, areaName], 'nothing is left for somebody else').toEqual([
          null,
          null,
          null,
          null,
          '',
        ]);
        expect(snapshot.children.form).toBeUndefined();
      }
      isAnonymous = process?.facts.hasUser === false;
    },
  };
}

it('leads through every arrow to the screen that fits the process', async () => {
  const missing = await runFlow(
    { subject: applicationSubject, ends: applicationEnds, observer: observer },
    types,
  );
  expect(missing).toEqual([]);
});

describe('a switch of the language in the middle', () => {
  const begin = (start: string) => {
    const { input } = applicationSubject.starts.find(({ id }) => id === start)!;
    return runLive(applicationMachine, () => input, Object.keys(applicationEnds));
  };
  const read = (locale: Locale) => ({ type: 'locale.changed', locale }) as const;
  const textsOf = ({ snapshot }: Live) => (snapshot().context as ApplicationContext).process?.metadata.lang;
  const pending = processViews.paymentPending;

  it('makes every call speak the language that is read now', async () => {
    const live = begin('a process');
    await live.bring(read('en'));
    await live.answer('loadProcess', processViews.noticeOpen);
    await live.answer('loadTexts', { ...offer, lang: 'en' });
    await live.bring({ type: 'notice.chosen', accepted: false } as never);
    expect(live.calls('chooseNotice')).toMatchObject([{ locale: 'en' }]);
    await live.answer('chooseNotice', readIn(processViews.feeDue, 'en'));
    await live.bring({ type: 'payment.requested' });
    expect(live.calls('startPayment')).toMatchObject([{ locale: 'en' }]);
    live.stop();
  });

  it('is not undone by an answer that was under way', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', pending);
    await live.bring({ type: 'payment.returned' });
    await live.bring(read('en'));
    await live.answer('loadTexts', { ...offer, lang: 'en' });
    expect(textsOf(live)).toBe('en');
    await live.answer('checkPayment', pending);
    await live.answer('loadTexts', { ...offer, lang: 'en' });
    expect(textsOf(live)).toBe('en');
    live.stop();
  });

  it('is not undone by texts that were asked for before it', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', pending);
    await live.bring(read('en'));
    await live.bring(read('de'));
    await live.bring(read('en'));
    await live.bring(read('de'));
    await live.answer('loadTexts', { ...offer, lang: 'en' });
    await live.answer('loadTexts', { ...offer, lang: 'de' });
    expect(textsOf(live)).toBe('de');
    expect(live.underWay('loadTexts')).toBe(0);
    live.stop();
  });

  it('that is taken back needs nothing when the texts had not come', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', pending);
    await live.bring(read('en'));
    await live.refuse('loadTexts', { code: 'network' });
    await live.bring(read('de'));
    await live.bring({ type: 'network.restored' });
    expect(live.underWay('loadTexts')).toBe(0);
    live.stop();
  });

  it('changes nothing but the texts', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', pending);
    await live.bring(read('en'));
    await live.answer('loadTexts', { ...offer, lang: 'en', title: 'In English' });
    const { process } = live.snapshot().context as ApplicationContext;
    expect(process).toEqual({ ...pending, metadata: { ...offer, lang: 'en', title: 'In English' } });
    live.stop();
  });

  it('takes no texts of another form for those of this one', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', pending);
    await live.bring(read('en'));
    await live.answer('loadTexts', { ...offer, metadataId: 'another', lang: 'en' });
    expect(textsOf(live)).toBe('de');
    expect(live.underWay('loadTexts'), 'they are asked for again').toBe(1);
    live.stop();
  });

  it('while the summary is confirmed does not ask for it again', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', processViews.editing);
    await live.bring({ type: 'form.finished' });
    await live.answer('loadSummary', summaryOf(processViews.editing));
    await live.bring(ticked);
    await live.bring({ type: 'summary.confirmed' });
    await live.bring(read('en'));
    expect(live.underWay('completeProcess')).toBe(1);
    await live.answer('completeProcess', processViews.feeDue);
    expect(selectScreen(live.snapshot() as never)).toBe('payment');
    live.stop();
  });

  it('shows the summary in the new language before it can be confirmed', async () => {
    const live = begin('a process');
    await live.answer('loadProcess', processViews.editing);
    await live.bring({ type: 'form.finished' });
    const summary = summaryOf(processViews.editing);
    await live.bring(read('en'));
    await live.answer('loadSummary', { ...summary, lang: 'de' });
    expect(await live.bring({ type: 'summary.confirmed' })).toBe('refused');
    await live.answer('loadSummary', { ...summary, lang: 'en' });
    await live.bring(ticked);
    await live.bring({ type: 'summary.confirmed' });
    expect(live.calls('completeProcess')).toMatchObject([{ locale: 'en' }]);
    live.stop();
  });
});

it('offers nothing any more that was begun in a session that has ended', async () => {
  const { input } = applicationSubject.starts[0]!;
  const live = runLive(
    applicationMachine,
    () => ({ ...input, viewer: 'anonymous' }),
    Object.keys(applicationEnds),
  );
  await live.answer('loadOffer', { offer, areaName: 'Kiel' });
  await live.answer('findDraft', processViews.editing);
  expect((live.snapshot().context as ApplicationContext).draft).not.toBeNull();
  await live.bring({ type: 'viewer.changed', viewer: 'none', account: null } as ApplicationEvent);
  expect((live.snapshot().context as ApplicationContext).draft).toBeNull();
  expect(await live.bring({ type: 'draft.continued' })).toBe('refused');
});
