import { expect, it } from 'vitest';
import { type ApplicationScreen, selectScreen } from '#machines/application/application.selectors.ts';
import type { ApplicationContext } from '#machines/application/application.types.ts';
import { type ApplicationStep, applicationEnds, applicationSubject } from './application.subject.ts';
import type { Live } from './live.ts';
import type { Situation } from './process-views.ts';
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
  'mails.chosen': true,
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
  'tab.left': true,
  'tab.returned': true,
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
  submittedByNobody: ['result'],
  taken: ['result'],
  followed: ['result'],
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
const closed: readonly Situation[] = [
  'paymentPending',
  'paid',
  'held',
  'running',
  'submitted',
  'submittedByNobody',
  'taken',
  'followed',
];

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
