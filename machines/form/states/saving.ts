import { aboutError, problemOf } from '../../kit/problem.ts';
import { askedFiles } from '../form.files.ts';
import { formSetup, title } from '../form.setup.ts';

/** Writes what is on the screen to the server: one write at a time, repeated until it arrives. */
export const saving = formSetup.createStateConfig({
  meta: title('saving'),
  initial: 'clean',
  states: {
    clean: {
      meta: title('clean'),
      always: { guard: 'somethingIsUnsaved', target: 'dirty' },
    },
    dirty: {
      meta: title('dirty'),
      after: { untilQuiet: 'sending' },
      on: {
        'value.changed': { target: 'dirty', reenter: true },
        'page.nextRequested': 'sending',
        'page.backRequested': 'sending',
        'page.chosen': 'sending',
        'page.requested': 'sending',
        'summary.requested': 'sending',
      },
    },
    sending: {
      meta: title('sending'),
      entry: 'noteSending',
      invoke: {
        src: 'saveProgress',
        input: ({ context }) => ({
          processId: context.processId,
          locale: context.locale,
          version: context.version,
          data: context.data,
          page: context.page,
        }),
        onDone: {
          target: 'clean',
          actions: [
            { type: 'keepSaved', params: ({ event }) => ({ saved: event.output }) },
            {
              type: 'tellParent',
              params: ({ event }) => ({ report: { type: 'form.saved', saved: event.output } }),
            },
          ],
        },
        onError: [
          {
            guard: { type: 'answersAreMissing', params: aboutError },
            target: 'comparing',
          },
          { guard: { type: 'editedElsewhere', params: aboutError }, target: 'elsewhere' },
          {
            guard: { type: 'stateIsNewer', params: aboutError },
            target: 'conflict',
          },
          {
            guard: { type: 'loginIsMissing', params: aboutError },
            target: 'locked',
            actions: { type: 'keepProblem', params: aboutError },
          },
          {
            guard: { type: 'processIsGone', params: aboutError },
            target: 'refused',
            actions: [
              { type: 'keepProblem', params: aboutError },
              {
                type: 'tellParent',
                params: ({ context, event }) => ({
                  report: {
                    type: 'form.lost',
                    problem: problemOf(event.error),
                    files: askedFiles(context).length,
                  },
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
            target: 'refused',
            actions: { type: 'keepProblem', params: aboutError },
          },
        ],
      },
    },
    pausing: {
      meta: title('pausing'),
      tags: 'retrying',
      after: { untilRetry: 'sending' },
      on: { 'network.restored': 'sending' },
    },
    comparing: {
      meta: title('comparing'),
      tags: 'retrying',
      invoke: {
        src: 'loadForm',
        input: ({ context }) => ({ processId: context.processId, locale: context.locale }),
        onDone: [
          {
            guard: { type: 'ownWriteArrived', params: ({ event }) => ({ stored: event.output }) },
            target: 'clean',
            actions: { type: 'adoptVersion', params: ({ event }) => ({ stored: event.output }) },
          },
          { target: 'conflict' },
        ],
        onError: {
          target: 'pausing',
          actions: { type: 'keepProblem', params: aboutError },
        },
      },
    },
    conflict: {
      meta: title('conflict'),
      tags: 'conflict',
      initial: 'asking',
      on: {
        'newerState.requested': {
          target: '#form.loading',
          // The other window may have confirmed, paid or sent it: the application decides again what to show.
          actions: {
            type: 'tellParent',
            params: ({ context }) => ({
              report: {
                type: 'form.lost',
                problem: { code: 'version-conflict' },
                files: askedFiles(context).length,
              },
            }),
          },
        },
      },
      states: {
        asking: { meta: title('asking'), tags: 'asking', on: { 'newerState.postponed': 'postponed' } },
        postponed: { meta: title('postponed') },
      },
    },
    /** Another window edits: what is not saved stays on the screen until this one does again. */
    elsewhere: {
      meta: title('elsewhere'),
      tags: 'elsewhere',
      on: { 'editing.gained': 'sending' },
    },
    locked: {
      meta: title('locked'),
      tags: 'blocked',
      on: { 'session.renewed': 'sending' },
    },
    refused: {
      meta: title('refused'),
      tags: 'refused',
      on: {
        'page.nextRequested': 'sending',
        'session.renewed': 'sending',
      },
    },
  },
});
