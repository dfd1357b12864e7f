import { assign, setup } from 'xstate';
import type { RestoredAnswers } from '#contract/saved-answers.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer, aboutEvent, keepProblem } from '../kit/params.ts';
import { placeholder } from '../kit/placeholders.ts';
import type { Problem } from '../kit/problem.ts';
import type { ChosenAnswers, RestoringContext, RestoringEvent } from './restoring.types.ts';

const title = titles('restoring');

type Given = { file: ChosenAnswers | null; code: string };

const restoringSetup = setup({
  types: { context: {} as RestoringContext, events: {} as RestoringEvent, meta: {} as FlowMeta },
  actors: {
    restoreAnswers: placeholder<RestoredAnswers, { file: ChosenAnswers; code: string }>('restoreAnswers'),
  },
  actions: {
    noteMissing: assign((_, { file }: Given) => ({
      missing: file === null ? 'file' : 'code',
      problem: null,
    })),
    forgetFaults: assign({ missing: null, problem: null }),
    keepProblem: assign((_, { problem }: { problem: Problem }) => ({ problem })),
    keepRestored: assign((_, restored: RestoredAnswers) => ({ restored })),
  },
  guards: {
    somethingIsMissing: (_, { file, code }: Given) => file === null || code.trim() === '',
  },
});

/** Transitions of the states that wait for a file and its code. */
const waiting = restoringSetup.createStateConfig({
  on: {
    'answers.submitted': [
      {
        guard: { type: 'somethingIsMissing', params: aboutEvent },
        target: '#restoring.asked',
        actions: { type: 'noteMissing', params: aboutEvent },
      },
      { target: '#restoring.opening', actions: 'forgetFaults' },
    ],
  },
});

/**
 * Brings back answers that a person has kept as a file: with the code, they become a new application. The person's
 * other applications stay unchanged.
 */
export const restoringMachine = restoringSetup.createMachine({
  id: 'restoring',
  context: { missing: null, problem: null, restored: null },
  initial: 'asked',
  states: {
    asked: { meta: title('asked'), on: waiting.on },
    opening: {
      meta: title('opening'),
      invoke: {
        src: 'restoreAnswers',
        input: ({ event }) => {
          const { file, code } = event as RestoringEvent;
          return { file: file!, code };
        },
        onDone: { target: 'opened', actions: { type: 'keepRestored', params: aboutAnswer } },
        onError: { target: 'refused', actions: keepProblem },
      },
    },
    refused: { meta: title('refused'), on: waiting.on },
    opened: { meta: title('opened') },
  },
});
