import type { AnyStateMachine, EventObject } from 'xstate';

/** Where a walk begins: a name that stays the same, and the input of the machine. */
export type Start<Input> = { id: string; input: Input };

/** What a walk sees of a machine. */
export type View<Context> = { state: string; context: Context };

/** One function for every event type: forgetting one does not compile. */
export type ForEveryEvent<E extends EventObject, Result> = {
  [T in E['type']]: (event: Extract<E, { type: T }>) => Result;
};

/**
 * A machine and what is needed to walk through all of it.
 * Events are whole events with payloads that make a difference, so guards are tried in both ways.
 */
export type Subject<E extends EventObject, Context, Input> = {
  name: string;
  machine: AnyStateMachine;
  starts: readonly Start<Input>[];
  /** Every event that could arrive here, allowed or not. */
  events: (view: View<Context>) => readonly E[];
  /** The part of the context that guards look at; states that agree in it are one configuration. */
  facts: (context: Context) => unknown;
  /** How a step reads to a person. */
  sentences: ForEveryEvent<E, string>;
};

/** The function for an event: the mapped type cannot be followed from a union back to its member. */
export const handlerOf = <E extends EventObject, Result>(
  handlers: ForEveryEvent<E, Result>,
  event: E,
): ((event: E) => Result) => handlers[event.type as E['type']] as (event: E) => Result;

/** The text of a state value: `loggedIn.refreshing`, regions of a parallel state joined by `+`. */
export function stateName(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>)
    .map(([name, inner]) => {
      const rest = stateName(inner);
      return rest === '' ? name : `${name}.${rest}`;
    })
    .join('+');
}

/** The sentence of an event. */
export function sentenceOf<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  event: E,
): string {
  return handlerOf(subject.sentences, event)(event);
}
