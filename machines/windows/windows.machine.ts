import { assign, setup } from 'xstate';
import type { EditedElsewhere } from '#contract/editing.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepProblem } from '../kit/params.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import { isTransient, type Problem } from '../kit/problem.ts';
import type { Report, ReportQuery, WindowQuery, WindowsContext, WindowsEvent } from './windows.types.ts';

const title = titles('windows');
/** The server keeps this window's place for half a minute. */
const RETRY_MS = 5_000;

const queryOf = ({ context }: { context: WindowsContext }): WindowQuery => ({
  processId: context.processId ?? '',
});

const keepReport = { type: 'keepReport', params: aboutAnswer } as const;

/**
 * The choice of the window that edits an application. One of a person's windows does; the others show it and can take
 * over. The server decides and remembers (docs/decisions/0030-one-window-edits.md); windows of one browser also tell
 * each other directly. While nobody has answered yet, this window edits: the server refuses writes that are not
 * allowed.
 */
export const windowsMachine = setup({
  types: {
    context: {} as WindowsContext,
    events: {} as WindowsEvent,
    meta: {} as FlowMeta,
    tags: {} as 'readOnly',
  },
  actors: {
    report: placeholder<Report, ReportQuery>('report'),
    takeOver: placeholder<Report, WindowQuery>('takeOver'),
    /** Saves the entries of this window for a few seconds at most, and lets go; the rest waits in `saving`. */
    letGo: placeholder<void, WindowQuery>('letGo'),
    /** Sends `editing.requested` and `window.returned`; lets go when this window ends. */
    watchWindows: idleWatcher<WindowQuery>(),
  },
  actions: {
    keepApplication: assign((_, { processId }: { processId: string | null }) => ({
      processId,
      elsewhere: null,
      againMs: 0,
      hasEdited: false,
      isBarred: false,
      problem: null,
    })),
    keepReport: assign((_, report: Report) => ({
      againMs: report.againMs,
      elsewhere: report.elsewhere,
    })),
    noteEditing: assign({ hasEdited: true, isBarred: false, problem: null }),
    bar: assign({ isBarred: true }),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    forgetProblem: assign({ problem: null }),
    /** Loads the application anew: the screen may be older than the stored data. */
    beginAnew: () => undefined,
    /** Asks the other windows of this browser, which are faster than the server. */
    askOthers: (_, _params: WindowQuery) => undefined,
  },
  guards: {
    isElsewhere: (_, report: Report) => report.elsewhere !== null,
    isWanted: (_, report: Report) => report.wanted,
    isBarred: ({ context }) => context.isBarred,
    hasEdited: ({ context }) => context.hasEdited,
    retryMayHelp: (_, { problem }: { problem: Problem }) => isTransient(problem),
  },
  delays: { untilReport: ({ context }) => context.againMs, untilRetry: RETRY_MS },
}).createMachine({
  id: 'windows',
  context: {
    processId: null,
    elsewhere: null as EditedElsewhere | null,
    againMs: 0,
    hasEdited: false,
    isBarred: false,
    problem: null,
  },
  initial: 'idle',
  on: {
    'application.shown': {
      target: '.open',
      reenter: true,
      actions: { type: 'keepApplication', params: aboutEvent },
    },
    'application.left': {
      target: '.idle',
      actions: { type: 'keepApplication', params: { processId: null } },
    },
  },
  states: {
    idle: { meta: title('idle') },
    open: {
      meta: title('open'),
      initial: 'asking',
      invoke: { src: 'watchWindows', input: queryOf },
      states: {
        asking: {
          meta: title('asking'),
          on: { 'write.refused': { target: 'asking', reenter: true, actions: 'bar' } },
          invoke: {
            src: 'report',
            input: ({ context }) => ({ ...queryOf({ context }), waits: false }),
            onDone: [
              {
                guard: { type: 'isElsewhere', params: aboutAnswer },
                target: 'elsewhere',
                actions: keepReport,
              },
              { guard: { type: 'isWanted', params: aboutAnswer }, target: 'lettingGo' },
              { guard: 'isBarred', target: 'editing', actions: [keepReport, 'beginAnew'] },
              { target: 'editing', actions: keepReport },
            ],
            onError: [
              { guard: { type: 'retryMayHelp', params: aboutError }, target: 'unsure' },
              { target: 'closed' },
            ],
          },
        },
        editing: {
          meta: title('editing'),
          entry: 'noteEditing',
          initial: 'reporting',
          on: {
            'editing.requested': 'lettingGo',
            'window.returned': 'asking',
            'write.refused': { target: 'asking', actions: 'bar' },
          },
          states: {
            resting: { meta: title('resting'), after: { untilReport: 'reporting' } },
            reporting: {
              meta: title('reporting'),
              invoke: {
                src: 'report',
                input: ({ context }) => ({ ...queryOf({ context }), waits: true }),
                onDone: [
                  {
                    guard: { type: 'isElsewhere', params: aboutAnswer },
                    target: '#windows.open.elsewhere',
                    actions: keepReport,
                  },
                  { guard: { type: 'isWanted', params: aboutAnswer }, target: '#windows.open.lettingGo' },
                  { target: 'resting', actions: keepReport },
                ],
                onError: [
                  { guard: { type: 'retryMayHelp', params: aboutError }, target: '#windows.open.unsure' },
                  { target: '#windows.open.closed' },
                ],
              },
            },
          },
        },
        /** The server cannot be asked; it decides when the next write arrives. */
        unsure: {
          meta: title('unsure'),
          after: { untilRetry: 'asking' },
          on: { 'window.returned': 'asking', 'write.refused': { target: 'asking', actions: 'bar' } },
        },
        /** Another window wants to edit: the entries of this one are saved first. */
        lettingGo: {
          meta: title('lettingGo'),
          tags: 'readOnly',
          invoke: { src: 'letGo', input: queryOf, onDone: 'asking', onError: 'asking' },
        },
        elsewhere: {
          meta: title('elsewhere'),
          tags: 'readOnly',
          initial: 'told',
          states: {
            told: { meta: title('told'), always: [{ guard: 'hasEdited', target: 'takenOver' }, 'warned'] },
            /** Another window edited the application when this one opened. */
            warned: { meta: title('warned'), on: { 'takeover.requested': 'taking' } },
            /** This window has edited until another one took over. */
            takenOver: { meta: title('takenOver'), on: { 'takeover.requested': 'taking' } },
            taking: {
              meta: title('taking'),
              entry: ['forgetProblem', { type: 'askOthers', params: queryOf }],
              invoke: {
                src: 'takeOver',
                input: queryOf,
                onDone: [
                  {
                    guard: { type: 'isElsewhere', params: aboutAnswer },
                    target: 'told',
                    actions: keepReport,
                  },
                  { target: '#windows.open.editing', actions: [keepReport, 'beginAnew'] },
                ],
                onError: { target: 'told', actions: keepProblem },
              },
            },
          },
        },
        /** This login may not edit the application, or there is none: other messages say so. */
        closed: { meta: title('closed'), on: { 'session.renewed': 'asking' } },
      },
    },
  },
});
