import { type Problem, problemOf } from './problem.ts';

/** `params` of actions and guards that use the event itself. */
export const aboutEvent = <Event>({ event }: { event: Event }): Event => event;

/** `params` of actions and guards that use the answer of a call. */
export const aboutAnswer = <Answer>({ event }: { event: { output: Answer } }): Answer => event.output;

/** `params` of actions and guards that use the error an actor ended with. */
export const aboutError = ({ event }: { event: { error: unknown } }): { problem: Problem } => ({
  problem: problemOf(event.error),
});

/** The action by which a flow remembers why a call did not succeed. */
export const keepProblem = { type: 'keepProblem', params: aboutError } as const;

/** The action by which a flow remembers the language that an event names. */
export const keepLocale = { type: 'keepLocale', params: aboutEvent } as const;
