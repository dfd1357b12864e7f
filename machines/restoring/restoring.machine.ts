import { assign, setup } from 'xstate';
import type { RestoredAnswers } from '#contract/saved-answers.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { placeholder } from '../kit/placeholders.ts';
import { aboutError, type Problem } from '../kit/problem.ts';
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
    keepRestored: assign((_, { restored }: { restored: RestoredAnswers }) => ({ restored })),
  },
  guards: {
    somethingIsMissing: (_, { file, code }: Given) => file === null || code.trim() === '',
  },
});

const given = ({ event: { file, code } }: { event: RestoringEvent }): Given => ({ file, code });

/** Transitions of the states that wait for a file and its code. */
const waiting = restoringSetup.createStateConfig({
  on: {
    'answers.submitted': [
      {
        guard: { type: 'somethingIsMissing', params: given },
        target: '#restoring.asked',
        actions: { type: 'noteMissing', params: given },
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
        onDone: {
          target: 'opened',
          actions: { type: 'keepRestored', params: ({ event }) => ({ restored: event.output }) },
        },
        onError: { target: 'refused', actions: { type: 'keepProblem', params: aboutError } },
      },
    },
    refused: { meta: title('refused'), on: waiting.on },
    opened: { meta: title('opened') },
  },
});
