import type { ProcessView } from '#contract/process.ts';
import type { SummaryView } from '#contract/summary.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import type {
  ApplicationContext,
  ApplicationEvent,
  ApplicationInput,
} from '#machines/application/application.types.ts';
import { mayRefresh } from '#machines/kit/asking-again.ts';
import type { Account } from '#machines/session/session.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { offer, paidViews, processViews, readIn } from './process-views.ts';
import { internalSentences } from './sentences.ts';

/** Processes that the server may return; the notice is chosen here. */
const all = Object.values(processViews).filter(({ facts }) => facts.notice === null);
const failure = (...codes: string[]) => codes.map((code) => ({ code }));

const summary: Omit<SummaryView, 'facts' | 'metadata' | 'area'> = {
  lang: 'de',
  version: 1,
  hash: 'h',
  pages: [],
  errors: [],
  feeCents: 0,
  missedArea: null,
  source: null,
  statements: [{ id: 'correctness', version: 1, text: 'It is true.', missing: 'Is it true?' }],
  mail: { to: 'petra@example.com', wanted: true },
};
const flawed: typeof summary = {
  ...summary,
  errors: [{ path: 'name', page: 'person', label: 'Name', rule: 'required' }],
};

/** A call that returns one of these processes, in the current language. */
const processes =
  (views: readonly ProcessView[], errors: readonly { code: string }[]) =>
  ({ locale }: ApplicationContext) => ({ outputs: views.map((it) => readIn(it, locale)), errors });

const ofAny = processes(all, failure('not-found', 'trust-level-too-low', 'draft-expired', 'network'));
const { followed, taken } = processViews;
const ofFollowed = processes([followed, taken], failure('not-found', 'network'));

/** Possible answers of the server to every call of the application. */
export const applicationEnds: Ends<ApplicationContext> = {
  loadOffer: ({ locale }) => ({
    outputs: [
      { offer: { ...offer, lang: locale }, areaName: 'Kiel' },
      { offer: null, areaName: 'Kiel' },
    ],
    errors: failure('service-not-found', 'network'),
  }),
  loadTexts: ({ locale, process }) => ({
    outputs: [{ ...(process?.metadata ?? offer), lang: locale }],
    errors: failure('network'),
  }),
  findDraft: ({ locale }) => ({
    outputs: [null, readIn(processViews.editing, locale)],
    errors: failure('network'),
  }),
  loadProcess: (context) =>
    // What was sent stays so.
    (context.process?.result ? ofFollowed : ofAny)(context),
  openAnonymousSession: () => ({ outputs: [undefined], errors: failure('network') }),
  startProcess: processes([processViews.created, processViews.editing], failure('network')),
  takeOver: processes(
    [processViews.ready, processViews.feeDue, processViews.paid, processViews.conflict],
    failure('status-conflict'),
  ),
  changePlace: processes([processViews.editing], failure('place-not-covered', 'status-conflict')),
  loadSummary: ({ locale, process }) => ({
    outputs: [summary, flawed].map((it) => ({
      ...it,
      lang: locale,
      facts: process?.facts,
      metadata: { ...(process?.metadata ?? offer), lang: locale },
      area: process?.area ?? { key: '010020000000', name: 'Kiel' },
    })),
    errors: failure('trust-level-too-low', 'network'),
  }),
  completeProcess: processes(
    [
      processViews.noticeOpen,
      processViews.loginDue,
      processViews.conflict,
      processViews.feeDue,
      processViews.ready,
      processViews.paid,
    ],
    failure('summary-changed', 'status-conflict', 'network'),
  ),
  chooseNotice: processes(
    [processViews.noticeChosen, processViews.noticeChosenLoginDue, processViews.noticeChosenReady],
    failure('version-conflict', 'status-conflict', 'network'),
  ),
  startPayment: ({ locale }) => ({
    outputs: [{ redirectUrl: 'http://pay.example/1', process: readIn(processViews.paymentPending, locale) }],
    errors: failure('payment-unavailable', 'status-conflict', 'version-conflict'),
  }),
  checkPayment: processes(
    [processViews.paymentPending, processViews.paid, processViews.held, processViews.paymentFailed],
    failure('not-found', 'payment-unavailable'),
  ),
  submitProcess: processes([processViews.running], failure('status-conflict', 'delivery-unavailable')),
  acknowledgeResult: processes([processViews.taken], failure('network')),
};

const account: Account = { person: 'Kim', providerId: 'nkb', name: 'Kim Muster', trustLevel: 'low' };
const somebodyElse: Account = { ...account, person: 'Jo' };

const events: readonly ApplicationEvent[] = [
  { type: 'anonymous.chosen' },
  { type: 'account.chosen' },
  { type: 'draft.continued' },
  { type: 'viewer.changed', viewer: 'none', account: null, session: null },
  { type: 'viewer.changed', viewer: 'account', session: 's1', account },
  { type: 'viewer.changed', viewer: 'account', session: 's2', account: somebodyElse },
  { type: 'session.erased' },
  { type: 'locale.changed', locale: 'en' },
  { type: 'locale.changed', locale: 'de' },
  { type: 'welcome.read' },
  { type: 'place.chosen', area: '010030000000' },
  { type: 'statement.changed', id: 'correctness', given: true },
  { type: 'statement.changed', id: 'correctness', given: false },
  { type: 'mails.chosen', wanted: true },
  { type: 'mails.chosen', wanted: false },
  { type: 'summary.confirmed' },
  { type: 'data.changeRequested' },
  { type: 'step.requested', step: 'welcome' },
  { type: 'step.requested', step: 'page.person' },
  { type: 'step.requested', step: 'summary' },
  { type: 'step.requested', step: 'notice' },
  { type: 'step.requested', step: 'payment' },
  { type: 'conflict.decided', process: processViews.editing, toCorrect: [] },
  { type: 'conflict.decided', process: processViews.ready, toCorrect: [] },
  {
    type: 'conflict.decided',
    process: processViews.ready,
    toCorrect: [{ key: 'givenName', page: 'person' }],
  },
  { type: 'conflict.vanished' },
  { type: 'conflict.lost', problem: { code: 'not-found' } },
  { type: 'review.ended' },
  { type: 'notice.marked', accepted: false },
  { type: 'notice.chosen', accepted: true },
  { type: 'payment.requested' },
  { type: 'window.blocked' },
  { type: 'payment.returned' },
  { type: 'submission.requested' },
  { type: 'result.acknowledged' },
  { type: 'retry.requested' },
  { type: 'network.restored' },
  { type: 'tab.left' },
  { type: 'tab.returned', awayMs: 60_000 },
  { type: 'tab.returned', awayMs: 1_000 },
  { type: 'form.pageOpened', page: 'person', returnsToSummary: false },
  { type: 'form.stayed' },
  { type: 'form.finished' },
  { type: 'form.left' },
  { type: 'form.lost', problem: { code: 'draft-expired' }, files: 1 },
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
  account: null,
  loginOutcome: null,
};
const process = { kind: 'process', processId: 'p' } as const;
/** A start that checks only the screen: other starts cover how it continues. */
const onlyShown = { kind: 'process', processId: 'shown' } as const;

/** A start with a paid process that is not finished: its data cannot be changed. */
const onlyPaid = { kind: 'process', processId: 'paid' } as const;
const ofPaid: Ends<ApplicationContext> = {
  ...applicationEnds,
  loadProcess: processes(Object.values(paidViews), []),
};
/** A service that requires an account from the beginning. */
const withAccountOnly = { kind: 'service', leiKaId: '99000000000000', area: '010020000000' } as const;
const ofAccounts: Ends<ApplicationContext> = {
  ...applicationEnds,
  loadOffer: () => ({
    outputs: [{ offer: { ...offer, mode: 'start', idpIds: ['nkb'] }, areaName: 'Kiel' }],
    errors: [],
  }),
};

const ofTexts: ReadonlySet<string> = new Set(['locale.changed', 'network.restored', 'viewer.changed']);
const CALLS_OF_TEXTS = /texts|summary\.loading/;
const concernsTexts = ({ type }: { type: string }): boolean => ofTexts.has(type) || CALLS_OF_TEXTS.test(type);

/** The server hides the process from another person. Then its owner comes back. */
const ownedBySomebodyElse = { loadProcess: () => ({ outputs: [], errors: failure('not-found') }) };
const comesBack: ApplicationEvent = { type: 'viewer.changed', viewer: 'account', session: 's1', account };

export type ApplicationStep = ApplicationEvent | InternalEvent;

/** True if the address may name another step here, or the form may report. Elsewhere once is enough, or never. */
function comesAt({ type, ...event }: ApplicationEvent, state: string): boolean {
  if (type === 'form.pageOpened' || type === 'form.stayed') return state.includes('open.');
  if (type === 'viewer.changed' && 'account' in event && event.account === somebodyElse) {
    return /open\.filling|conflict|confirmed\.shown|payment\.waiting\.resting|notFound|levelTooLow|progress\.failed/.test(
      state,
    );
  }
  // The texts go on beside it as beside any other call.
  if (state.includes('changingPlace') && ofTexts.has(type) && type !== 'viewer.changed') return false;
  if (type === 'result.acknowledged') return state.includes('submitted.untaken');
  if (type.startsWith('tab.')) return !state.includes('following.settled');
  if (type.startsWith('conflict.')) return state.includes('conflict');
  if (type !== 'step.requested') return true;
  const isAtRest = /open\.|conflict|confirmed|offered|login|resting|ready|submitFailed/.test(state);
  return isAtRest || ('step' in event && event.step === 'summary');
}

export const applicationSubject: Subject<ApplicationStep, ApplicationContext, ApplicationInput> = {
  name: 'application',
  machine: applicationMachine,
  starts: [
    { id: 'a service, nobody logged in', input },
    { id: 'a service, before the session is known', input: { ...input, viewer: 'unknown' } },
    {
      id: 'a service, back from the login',
      input: { ...input, viewer: 'account', session: 's1', account, loginOutcome: 'SUCCESS' },
    },
    { id: 'a process', input: { ...input, start: process, viewer: 'account', session: 's1', account } },
    ...(['welcome', 'page.person', 'summary', 'notice'] as const).map((step) => ({
      id: `a process at its step ${step}`,
      input: { ...input, start: onlyShown, step, viewer: 'account' as const, session: 's1', account },
    })),
    {
      id: 'a process that is paid',
      input: { ...input, start: onlyPaid, viewer: 'account', session: 's1', account },
    },
    { id: 'a service for accounts, nobody logged in', input: { ...input, start: withAccountOnly } },
    {
      id: 'a process, back from the login',
      input: { ...input, start: process, viewer: 'account', session: 's1', account, loginOutcome: 'SUCCESS' },
    },
  ],
  events: ({ snapshot, state }) => {
    if (snapshot.context.start.processId === onlyShown.processId)
      return internalEvents(snapshot, applicationEnds);
    if (snapshot.context.start.processId === onlyPaid.processId) {
      // Sending it goes on like any other.
      return state.includes('sending')
        ? []
        : [{ type: 'data.changeRequested' }, ...internalEvents(snapshot, ofPaid)];
    }
    if (snapshot.context.start.leiKaId === withAccountOnly.leiKaId) {
      return [{ type: 'anonymous.chosen' }, ...internalEvents(snapshot, ofAccounts)];
    }
    const isStranger = snapshot.context.account?.person === somebodyElse.person;
    if (isStranger) return [...internalEvents(snapshot, ownedBySomebodyElse), comesBack];
    const canCome = events.filter((event) => comesAt(event, state));
    const all = [...canCome, ...internalEvents(snapshot, applicationEnds)];
    // The progress is the same in both languages: in the second one only the texts are tested.
    return snapshot.context.locale === input.locale ? all : all.filter(concernsTexts);
  },
  abstraction: (context, state) => ({
    locale: context.locale,
    foreign: (context.process?.metadata ?? context.offer)?.lang !== context.locale,
    sendsWhenReady: context.sendsWhenReady,
    wantedStep: context.wantedStep,
    wantsPage: context.wantedPage !== null,
    ...(state.includes('summary.shown') && {
      flawless: context.summary?.errors.length === 0,
      given: context.given.length,
    }),
    ...(!state.includes('following.settled') && { asks: mayRefresh(context) }),
    stranger: context.account?.person === somebodyElse.person,
    ...(context.process
      ? { process: context.process.id, status: context.process.status }
      : {
          begins: context.start.kind,
          viewer: context.viewer,
          draft: context.draft !== null,
          loginOutcome: context.loginOutcome,
        }),
  }),
  sentences: {
    ...internalSentences,
    'anonymous.chosen': () => 'the person starts without an account',
    'account.chosen': () => 'the person starts with the account',
    'draft.continued': () => 'the person continues the draft',
    'viewer.changed': ({ viewer, account }) =>
      `the session says: ${viewer}${account?.person === 'Jo' ? ' of somebody else' : ''}`,
    'session.erased': () => 'the anonymous session is ended',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'place.chosen': () => 'another place is chosen',
    'welcome.read': () => 'the welcome page is read',
    'mails.chosen': ({ wanted }) => `e-mails are ${wanted ? 'wanted' : 'declined'}`,
    'statement.changed': ({ given }) => `a statement is ${given ? 'ticked' : 'no longer ticked'}`,
    'summary.confirmed': () => 'the summary is confirmed',
    'data.changeRequested': ({ page }) => `the data is to be changed${page ? ` on page ${page}` : ''}`,
    'step.requested': ({ step }) => `the address names the step ${step}`,
    'review.ended': () => 'what was confirmed was looked at',
    'conflict.decided': ({ toCorrect: [first], process }) =>
      first
        ? `own data is to be corrected on page ${first.page}`
        : `the account's data is taken, or own data kept: ${process.status}`,
    'conflict.vanished': () => 'there is nothing left to decide',
    'conflict.lost': () => 'the conflict is not open to this login',
    'notice.marked': () => 'the other way of the notice is marked',
    'notice.chosen': () => 'the notice is chosen',
    'payment.requested': () => 'the person pays',
    'window.blocked': () => 'the browser blocks the window',
    'payment.returned': () => 'the person comes back from paying',
    'submission.requested': () => 'the person sends',
    'result.acknowledged': () => 'the person takes the result along',
    'retry.requested': () => 'the person tries again',
    'network.restored': () => 'the network is back',
    'tab.left': () => 'the page goes out of view',
    'tab.returned': ({ awayMs }) => `the page is in view again after ${awayMs / 1000} seconds`,
    'form.saved': () => 'the form is saved',
    'form.pageOpened': () => 'a page of the form is opened',
    'form.stayed': () => 'the form stays at its page',
    'form.finished': () => 'the last page is left',
    'form.left': () => 'the first page is left backwards',
    'form.lost': () => 'the form is lost',
  },
};
