import type { EventObject } from 'xstate';
import type { Layer } from '../reporting/shape.ts';
import { commandFor } from './chosen.ts';
import type { Ledger } from './ledger.ts';
import { describePath, type Path, type Step } from './path.ts';
import { type ForEveryEvent, handlerOf, type Subject } from './subject.ts';

/** The outcome of an event on the system under test. */
export type Answer = 'accepted' | 'refused';

/**
 * Drives the system under test. Complete by type: an event without a handler or a state without an assertion does not
 * compile.
 */
export type Executor<E extends EventObject, State extends string> = {
  events: ForEveryEvent<E, Answer | Promise<Answer>>;
  /** Checks the system in this state and throws when it is not as expected. */
  states: Record<State, () => void | Promise<void>>;
};

/** A path failed; the message contains where, and how to walk the path again. */
export class PathFailed extends Error {
  override name = 'PathFailed';
}

/**
 * Walks one path: every answer must be the expected one, and the state is checked after every step.
 * @throws PathFailed with the whole path and the command that repeats it
 */
export async function walk<E extends EventObject, State extends string, Context, Input>(
  subject: Subject<E, Context, Input>,
  path: Path<E>,
  executor: Executor<E, State>,
  ledger: { record: (...walked: Parameters<Ledger['record']>) => void | Promise<void> },
  layer: Layer = 'machine',
): Promise<void> {
  const assertions: Record<string, () => void | Promise<void>> = executor.states;
  const attempt = async (step: Step<E>, previous: Step<E> | undefined) => {
    const answer = await handlerOf(executor.events, step.event)(step.event);
    const expected: Answer = step.refused ? 'refused' : 'accepted';
    if (answer !== expected) throw new Error(`${step.event.type} was ${answer} in ${step.from}`);
    await assertions[step.to]!();
    await ledger.record(path.start, step, previous);
  };

  for (const [index, step] of path.steps.entries()) {
    try {
      await attempt(step, path.steps[index - 1]);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const lines = describePath(subject, path);
      throw new PathFailed(
        `Step ${index + 1} of path ${path.id} failed: ${reason}\n${lines.join('\n')}\n` +
          commandFor({ id: path.id, machine: subject.machine.id }, layer),
        { cause },
      );
    }
  }
}
