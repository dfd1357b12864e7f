import { aboutError, problemOf } from '../../kit/problem.ts';
import { embeddedSetup, title } from '../embedded.setup.ts';
import type { FrameSaving } from '../embedded.types.ts';

const tell = (saving: FrameSaving) => ({ type: 'tellForm', params: { saving } }) as const;

/** The server takes over what the form server has stored: one question at a time, repeated until it is answered. */
export const saving = embeddedSetup.createStateConfig({
  meta: title('saving'),
  initial: 'clean',
  states: {
    clean: {
      meta: title('clean'),
      entry: tell('clean'),
      always: [
        { guard: 'somethingIsNew', target: 'sending' },
        { guard: 'entriesWait', target: 'dirty' },
      ],
    },
    /** The form server does not have all entries: it is asked to store them once they rest. */
    dirty: {
      meta: title('dirty'),
      entry: tell('dirty'),
      always: [
        { guard: 'somethingIsNew', target: 'sending' },
        { guard: 'noEntriesWait', target: 'clean' },
      ],
      after: {
        untilStored: {
          target: 'dirty',
          reenter: true,
          actions: { type: 'askFrame', params: { wish: { type: 'save' } } },
        },
      },
    },
    sending: {
      meta: title('sending'),
      entry: ['noteAsking', tell('sending')],
      invoke: {
        src: 'saveProgress',
        input: ({ context: { processId, locale, version, frame } }) => ({
          processId,
          locale,
          version,
          caseId: frame.caseId,
        }),
        onDone: {
          target: 'clean',
          actions: [
            { type: 'keepTaken', params: ({ event }) => ({ taken: event.output }) },
            {
              type: 'tellParent',
              params: ({ event }) => ({ report: { type: 'form.saved', saved: event.output } }),
            },
          ],
        },
        onError: [
          { guard: { type: 'answersAreMissing', params: aboutError }, target: 'comparing' },
          { guard: { type: 'editedElsewhere', params: aboutError }, target: 'elsewhere' },
          {
            guard: { type: 'loginIsMissing', params: aboutError },
            target: 'locked',
            actions: { type: 'keepProblem', params: aboutError },
          },
          {
            guard: { type: 'processIsGone', params: aboutError },
            target: 'gone',
            actions: [
              { type: 'keepProblem', params: aboutError },
              {
                type: 'tellParent',
                params: ({ event }) => ({
                  report: { type: 'form.lost', problem: problemOf(event.error), files: 0 },
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
            target: 'ended',
            actions: [
              { type: 'keepProblem', params: aboutError },
              { type: 'keepOver', params: aboutError },
            ],
          },
        ],
      },
    },
    pausing: {
      meta: title('pausing'),
      entry: tell('pausing'),
      after: { untilRetry: 'sending' },
      on: { 'network.restored': 'sending' },
    },
    /** An answer was lost: was only the answer, or has somebody else written? */
    comparing: {
      meta: title('comparing'),
      entry: tell('comparing'),
      invoke: {
        src: 'loadVersion',
        input: ({ context: { processId, locale } }) => ({ processId, locale }),
        onDone: [
          {
            guard: { type: 'ownQuestionArrived', params: ({ event }) => ({ version: event.output.version }) },
            target: 'sending',
            actions: 'adoptVersion',
          },
          {
            target: 'ended',
            actions: { type: 'keepOver', params: { problem: { code: 'version-conflict' } } },
          },
        ],
        onError: { target: 'pausing', actions: { type: 'keepProblem', params: aboutError } },
      },
    },
    /** Another window edits: what was entered waits until this one does again. */
    elsewhere: {
      meta: title('elsewhere'),
      entry: tell('elsewhere'),
      on: { 'editing.gained': 'sending' },
    },
    locked: {
      meta: title('locked'),
      entry: tell('locked'),
      on: { 'session.renewed': 'sending' },
    },
    ended: { meta: title('ended'), entry: tell('ended') },
    /** There is nothing to save to any more: the application shows why. */
    gone: { meta: title('gone'), entry: tell('gone') },
  },
});
