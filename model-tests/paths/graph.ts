import {
  type AnyMachineSnapshot,
  type EventObject,
  fromTransition,
  getInitialSnapshot,
  type Snapshot,
} from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { type Arrow, take } from './arrows.ts';
import { type Start, type Subject, stateName, type View } from './subject.ts';

/** More configurations than this from one start mean that `facts` holds something that grows. */
const LIMIT = 50_000;

export type Edge<E extends EventObject> = { event: E; from: Node<E>; to: Node<E>; arrows: readonly Arrow[] };

/** One configuration: a state with the facts that decide what can happen there. */
export type Node<E extends EventObject> = {
  key: string;
  state: string;
  context: unknown;
  edges: Edge<E>[];
  /** Events that must be refused here. */
  refused: E[];
  /** The edge by which it is reached first; null at the start. */
  first: Edge<E> | null;
};

export type Graph<E extends EventObject> = { start: string; root: Node<E>; nodes: Node<E>[] };

const view = <Context>(snapshot: AnyMachineSnapshot): View<Context> => ({
  state: stateName(snapshot.value),
  context: snapshot.context as Context,
});

const accepts = (snapshot: AnyMachineSnapshot, event: EventObject) =>
  snapshot.status === 'active' && snapshot.can(event);

/**
 * Everything that can be reached from one start, breadth first (`getAdjacencyMap` of xstate/graph).
 * @throws when a facts function lets the number of configurations grow without end.
 */
export function explore<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  start: Start<Input>,
): Graph<E> {
  const { machine } = subject;
  const keyOf = (snapshot: AnyMachineSnapshot) => {
    const { state, context } = view<Context>(snapshot);
    return `${state} ${JSON.stringify(subject.facts(context))}`;
  };
  const logic = fromTransition(
    (snapshot: AnyMachineSnapshot, event: E) => take(machine, start.input, snapshot, event).snapshot,
    getInitialSnapshot(machine, start.input) as AnyMachineSnapshot,
  );
  const inner = (outer: Snapshot<unknown>) => (outer as unknown as { context: AnyMachineSnapshot }).context;
  const adjacency = getAdjacencyMap(logic, {
    events: (outer) => subject.events(view(inner(outer))),
    filterEvents: (outer, event) => accepts(inner(outer), event),
    serializeState: (outer) => keyOf(inner(outer)),
    serializeEvent: (event) => JSON.stringify(event),
    limit: LIMIT,
  });

  const nodes = new Map<string, Node<E>>();
  for (const { state: outer } of Object.values(adjacency)) {
    const snapshot = inner(outer);
    const { state, context } = view<Context>(snapshot);
    const refused = subject.events({ state, context }).filter((event) => !accepts(snapshot, event));
    nodes.set(keyOf(snapshot), { key: keyOf(snapshot), state, context, edges: [], refused, first: null });
  }
  const all = [...nodes.values()];
  const root = all[0]!;
  for (const { state: outer, transitions } of Object.values(adjacency)) {
    const from = nodes.get(keyOf(inner(outer)))!;
    for (const { event, state: next } of Object.values<{ event: E; state: Snapshot<unknown> }>(transitions)) {
      const to = nodes.get(keyOf(inner(next)))!;
      const { arrows } = take(machine, start.input, inner(outer), event);
      const edge: Edge<E> = { event, from, to, arrows };
      from.edges.push(edge);
      if (to !== root && to.first === null) to.first = edge;
    }
  }
  return { start: start.id, root, nodes: all };
}

/** The shortest way from the start to a configuration. */
export function wayTo<E extends EventObject>(node: Node<E>): Edge<E>[] {
  const way: Edge<E>[] = [];
  for (let edge = node.first; edge !== null; edge = edge.from.first) way.unshift(edge);
  return way;
}
