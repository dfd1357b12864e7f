import { assign, enqueueActions, setup } from 'xstate';
import type { TakenFile } from '#contract/process.ts';
import { type FileRules, objectionTo } from '#forms/files.ts';
import type { FileValue } from '#forms/types.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import { isTransient, levelIsTooLow, type Problem, sessionHasEnded } from '../kit/problem.ts';
import type {
  Preparation,
  Prepared,
  Question,
  Sending,
  UploadContext,
  UploadEvent,
  UploadInput,
  UploadReport,
  UploadStage,
} from './upload.types.ts';

const title = titles('upload');
/** A login can solve the problem. */
const loginIsMissing = (problem: Problem): boolean => sessionHasEnded(problem) || levelIsTooLow(problem);
const movedTo = (stage: UploadStage) => ({ type: 'tellMove', params: { stage } }) as const;

/** The server is asked at growing intervals what its check has found. */
const pauses = { shortestMs: 2000, longestMs: 30_000 };
/** A file is sent again by itself, at growing intervals, when the server wants it within this time. */
const resending = { shortestMs: 2000, longestMs: 60_000 };
/** Time for making a picture smaller, also on an old phone; after that it is sent as it was chosen. */
const UNTIL_SENT_AS_IT_IS_MS = 60_000;

/** Returns the problem with a prepared file, if the server would refuse it, too. */
const objectionAfter = ({ picture }: UploadContext, { file }: Prepared): Problem | null =>
  objectionTo(picture!, file, []);
const named = ({ id, name, size, type }: TakenFile): FileValue => ({ id, name, size, type });

/**
 * The life of one file, from being chosen until the form data names it (`kept`) or it is gone. A picture is `preparing`
 * while the browser looks at it, and makes it smaller or another kind if only that can be sent. A file is `refused` if
 * sending it again cannot help; if it can, the file is `failed`, and is sent again when triggered by the person, the
 * network or a new login. A file that the server will take in a moment is `postponed` and sent again by itself. While
 * the server's scanner is unavailable the file is `quarantined`: the server has it and checks it as soon as it can.
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    meta: {} as FlowMeta,
  },
  actors: {
    /** Looks at a picture, and makes of it what the field takes; a file that it cannot read stays as it is. */
    preparePicture: placeholder<Prepared, Preparation>('preparePicture'),
    /** Sends the file; reports `bytes.sent` and `file.delivered` to `progress`. */
    sendFile: placeholder<TakenFile, Sending>('sendFile'),
    askForCheck: placeholder<TakenFile, Question>('askForCheck'),
  },
  actions: {
    keepPath: assign((_, { path }: { path: string }) => ({ path, problem: null })),
    keepPrepared: assign((_, { file }: Prepared) => ({ file })),
    keepObjection: assign(({ context }, prepared: Prepared) => ({
      problem: objectionAfter(context, prepared),
    })),
    forgetObjection: assign({ problem: null }),
    tellPrepared: enqueueActions(({ context: { id, parent }, enqueue }, prepared: Prepared) => {
      if (parent) enqueue.sendTo(parent, { type: 'upload.prepared', id, ...prepared } satisfies UploadReport);
    }),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    keepId: assign((_, { fileId }: { fileId: string }) => ({ fileId })),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    forgetPostponements: assign({ postponed: 0 }),
    countPostponement: assign({ postponed: ({ context }) => context.postponed + 1 }),
    tellMove: enqueueActions(({ context, enqueue }, { stage }: { stage: UploadStage }) => {
      const { id, parent, problem } = context;
      const report: UploadReport = {
        type: 'upload.moved',
        id,
        stage,
        problem: stage === 'failed' || stage === 'refused' ? problem : null,
      };
      if (parent) enqueue.sendTo(parent, report);
    }),
    tellProgress: enqueueActions(({ context: { id, parent }, enqueue }, { loaded }: { loaded: number }) => {
      if (parent) enqueue.sendTo(parent, { type: 'upload.advanced', id, loaded } satisfies UploadReport);
    }),
    tellKept: enqueueActions(({ context: { id, parent }, enqueue }, { file }: { file: FileValue }) => {
      if (parent) enqueue.sendTo(parent, { type: 'upload.kept', id, file } satisfies UploadReport);
    }),
    tellRemoved: enqueueActions(({ context: { id, parent }, enqueue }) => {
      if (parent) enqueue.sendTo(parent, { type: 'upload.removed', id } satisfies UploadReport);
    }),
  },
  guards: {
    pictureIsToBePrepared: ({ context }) => context.picture !== null,
    preparedIsStillRefused: ({ context }, prepared: Prepared) => objectionAfter(context, prepared) !== null,
    somethingSpeaksAgainstIt: ({ context }) => context.problem !== null,
    anotherTryMayHelp: (_, { problem }: { problem: Problem }) =>
      isTransient(problem) || loginIsMissing(problem),
    serverWantsItSoon: (_, { problem: { retryAfter } }: { problem: Problem }) =>
      retryAfter !== undefined && retryAfter * 1000 <= resending.longestMs,
    fileIsChecked: (_, file: TakenFile) => file.checked,
    networkWasLost: ({ context }) => context.problem?.code === 'network',
    loginWasMissing: ({ context }) => context.problem !== null && loginIsMissing(context.problem),
  },
  delays: {
    untilSentAsItIs: UNTIL_SENT_AS_IT_IS_MS,
    untilQuestion: ({ context: { asked } }) => Math.min(pauses.longestMs, pauses.shortestMs * 2 ** asked),
    untilSentAgain: ({ context: { postponed, problem } }) =>
      Math.min(
        resending.longestMs,
        Math.max(resending.shortestMs * 2 ** (postponed - 1), (problem?.retryAfter ?? 0) * 1000),
      ),
  },
}).createMachine({
  id: 'upload',
  context: ({ input: { id, processId, file, objection, picture, parent } }) => ({
    id,
    processId,
    file,
    picture,
    parent: parent ?? null,
    problem: objection,
    path: '',
    fileId: '',
    asked: 0,
    postponed: 0,
  }),
  initial: 'chosen',
  on: { 'removal.requested': '.removed' },
  states: {
    chosen: {
      meta: title('chosen'),
      always: [
        { guard: 'pictureIsToBePrepared', target: 'preparing' },
        { guard: 'somethingSpeaksAgainstIt', target: 'refused' },
        { target: 'queued' },
      ],
    },
    /** The browser looks at the picture: the objection to it holds only if it stays as it is. */
    preparing: {
      meta: title('preparing'),
      invoke: {
        src: 'preparePicture',
        input: ({ context }) => ({ file: context.file, rules: context.picture as FileRules }),
        onDone: [
          {
            guard: { type: 'preparedIsStillRefused', params: aboutAnswer },
            target: 'refused',
            actions: [
              { type: 'keepPrepared', params: aboutAnswer },
              { type: 'keepObjection', params: aboutAnswer },
              { type: 'tellPrepared', params: aboutAnswer },
              movedTo('refused'),
            ],
          },
          {
            target: 'queued',
            actions: [
              { type: 'keepPrepared', params: aboutAnswer },
              'forgetObjection',
              { type: 'tellPrepared', params: aboutAnswer },
              movedTo('queued'),
            ],
          },
        ],
        onError: 'unprepared',
      },
      after: { untilSentAsItIs: 'unprepared' },
    },
    /** The picture stays as it is. */
    unprepared: {
      meta: title('unprepared'),
      always: [
        { guard: 'somethingSpeaksAgainstIt', target: 'refused', actions: movedTo('refused') },
        { target: 'queued', actions: movedTo('queued') },
      ],
    },
    /** Only a few files are sent at once; the form gives each its turn. */
    queued: {
      meta: title('queued'),
      on: {
        'turn.granted': { target: 'underWay', actions: { type: 'keepPath', params: aboutEvent } },
      },
    },
    underWay: {
      meta: title('underWay'),
      initial: 'sending',
      invoke: {
        src: 'sendFile',
        input: ({ context: { processId, path, file, postponed }, self }) => ({
          processId,
          path,
          file,
          unattended: postponed > 0,
          progress: self,
        }),
        onDone: [
          {
            guard: { type: 'fileIsChecked', params: aboutAnswer },
            target: 'kept',
            actions: { type: 'tellKept', params: ({ event }) => ({ file: named(event.output) }) },
          },
          {
            target: 'quarantined',
            actions: [
              { type: 'keepId', params: ({ event }) => ({ fileId: event.output.id }) },
              movedTo('quarantined'),
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'serverWantsItSoon', params: aboutError },
            target: 'postponed',
            actions: [keepProblem, 'countPostponement', movedTo('postponed')],
          },
          {
            guard: { type: 'anotherTryMayHelp', params: aboutError },
            target: 'failed',
            actions: [keepProblem, movedTo('failed')],
          },
          { target: 'refused', actions: [keepProblem, movedTo('refused')] },
        ],
      },
      states: {
        sending: {
          meta: title('sending'),
          on: {
            'bytes.sent': { actions: { type: 'tellProgress', params: aboutEvent } },
            'file.delivered': { target: 'checking', actions: movedTo('checking') },
          },
        },
        /** The server checks the bytes. */
        checking: { meta: title('checking') },
      },
    },
    /** The server has not taken the file and has said when it will. */
    postponed: {
      meta: title('postponed'),
      after: { untilSentAgain: { target: 'queued', actions: movedTo('queued') } },
    },
    /** The server has the file and cannot yet tell whether it is clean. */
    quarantined: {
      meta: title('quarantined'),
      initial: 'resting',
      states: {
        resting: {
          meta: title('quarantined'),
          after: { untilQuestion: { target: 'asking', actions: 'countQuestion' } },
        },
        asking: {
          meta: title('quarantined'),
          invoke: {
            src: 'askForCheck',
            input: ({ context: { processId, fileId } }) => ({ processId, fileId }),
            onDone: [
              {
                guard: { type: 'fileIsChecked', params: aboutAnswer },
                target: '#upload.kept',
                actions: { type: 'tellKept', params: ({ event }) => ({ file: named(event.output) }) },
              },
              { target: 'resting' },
            ],
            onError: [
              { guard: { type: 'anotherTryMayHelp', params: aboutError }, target: 'resting' },
              { target: '#upload.refused', actions: [keepProblem, movedTo('refused')] },
            ],
          },
        },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        'retry.requested': { target: 'queued', actions: ['forgetPostponements', movedTo('queued')] },
        'network.restored': { guard: 'networkWasLost', target: 'queued', actions: movedTo('queued') },
        'session.renewed': { guard: 'loginWasMissing', target: 'queued', actions: movedTo('queued') },
      },
    },
    refused: { meta: title('refused') },
    kept: { meta: title('kept'), type: 'final' },
    removed: { meta: title('removed'), type: 'final', entry: 'tellRemoved' },
  },
});
