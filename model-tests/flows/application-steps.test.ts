import { expect, it } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { ProcessView, SubmissionView } from '#contract/process.ts';
import type { SummaryView } from '#contract/summary.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import {
  type Closed,
  selectNoticeIsAccepted,
  selectScreen,
  selectStep,
  whyClosed,
} from '#machines/application/application.selectors.ts';

import type { ApplicationInput, Step } from '#machines/application/application.types.ts';
import { applicationEnds } from './application.subject.ts';
import { ticked } from './application-live.ts';
import { runLive } from './live.ts';
import { processViews } from './process-views.ts';

const summaryOf = ({ facts, metadata, area }: ProcessView): SummaryView => ({
  lang: 'de',
  version: 1,
  hash: 'h',
  pages: [],
  errors: [],
  feeCents: 0,
  missedArea: null,
  source: null,
  statements: [{ id: 'correctness', version: 1, text: 'Stimmt.', missing: 'Stimmt?' }],
  facts,
  metadata,
  area,
});
const summary = summaryOf(processViews.editing);

/** An application opened at the step in an address. */
async function open(process: ProcessView, step: Step | null) {
  const input: ApplicationInput = {
    start: { kind: 'process', processId: process.id },
    step,
    locale: 'de',
    viewer: 'anonymous',
    account: null,
    loginOutcome: null,
  };
  const refused: string[] = [];
  const told: (Closed | null)[] = [];
  const machine = applicationMachine.provide({
    actions: {
      refuseStep: () => refused.push(''),
      sayWhyClosed: ({ self }, { step: wanted }) =>
        told.push(whyClosed(self.getSnapshot() as SnapshotFrom<typeof applicationMachine>, wanted)),
    },
  });
  const live = runLive(machine, () => input, Object.keys(applicationEnds));
  await live.answer('loadProcess', process);
  const snapshot = () => live.snapshot() as never;
  return {
    live,
    refused,
    told,
    screen: () => selectScreen(snapshot()),
    step: () => selectStep(snapshot()),
    ask: (wanted: Step) => live.bring({ type: 'step.requested', step: wanted } as never),
    bring: (type: string) => live.bring({ type }),
  };
}

it.each([
  ['editing', 'summary', 'summary'],
  ['editing', 'welcome', 'welcome'],
  ['created', 'page.person', 'form'],
  ['created', null, 'welcome'],
  ['editing', 'notice', 'form'],
  ['feeDue', 'summary', 'confirmed'],
  ['feeDue', 'page.person', 'confirmed'],
  ['feeDue', 'notice', 'payment'],
  ['noticeChosen', 'notice', 'notice'],
  ['paymentPending', 'summary', 'payment'],
  ['held', 'summary', 'ready'],
  ['running', 'summary', 'submission'],
  ['submitted', 'summary', 'result'],
] as const)('shows %s, loaded at %s, as %s', async (situation, step, screen) => {
  const application = await open(processViews[situation], step);
  expect(application.screen()).toBe(screen);
  application.live.stop();
});

it('looks at what was confirmed and reopens nothing', async () => {
  const application = await open(processViews.feeDue, null);
  await application.ask('page.person');
  await application.live.answer('loadSummary', summaryOf(processViews.feeDue));
  expect(application.screen()).toBe('confirmed');
  await application.ask('page.person');
  expect(application.refused, 'what lies before it is closed').toHaveLength(1);
  await application.ask('payment');
  expect(application.screen()).toBe('payment');
  expect(application.live.calls('saveProgress')).toEqual([]);
  application.live.stop();
});

it('sends by a button of its own after a look at what was confirmed', async () => {
  const application = await open(processViews.editing, 'summary');
  await application.live.answer('loadSummary', summary);
  await application.live.bring(ticked);
  await application.bring('summary.confirmed');
  await application.live.answer('completeProcess', processViews.noticeOpen);
  await application.ask('summary');
  await application.live.answer('loadSummary', summary);
  await application.bring('review.ended');
  await application.live.bring({ type: 'notice.chosen', accepted: true } as never);
  await application.live.answer('chooseNotice', processViews.noticeChosenReady);
  expect(application.screen()).toBe('ready');
  expect(application.live.calls('submitProcess')).toEqual([]);
  application.live.stop();
});

it('goes nowhere while the confirmation is under way, and while a payment or a submission is', async () => {
  const confirming = await open(processViews.editing, 'summary');
  await confirming.live.answer('loadSummary', summary);
  await confirming.live.bring(ticked);
  await confirming.bring('summary.confirmed');
  await confirming.ask('page.person');
  expect(confirming.screen()).toBe('summary');
  expect(confirming.live.underWay('completeProcess')).toBe(1);
  expect(confirming.refused).toHaveLength(1);
  confirming.live.stop();
  for (const situation of ['paymentPending', 'held', 'running', 'submitted'] as const) {
    const application = await open(processViews[situation], null);
    const before = application.step();
    await application.ask('summary');
    expect(application.step()).toBe(before);
    expect(application.refused, situation).toHaveLength(1);
    await application.ask(before!);
    expect(application.refused, 'where it is anyway').toHaveLength(1);
    application.live.stop();
  }
});

it.each([
  ['created', 'payment', 'ahead'],
  ['feeDue', 'result', 'ahead'],
  ['paymentPending', 'summary', 'paying'],
  ['held', 'page.person', 'paid'],
  ['running', 'page.person', 'sending'],
  ['submitted', 'summary', 'sent'],
] as const)('stays at %s when %s is asked for, and says why: %s', async (situation, step, why) => {
  const application = await open(processViews[situation], null);
  const screen = application.screen();
  await application.ask(step);
  expect(application.screen()).toBe(screen);
  expect(application.told).toEqual([why]);
  application.live.stop();
});

it('says nothing where the address names the step that is shown, as after a switch of the language', async () => {
  const application = await open(processViews.feeDue, 'summary');
  await application.live.answer('loadSummary', summaryOf(processViews.feeDue));
  await application.ask('summary');
  expect(application.told).toEqual([null]);
  await application.ask('page.person');
  expect(application.told).toEqual([null, 'confirmed']);
  application.live.stop();
});

it('offers no look back at what the authority has, whatever failed after that', async () => {
  const submission: SubmissionView = {
    step: 'SUBMISSION_FAILURE',
    finished: [{ step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done' }],
    ticketNumber: 'T',
    retry: null,
  };
  const application = await open({ ...processViews.submitFailed, submission }, null);
  await application.ask('summary');
  expect(application.screen()).toBe('submitFailed');
  expect(application.told).toEqual(['sent']);
  await application.bring('data.changeRequested');
  expect(application.screen()).toBe('submitFailed');
  application.live.stop();
});

it('keeps what is marked of the notice through a switch of the language and a failure, until it is chosen', async () => {
  const application = await open(processViews.noticeOpen, null);
  const accepted = () => selectNoticeIsAccepted(application.live.snapshot() as never);
  expect(accepted(), 'consent is deemed given').toBe(true);
  await application.live.bring({ type: 'notice.marked', accepted: false } as never);
  await application.live.bring({ type: 'locale.changed', locale: 'en' } as never);
  expect(accepted()).toBe(false);
  await application.live.bring({ type: 'notice.chosen', accepted: false } as never);
  await application.live.refuse('chooseNotice', { code: 'network' });
  expect([application.screen(), accepted()]).toEqual(['notice', false]);
  await application.live.bring({ type: 'notice.chosen', accepted: false } as never);
  const { facts } = processViews.noticeChosenReady;
  await application.live.answer('chooseNotice', {
    ...processViews.noticeChosenReady,
    facts: { ...facts, notice: 'declined' },
  });
  await application.ask('notice');
  expect([application.screen(), accepted()], 'what was chosen counts from then on').toEqual([
    'notice',
    false,
  ]);
  application.live.stop();
});

it.each(['noticeOpen', 'loginDue'] as const)(
  'opens nothing again at %s once it is paid',
  async (situation) => {
    const view = processViews[situation];
    const paid = { ...view, facts: { ...view.facts, feeCents: 1100, paidCents: 1100 } };
    const application = await open(paid, null);
    const screen = application.screen();
    await application.bring('data.changeRequested');
    expect(application.screen()).toBe(screen);
    application.live.stop();
  },
);
