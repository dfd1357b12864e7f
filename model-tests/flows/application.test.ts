import { expect, it } from 'vitest';
import { type ApplicationScreen, selectScreen } from '#machines/application/application.selectors.ts';
import type { ApplicationContext } from '#machines/application/application.types.ts';
import { type ApplicationStep, applicationEnds, applicationSubject } from './application.subject.ts';
import type { Live } from './live.ts';
import type { Situation } from './process-views.ts';
import { type Onlooker, runFlow } from './run.ts';
import { internalTypes } from './sentences.ts';

const types = {
  ...internalTypes,
  'anonymous.chosen': true,
  'account.chosen': true,
  'draft.continued': true,
  'viewer.changed': true,
  'locale.changed': true,
  'welcome.read': true,
  'summary.confirmed': true,
  'data.changeRequested': true,
  'notice.chosen': true,
  'payment.requested': true,
  'window.blocked': true,
  'payment.returned': true,
  'submission.requested': true,
  'result.acknowledged': true,
  'retry.requested': true,
  'network.restored': true,
  'form.saved': true,
  'form.finished': true,
  'form.left': true,
  'form.lost': true,
} as const;

/**
 * Which screens a person may see of a process in each situation, beside those for changing the data (form,
 * summary, welcome) and those for trouble. Written by hand from spec section 2, application flow.
 */
const screens: Record<Situation, readonly ApplicationScreen[]> = {
  created: ['welcome'],
  editing: [],
  noticeOpen: ['notice'],
  loginDue: ['login'],
  feeDue: ['payment'],
  paymentPending: ['payment'],
  paymentFailed: ['payment'],
  paid: ['ready', 'submission'],
  ready: ['ready', 'submission'],
  running: ['submission'],
  submitFailed: ['submitFailed', 'submission'],
  submitted: ['result'],
  taken: ['result'],
};

const always: readonly ApplicationScreen[] = [
  'loading',
  'start',
  'welcome',
  'form',
  'summary',
  'notOffered',
  'notFound',
  'expired',
  'failed',
];

/** Situations in which the data is settled: the form is closed until the person asks for it. */
const closed: readonly Situation[] = ['paymentPending', 'paid', 'running', 'submitted', 'taken'];

const calls = ['startProcess', 'completeProcess', 'chooseNotice', 'startPayment', 'submitProcess'] as const;

/** What the person and the administration rely on, whatever the service answers and in whatever order. */
function onlooker(): Onlooker<ApplicationStep> {
  let sent = 0;
  return {
    look: (live: Live, event) => {
      const snapshot = live.snapshot();
      const { process } = snapshot.context as ApplicationContext;
      const screen = selectScreen(snapshot as never);
      if (process) {
        const situation = process.id as Situation;
        expect([...always, ...screens[situation]], `screen for ${situation}`).toContain(screen);
        if (closed.includes(situation)) {
          expect(['form', 'summary', 'welcome'], `${situation} is not edited`).not.toContain(screen);
        }
      }
      for (const call of calls) {
        expect(live.underWay(call), `${call} is under way once`).toBeLessThanOrEqual(1);
      }
      if (live.calls('submitProcess').length > sent) {
        expect(['paid', 'ready', 'submitFailed'], 'only what is ready is sent').toContain(process?.id);
        expect(
          ['submission.requested', 'xstate.done.actor'].some((it) => event.type.startsWith(it)),
          'sending follows a wish of the person, not a timer or a failure',
        ).toBe(true);
      }
      sent = live.calls('submitProcess').length;
    },
  };
}

it('leads through every arrow to the screen that fits the process', async () => {
  const missing = await runFlow({ subject: applicationSubject, ends: applicationEnds, onlooker }, types);
  expect(missing).toEqual([]);
});
