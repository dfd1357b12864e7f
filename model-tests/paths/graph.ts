import { type AnyMachineSnapshot, type EventObject, fromTransition, type Snapshot } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import type { Arrow } from '#machines/drawing/arrows.ts';
import type { Outcome } from './guards.ts';
import { type Start, type Subject, stateName, type View } from './subject.ts';
import { ask, enter, type Taken, take } from './take.ts';

/** More configurations than this from one start mean that `abstraction` contains something that grows. */
const LIMIT = 100_000;

export type Edge<E extends EventObject> = {
  event: E;
  from: Node<E>;
  to: Node<E>;
  arrows: readonly Arrow[];
  /** Guards that were asked, with their answers. */
  outcomes: readonly Outcome[];
};

/** One configuration: a state with the facts that decide about further events. */
export type Node<E extends EventObject> = {
  key: string;
  state: string;
  context: unknown;
  edges: Edge<E>[];
  /** Events that must be refused here. */
  refused: E[];
  /** Answers of guards to each refused event. */
  refusals: Map<E, readonly Outcome[]>;
  /** The edge by which it is first reached; null at the start. */
  first: Edge<E> | null;
};

export type Graph<E extends EventObject> = {
  start: string;
  /** The eventless arrows taken on the way in. */
  entry: readonly Arrow[];
  /** Answers of guards on the way in. */
  entryOutcomes: readonly Outcome[];
  root: Node<E>;
  nodes: Node<E>[];
};

/** A configuration during exploration: its observation, and the arrows that led to it this time. */
type Configuration<Context> = View<Context> & {
  key: string;
  arrows: readonly Arrow[];
  outcomes: readonly Outcome[];
};

const view = <Context>(snapshot: AnyMachineSnapshot): View<Context> => ({
  state: stateName(snapshot.value),
  context: snapshot.context as Context,
  snapshot,
});

/**
 * Everything that can be reached from one start, breadth first (`getAdjacencyMap` of xstate/graph).
 * @throws when an abstraction lets the number of configurations grow without end.
 */
export function explore<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  start: Start<Input>,
): Graph<E> {
  const at = ({ snapshot, arrows, outcomes }: Taken): Configuration<Context> => {
    const seen = view<Context>(snapshot);
    return {
      ...seen,
      arrows,
      outcomes,
      key: `${seen.state} ${JSON.stringify(subject.abstraction(seen.context, seen.state))}`,
    };
  };
  const entry = enter(subject.machine, start.input);
  const meeting = (snapshot: AnyMachineSnapshot, event: E): AnyMachineSnapshot =>
    subject.meanwhile
      ? { ...snapshot, context: subject.meanwhile(snapshot.context as Context, event) }
      : snapshot;
  const logic = fromTransition(
    ({ snapshot }: Configuration<Context>, event: E) =>
      at(take(subject.machine, start.input, meeting(snapshot, event), event)),
    at(entry),
  );
  const configurationOf = (outer: Snapshot<unknown>) =>
    (outer as unknown as { context: Configuration<Context> }).context;
  /** Answers of guards to refused events; each configuration is asked once. */
  const refusalsIn = new Map<string, Map<E, readonly Outcome[]>>();
  const acceptedIn = (configuration: Configuration<Context>): E[] => {
    const refusals = new Map<E, readonly Outcome[]>();
    refusalsIn.set(configuration.key, refusals);
    return subject.events(configuration).filter((event) => {
      const { isAccepted, outcomes } = ask(subject.machine, meeting(configuration.snapshot, event), event);
      if (!isAccepted) refusals.set(event, outcomes);
      return isAccepted;
    });
  };
  const adjacency = getAdjacencyMap(logic, {
    events: (outer) => acceptedIn(configurationOf(outer)),
    serializeState: (outer) => configurationOf(outer).key,
    serializeEvent: (event) => JSON.stringify(event),
    limit: LIMIT,
  });

  const nodes = new Map<string, Node<E>>();
  for (const { state: outer } of Object.values(adjacency)) {
    const { key, state, context } = configurationOf(outer);
    const refusals = refusalsIn.get(key)!;
    const refused = [...refusals.keys()];
    nodes.set(key, { key, state, context, edges: [], refused, refusals, first: null });
  }
  const all = [...nodes.values()];
  const root = all[0]!;
  for (const { state: outer, transitions } of Object.values(adjacency)) {
    const from = nodes.get(configurationOf(outer).key)!;
    for (const { event, state: next } of Object.values<{ event: E; state: Snapshot<unknown> }>(transitions)) {
      const { key, arrows, outcomes } = configurationOf(next);
      const to = nodes.get(key)!;
      const edge: Edge<E> = { event, from, to, arrows, outcomes };
      from.edges.push(edge);
      if (to !== root && to.first === null) to.first = edge;
    }
  }
  return { start: start.id, entry: entry.arrows, entryOutcomes: entry.outcomes, root, nodes: all };
}

/** The shortest way from the start to a configuration. */
export function wayTo<E extends EventObject>(node: Node<E>): Edge<E>[] {
  const way: Edge<E>[] = [];
  for (let edge = node.first; edge !== null; edge = edge.from.first) way.unshift(edge);
  return way;
}
