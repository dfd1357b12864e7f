import { assign, enqueueActions, setup } from 'xstate';
import type { SavedProgress } from '#contract/process-calls.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutError, aboutEvent, keepLocale, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import { savingAssigners, savingContext } from './saving.assigners.ts';
import { isCurrent, savingGuards } from './saving.guards.ts';
import { pauseOf } from './saving.retries.ts';
import type {
  Progress,
  SavingContext,
  SavingEvent,
  SavingInput,
  SavingQuery,
  SavingReport,
  Stored,
} from './saving.types.ts';

/** Quiet time after the last keystroke; including the call, a change is saved within a second. */
const QUIET_MS = 400;
const SECOND_MS = 1_000;

const title = titles('saving');

/** Returns actions that remember a problem and report to the parent what it means for the content. */
const keepAndReport = (type: 'content.refused' | 'content.lost') =>
  [
    keepProblem,
    {
      type: 'report',
      params: ({ event }: { event: { error: unknown } }) => ({ type, ...aboutError({ event }) }),
    },
  ] as const;

const newer = { problem: { code: 'version-conflict' } } as const;

/**
 * Writes the content of a form or a frame to the server: one write at a time, repeated until it arrives. The server
 * refuses a write based on an older version and offers the newer state; nothing is merged. Nothing that happens here
 * changes the screen.
 */
export const savingMachine = setup({
  types: {
    context: {} as SavingContext,
    events: {} as SavingEvent,
    input: {} as SavingInput,
    meta: {} as FlowMeta,
  },
  actors: {
    saveProgress: placeholder<SavedProgress, Progress>('saveProgress'),
    loadStored: placeholder<Stored, SavingQuery>('loadStored'),
  },
  actions: {
    keepContent: assign(savingAssigners.keepContent),
    keepLocale: assign(savingAssigners.keepLocale),
    noteSending: assign(savingAssigners.noteSending),
    keepSaved: assign(savingAssigners.keepSaved),
    adoptVersion: assign(savingAssigners.adoptVersion),
    joinEarlier: assign(savingAssigners.joinEarlier),
    reportJoined: enqueueActions(({ context, enqueue }) => {
      const { parent, content } = context;
      if (parent && content.data) enqueue.sendTo(parent, { type: 'content.joined', data: content.data });
    }),
    keepProblem: assign(savingAssigners.keepProblem),
    beginPause: assign(savingAssigners.beginPause),
    countSecond: assign(savingAssigners.countSecond),
    report: enqueueActions(({ context, enqueue }, report: SavingReport) => {
      if (context.parent) enqueue.sendTo(context.parent, report);
    }),
  },
  guards: savingGuards,
  delays: {
    untilQuiet: QUIET_MS,
    untilRetry: ({ context }) => pauseOf(context),
    untilNextSecond: SECOND_MS,
  },
}).createMachine({
  id: 'saving',
  context: ({ input }) => savingContext(input),
  on: {
    'content.changed': { actions: { type: 'keepContent', params: aboutEvent } },
    'locale.changed': { actions: keepLocale },
  },
  initial: 'clean',
  states: {
    clean: { meta: title('clean'), always: { guard: 'somethingIsUnsaved', target: 'dirty' } },
    dirty: {
      meta: title('dirty'),
      always: { guard: 'nobodyTypes', target: 'sending' },
      after: { untilQuiet: 'sending' },
      on: {
        'content.changed': {
          target: 'dirty',
          reenter: true,
          actions: { type: 'keepContent', params: aboutEvent },
        },
        'save.requested': 'sending',
      },
    },
    sending: {
      meta: title('sending'),
      entry: 'noteSending',
      invoke: {
        src: 'saveProgress',
        input: ({ context: { processId, locale, version, content } }) => ({
          processId,
          locale,
          version,
          content,
        }),
        onDone: {
          target: 'clean',
          actions: [
            { type: 'keepSaved', params: aboutAnswer },
            {
              type: 'report',
              params: ({ context, event }) => ({
                type: 'content.saved',
                isCurrent: isCurrent(context),
                saved: event.output,
              }),
            },
          ],
        },
        onError: [
          { guard: { type: 'newerStateMayBeOwn', params: aboutError }, target: 'comparing' },
          { guard: { type: 'editedElsewhere', params: aboutError }, target: 'elsewhere' },
          {
            guard: { type: 'stateIsNewer', params: aboutError },
            target: 'conflict',
            actions: { type: 'report', params: { type: 'content.refused', ...newer } },
          },
          { guard: { type: 'loginIsMissing', params: aboutError }, target: 'locked', actions: keepProblem },
          {
            guard: { type: 'processIsGone', params: aboutError },
            target: 'gone',
            actions: keepAndReport('content.lost'),
          },
          { guard: { type: 'retryMayHelp', params: aboutError }, target: 'pausing', actions: keepProblem },
          { target: 'refused', actions: keepAndReport('content.refused') },
        ],
      },
    },
    pausing: {
      meta: title('pausing'),
      entry: 'beginPause',
      after: { untilRetry: 'sending' },
      on: { 'network.restored': 'sending' },
      initial: 'counting',
      states: {
        /** The person sees how long it takes. */
        counting: {
          meta: title('counting'),
          after: { untilNextSecond: { target: 'counting', reenter: true, actions: 'countSecond' } },
        },
      },
    },
    /**
     * The server tells who has written: this page, whose answer was lost; an earlier page of this window, whose write
     * was under way when this one was loaded; or somebody else.
     */
    comparing: {
      meta: title('comparing'),
      invoke: {
        src: 'loadStored',
        input: ({ context: { processId, locale, content } }) => ({ processId, locale, content }),
        onDone: [
          {
            guard: { type: 'ownWriteArrived', params: aboutAnswer },
            target: 'clean',
            actions: [
              { type: 'adoptVersion', params: aboutAnswer },
              {
                type: 'report',
                params: ({ context }) => ({ type: 'content.arrived', isCurrent: isCurrent(context) }),
              },
            ],
          },
          {
            guard: { type: 'earlierPageWrote', params: aboutAnswer },
            target: 'clean',
            actions: [{ type: 'joinEarlier', params: aboutAnswer }, 'reportJoined'],
          },
          {
            target: 'conflict',
            actions: { type: 'report', params: { type: 'content.refused', ...newer } },
          },
        ],
        onError: { target: 'pausing', actions: keepProblem },
      },
    },
    conflict: {
      meta: title('conflict'),
      initial: 'asking',
      on: {
        // The other window may have confirmed, paid or sent it: the application decides again what to show.
        'newerState.requested': {
          target: 'gone',
          actions: { type: 'report', params: { type: 'content.lost', ...newer } },
        },
      },
      states: {
        asking: { meta: title('asking'), on: { 'newerState.postponed': 'postponed' } },
        postponed: { meta: title('postponed') },
      },
    },
    /** Another window edits: unsaved content waits until this window edits again. */
    elsewhere: { meta: title('elsewhere'), on: { 'editing.gained': 'sending' } },
    locked: { meta: title('locked'), on: { 'session.renewed': 'sending' } },
    refused: {
      meta: title('refused'),
      on: {
        'save.retried': 'sending',
        'session.renewed': { guard: 'entriesAreHere', target: 'sending' },
      },
    },
    /** There is nothing to save to any more: the application shows why. */
    gone: { meta: title('gone') },
  },
});
