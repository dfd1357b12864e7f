import { type AnyActorRef, assign, sendTo, setup } from 'xstate';
import { formMachine } from '../form/form.machine.ts';
import type { FormEvent } from '../form/form.types.ts';
import { type FlowMeta, titles } from '../portal/meta.ts';
import { placeholder, silentWatcher } from '../portal/placeholders.ts';
import { aboutError } from '../portal/problem.ts';
import { applicationFacts, initialContext } from './application.facts.ts';
import { applicationGuards } from './application.guards.ts';
import type {
  ApplicationContext,
  ApplicationEvent,
  ApplicationInput,
  Locale,
  OfferView,
  ProcessView,
  SummaryView,
} from './application.types.ts';

const PAYMENT_POLL_MS = 4_000;
const SUBMISSION_POLL_MS = 1_000;
const RETRY_MS = 5_000;

type OfferQuery = { leiKaId: string; area: string; locale: Locale };
type Offered = { offer: OfferView | null; areaName: string };
type ProcessQuery = { processId: string; locale: Locale };

const title = titles('application');

const reopening = {
  type: 'noteReopening',
  params: ({ event }: { event: { page?: string } }) => ({ page: event.page }),
} as const;
const aboutProcess = ({ event }: { event: { output: ProcessView } }) => ({ process: event.output });
const queryOf = ({ context }: { context: ApplicationContext }): ProcessQuery => ({
  processId: context.process?.id ?? (context.start.kind === 'process' ? context.start.processId : ''),
  locale: context.locale,
});
const versionOf = ({ context }: { context: ApplicationContext }) => ({
  ...queryOf({ context }),
  version: context.process?.version ?? 0,
});
const offerQueryOf = ({ context }: { context: ApplicationContext }): OfferQuery => ({
  leiKaId:
    context.process?.metadata.leiKaId ?? (context.start.kind === 'service' ? context.start.leiKaId : ''),
  area: context.process?.area.key ?? (context.start.kind === 'service' ? context.start.area : ''),
  locale: context.locale,
});

/**
 * One application from its start to its result (spec section 2, application flow). Which step comes next is
 * asked of the process workflow in `deciding`, with the status and the facts that the service answered.
 */
export const applicationMachine = setup({
  types: {
    context: {} as ApplicationContext,
    events: {} as ApplicationEvent,
    input: {} as ApplicationInput,
    children: {} as { form: 'form' },
    meta: {} as FlowMeta,
    tags: {} as 'busy',
  },
  actors: {
    form: formMachine,
    /** Null when nothing is offered at the place. */
    loadOffer: placeholder<Offered, OfferQuery>('loadOffer'),
    /** Null when there is none. */
    findDraft: placeholder<ProcessView | null, { metadataId: string; locale: Locale }>('findDraft'),
    loadProcess: placeholder<ProcessView, ProcessQuery>('loadProcess'),
    openAnonymousSession: placeholder<void, { locale: Locale }>('openAnonymousSession'),
    startProcess: placeholder<ProcessView, { metadataId: string; area: string; locale: Locale }>(
      'startProcess',
    ),
    takeOver: placeholder<ProcessView, ProcessQuery>('takeOver'),
    loadSummary: placeholder<SummaryView, ProcessQuery>('loadSummary'),
    completeProcess: placeholder<ProcessView, ProcessQuery & { version: number; hash: string }>(
      'completeProcess',
    ),
    chooseNotice: placeholder<ProcessView, ProcessQuery & { version: number; accepted: boolean }>(
      'chooseNotice',
    ),
    startPayment: placeholder<
      { redirectUrl: string | null; process: ProcessView },
      ProcessQuery & { version: number; restart: boolean }
    >('startPayment'),
    checkPayment: placeholder<ProcessView, ProcessQuery>('checkPayment'),
    submitProcess: placeholder<ProcessView, ProcessQuery>('submitProcess'),
    acknowledgeResult: placeholder<ProcessView, ProcessQuery>('acknowledgeResult'),
    /** Sends `payment.returned` when the person comes back to this window. */
    watchReturn: silentWatcher<{ processId: string }>(),
  },
  actions: {
    keepOffer: assign(applicationFacts.keepOffer),
    keepTexts: assign(applicationFacts.keepTexts),
    keepDraft: assign(applicationFacts.keepDraft),
    takeDraft: assign(applicationFacts.takeDraft),
    keepProcess: assign(applicationFacts.keepProcess),
    keepSaved: assign(applicationFacts.keepSaved),
    keepSummary: assign(applicationFacts.keepSummary),
    keepProblem: assign(applicationFacts.keepProblem),
    forgetProblem: assign(applicationFacts.forgetProblem),
    keepViewer: assign(applicationFacts.keepViewer),
    keepLocale: assign(applicationFacts.keepLocale),
    noteConfirmation: assign(applicationFacts.noteConfirmation),
    forgetConfirmation: assign(applicationFacts.forgetConfirmation),
    noteReopening: assign(applicationFacts.noteReopening),
    noteBlockedWindow: assign(applicationFacts.noteBlockedWindow),
    noteWindow: assign(applicationFacts.noteWindow),
    forgetLogin: assign(applicationFacts.forgetLogin),
    tellForm: sendTo(
      ({ self }) => self.getSnapshot().children.form as AnyActorRef,
      (_, { event }: { event: FormEvent }) => event,
    ),
    /** The address names the process from now on, so that a reload comes back to it. */
    announceProcess: (_, _params: { processId: string }) => undefined,
    /** Must happen within the person's click, or the browser blocks it. */
    openProviderWindow: () => undefined,
    leadWindowToProvider: (_, _params: { url: string | null }) => undefined,
    closeProviderWindow: () => undefined,
  },
  guards: applicationGuards,
  delays: {
    untilPaymentPoll: PAYMENT_POLL_MS,
    untilSubmissionPoll: SUBMISSION_POLL_MS,
    untilRetry: RETRY_MS,
  },
}).createMachine({
  id: 'application',
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  states: {
    course: {
      meta: title('course'),
      initial: 'arriving',
      states: {
        arriving: {
          meta: title('arriving'),
          tags: 'busy',
          always: [
            { guard: 'processIsKnown', target: 'refreshing' },
            { guard: 'beginsWithService', target: 'openingOffer' },
            { guard: 'cameBackLoggedIn', target: 'takingOver' },
            { target: 'refreshing' },
          ],
        },
        openingOffer: {
          meta: title('openingOffer'),
          tags: 'busy',
          invoke: {
            src: 'loadOffer',
            input: offerQueryOf,
            onDone: [
              {
                guard: { type: 'nothingIsOffered', params: ({ event }) => event.output },
                target: 'notOffered',
              },
              { target: 'starting', actions: { type: 'keepOffer', params: ({ event }) => event.output } },
            ],
            onError: [
              { guard: { type: 'processIsUnknown', params: aboutError }, target: 'notOffered' },
              { target: 'failed', actions: { type: 'keepProblem', params: aboutError } },
            ],
          },
        },
        starting: {
          meta: title('starting'),
          initial: 'recognising',
          on: { 'viewer.changed': '.recognising' },
          states: {
            recognising: {
              meta: title('recognising'),
              tags: 'busy',
              always: [
                { guard: 'viewerHasSession', target: 'lookingForDraft' },
                { guard: 'viewerIsUnknown', target: 'waiting' },
                { target: 'offered' },
              ],
            },
            waiting: { meta: title('waiting'), tags: 'busy' },
            lookingForDraft: {
              meta: title('lookingForDraft'),
              tags: 'busy',
              invoke: {
                src: 'findDraft',
                input: ({ context }) => ({
                  metadataId: context.offer?.metadataId ?? '',
                  locale: context.locale,
                }),
                onDone: {
                  target: 'found',
                  actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.output }) },
                },
                onError: 'offered',
              },
            },
            found: {
              meta: title('found'),
              always: [
                { guard: 'cameBackWithoutDraft', target: 'creating', actions: 'forgetLogin' },
                { target: 'offered' },
              ],
            },
            offered: {
              meta: title('offered'),
              on: {
                'anonymous.chosen': { guard: 'anonymousIsAllowed', target: 'openingSession' },
                'account.chosen': { guard: 'viewerHasAccount', target: 'creating' },
                'draft.continued': {
                  guard: 'draftIsPresent',
                  target: 'continuing',
                  actions: 'takeDraft',
                },
              },
            },
            continuing: {
              meta: title('continuing'),
              always: {
                target: '#application.course.deciding',
                actions: {
                  type: 'announceProcess',
                  params: ({ context }) => ({ processId: context.process?.id ?? '' }),
                },
              },
            },
            openingSession: {
              meta: title('openingSession'),
              tags: 'busy',
              entry: 'forgetProblem',
              on: { 'viewer.changed': {} },
              invoke: {
                src: 'openAnonymousSession',
                input: ({ context }) => ({ locale: context.locale }),
                onDone: 'creating',
                onError: { target: 'offered', actions: { type: 'keepProblem', params: aboutError } },
              },
            },
            creating: {
              meta: title('creating'),
              tags: 'busy',
              entry: 'forgetProblem',
              on: { 'viewer.changed': {} },
              invoke: {
                src: 'startProcess',
                input: ({ context }) => ({
                  metadataId: context.offer?.metadataId ?? '',
                  area: offerQueryOf({ context }).area,
                  locale: context.locale,
                }),
                onDone: {
                  target: '#application.course.deciding',
                  actions: [
                    { type: 'keepProcess', params: aboutProcess },
                    { type: 'announceProcess', params: ({ event }) => ({ processId: event.output.id }) },
                  ],
                },
                onError: { target: 'offered', actions: { type: 'keepProblem', params: aboutError } },
              },
            },
          },
        },
        takingOver: {
          meta: title('takingOver'),
          tags: 'busy',
          entry: ['forgetLogin'],
          invoke: {
            src: 'takeOver',
            input: queryOf,
            onDone: { target: 'deciding', actions: { type: 'keepProcess', params: aboutProcess } },
            // Nothing to hand over, or not allowed: the process as it stands says what is to be done.
            onError: { target: 'refreshing', actions: { type: 'keepProblem', params: aboutError } },
          },
        },
        refreshing: {
          meta: title('refreshing'),
          tags: 'busy',
          invoke: {
            src: 'loadProcess',
            input: queryOf,
            onDone: { target: 'deciding', actions: { type: 'keepProcess', params: aboutProcess } },
            onError: [
              { guard: { type: 'processIsUnknown', params: aboutError }, target: 'notFound' },
              { guard: { type: 'storageHasEnded', params: aboutError }, target: 'expired' },
              { target: 'failed', actions: { type: 'keepProblem', params: aboutError } },
            ],
          },
        },
        deciding: {
          meta: title('deciding'),
          always: [
            { guard: 'resultIsThere', target: 'submitted' },
            { guard: 'submissionIsRunning', target: 'submitting' },
            { guard: 'welcomeIsDue', target: 'open.welcome' },
            { guard: 'stepIsForm', target: 'open.filling' },
            { guard: 'paymentIsPending', target: 'payment.waiting' },
            { guard: 'stepIsNotice', target: 'notice' },
            { guard: 'stepIsLogin', target: 'login' },
            { guard: 'paymentHasFailed', target: 'payment.failed' },
            { guard: 'stepIsPayment', target: 'payment.offered' },
            { guard: 'mayBeSentNow', target: 'sending' },
            { guard: 'submissionHasFailed', target: 'submitFailed' },
            { target: 'ready' },
          ],
        },
        /** Welcome, form and summary: the form is loaded once and lives as long as the person is in here. */
        open: {
          meta: title('open'),
          initial: 'filling',
          invoke: {
            id: 'form',
            src: 'form',
            input: ({ context, self }) => ({
              processId: context.process?.id ?? '',
              locale: context.locale,
              rules: context.rules,
              saveAtOnce: context.reopens,
              page: context.wantedPage,
              parent: self,
            }),
          },
          on: {
            'form.saved': { actions: { type: 'keepSaved', params: ({ event }) => ({ saved: event.saved }) } },
            'form.lost': 'refreshing',
            'form.left': '.welcome',
            'locale.changed': { actions: { type: 'tellForm', params: ({ event }) => ({ event }) } },
            'network.restored': { actions: { type: 'tellForm', params: ({ event }) => ({ event }) } },
            'viewer.changed': {
              guard: { type: 'sessionIsThere', params: ({ event }) => ({ viewer: event.viewer }) },
              actions: { type: 'tellForm', params: { event: { type: 'session.renewed' } } },
            },
          },
          states: {
            welcome: { meta: title('welcome'), on: { 'welcome.read': 'filling' } },
            filling: {
              meta: title('filling'),
              on: { 'form.finished': 'summary' },
            },
            summary: {
              meta: title('summary'),
              initial: 'loading',
              entry: 'forgetProblem',
              on: {
                'data.changeRequested': {
                  target: 'filling',
                  actions: {
                    type: 'tellForm',
                    params: ({ event }) => ({ event: { type: 'page.chosen', page: event.page ?? null } }),
                  },
                },
                'locale.changed': {
                  target: '.loading',
                  reenter: true,
                  actions: { type: 'tellForm', params: ({ event }) => ({ event }) },
                },
              },
              states: {
                loading: {
                  meta: title('summary.loading'),
                  tags: 'busy',
                  invoke: {
                    src: 'loadSummary',
                    input: queryOf,
                    onDone: {
                      target: 'shown',
                      actions: { type: 'keepSummary', params: ({ event }) => ({ summary: event.output }) },
                    },
                    onError: { target: 'unavailable', actions: { type: 'keepProblem', params: aboutError } },
                  },
                },
                unavailable: {
                  meta: title('summary.unavailable'),
                  on: {
                    'retry.requested': { target: 'loading', actions: 'forgetProblem' },
                    'viewer.changed': {
                      guard: { type: 'sessionIsThere', params: ({ event }) => ({ viewer: event.viewer }) },
                      target: 'loading',
                      actions: [
                        'forgetProblem',
                        { type: 'tellForm', params: { event: { type: 'session.renewed' } } },
                      ],
                    },
                  },
                },
                shown: {
                  meta: title('summary.shown'),
                  on: { 'summary.confirmed': { guard: 'summaryIsFlawless', target: 'completing' } },
                },
                completing: {
                  meta: title('summary.completing'),
                  tags: 'busy',
                  entry: 'forgetProblem',
                  invoke: {
                    src: 'completeProcess',
                    input: ({ context }) => ({
                      ...queryOf({ context }),
                      version: context.summary?.version ?? 0,
                      hash: context.summary?.hash ?? '',
                    }),
                    onDone: {
                      target: '#application.course.deciding',
                      actions: [{ type: 'keepProcess', params: aboutProcess }, 'noteConfirmation'],
                    },
                    onError: [
                      {
                        guard: { type: 'summaryIsOutdated', params: aboutError },
                        target: 'loading',
                        actions: { type: 'keepProblem', params: aboutError },
                      },
                      {
                        guard: { type: 'stateHasChanged', params: aboutError },
                        target: '#application.course.refreshing',
                      },
                      { target: 'shown', actions: { type: 'keepProblem', params: aboutError } },
                    ],
                  },
                },
              },
            },
          },
        },
        notice: {
          meta: title('notice'),
          initial: 'offered',
          on: { 'data.changeRequested': { target: 'open', actions: reopening } },
          states: {
            offered: {
              meta: title('notice.offered'),
              on: { 'notice.chosen': 'saving' },
            },
            saving: {
              meta: title('notice.saving'),
              tags: 'busy',
              entry: 'forgetProblem',
              invoke: {
                src: 'chooseNotice',
                input: ({ context, event }) => ({
                  ...versionOf({ context }),
                  accepted: event.type === 'notice.chosen' && event.accepted,
                }),
                onDone: {
                  target: '#application.course.deciding',
                  actions: { type: 'keepProcess', params: aboutProcess },
                },
                onError: [
                  {
                    guard: { type: 'summaryIsOutdated', params: aboutError },
                    target: '#application.course.refreshing',
                  },
                  {
                    guard: { type: 'stateHasChanged', params: aboutError },
                    target: '#application.course.refreshing',
                  },
                  { target: 'offered', actions: { type: 'keepProblem', params: aboutError } },
                ],
              },
            },
          },
        },
        login: {
          meta: title('login'),
          on: {
            'data.changeRequested': { target: 'open', actions: reopening },
            'retry.requested': 'takingOver',
          },
        },
        payment: {
          meta: title('payment'),
          initial: 'offered',
          on: {
            'payment.requested': {
              target: '.starting',
              actions: ['noteConfirmation', 'noteWindow', 'openProviderWindow'],
            },
            'window.blocked': { actions: 'noteBlockedWindow' },
          },
          states: {
            offered: {
              meta: title('payment.offered'),
              on: { 'data.changeRequested': { target: '#application.course.open', actions: reopening } },
            },
            starting: {
              meta: title('payment.starting'),
              tags: 'busy',
              entry: 'forgetProblem',
              on: { 'payment.requested': {} },
              invoke: {
                src: 'startPayment',
                input: ({ context, event }) => ({
                  ...versionOf({ context }),
                  restart: event.type === 'payment.requested' && event.restart === true,
                }),
                onDone: {
                  target: '#application.course.deciding',
                  actions: [
                    { type: 'keepProcess', params: ({ event }) => ({ process: event.output.process }) },
                    {
                      type: 'leadWindowToProvider',
                      params: ({ event }) => ({ url: event.output.redirectUrl }),
                    },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'viewIsOutdated', params: aboutError },
                    target: '#application.course.refreshing',
                    actions: 'closeProviderWindow',
                  },
                  {
                    target: 'reconsidering',
                    actions: [{ type: 'keepProblem', params: aboutError }, 'closeProviderWindow'],
                  },
                ],
              },
            },
            /** The start of the payment failed: back to where the process stands, which did not move. */
            reconsidering: {
              meta: title('payment.reconsidering'),
              always: [
                { guard: 'paymentIsPending', target: 'waiting' },
                { guard: 'paymentHasFailed', target: 'failed' },
                { target: 'offered' },
              ],
            },
            waiting: {
              meta: title('payment.waiting'),
              initial: 'resting',
              invoke: {
                src: 'watchReturn',
                input: ({ context }) => ({ processId: context.process?.id ?? '' }),
              },
              states: {
                resting: {
                  meta: title('payment.resting'),
                  after: { untilPaymentPoll: 'checking' },
                  on: { 'payment.returned': 'checking' },
                },
                checking: {
                  meta: title('payment.checking'),
                  invoke: {
                    src: 'checkPayment',
                    input: queryOf,
                    onDone: [
                      {
                        guard: { type: 'stillPending', params: aboutProcess },
                        target: 'resting',
                        actions: { type: 'keepProcess', params: aboutProcess },
                      },
                      {
                        target: '#application.course.deciding',
                        actions: [{ type: 'keepProcess', params: aboutProcess }, 'closeProviderWindow'],
                      },
                    ],
                    onError: { target: 'resting', actions: { type: 'keepProblem', params: aboutError } },
                  },
                },
              },
            },
            /** A payment may turn out well after all: in the provider's window, or as late news from there. */
            failed: {
              meta: title('payment.failed'),
              initial: 'resting',
              invoke: {
                src: 'watchReturn',
                input: ({ context }) => ({ processId: context.process?.id ?? '' }),
              },
              on: { 'data.changeRequested': { target: '#application.course.open', actions: reopening } },
              states: {
                resting: { meta: title('payment.failed'), on: { 'payment.returned': 'checking' } },
                checking: {
                  meta: title('payment.checking'),
                  invoke: {
                    src: 'checkPayment',
                    input: queryOf,
                    onDone: [
                      { guard: { type: 'stillFailed', params: aboutProcess }, target: 'resting' },
                      {
                        target: '#application.course.deciding',
                        actions: { type: 'keepProcess', params: aboutProcess },
                      },
                    ],
                    onError: 'resting',
                  },
                },
              },
            },
          },
        },
        ready: {
          meta: title('ready'),
          on: {
            'submission.requested': 'sending',
            'data.changeRequested': { guard: 'dataMayChange', target: 'open', actions: reopening },
          },
        },
        sending: {
          meta: title('sending'),
          tags: 'busy',
          // Asked for once: what comes back refused waits for the person.
          entry: ['forgetProblem', 'forgetConfirmation'],
          invoke: {
            src: 'submitProcess',
            input: queryOf,
            onDone: { target: 'deciding', actions: { type: 'keepProcess', params: aboutProcess } },
            onError: [
              { guard: { type: 'stateHasChanged', params: aboutError }, target: 'refreshing' },
              {
                guard: 'submissionHasFailed',
                target: 'submitFailed',
                actions: { type: 'keepProblem', params: aboutError },
              },
              { target: 'ready', actions: { type: 'keepProblem', params: aboutError } },
            ],
          },
        },
        submitting: {
          meta: title('submitting'),
          initial: 'resting',
          states: {
            resting: {
              meta: title('submitting.resting'),
              after: { untilSubmissionPoll: 'asking' },
            },
            asking: {
              meta: title('submitting.asking'),
              invoke: {
                src: 'loadProcess',
                input: queryOf,
                onDone: [
                  {
                    guard: { type: 'stillRunning', params: aboutProcess },
                    target: 'resting',
                    actions: { type: 'keepProcess', params: aboutProcess },
                  },
                  {
                    target: '#application.course.deciding',
                    actions: { type: 'keepProcess', params: aboutProcess },
                  },
                ],
                onError: 'resting',
              },
            },
          },
        },
        submitFailed: {
          meta: title('submitFailed'),
          on: {
            'submission.requested': 'sending',
            'data.changeRequested': { guard: 'dataMayChange', target: 'open', actions: reopening },
          },
        },
        submitted: {
          meta: title('submitted'),
          initial: 'deliveringResult',
          states: {
            deliveringResult: {
              meta: title('submitted.deliveringResult'),
              always: [{ guard: 'resultIsTaken', target: 'taken' }, { target: 'acknowledging' }],
            },
            acknowledging: {
              meta: title('submitted.acknowledging'),
              invoke: {
                src: 'acknowledgeResult',
                input: queryOf,
                onDone: { target: 'taken', actions: { type: 'keepProcess', params: aboutProcess } },
                onError: 'unacknowledged',
              },
            },
            unacknowledged: {
              meta: title('submitted.unacknowledged'),
              after: { untilRetry: 'acknowledging' },
            },
            taken: { meta: title('submitted.taken') },
          },
        },
        notOffered: { meta: title('notOffered') },
        notFound: { meta: title('notFound'), on: { 'viewer.changed': 'refreshing' } },
        expired: { meta: title('expired') },
        failed: {
          meta: title('failed'),
          on: {
            'retry.requested': { target: 'arriving', actions: 'forgetProblem' },
            'network.restored': { target: 'arriving', actions: 'forgetProblem' },
            'viewer.changed': 'arriving',
          },
        },
      },
    },
    /** The texts of the offer in the reader's language, whatever the step. */
    texts: {
      meta: title('texts'),
      initial: 'present',
      on: {
        'locale.changed': [
          {
            guard: 'serviceIsKnown',
            target: '.reloading',
            actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
          },
          { actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) } },
        ],
        'viewer.changed': {
          actions: { type: 'keepViewer', params: ({ event }) => ({ viewer: event.viewer }) },
        },
      },
      states: {
        present: { meta: title('texts.present') },
        reloading: {
          meta: title('texts.reloading'),
          invoke: {
            src: 'loadOffer',
            input: offerQueryOf,
            onDone: {
              target: 'present',
              actions: { type: 'keepTexts', params: ({ event }) => event.output },
            },
            onError: 'present',
          },
        },
      },
    },
  },
});
