import type { EventObject } from 'xstate';
import { type Edge, explore, type Graph, type Node, wayTo } from './graph.ts';
import type { Outcome } from './guards.ts';
import { acceptedStep, type Path, refusedStep, toPath } from './path.ts';
import type { Subject } from './subject.ts';

/** Name of an edge's goal: a tour passes at least one edge of each goal. */
type Goal<E extends EventObject> = (edge: Edge<E>) => string;

/** Every event in every configuration: the thorough tour, for machines run in memory. */
export const everyEdge = <E extends EventObject>(edge: Edge<E>): string =>
  `${edge.from.key} ${JSON.stringify(edge.event)}`;

/** Every drawn arrow once from every start: the short tour, for servers and browsers. */
export const everyArrow = <E extends EventObject>(edge: Edge<E>): string =>
  edge.arrows.map(({ id }) => id).join(' ');

/** The shortest way from a node to a wanted edge, including that edge; null if there is none. */
function nearest<E extends EventObject>(
  from: Node<E>,
  isWanted: (edge: Edge<E>) => boolean,
): Edge<E>[] | null {
  const came = new Map<Node<E>, Edge<E> | null>([[from, null]]);
  for (const node of came.keys()) {
    for (const edge of node.edges) {
      if (isWanted(edge)) {
        const way = [edge];
        for (let back = came.get(node); back; back = came.get(back.from)) way.unshift(back);
        return way;
      }
      if (!came.has(edge.to)) came.set(edge.to, edge);
    }
  }
  return null;
}

/**
 * Greedy tour: continues to the nearest wanted edge, and begins a new path when one is long enough.
 * @param longest steps of a path; a single edge that is farther away makes a longer one
 * @param isWanted an edge no path has passed yet
 */
function tour<E extends EventObject>(
  machine: string,
  graph: Graph<E>,
  longest: number,
  { isWanted, pass }: { isWanted: (edge: Edge<E>) => boolean; pass: (edge: Edge<E>) => void },
): Path<E>[] {
  const paths: Path<E>[] = [];
  let edges: Edge<E>[] = [];
  const finish = () => {
    if (edges.length > 0) paths.push(toPath(machine, graph.start, edges.map(acceptedStep)));
    edges = [];
  };
  for (;;) {
    const way = nearest(edges.at(-1)?.to ?? graph.root, isWanted);
    if (way === null && edges.length === 0) return paths;
    if (way === null || (edges.length > 0 && edges.length + way.length > longest)) {
      finish();
      continue;
    }
    edges.push(...way);
    for (const edge of way) pass(edge);
  }
}

/** A tour over every goal. */
export function tourGraph<E extends EventObject>(
  machine: string,
  graph: Graph<E>,
  goal: Goal<E>,
  longest: number,
): Path<E>[] {
  const open = new Set(graph.nodes.flatMap((node) => node.edges.map(goal)));
  return tour(machine, graph, longest, {
    isWanted: (edge) => open.has(goal(edge)),
    pass: (edge) => open.delete(goal(edge)),
  });
}

/**
 * A tour over every open arrow, for edges that are several arrows at once. Removes passed arrows from `open`, so that
 * several graphs can share the work.
 */
export function tourArrows<E extends EventObject>(
  machine: string,
  graph: Graph<E>,
  open: Set<string>,
  longest: number,
): Path<E>[] {
  return tour(machine, graph, longest, {
    isWanted: ({ arrows }) => arrows.some(({ id }) => open.has(id)),
    pass: ({ arrows }) => {
      for (const { id } of arrows) open.delete(id);
    },
  });
}

/** The shortest way to each configuration, followed by every event that must be refused there. */
const refusalsOfGraph = <E extends EventObject>(machine: string, graph: Graph<E>): Path<E>[] =>
  graph.nodes
    .filter(({ refused }) => refused.length > 0)
    .map((node) =>
      toPath(machine, graph.start, [
        ...wayTo(node).map(acceptedStep),
        ...node.refused.map((event) => refusedStep(node, event)),
      ]),
    );

/** Planned paths of a subject, and their graphs. */
export type Plan<E extends EventObject> = { graphs: Graph<E>[]; tours: Path<E>[]; refusals: Path<E>[] };

type Options<E extends EventObject> = {
  /** Known graphs. With refusals by state, only these stay in them. */
  graphs?: Graph<E>[];
  goal?: Goal<E>;
  /** Steps of a path. */
  longest?: number;
  /** Refusals are tried in every configuration, or once in every state. */
  refusals?: 'configuration' | 'state';
};

/** Explores a subject from every start and plans its paths: the same subject gives the same paths. */
export function plan<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  { goal = everyEdge, longest = 12, refusals: where = 'configuration', ...known }: Options<E> = {},
): Plan<E> {
  const graphs = known.graphs ?? subject.starts.map((start) => explore(subject, start));
  if (where === 'state') refuseOncePerState(graphs);
  const planned = graphs.flatMap((graph) => tourGraph(subject.name, graph, goal, longest));
  const refusals = graphs.flatMap((graph) => refusalsOfGraph(subject.name, graph));
  const tours = [...planned, ...tourOutcomes(subject.name, graphs, [...planned, ...refusals], longest)];
  return { graphs, tours, refusals };
}

/** Additional paths, on which guards give all answers that they can give. */
export function tourOutcomes<E extends EventObject>(
  machine: string,
  graphs: readonly Graph<E>[],
  paths: readonly Path<E>[],
  longest: number,
): Path<E>[] {
  const open = answersIn(graphs);
  const pass = ({ outcomes }: { outcomes: readonly Outcome[] }) => {
    for (const outcome of outcomes) open.delete(outcome);
  };
  for (const { steps } of paths) steps.forEach(pass);
  for (const { entryOutcomes } of graphs) pass({ outcomes: entryOutcomes });
  return graphs.flatMap((graph) =>
    tour(machine, graph, longest, {
      isWanted: ({ outcomes }) => outcomes.some((outcome) => open.has(outcome)),
      pass,
    }),
  );
}

/** Every answer of a guard that can be had. */
export const answersIn = <E extends EventObject>(graphs: readonly Graph<E>[]): Set<Outcome> =>
  new Set(
    graphs.flatMap(({ entryOutcomes, nodes }) => [
      ...entryOutcomes,
      ...nodes.flatMap(({ edges, refused, refusals }) => [
        ...edges.flatMap(({ outcomes }) => outcomes),
        ...refused.flatMap((event) => refusals.get(event) ?? []),
      ]),
    ]),
  );

/** Keeps each refusal only at the first configuration of its state, and where a guard gives a new answer. */
function refuseOncePerState<E extends EventObject>(graphs: readonly Graph<E>[]): void {
  const seen = new Set<string>();
  for (const node of graphs.flatMap(({ nodes }) => nodes)) {
    node.refused = node.refused.filter((event) => {
      const key = `${node.state} ${JSON.stringify(event)}`;
      const told = [key, ...(node.refusals.get(event) ?? [])];
      if (told.every((it) => seen.has(it))) return false;
      for (const it of told) seen.add(it);
      return true;
    });
  }
}
