import { type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { type FlowMeta, titles } from '../portal/meta.ts';
import { placeholder } from '../portal/placeholders.ts';
import { isTransient, levelIsTooLow, type Problem, sessionHasEnded } from '../portal/problem.ts';
import { appliedSending, formFacts } from './form.facts.ts';
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

export const title = titles('form');

/** Whatever the states of a form are made of: what they call, do and ask. */
export const formSetup = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    meta: {} as FlowMeta,
    tags: {} as 'loading' | 'conflict' | 'asking' | 'retrying' | 'blocked' | 'refused',
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
    /** Another login is needed before anything can be saved; what is on the screen waits for it. */
    loginIsMissing: (_, { problem }: { problem: Problem }) =>
      sessionHasEnded(problem) || levelIsTooLow(problem),
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
});
