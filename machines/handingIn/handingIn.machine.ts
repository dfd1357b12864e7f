import { assign, enqueueActions, setup, stopChild } from 'xstate';
import type { HandInPage } from '#contract/hand-in.ts';
import type { FileValue } from '#forms/types.ts';
import { mayRefresh, untilRefresh } from '../kit/asking-again.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepLocale, keepProblem } from '../kit/params.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import { isClosedToViewer, isOneOf, type Problem } from '../kit/problem.ts';
import {
  isUnderWay,
  nextTurns,
  takenFiles,
  withApproval,
  withMove,
  withPicture,
  withProgress,
  withTurns,
} from '../upload/pending-files.ts';
import { uploadMachine } from '../upload/upload.machine.ts';
import type { ChosenFile, Prepared, UploadEvent, UploadStage } from '../upload/upload.types.ts';
import type { HandInQuery, HandingInContext, HandingInEvent, HandingInInput } from './handingIn.types.ts';

const title = titles('handingIn');

type Of = { context: HandingInContext };

/** Limits of the files of an owed document, as the rules for files read them; null for any other path. */
function rulesAt({ page }: HandingInContext, path: string) {
  const found = page?.documents.find((it) => it.path === path);
  return found ? { filePattern: found.pattern, fileMaxSize: `${found.maxBytes}` } : null;
}

/** A call was refused: the page as it is now shows what has happened elsewhere; anything else can be tried again. */
const whatHappened = [
  { guard: { type: 'pageIsOutdated', params: aboutError }, target: 'refreshing', actions: keepProblem },
  { target: 'open', actions: keepProblem },
] as const;
const keepPage = { type: 'keepPage', params: aboutAnswer } as const;

const handingInSetup = setup({
  types: {
    context: {} as HandingInContext,
    events: {} as HandingInEvent,
    input: {} as HandingInInput,
    meta: {} as FlowMeta,
    tags: {} as 'busy',
  },
  actors: {
    loadPage: placeholder<HandInPage, HandInQuery>('loadPage'),
    handIn: placeholder<HandInPage, HandInQuery & { files: string[] }>('handIn'),
    repeatHandIn: placeholder<HandInPage, HandInQuery & { id: string }>('repeatHandIn'),
    dropFile: placeholder<void, { processId: string; id: string }>('dropFile'),
    upload: uploadMachine,
    /** Sends `tab.left` and `tab.returned`. */
    watchTab: idleWatcher(),
    /** Sends `network.restored`. */
    watchNetwork: idleWatcher(),
  },
  actions: {
    /** Keeps the answer, and what arrived while it was on its way. */
    keepPage: assign(({ context: { arrived } }, page: HandInPage) => ({
      page: {
        ...page,
        files: [...page.files, ...arrived.filter(({ id }) => !page.files.some((it) => it.id === id))],
      },
      arrived: [],
    })),
    /** From here on, what arrives may be missing in the answer. */
    beginAsking: assign({ arrived: [], textsAreOld: false }),
    keepLocale: assign((_, { locale }: { locale: HandingInContext['locale'] }) => ({ locale })),
    noteOldTexts: assign({ textsAreOld: true }),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    forgetProblem: assign({ problem: null }),
    noteFailedAttempt: assign(({ context }) => ({
      failedAttempts: context.failedAttempts + 1,
      isDone: false,
    })),
    noteDone: assign({ isDone: true, failedAttempts: 0 }),
    choose: assign((_, { id }: { id: string }) => ({ chosen: id, isDone: false })),
    forgetChosenFile: assign(({ context: { page, chosen, arrived } }) => ({
      page: page && { ...page, files: page.files.filter(({ id }) => id !== chosen) },
      arrived: arrived.filter(({ id }) => id !== chosen),
    })),
    leaveTab: assign({ away: true }),
    comeBack: assign({ away: false, refreshes: 0 }),
    countRefresh: assign(({ context }) => ({ refreshes: context.refreshes + 1 })),
    takeFiles: enqueueActions(
      ({ context, enqueue, self }, { path, files }: { path: string; files: readonly ChosenFile[] }) => {
        const { processId, pendingFiles, page } = context;
        const place = { path, field: rulesAt(context, path), several: true, kept: page?.files ?? [] };
        const taken = takenFiles(pendingFiles, place, files);
        enqueue.assign({
          pendingFiles: [...pendingFiles, ...taken.map(({ pending }) => pending)],
          isDone: false,
          failedAttempts: 0,
        });
        taken.forEach(({ pending: { id }, objection, picture }, at) => {
          enqueue.spawnChild('upload', {
            id,
            input: { id, processId, file: files[at]!, objection, picture, parent: self },
          });
        });
      },
    ),
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
    notePicture: assign(({ context }, prepared: { id: string } & Prepared) => ({
      pendingFiles: withPicture(context.pendingFiles, prepared),
    })),
    approvePicture: assign(({ context: { pendingFiles, pictures } }, { id }: { id: string }) => ({
      pendingFiles: withApproval(pendingFiles, id),
      pictures: pictures[id] ? { ...pictures, [id]: { ...pictures[id], doubt: null } } : pictures,
    })),
    noteMove: assign(({ context }, move: { id: string; stage: UploadStage; problem: Problem | null }) => ({
      pendingFiles: withMove(context.pendingFiles, move),
    })),
    noteProgress: assign(({ context }, progress: { id: string; loaded: number }) => ({
      pendingFiles: withProgress(context.pendingFiles, progress),
    })),
    keepFile: assign(({ context }, { id, file }: { id: string; file: FileValue }) => {
      const { page, pendingFiles, pictures, arrived } = context;
      const { path, picture } = pendingFiles.find((it) => it.id === id)!;
      const kept = { ...file, path, checked: true };
      return {
        page: page && { ...page, files: [...page.files, kept] },
        arrived: [...arrived, kept],
        pendingFiles: pendingFiles.filter((it) => it.id !== id),
        ...(picture && { pictures: { ...pictures, [file.id]: picture } }),
      };
    }),
    forgetFile: assign(({ context }, { id }: { id: string }) => ({
      pendingFiles: context.pendingFiles.filter((it) => it.id !== id),
    })),
  },
  guards: {
    documentIsOwed: ({ context }: Of, { path }: { path: string }) => rulesAt(context, path) !== null,
    fileIsPending: ({ context }: Of, { id }: { id: string }) =>
      context.pendingFiles.some((it) => it.id === id),
    fileHasArrived: ({ context }: Of, { id }: { id: string }) =>
      context.page?.files.some((it) => it.id === id) ?? false,
    filesAreAwaited: ({ context }: Of) => context.pendingFiles.some(isUnderWay),
    aFileIsMissed: ({ context }: Of) => context.pendingFiles.some((it) => !isUnderWay(it)),
    nothingIsThere: ({ context }: Of) => context.page?.files.length === 0,
    textsAreOld: ({ context }: Of) => context.textsAreOld,
    languageOfPageChanges: ({ context }: Of, { locale }: Pick<HandInQuery, 'locale'>) =>
      context.page !== null && locale !== context.locale,
    languageChanges: ({ context }: Of, { locale }: Pick<HandInQuery, 'locale'>) => locale !== context.locale,
    /** Something has happened elsewhere: the page as it is now shows it. */
    pageIsOutdated: (_: Of, { problem }: { problem: Problem }) =>
      isClosedToViewer(problem) || isOneOf(problem, 'status-conflict', 'hand-in-closed', 'input-invalid'),
    pageIsClosed: (_: Of, { problem }: { problem: Problem }) =>
      isClosedToViewer(problem) || isOneOf(problem, 'hand-in-closed', 'login-required'),
    aHandInWaits: ({ context: { page, away, refreshes } }: Of) =>
      mayRefresh({ away, refreshes }) && (page?.handIns.some(({ state }) => state === 'waiting') ?? false),
    handInHasFailed: ({ context }: Of, { id }: { id: string }) =>
      context.page?.handIns.some((it) => it.id === id && it.state === 'failed') ?? false,
  },
  delays: {
    untilRefresh: ({ context }) => untilRefresh(context),
  },
});

/** Transitions of the page while it is on the screen, and nothing is asked. */
const shown = handingInSetup.createStateConfig({
  on: {
    'handIn.requested': [
      { guard: 'aFileIsMissed', target: '#handingIn.open', actions: ['noteFailedAttempt', 'forgetProblem'] },
      { guard: 'filesAreAwaited', target: '#handingIn.awaitingFiles', actions: 'forgetProblem' },
      { guard: 'nothingIsThere', target: '#handingIn.open', actions: ['noteFailedAttempt', 'forgetProblem'] },
      { target: '#handingIn.handing' },
    ],
    'file.removed': {
      guard: { type: 'fileHasArrived', params: aboutEvent },
      target: '#handingIn.dropping',
      actions: { type: 'choose', params: aboutEvent },
    },
    'handIn.retried': {
      guard: { type: 'handInHasFailed', params: aboutEvent },
      target: '#handingIn.repeating',
      actions: { type: 'choose', params: aboutEvent },
    },
  },
});

/**
 * Documents that a person promised for later are handed in: files are chosen and uploaded, and go to the authority
 * together, once the person says so. Files that arrived wait on the server, also for another window or another day.
 */
export const handingInMachine = handingInSetup.createMachine({
  id: 'handingIn',
  context: ({ input }) => ({
    ...input,
    page: null,
    pendingFiles: [],
    pictures: {},
    arrived: [],
    chosen: null,
    failedAttempts: 0,
    isDone: false,
    textsAreOld: false,
    refreshes: 0,
    away: false,
    problem: null,
  }),
  initial: 'loading',
  invoke: [{ src: 'watchTab' }, { src: 'watchNetwork' }],
  on: {
    'files.chosen': {
      guard: { type: 'documentIsOwed', params: aboutEvent },
      actions: [{ type: 'takeFiles', params: aboutEvent }, 'grantTurns'],
    },
    'upload.prepared': { actions: { type: 'notePicture', params: aboutEvent } },
    'upload.moved': { actions: [{ type: 'noteMove', params: aboutEvent }, 'grantTurns'] },
    'upload.advanced': { actions: { type: 'noteProgress', params: aboutEvent } },
    'upload.kept': {
      guard: { type: 'fileIsPending', params: aboutEvent },
      actions: [
        { type: 'keepFile', params: aboutEvent },
        { type: 'endUpload', params: aboutEvent },
        'grantTurns',
      ],
    },
    'upload.removed': {
      actions: [
        { type: 'forgetFile', params: aboutEvent },
        { type: 'endUpload', params: aboutEvent },
        'grantTurns',
      ],
    },
    'file.removed': {
      guard: { type: 'fileIsPending', params: aboutEvent },
      actions: {
        type: 'tellUpload',
        params: ({ event }) => ({ id: event.id, event: { type: 'removal.requested' } }),
      },
    },
    'file.retried': {
      guard: { type: 'fileIsPending', params: aboutEvent },
      actions: {
        type: 'tellUpload',
        params: ({ event }) => ({ id: event.id, event: { type: 'retry.requested' } }),
      },
    },
    'picture.approved': { actions: { type: 'approvePicture', params: aboutEvent } },
    'network.restored': { actions: { type: 'tellUploads', params: { type: 'network.restored' } } },
    'tab.left': { actions: 'leaveTab' },
    'tab.returned': { actions: 'comeBack' },
    // The address is told also when it is the same.
    'locale.changed': [
      {
        guard: { type: 'languageOfPageChanges', params: aboutEvent },
        target: '.refreshing',
        actions: keepLocale,
      },
      { guard: { type: 'languageChanges', params: aboutEvent }, target: '.loading', actions: keepLocale },
    ],
  },
  states: {
    loading: {
      meta: title('loading'),
      entry: ['beginAsking', 'forgetProblem'],
      invoke: {
        src: 'loadPage',
        input: ({ context: { processId, locale } }) => ({ processId, locale }),
        onDone: { target: 'open', actions: keepPage },
        onError: { target: 'failed', actions: keepProblem },
      },
    },
    failed: { meta: title('failed'), on: { 'retry.requested': 'loading' } },
    open: {
      meta: title('open'),
      always: { guard: 'textsAreOld', target: 'refreshing' },
      on: {
        ...shown.on,
        // The pause until the next refresh begins anew: it may have ended out of view.
        'tab.returned': { target: 'open', reenter: true, actions: 'comeBack' },
      },
      after: { untilRefresh: { guard: 'aHandInWaits', target: 'refreshing', actions: 'countRefresh' } },
    },
    /** The person has asked for it: what is on its way goes along. */
    awaitingFiles: {
      meta: title('awaitingFiles'),
      tags: 'busy',
      always: [
        { guard: 'aFileIsMissed', target: 'open', actions: 'noteFailedAttempt' },
        { guard: 'filesAreAwaited' },
        { guard: 'nothingIsThere', target: 'open', actions: 'noteFailedAttempt' },
        { target: 'handing' },
      ],
    },
    handing: {
      meta: title('handing'),
      tags: 'busy',
      entry: ['beginAsking', 'forgetProblem'],
      on: { 'locale.changed': { actions: [keepLocale, 'noteOldTexts'] } },
      invoke: {
        src: 'handIn',
        input: ({ context: { processId, locale, page } }) => ({
          processId,
          locale,
          files: page?.files.map(({ id }) => id) ?? [],
        }),
        onDone: { target: 'open', actions: [keepPage, 'noteDone'] },
        onError: whatHappened,
      },
    },
    dropping: {
      meta: title('dropping'),
      tags: 'busy',
      entry: 'forgetProblem',
      on: { 'locale.changed': { actions: [keepLocale, 'noteOldTexts'] } },
      invoke: {
        src: 'dropFile',
        input: ({ context: { processId, chosen } }) => ({ processId, id: chosen ?? '' }),
        onDone: { target: 'open', actions: 'forgetChosenFile' },
        onError: whatHappened,
      },
    },
    repeating: {
      meta: title('repeating'),
      tags: 'busy',
      entry: ['beginAsking', 'forgetProblem'],
      on: { 'locale.changed': { actions: [keepLocale, 'noteOldTexts'] } },
      invoke: {
        src: 'repeatHandIn',
        input: ({ context: { processId, locale, chosen } }) => ({ processId, locale, id: chosen ?? '' }),
        onDone: { target: 'open', actions: keepPage },
        onError: whatHappened,
      },
    },
    /** The page stays on the screen while it is read anew. */
    refreshing: {
      meta: title('refreshing'),
      entry: 'beginAsking',
      on: shown.on,
      invoke: {
        src: 'loadPage',
        input: ({ context: { processId, locale } }) => ({ processId, locale }),
        onDone: { target: 'open', actions: keepPage },
        onError: [
          { guard: { type: 'pageIsClosed', params: aboutError }, target: 'failed', actions: keepProblem },
          { target: 'open' },
        ],
      },
    },
  },
});
