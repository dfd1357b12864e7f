import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { FrameFault } from '#domain/form-engine.ts';
import type { FormReport } from '../form/form.types.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import { savingMachine } from '../saving/saving.machine.ts';
import type { Content, SavingEvent } from '../saving/saving.types.ts';
import { embeddedAssigners } from './embedded.assigners.ts';
import { entriesWait } from './embedded.entries.ts';
import type {
  CaseQuery,
  EmbeddedContext,
  EmbeddedEvent,
  EmbeddedInput,
  FramePlace,
  FrameReport,
  FrameWish,
} from './embedded.types.ts';

/** Time after which the person learns that the form takes longer than usual. */
const SLOW_MS = 5_000;
/** Longest time to wait for a form to appear. */
const PATIENCE_MS = 30_000;
/** Time in which a frame that has loaded another document says that it is still the form. */
const ANSWER_MS = 10_000;
/** Time in which a token has to be used; it is valid for a minute. */
const FRESH_MS = 45_000;
/** Quiet time after which the frame is asked to store what it has. */
const STORE_MS = 2_000;
/** Time that the way to the summary waits for that. */
const LEAVE_MS = 3_000;
/** Time between two prolongations; sessions of form servers last a quarter of an hour or more. */
const PROLONG_MS = 240_000;

export const title = titles('embedded');

export const contentOf = ({ frame: { caseId } }: EmbeddedContext): Content => ({ caseId });

/** Calls, actions and guards of the states of an embedded form. */
export const embeddedSetup = setup({
  types: {
    context: {} as EmbeddedContext,
    events: {} as EmbeddedEvent,
    input: {} as EmbeddedInput,
    children: {} as { saving: 'saving' },
    meta: {} as FlowMeta,
  },
  actors: {
    /** Turns the frame's messages into events, and sends requests to the frame. */
    talkToFrame: idleWatcher<FramePlace, FrameWish>(),
    saving: savingMachine,
    prolongForm: placeholder<void, CaseQuery>('prolongForm'),
  },
  actions: {
    keepLocale: assign(embeddedAssigners.keepLocale),
    keepHeight: assign(embeddedAssigners.keepHeight),
    keepPage: assign(embeddedAssigners.keepPage),
    keepWish: assign(embeddedAssigners.keepWish),
    forgetWish: assign(embeddedAssigners.forgetWish),
    noteEntries: assign(embeddedAssigners.noteEntries),
    noteProgress: assign(embeddedAssigners.noteProgress),
    noteCompletion: assign(embeddedAssigners.noteCompletion),
    noteWork: assign(embeddedAssigners.noteWork),
    noteIncomplete: assign(embeddedAssigners.noteIncomplete),
    noteExpiry: assign(embeddedAssigners.noteExpiry),
    forgetExpiry: assign(embeddedAssigners.forgetExpiry),
    forgetWork: assign(embeddedAssigners.forgetWork),
    forgetEntries: assign(embeddedAssigners.forgetEntries),
    keepTaken: assign(embeddedAssigners.keepTaken),
    keepOver: assign(embeddedAssigners.keepOver),
    askFrame: enqueueActions(({ enqueue }, wish: FrameWish) => {
      enqueue.sendTo('frame', wish);
    }),
    /** Asks the frame for the wanted language and page; a frame that is not ready is asked as soon as it is. */
    tellWishes: enqueueActions(({ context, enqueue }) => {
      const { locale, openedIn, page, wantedPage } = context;
      if (locale !== openedIn) enqueue.sendTo('frame', { type: 'language', locale } satisfies FrameWish);
      if (wantedPage !== null && wantedPage !== page)
        enqueue.sendTo('frame', { type: 'page', page: wantedPage } satisfies FrameWish);
    }),
    tellParent: enqueueActions(({ context, enqueue }, report: FormReport) => {
      if (context.parent) enqueue.sendTo(context.parent as AnyActorRef, report);
    }),
    tellPage: enqueueActions(({ context, enqueue }) => {
      const { parent, page, wantedPage, returnsToSummary } = context;
      // The frame is about to show another page.
      if (parent === null || page === null || (wantedPage !== null && wantedPage !== page)) return;
      const report: FormReport = { type: 'form.pageOpened', page, returnsToSummary };
      enqueue.sendTo(parent as AnyActorRef, report);
    }),
    /** Tells the operators of a frame that was closed because it broke the protocol. */
    reportFault: (_, _params: { fault: FrameFault }) => undefined,
    tellSaving: sendTo('saving', (_, event: SavingEvent) => event),
    /** Has new entries of the form server taken over. */
    tellContent: sendTo('saving', ({ context }) => ({
      type: 'content.changed',
      content: contentOf(context),
    })),
    /** Has the form opened in a new frame, at this page or at the one seen last. */
    discard: enqueueActions(({ context, enqueue }, chosen: { page?: string; returnsToSummary?: boolean }) => {
      const { form, page, wantedPage, returnsToSummary, locale } = context;
      const report: FrameReport = {
        type: 'frame.discarded',
        page: wantedPage ?? page,
        returnsToSummary,
        locale,
        ...chosen,
      };
      if (form) enqueue.sendTo(form as AnyActorRef, report);
    }),
  },
  guards: {
    nothingIsNew: ({ context }) => context.isTaken,
    entriesWait: ({ context }) => entriesWait(context),
    noEntriesWait: ({ context }) => !entriesWait(context),
    entriesAreStored: ({ context }) => !context.isDirty,
    personTypes: (_, { dirty }: { dirty: boolean }) => dirty,
    revisionIsNew: ({ context }, { revision }: { revision: number }) => revision > context.revision,
    formIsComplete: ({ context }) => context.complete === true,
    formIsIncomplete: ({ context }) => context.complete === false,
    pageIsShown: ({ context }, { page }: { page: string }) => page === context.page,
    summaryWasLeft: ({ context }) => context.returnsToSummary,
    caseIsLost: ({ context }) => context.over?.code === 'form-session-lost',
    stateIsNewer: ({ context }) => context.over?.code === 'version-conflict',
    frameIsOver: ({ context }) => context.over !== null,
    somebodyWorks: ({ context }) => context.hasWorked && context.over === null,
    sessionIsEnding: ({ context }) => context.isExpiring,
    sessionIsLost: (_, { problem }: { problem: Problem }) => problem.code === 'form-session-lost',
  },
  delays: {
    untilSlow: SLOW_MS,
    untilGivenUp: PATIENCE_MS,
    untilMissed: ANSWER_MS,
    untilStale: FRESH_MS,
    untilStored: STORE_MS,
    untilLeft: LEAVE_MS,
    untilProlonged: PROLONG_MS,
  },
});
