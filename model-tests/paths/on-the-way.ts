import type { EventObject } from 'xstate';
import { type Edge, type Graph, type Node, wayTo } from './graph.ts';
import { acceptedStep, type Path, refusedStep, toPath } from './path.ts';

/** Rules for trying refused events. */
export type Refusals<E extends EventObject> = {
  /** Configurations of one kind show the same of every event. */
  kindOf: (node: Node<E>) => string;
  /** Facts that a refusal of an event shows in a configuration. */
  shownBy: (node: Node<E>, event: E) => readonly string[];
  /** True if a try changes something outside the machine, so that it can only end a path. */
  isLast: (event: E) => boolean;
};

/** The edges of a path, and the events to be refused before each of them and at the end. */
type Way<E extends EventObject> = { graph: Graph<E>; edges: readonly Edge<E>[]; tried: E[][] };
type Attempt<E extends EventObject> = { event: E; shows: readonly string[] };

/**
 * Tries refused events on existing paths, and then on additional ways, until all their facts have been seen. The event
 * that shows most comes first. In the graphs only tried events stay refused.
 * @returns the paths with their tries, and the additional ways
 */
export function refuseOnTheWay<E extends EventObject>(
  machine: string,
  graphs: readonly Graph<E>[],
  paths: readonly Path<E>[],
  { kindOf, shownBy, isLast }: Refusals<E>,
): { tours: Path<E>[]; refusals: Path<E>[] } {
  const kinds = new Map<string, { graph: Graph<E>; node: Node<E>; attempts: Attempt<E>[] }>();
  const attemptsAt = (graph: Graph<E>, node: Node<E>): readonly Attempt<E>[] => {
    const kind = kindOf(node);
    const known = kinds.get(kind);
    if (known) return known.attempts;
    const attempts = node.refused.map((event) => ({ event, shows: shownBy(node, event) }));
    kinds.set(kind, { graph, node, attempts });
    return attempts;
  };
  for (const graph of graphs) for (const node of graph.nodes) attemptsAt(graph, node);
  const open = new Set([...kinds.values()].flatMap(({ attempts }) => attempts.flatMap(({ shows }) => shows)));
  const news = ({ shows }: Attempt<E>) => shows.filter((it) => open.has(it)).length;

  const tryAlong = (ways: readonly Way<E>[]) => {
    const chances = ways.flatMap(({ graph, edges, tried }) =>
      nodesOf(graph, edges).flatMap((node, index) =>
        attemptsAt(graph, node)
          .filter(({ event }) => index === edges.length || !isLast(event))
          .map((attempt) => ({ attempt, tried: tried[index]! })),
      ),
    );
    const most = Math.max(0, ...chances.map(({ attempt }) => news(attempt)));
    for (let least = most; least > 0; least -= 1) {
      for (const { attempt, tried } of chances) {
        if (news(attempt) < least) continue;
        tried.push(attempt.event);
        for (const it of attempt.shows) open.delete(it);
      }
    }
  };

  const tours = paths.map((path) => wayOf(graphs, path));
  tryAlong(tours);
  const refusals: Way<E>[] = [];
  while (open.size > 0) {
    const worth = ({ attempts }: { attempts: readonly Attempt<E>[] }) =>
      new Set(attempts.flatMap(({ shows }) => shows.filter((it) => open.has(it)))).size;
    const { graph, node } = [...kinds.values()].reduce((best, kind) =>
      worth(kind) > worth(best) ? kind : best,
    );
    const edges = wayTo(node);
    const way = { graph, edges, tried: [...edges, null].map(() => []) };
    tryAlong([way]);
    refusals.push(way);
  }

  keepTried([...tours, ...refusals], graphs);
  const pathOf = ({ graph, edges, tried }: Way<E>) => {
    const nodes = nodesOf(graph, edges);
    const steps = nodes.flatMap((node, index) => {
      const [lasting, passing] = [tried[index]!.filter(isLast), tried[index]!.filter((it) => !isLast(it))];
      const edge = edges[index];
      return [
        ...[...passing, ...lasting].map((event) => refusedStep(node, event)),
        ...(edge ? [acceptedStep(edge)] : []),
      ];
    });
    return toPath(machine, graph.start, steps);
  };
  return { tours: tours.map(pathOf), refusals: refusals.map(pathOf) };
}

/** The configurations that a way passes, from its start to its end. */
const nodesOf = <E extends EventObject>({ root }: Graph<E>, edges: readonly Edge<E>[]): Node<E>[] => [
  root,
  ...edges.map(({ to }) => to),
];

/** The edges of a path of accepted events, found again in its graph. */
function wayOf<E extends EventObject>(graphs: readonly Graph<E>[], { start, steps }: Path<E>): Way<E> {
  const graph = graphs.find((one) => one.start === start)!;
  let node = graph.root;
  const edges = steps.map(({ event }) => {
    const edge = node.edges.find((one) => one.event === event)!;
    node = edge.to;
    return edge;
  });
  return { graph, edges, tried: [...edges, null].map(() => []) };
}

/** Leaves in the graphs only the refused events that are tried. */
function keepTried<E extends EventObject>(ways: readonly Way<E>[], graphs: readonly Graph<E>[]): void {
  const kept = new Map<Node<E>, Set<E>>();
  for (const { graph, edges, tried } of ways) {
    for (const [index, node] of nodesOf(graph, edges).entries()) {
      kept.set(node, new Set([...(kept.get(node) ?? []), ...tried[index]!]));
    }
  }
  for (const node of graphs.flatMap(({ nodes }) => nodes)) {
    node.refused = node.refused.filter((event) => kept.get(node)?.has(event));
  }
}
