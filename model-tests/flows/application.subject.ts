import { applicationMachine } from '#machines/application/application.machine.ts';
import type {
  ApplicationContext,
  ApplicationEvent,
  ApplicationInput,
  SummaryView,
} from '#machines/application/application.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { rules } from './form.subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { offer, processViews } from './process-views.ts';
import { internalSentences } from './sentences.ts';

const all = Object.values(processViews);
const failure = (...codes: string[]) => codes.map((code) => ({ code }));

const summary: SummaryView = { version: 1, hash: 'h', pages: [], errors: [], feeCents: 0 };
const flawed: SummaryView = {
  ...summary,
  errors: [{ path: 'name', page: 'person', label: 'Name', rule: 'required' }],
};

/** What the service may answer to every call of the application. */
export const applicationEnds: Ends<ApplicationContext> = {
  loadOffer: () => ({
    outputs: [
      { offer, areaName: 'Kiel' },
      { offer: null, areaName: 'Kiel' },
    ],
    errors: failure('service-not-found', 'network'),
  }),
  findDraft: () => ({ outputs: [null, processViews.editing], errors: failure('network') }),
  loadProcess: () => ({ outputs: all, errors: failure('not-found', 'draft-expired', 'network') }),
  openAnonymousSession: () => ({ outputs: [undefined], errors: failure('network') }),
  startProcess: () => ({
    outputs: [processViews.created, processViews.editing],
    errors: failure('network'),
  }),
  takeOver: () => ({
    outputs: [processViews.ready, processViews.feeDue],
    errors: failure('status-conflict'),
  }),
  loadSummary: () => ({ outputs: [summary, flawed], errors: failure('network') }),
  completeProcess: () => ({
    outputs: [processViews.noticeOpen, processViews.loginDue, processViews.feeDue, processViews.ready],
    errors: failure('summary-changed', 'status-conflict', 'network'),
  }),
  chooseNotice: () => ({
    outputs: [processViews.feeDue, processViews.ready],
    errors: failure('version-conflict', 'status-conflict', 'network'),
  }),
  startPayment: () => ({
    outputs: [{ redirectUrl: 'http://pay.example/1', process: processViews.paymentPending }],
    errors: failure('payment-unavailable', 'status-conflict', 'version-conflict'),
  }),
  checkPayment: () => ({
    outputs: [processViews.paymentPending, processViews.paid, processViews.paymentFailed],
    errors: failure('payment-unavailable'),
  }),
  submitProcess: () => ({
    outputs: [processViews.running],
    errors: failure('status-conflict', 'delivery-unavailable'),
  }),
  acknowledgeResult: () => ({ outputs: [processViews.taken], errors: failure('network') }),
};

const events: readonly ApplicationEvent[] = [
  { type: 'anonymous.chosen' },
  { type: 'account.chosen' },
  { type: 'draft.continued' },
  { type: 'viewer.changed', viewer: 'none' },
  { type: 'viewer.changed', viewer: 'account' },
  { type: 'locale.changed', locale: 'en' },
  { type: 'welcome.read' },
  { type: 'summary.confirmed' },
  { type: 'data.changeRequested' },
  { type: 'notice.chosen', accepted: true },
  { type: 'payment.requested' },
  { type: 'window.blocked' },
  { type: 'payment.returned' },
  { type: 'submission.requested' },
  { type: 'retry.requested' },
  { type: 'network.restored' },
  { type: 'form.finished' },
  { type: 'form.left' },
  { type: 'form.lost', problem: { code: 'draft-expired' } },
  {
    type: 'form.saved',
    saved: {
      version: 2,
      status: 'EDITING',
      savedAt: '2026-11-20T10:00:00Z',
      availableUntil: '2026-12-20T10:00:00Z',
    },
  },
];

const input: ApplicationInput = {
  start: { kind: 'service', leiKaId: offer.leiKaId, area: '010020000000' },
  locale: 'de',
  viewer: 'none',
  loginOutcome: null,
  rules,
};
const process = { kind: 'process', processId: 'p' } as const;

export type ApplicationStep = ApplicationEvent | InternalEvent;

export const applicationSubject: Subject<ApplicationStep, ApplicationContext, ApplicationInput> = {
  name: 'application',
  machine: applicationMachine,
  starts: [
    { id: 'a service, nobody logged in', input },
    { id: 'a service, before the session is known', input: { ...input, viewer: 'unknown' } },
    {
      id: 'a service, back from the login',
      input: { ...input, viewer: 'account', loginOutcome: 'SUCCESS' },
    },
    { id: 'a process', input: { ...input, start: process, viewer: 'account' } },
    {
      id: 'a process, back from the login',
      input: { ...input, start: process, viewer: 'account', loginOutcome: 'SUCCESS' },
    },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, applicationEnds)],
  facts: (context, state) => ({
    sendsWhenReady: context.sendsWhenReady,
    ...(state.includes('summary.shown') && { flawless: context.summary?.errors.length === 0 }),
    ...(context.process
      ? { process: context.process.id, status: context.process.status }
      : { viewer: context.viewer, draft: context.draft !== null, loginOutcome: context.loginOutcome }),
  }),
  sentences: {
    ...internalSentences,
    'anonymous.chosen': () => 'the person starts without an account',
    'account.chosen': () => 'the person starts with the account',
    'draft.continued': () => 'the person continues the draft',
    'viewer.changed': ({ viewer }) => `the session says: ${viewer}`,
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'welcome.read': () => 'the welcome page is read',
    'summary.confirmed': () => 'the summary is confirmed',
    'data.changeRequested': () => 'the data is to be changed',
    'notice.chosen': () => 'the notice is chosen',
    'payment.requested': () => 'the person pays',
    'window.blocked': () => 'the browser blocks the window',
    'payment.returned': () => 'the person comes back from paying',
    'submission.requested': () => 'the person sends',
    'result.acknowledged': () => 'the result is acknowledged',
    'retry.requested': () => 'the person tries again',
    'network.restored': () => 'the network is back',
    'form.saved': () => 'the form is saved',
    'form.finished': () => 'the last page is left',
    'form.left': () => 'the first page is left backwards',
    'form.lost': () => 'the form is lost',
  },
};
