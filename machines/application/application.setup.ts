import { type AnyActorRef, assign, sendTo, setup } from 'xstate';
import type { ProcessView } from '#contract/process.ts';
import type { GivenStatement } from '#contract/process-calls.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { SummaryView } from '#contract/summary.ts';
import type { Locale } from '#domain/locale.ts';
import { conflictMachine } from '../conflict/conflict.machine.ts';
import type { ConflictEvent } from '../conflict/conflict.types.ts';
import { formMachine } from '../form/form.machine.ts';
import { atWork } from '../form/form.selectors.ts';
import type { FormEvent } from '../form/form.types.ts';
import { untilRefresh } from '../kit/asking-again.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import { applicationAssigners } from './application.assigners.ts';
import { applicationGuards } from './application.guards.ts';
import type { OfferQuery, ProcessQuery, TextsQuery } from './application.queries.ts';
import type { ApplicationContext, ApplicationEvent, ApplicationInput, Step } from './application.types.ts';

const PAYMENT_POLL_MS = 4_000;
const SUBMISSION_POLL_MS = 1_000;
/** A submission that is retried in minutes or hours is polled less often. */
const RETRIED_POLL_MS = 15_000;
const RETRY_MS = 5_000;

type Offered = { offer: MetadataView | null; areaName: string };

export const title = titles('application');

/** Parts that all states of an application are built from: calls, actions, guards. */
export const applicationSetup = setup({
  types: {
    context: {} as ApplicationContext,
    events: {} as ApplicationEvent,
    input: {} as ApplicationInput,
    children: {} as { form: 'form'; conflict: 'conflict' },
    meta: {} as FlowMeta,
    tags: {} as 'busy',
  },
  actors: {
    form: formMachine,
    conflict: conflictMachine,
    /** Loads the offer at the place; null when nothing is offered there. */
    loadOffer: placeholder<Offered, OfferQuery>('loadOffer'),
    /** Loads the texts in the current language; fails when the offer no longer exists. */
    loadTexts: placeholder<MetadataView, TextsQuery>('loadTexts'),
    /** Finds the draft that the person may continue; null when there is none. */
    findDraft: placeholder<ProcessView | null, { metadataId: string; locale: Locale }>('findDraft'),
    loadProcess: placeholder<ProcessView, ProcessQuery>('loadProcess'),
    openAnonymousSession: placeholder<void, { locale: Locale }>('openAnonymousSession'),
    startProcess: placeholder<
      ProcessView,
      { metadataId: string; area: string; handover: string | undefined; locale: Locale }
    >('startProcess'),
    takeOver: placeholder<ProcessView, ProcessQuery>('takeOver'),
    /** Changes the place; everything that was typed stays. */
    changePlace: placeholder<ProcessView, ProcessQuery & { area: string }>('changePlace'),
    loadSummary: placeholder<SummaryView, ProcessQuery>('loadSummary'),
    completeProcess: placeholder<
      ProcessView,
      ProcessQuery & {
        version: number;
        hash: string;
        statements: readonly GivenStatement[];
        wantsMails: boolean | undefined;
      }
    >('completeProcess'),
    chooseNotice: placeholder<ProcessView, ProcessQuery & { version: number; accepted: boolean }>(
      'chooseNotice',
    ),
    startPayment: placeholder<
      { redirectUrl: string | null; process: ProcessView },
      ProcessQuery & { version: number }
    >('startPayment'),
    checkPayment: placeholder<ProcessView, ProcessQuery>('checkPayment'),
    submitProcess: placeholder<ProcessView, ProcessQuery>('submitProcess'),
    acknowledgeResult: placeholder<ProcessView, ProcessQuery>('acknowledgeResult'),
    /** Sends `payment.returned` when the person comes back to this window. */
    watchReturn: idleWatcher<{ processId: string }>(),
    /** Sends `tab.left` and `tab.returned`. */
    watchTab: idleWatcher(),
  },
  actions: {
    keepOffer: assign(applicationAssigners.keepOffer),
    keepTexts: assign(applicationAssigners.keepTexts),
    forgetProcess: assign(applicationAssigners.forgetProcess),
    forgetEverything: assign(applicationAssigners.forgetEverything),
    keepDraft: assign(applicationAssigners.keepDraft),
    takeDraft: assign(applicationAssigners.takeDraft),
    keepProcess: assign(applicationAssigners.keepProcess),
    forgetLeftPlace: assign(applicationAssigners.forgetLeftPlace),
    keepSaved: assign(applicationAssigners.keepSaved),
    keepSummary: assign(applicationAssigners.keepSummary),
    keepStatement: assign(applicationAssigners.keepStatement),
    keepMailChoice: assign(applicationAssigners.keepMailChoice),
    missStatements: assign(applicationAssigners.missStatements),
    keepProblem: assign(applicationAssigners.keepProblem),
    forgetProblem: assign(applicationAssigners.forgetProblem),
    keepViewer: assign(applicationAssigners.keepViewer),
    keepLocale: assign(applicationAssigners.keepLocale),
    noteNotice: assign(applicationAssigners.noteNotice),
    forgetNotice: assign(applicationAssigners.forgetNotice),
    noteConfirmation: assign(applicationAssigners.noteConfirmation),
    forgetConfirmation: assign(applicationAssigners.forgetConfirmation),
    noteReopening: assign(applicationAssigners.noteReopening),
    noteDecision: assign(applicationAssigners.noteDecision),
    noteBlockedWindow: assign(applicationAssigners.noteBlockedWindow),
    noteWindow: assign(applicationAssigners.noteWindow),
    forgetLogin: assign(applicationAssigners.forgetLogin),
    forgetStep: assign(applicationAssigners.forgetStep),
    keepFormPlace: assign(applicationAssigners.keepFormPlace),
    forgetFormPlace: assign(applicationAssigners.forgetFormPlace),
    noteChangedPage: assign(applicationAssigners.noteChangedPage),
    leaveTab: assign(applicationAssigners.leaveTab),
    comeBack: assign(applicationAssigners.comeBack),
    countRefresh: assign(applicationAssigners.countRefresh),
    stopRefreshing: assign(applicationAssigners.stopRefreshing),
    /** Corrects the address, whose step is not open. */
    refuseStep: () => undefined,
    /** Tells the person why the requested step is not opened. */
    sayWhyClosed: (_, _params: { step: Step }) => undefined,
    tellForm: sendTo(
      ({ self }) => atWork(self.getSnapshot().children.form) as AnyActorRef,
      (_, event: FormEvent) => event,
    ),
    tellConflict: sendTo(
      ({ self }) => self.getSnapshot().children.conflict as AnyActorRef,
      (_, event: ConflictEvent) => event,
    ),
    /** Tells the windows of this session of an application without an account that is being sent or was sent. */
    tellSent: () => undefined,
    /** Makes the addresses name the process, so that a reload returns to it. */
    announceProcess: (_, _params: { processId: string }) => undefined,
    /**
     * Tells the person about files that are still being uploaded: they are not part of the application, wherever it
     * continues.
     */
    tellLostFiles: (_, _params: { count: number }) => undefined,
    /** Opens the provider's window; must happen within the person's click, or the browser blocks it. */
    openProviderWindow: () => undefined,
    leadWindowToProvider: (_, _params: { url: string | null }) => undefined,
    closeProviderWindow: () => undefined,
  },
  guards: applicationGuards,
  delays: {
    untilPaymentPoll: PAYMENT_POLL_MS,
    untilSubmissionPoll: ({ context }) =>
      context.process?.submission?.retry ? RETRIED_POLL_MS : SUBMISSION_POLL_MS,
    untilRetry: RETRY_MS,
    untilRefresh: ({ context }) => untilRefresh(context),
  },
});
