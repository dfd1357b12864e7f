import { type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { type FlowMeta, titles } from '../portal/meta.ts';
import { placeholder } from '../portal/placeholders.ts';
import { aboutError, isTransient, type Problem, problemOf, sessionHasEnded } from '../portal/problem.ts';
import { appliedSending, formFacts, nothingEvaluated } from './form.facts.ts';
import { pageAfter, pageBefore } from './form.pages.ts';
import type {
  FormContext,
  FormEvent,
  FormInput,
  FormQuery,
  FormReport,
  Progress,
  Saved,
  StoredForm,
} from './form.types.ts';

/** Quiet time after the last keystroke; with the call itself a change is saved within a second. */
const QUIET_MS = 400;
const LONGEST_PAUSE_MS = 30_000;

const title = titles('form');

/**
 * A form while it is filled in: the way through its pages (`course`) and the saving, which go on side by
 * side. One write is under way at a time; a write on an older version is refused by the service and offers
 * the newer state, it is never merged. What is on the screen stays there whatever happens to the saving.
 */
export const formMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    meta: {} as FlowMeta,
    tags: {} as 'loading' | 'conflict' | 'retrying' | 'blocked' | 'refused',
  },
  actors: {
    loadForm: placeholder<StoredForm, FormQuery>('loadForm'),
    saveProgress: placeholder<Saved, Progress>('saveProgress'),
  },
  actions: {
    keepForm: assign(formFacts.keepForm),
    keepTexts: assign(formFacts.keepTexts),
    keepLocale: assign(formFacts.keepLocale),
    keepValue: assign(formFacts.keepValue),
    openNextPage: assign(formFacts.openNextPage),
    openPreviousPage: assign(formFacts.openPreviousPage),
    openChosenPage: assign(formFacts.openChosenPage),
    markChange: assign(formFacts.markChange),
    countComplaint: assign(formFacts.countComplaint),
    noteSending: assign(formFacts.noteSending),
    keepSaved: assign(formFacts.keepSaved),
    adoptVersion: assign(formFacts.adoptVersion),
    keepProblem: assign(formFacts.keepProblem),
    tellParent: enqueueActions(({ context, enqueue }, { report }: { report: FormReport }) => {
      if (context.parent) enqueue.sendTo(context.parent as AnyActorRef, report);
    }),
  },
  guards: {
    pageIsBroken: ({ context }) =>
      context.rules.pageErrors(context.definition, context.evaluation, context.page).length > 0,
    morePagesFollow: ({ context }) => pageAfter(context) !== null,
    pagesPrecede: ({ context }) => pageBefore(context) !== null,
    everythingIsSaved: ({ context }) => context.revision === context.savedRevision,
    somethingIsUnsaved: ({ context }) => context.revision !== context.savedRevision,
    answersAreMissing: ({ context }, { problem }: { problem: Problem }) =>
      problem.code === 'version-conflict' && context.unanswered.length > 0,
    stateIsNewer: (_, { problem }: { problem: Problem }) => problem.code === 'version-conflict',
    sessionIsOver: (_, { problem }: { problem: Problem }) => sessionHasEnded(problem),
    retryMayHelp: (_, { problem }: { problem: Problem }) => isTransient(problem),
    processIsGone: (_, { problem }: { problem: Problem }) =>
      problem.code === 'not-found' || problem.code === 'draft-expired' || problem.code === 'status-conflict',
    ownWriteArrived: ({ context }, { stored }: { stored: StoredForm }) =>
      appliedSending(context, stored) !== undefined,
  },
  delays: {
    untilQuiet: QUIET_MS,
    untilRetry: ({ context }) => Math.min(1000 * 2 ** (context.attempts - 1), LONGEST_PAUSE_MS),
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => ({
    processId: input.processId,
    locale: input.locale,
    rules: input.rules,
    parent: input.parent ?? null,
    definition: null,
    data: {},
    evaluation: nothingEvaluated,
    page: '',
    visited: [],
    version: 0,
    saveAtOnce: input.saveAtOnce ?? false,
    wantedPage: input.page ?? null,
    revision: 0,
    savedRevision: 0,
    sent: null,
    unanswered: [],
    savedAt: null,
    attempts: 0,
    problem: null,
    complaints: 0,
  }),
  initial: 'loading',
  states: {
    loading: {
      meta: title('loading'),
      tags: 'loading',
      invoke: {
        src: 'loadForm',
        input: ({ context }) => ({ processId: context.processId, locale: context.locale }),
        onDone: {
          target: 'open',
          actions: { type: 'keepForm', params: ({ event }) => ({ stored: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: aboutError },
        },
      },
      on: {
        'locale.changed': {
          target: 'loading',
          reenter: true,
          actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        'retry.requested': 'loading',
        'session.renewed': 'loading',
        'network.restored': 'loading',
        'locale.changed': {
          target: 'loading',
          actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
        },
      },
    },
    open: {
      meta: title('open'),
      type: 'parallel',
      states: {
        /** First in order: whoever else reacts to a change sees the new data. */
        values: {
          meta: title('values'),
          on: {
            'value.changed': {
              actions: {
                type: 'keepValue',
                params: ({ event }) => ({ path: event.path, value: event.value }),
              },
            },
          },
        },
        course: {
          meta: title('course'),
          initial: 'filling',
          on: {
            'page.nextRequested': [
              { guard: 'pageIsBroken', target: '.complaining', actions: 'countComplaint' },
              { guard: 'morePagesFollow', target: '.filling', actions: 'openNextPage' },
              { target: '.finishing' },
            ],
            'page.backRequested': [
              { guard: 'pagesPrecede', target: '.filling', actions: 'openPreviousPage' },
              { actions: { type: 'tellParent', params: { report: { type: 'form.left' } } } },
            ],
            'page.chosen': {
              target: '.filling',
              actions: { type: 'openChosenPage', params: ({ event }) => ({ page: event.page }) },
            },
          },
          states: {
            filling: { meta: title('filling') },
            /** Errors are shown only after trying to go on; they vanish one by one as they are mended. */
            complaining: { meta: title('complaining') },
            finishing: {
              meta: title('finishing'),
              on: { 'value.changed': 'filling' },
              always: {
                guard: 'everythingIsSaved',
                target: 'finished',
                actions: { type: 'tellParent', params: { report: { type: 'form.finished' } } },
              },
            },
            finished: { meta: title('finished') },
          },
        },
        texts: {
          meta: title('texts'),
          initial: 'present',
          on: {
            'locale.changed': {
              // Without reentering: that would leave all regions, and with them the errors and the saving.
              target: '.reloading',
              actions: { type: 'keepLocale', params: ({ event }) => ({ locale: event.locale }) },
            },
          },
          states: {
            present: { meta: title('present') },
            reloading: {
              meta: title('reloading'),
              invoke: {
                src: 'loadForm',
                input: ({ context }) => ({ processId: context.processId, locale: context.locale }),
                onDone: {
                  target: 'present',
                  actions: { type: 'keepTexts', params: ({ event }) => ({ stored: event.output }) },
                },
                onError: 'outdated',
              },
            },
            outdated: {
              meta: title('outdated'),
              on: { 'network.restored': 'reloading', 'session.renewed': 'reloading' },
            },
          },
        },
        saving: {
          meta: title('saving'),
          initial: 'clean',
          states: {
            clean: {
              meta: title('clean'),
              always: { guard: 'somethingIsUnsaved', target: 'dirty' },
            },
            dirty: {
              meta: title('dirty'),
              after: { untilQuiet: 'sending' },
              on: {
                'value.changed': { target: 'dirty', reenter: true },
                'page.nextRequested': 'sending',
                'page.backRequested': 'sending',
                'page.chosen': 'sending',
              },
            },
            sending: {
              meta: title('sending'),
              entry: 'noteSending',
              invoke: {
                src: 'saveProgress',
                input: ({ context }) => ({
                  processId: context.processId,
                  version: context.version,
                  data: context.data,
                  page: context.page,
                }),
                onDone: {
                  target: 'clean',
                  actions: [
                    { type: 'keepSaved', params: ({ event }) => ({ saved: event.output }) },
                    {
                      type: 'tellParent',
                      params: ({ event }) => ({ report: { type: 'form.saved', saved: event.output } }),
                    },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'answersAreMissing', params: aboutError },
                    target: 'comparing',
                  },
                  {
                    guard: { type: 'stateIsNewer', params: aboutError },
                    target: 'outrun',
                  },
                  {
                    guard: { type: 'sessionIsOver', params: aboutError },
                    target: 'locked',
                    actions: { type: 'keepProblem', params: aboutError },
                  },
                  {
                    guard: { type: 'processIsGone', params: aboutError },
                    target: 'refused',
                    actions: [
                      { type: 'keepProblem', params: aboutError },
                      {
                        type: 'tellParent',
                        params: ({ event }) => ({
                          report: { type: 'form.lost', problem: problemOf(event.error) },
                        }),
                      },
                    ],
                  },
                  {
                    guard: { type: 'retryMayHelp', params: aboutError },
                    target: 'pausing',
                    actions: { type: 'keepProblem', params: aboutError },
                  },
                  {
                    target: 'refused',
                    actions: { type: 'keepProblem', params: aboutError },
                  },
                ],
              },
            },
            pausing: {
              meta: title('pausing'),
              tags: 'retrying',
              after: { untilRetry: 'sending' },
              on: { 'network.restored': 'sending', 'retry.requested': 'sending' },
            },
            comparing: {
              meta: title('comparing'),
              tags: 'retrying',
              invoke: {
                src: 'loadForm',
                input: ({ context }) => ({ processId: context.processId, locale: context.locale }),
                onDone: [
                  {
                    guard: { type: 'ownWriteArrived', params: ({ event }) => ({ stored: event.output }) },
                    target: 'clean',
                    actions: { type: 'adoptVersion', params: ({ event }) => ({ stored: event.output }) },
                  },
                  { target: 'outrun' },
                ],
                onError: {
                  target: 'pausing',
                  actions: { type: 'keepProblem', params: aboutError },
                },
              },
            },
            outrun: {
              meta: title('outrun'),
              tags: 'conflict',
              on: { 'newerState.requested': '#form.loading' },
            },
            locked: {
              meta: title('locked'),
              tags: 'blocked',
              on: { 'session.renewed': 'sending' },
            },
            refused: {
              meta: title('refused'),
              tags: 'refused',
              on: {
                'retry.requested': 'sending',
                'page.nextRequested': 'sending',
                'session.renewed': 'sending',
              },
            },
          },
        },
      },
    },
  },
});
