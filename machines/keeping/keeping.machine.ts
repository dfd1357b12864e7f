import { assign, setup } from 'xstate';
import type { SavedFile } from '#contract/saved-answers.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginQuery } from '../login/login.types.ts';
import type { KeepingContext, KeepingEvent } from './keeping.types.ts';

const title = titles('keeping');

/** Time that the last entries have to arrive before the person reads that they have not. */
const SAVING_PATIENCE_MS = 15_000;

/**
 * Keeps the entries of a person without an account before the session ends: by a login, which makes the application the
 * person's own, or as a file that they keep themselves. Both begin once all input has arrived. The code of the file is
 * known as long as it is shown.
 */
export const keepingMachine = setup({
  types: { context: {} as KeepingContext, events: {} as KeepingEvent, meta: {} as FlowMeta },
  actors: {
    /** Ends when everything on the screen is saved, files included. */
    saveEntries: placeholder<void>('saveEntries'),
    sealAnswers: placeholder<SavedFile>('sealAnswers'),
  },
  delays: { savingPatience: SAVING_PATIENCE_MS },
  actions: {
    keepQuery: assign((_, { query }: { query: LoginQuery }) => ({ query })),
    keepSaved: assign((_, saved: SavedFile) => ({ saved })),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    forget: assign({ query: null, saved: null, problem: null }),
    /** Requests the login. */
    logIn: (_, _params: { query: LoginQuery }) => undefined,
  },
  guards: { loginIsChosen: ({ context }) => context.query !== null },
}).createMachine({
  id: 'keeping',
  context: { query: null, saved: null, problem: null },
  initial: 'closed',
  on: { 'viewer.changed': '.closed' },
  states: {
    closed: { meta: title('closed'), entry: 'forget', on: { 'keeping.requested': 'choosing' } },
    choosing: {
      meta: title('choosing'),
      on: {
        'login.chosen': { target: 'saving', actions: { type: 'keepQuery', params: aboutEvent } },
        'file.chosen': 'saving',
        'keeping.dismissed': 'closed',
      },
    },
    saving: {
      meta: title('saving'),
      invoke: {
        src: 'saveEntries',
        onDone: [
          {
            guard: 'loginIsChosen',
            target: 'closed',
            actions: { type: 'logIn', params: ({ context }) => ({ query: context.query! }) },
          },
          { target: 'sealing' },
        ],
        onError: 'unsaved',
      },
      after: { savingPatience: 'unsaved' },
      on: { 'keeping.dismissed': 'closed' },
    },
    /** Something on the screen cannot be saved: leaving would lose it, or the file would lack it. */
    unsaved: {
      meta: title('unsaved'),
      on: { 'retry.requested': 'saving', 'keeping.dismissed': 'closed' },
    },
    sealing: {
      meta: title('sealing'),
      invoke: {
        src: 'sealAnswers',
        onDone: { target: 'sealed', actions: { type: 'keepSaved', params: aboutAnswer } },
        onError: { target: 'failed', actions: keepProblem },
      },
      on: { 'keeping.dismissed': 'closed' },
    },
    sealed: { meta: title('sealed'), on: { 'keeping.dismissed': 'closed' } },
    failed: {
      meta: title('failed'),
      on: { 'retry.requested': 'sealing', 'keeping.dismissed': 'closed' },
    },
  },
});
