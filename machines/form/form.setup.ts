import { type AnyActorRef, assign, enqueueActions, sendTo, setup, stopChild } from 'xstate';
import { takesSeveralFiles } from '#forms/kept-files.ts';
import type { embeddedMachine } from '../embedded/embedded.machine.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { missingFlow, placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import { savingMachine } from '../saving/saving.machine.ts';
import type { Content, SavingEvent } from '../saving/saving.types.ts';
import { isUnderWay, nextTurns, withTurns } from '../upload/pending-files.ts';
import { uploadMachine } from '../upload/upload.machine.ts';
import type { ChosenFile, UploadEvent } from '../upload/upload.types.ts';
import { formAssigners, takenFiles } from './form.assigners.ts';
import { awaitedFiles, brokenRules, filesBeforeSummary, objectedFiles, withoutRowOf } from './form.files.ts';
import { isWithinReach, pageBefore, pageOnward } from './form.pages.ts';
import type { FormAccess, FormContext, FormEvent, FormInput, FormQuery, FormReport } from './form.types.ts';

export const title = titles('form');

export const contentOf = ({ data, page }: FormContext): Content => ({ data, page });

const newsOf = (context: FormContext): SavingEvent => ({
  type: 'content.changed',
  content: contentOf(context),
});
const told = { isTold: true, isSaved: false } as const;
const isNew = ({ isTold }: FormContext): boolean => !isTold;

/** Calls, actions and guards of the states of a form. */
export const formSetup = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    children: {} as { embedded: 'embedded'; saving: 'saving' },
    meta: {} as FlowMeta,
    tags: {} as 'loading',
  },
  actors: {
    loadForm: placeholder<FormAccess, FormQuery>('loadForm'),
    saving: savingMachine,
    upload: uploadMachine,
    /** Its code is loaded with the first form that a form server shows. */
    embedded: missingFlow<typeof embeddedMachine>('embedded'),
  },
  actions: {
    keepForm: assign(formAssigners.keepForm),
    keepFrame: assign(formAssigners.keepFrame),
    keepPlace: assign(formAssigners.keepPlace),
    keepWish: assign(formAssigners.keepWish),
    keepTexts: assign(formAssigners.keepTexts),
    keepLocale: assign(formAssigners.keepLocale),
    keepJoined: assign(formAssigners.keepJoined),
    keepValue: assign(formAssigners.keepValue),
    openNextPage: assign(formAssigners.openNextPage),
    openPreviousPage: assign(formAssigners.openPreviousPage),
    openChosenPage: assign(formAssigners.openChosenPage),
    openPageOfMissed: assign(formAssigners.openPageOfMissed),
    noteSummary: assign(formAssigners.noteSummary),
    noteFailedAttempt: assign(formAssigners.noteFailedAttempt),
    restoreRow: assign(formAssigners.restoreRow),
    noteSaved: assign(formAssigners.noteSaved),
    keepProblem: assign(formAssigners.keepProblem),
    notePicture: assign(formAssigners.notePicture),
    approvePicture: assign(formAssigners.approvePicture),
    noteMove: assign(formAssigners.noteMove),
    noteProgress: assign(formAssigners.noteProgress),
    keepFile: assign(formAssigners.keepFile),
    /** Has the server keep a picture in small, for other pages and other days; null for any other file. */
    storePreview: (_, _params: { processId: string; fileId: string; preview: string | null }) => undefined,
    forgetFile: assign(formAssigners.forgetFile),
    removeFile: assign(formAssigners.removeFile),
    takeFiles: enqueueActions(
      ({ context, enqueue, self }, { path, files }: { path: string; files: readonly ChosenFile[] }) => {
        const { definition, processId } = context;
        if (!takesSeveralFiles(definition!, path)) {
          for (const { id } of context.pendingFiles.filter((it) => it.path === path)) {
            enqueue.sendTo(id, { type: 'removal.requested' });
          }
        }
        const taken = takenFiles(context, path, files);
        enqueue.assign({ pendingFiles: [...context.pendingFiles, ...taken.map(({ pending }) => pending)] });
        taken.forEach(({ pending: { id }, objection, picture }, at) => {
          enqueue.spawnChild('upload', {
            id,
            input: { id, processId, file: files[at]!, objection, picture, parent: self },
          });
        });
      },
    ),
    /** Lets as many queued files begin as may be sent at the same time. */
    grantTurns: enqueueActions(({ context: { pendingFiles }, enqueue }) => {
      const next = nextTurns(pendingFiles);
      for (const { id, path } of next) enqueue.sendTo(id, { type: 'turn.granted', path });
      enqueue.assign({ pendingFiles: withTurns(pendingFiles, next) });
    }),
    tellUpload: enqueueActions(({ enqueue }, { id, event }: { id: string; event: UploadEvent }) => {
      enqueue.sendTo(id, event);
    }),
    tellUploads: enqueueActions(({ context, enqueue }, event: UploadEvent) => {
      for (const { id } of context.pendingFiles) enqueue.sendTo(id, event);
    }),
    endUpload: stopChild((_, { id }: { id: string }) => id),
    /** Stops all pending uploads. On the way to the summary only those of hidden fields are left. */
    removeHiddenFiles: enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.pendingFiles) enqueue.stopChild(id);
      enqueue.assign({ pendingFiles: [] });
    }),
    removeRow: enqueueActions(({ context, enqueue }, { path, index }: { path: string; index: number }) => {
      const { left, gone } = withoutRowOf(context.pendingFiles, path, index);
      for (const { id } of gone) enqueue.stopChild(id);
      enqueue.assign({ ...formAssigners.removeRow({ context }, { path, index }), pendingFiles: left });
    }),
    tellSaving: sendTo('saving', (_, event: SavingEvent) => event),
    /** Hands new content to the saving, which writes it after a pause. */
    tellNews: enqueueActions(({ context, enqueue }) => {
      enqueue.assign(told);
      enqueue.sendTo('saving', newsOf(context));
    }),
    /**
     * Has new content written without a pause, together with the page just opened. Known content is not written again.
     */
    writeNow: enqueueActions(({ context, enqueue }) => {
      if (isNew(context)) {
        enqueue.assign(told);
        enqueue.sendTo('saving', newsOf(context));
      }
      enqueue.sendTo('saving', { type: 'save.requested' });
    }),
    tellParent: enqueueActions(({ context, enqueue }, report: FormReport) => {
      if (context.parent) enqueue.sendTo(context.parent as AnyActorRef, report);
    }),
    tellPage: enqueueActions(({ context, enqueue }) => {
      const { parent, page, returnsToSummary } = context;
      const report: FormReport = { type: 'form.pageOpened', page, returnsToSummary };
      if (parent) enqueue.sendTo(parent as AnyActorRef, report);
    }),
  },
  guards: {
    frameIsGiven: (_, stored: FormAccess) => stored.frame !== undefined,
    pageIsBroken: ({ context }) => brokenRules(context).length > 0 || objectedFiles(context).length > 0,
    /** The summary has named a fault of this page, and the person comes from there. */
    faultsAreKnown: ({ context }) =>
      context.returnsToSummary && context.data === context.summaryData && brokenRules(context).length > 0,
    filesAreAwaited: ({ context }) => awaitedFiles(context).length > 0,
    morePagesFollow: ({ context }) => pageOnward(context) !== null,
    nextPageIsFree: ({ context }) => awaitedFiles(context).length === 0 && pageOnward(context) !== null,
    /** The machine asks this only where no page follows. */
    formIsThrough: ({ context }) => awaitedFiles(context).length === 0,
    fileIsPending: ({ context }, { id }: { id: string }) => context.pendingFiles.some((it) => it.id === id),
    pageIsWithinReach: ({ context }, { page }: { page: string }) => isWithinReach(context, page),
    pageIsShown: ({ context }, place: { page: string; returnsToSummary: boolean }) =>
      place.page === context.page && place.returnsToSummary === context.returnsToSummary,
    summaryWasLeft: ({ context }) => context.returnsToSummary,
    summaryIsFree: ({ context }) => filesBeforeSummary(context).length === 0,
    filesAreMissed: ({ context }) => filesBeforeSummary(context).some((file) => !isUnderWay(file)),
    returnIsFree: ({ context }) => context.returnsToSummary && filesBeforeSummary(context).length === 0,
    pagesPrecede: ({ context }) => pageBefore(context) !== null,
    everythingIsSaved: ({ context }) => context.isTold && context.isSaved,
    editedElsewhere: (_, { problem }: { problem: Problem }) => problem.code === 'edited-elsewhere',
    contentIsNew: ({ context }) => isNew(context),
  },
});
