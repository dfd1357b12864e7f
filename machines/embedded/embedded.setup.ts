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

/** From then on the person is told that it takes longer than usual. */
const SLOW_MS = 5_000;
/** Nobody waits longer for a form to appear. */
const PATIENCE_MS = 30_000;
/** A frame that has loaded another document says within this time that it is still the form. */
const ANSWER_MS = 10_000;
/** A token that has not been used by then may be refused: it is valid for a minute. */
const FRESH_MS = 45_000;
/** Quiet time after which the frame is asked to store what it has. */
const STORE_MS = 2_000;
/** How long the way to the summary waits for that. */
const LEAVE_MS = 3_000;
/** Sessions of form servers last a quarter of an hour and more. */
const PROLONG_MS = 240_000;

export const title = titles('embedded');

export const contentOf = ({ frame: { caseId } }: EmbeddedContext): Content => ({ caseId });

/** Everything the states of an embedded form are built from: calls, actions, guards. */
export const embeddedSetup = setup({
  types: {
    context: {} as EmbeddedContext,
    events: {} as EmbeddedEvent,
    input: {} as EmbeddedInput,
    children: {} as { saving: 'saving' },
    meta: {} as FlowMeta,
  },
  actors: {
    /** Sends the frame's messages as events, and the frame what it is asked for. */
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
    askFrame: enqueueActions(({ enqueue }, { wish }: { wish: FrameWish }) => {
      enqueue.sendTo('frame', wish);
    }),
    /** What is wished for; a frame that is not ready yet is told once it is. */
    tellWishes: enqueueActions(({ context, enqueue }) => {
      const { locale, openedIn, page, wantedPage } = context;
      if (locale !== openedIn) enqueue.sendTo('frame', { type: 'language', locale } satisfies FrameWish);
      if (wantedPage !== null && wantedPage !== page)
        enqueue.sendTo('frame', { type: 'page', page: wantedPage } satisfies FrameWish);
    }),
    tellParent: enqueueActions(({ context, enqueue }, { report }: { report: FormReport }) => {
      if (context.parent) enqueue.sendTo(context.parent as AnyActorRef, report);
    }),
    tellPage: enqueueActions(({ context, enqueue }) => {
      const { parent, page, wantedPage, returnsToSummary } = context;
      // It is about to show another one.
      if (parent === null || page === null || (wantedPage !== null && wantedPage !== page)) return;
      const report: FormReport = { type: 'form.pageOpened', page, returnsToSummary };
      enqueue.sendTo(parent as AnyActorRef, report);
    }),
    /** The frame is closed because it did not keep to the protocol: the operators learn of it. */
    reportFault: (_, _params: { fault: FrameFault }) => undefined,
    tellSaving: sendTo('saving', (_, { event }: { event: SavingEvent }) => event),
    /** The form server has something new: it is to be taken over. */
    tellContent: sendTo('saving', ({ context }) => ({
      type: 'content.changed',
      content: contentOf(context),
    })),
    /** The form is opened in a new frame, at this page or at the one last seen. */
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
