import type { AnyStateMachine } from 'xstate';
import { type Outcome, outcomesOf } from './guards.ts';

/**
 * Answers that a guard cannot give, by machine, with the reason. A guard with only one answer is removed from its
 * machine; these have another answer where the same arrows are used in another state.
 */
const never: Readonly<Record<string, Readonly<Record<Outcome, string>>>> = {
  submission: {
    'waiting step.resumed#5 false':
      'one branch for each step that waits: the last one fits when no other does',
    'SUBMISSION_FAILURE submission.repeated#10 false':
      'one branch for each step that fails: the last one fits when no other does',
  },
  login: {
    'handingOver.silent login.retried#2 false': 'it has been requested here, so that is known',
    'cancelled login.retried#2 false': 'it has been requested here, so that is known',
  },
};

/** Answers of guards that must be seen: both of every guard, except those that it cannot give. */
export const outcomesToSee = (machine: AnyStateMachine): Outcome[] =>
  outcomesOf(machine).filter((outcome) => !Object.hasOwn(never[machine.id] ?? {}, outcome));
