import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';

/** The start of a walk: a stable name, and the input of the machine. */
export type Start<Input> = { id: string; input: Input };

/** A machine as a walk sees it. */
export type View<Context> = { state: string; context: Context; snapshot: AnyMachineSnapshot };

/** Events that XState itself sends to a flow machine: the ends of invoked actors, and timers. */
export type InternalEvent =
  | { type: `xstate.done.actor.${string}`; actorId: string; output: unknown }
  | { type: `xstate.error.actor.${string}`; actorId: string; error: unknown }
  | { type: `xstate.after.${string}` };

const internalKinds = ['xstate.done', 'xstate.error', 'xstate.after', 'xstate.snapshot'] as const;

/** Internal events contain the id of a state in their type: for handlers all of a kind are the same. */
type HandlerKey<T extends string> = T extends `xstate.${infer Kind}.${string}`
  ? `xstate.${Kind extends `${infer First}.${string}` ? First : Kind}`
  : T;

/** One function for every event type; a missing one does not compile. */
export type ForEveryEvent<E extends EventObject, Result> = {
  [E1 in E as HandlerKey<E1['type']>]: (event: E1) => Result;
};

/**
 * A machine with all data needed to walk through it. Events are complete, with payloads that make a difference, so that
 * guards are tried both ways.
 */
export type Subject<E extends EventObject, Context, Input> = {
  name: string;
  machine: AnyStateMachine;
  starts: readonly Start<Input>[];
  /** Every event that could arrive here, allowed or not. */
  events: (view: View<Context>) => readonly E[];
  /** The part of the context that guards check; states that agree in it are one configuration. */
  abstraction: (context: Context, state: string) => unknown;
  /** The sentence of a step. */
  sentences: ForEveryEvent<E, string>;
  /** The context when an event arrives, after changes around the machine: above all, the time. */
  meanwhile?: (context: Context, event: E) => Context;
};

/** The function for an event: the mapped type cannot be followed from a union back to its member. */
export function handlerOf<E extends EventObject, Result>(
  handlers: ForEveryEvent<E, Result>,
  { type }: E,
): (event: E) => Result {
  const kind = internalKinds.find((it) => type.startsWith(`${it}.`)) ?? type;
  const byKind: unknown = handlers;
  return (byKind as Record<string, (event: E) => Result>)[kind]!;
}

/** The text of a state value: `loggedIn.refreshing`, regions of a parallel state joined by `+`. */
export const stateName = (value: unknown): string => leaves(value).join('+');

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) => {
    const below = leaves(inner);
    return below.length === 0 ? [name] : below.map((rest) => `${name}.${rest}`);
  });
}

/** The sentence of an event. */
export function sentenceOf<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  event: E,
): string {
  return handlerOf(subject.sentences, event)(event);
}
