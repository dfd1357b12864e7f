import type { EventObject } from 'xstate';
import type { Edge, Graph } from './graph.ts';
import { acceptedStep, type Path, type Step, toPath } from './path.ts';

/** Name of two consecutive steps: the last arrow of the first and the first arrow of the second. */
export const pairOf = (
  first: { arrows: readonly { id: string }[] },
  second: { arrows: readonly { id: string }[] },
): string => `${first.arrows.at(-1)?.id} → ${second.arrows[0]?.id}`;

/** Every pair of arrows that can follow each other. */
export const pairsIn = <E extends EventObject>(graphs: readonly Graph<E>[]): Set<string> =>
  new Set(
    graphs.flatMap(({ nodes }) =>
      nodes.flatMap(({ edges }) => edges.flatMap((edge) => edge.to.edges.map((next) => pairOf(edge, next)))),
    ),
  );

/** The pairs that the steps of a path pass. */
export const pairsOf = <E extends EventObject>(steps: readonly Step<E>[]): string[] =>
  steps.flatMap((step, index) => {
    const next = steps[index + 1];
    return next && !step.refused && !next.refused ? [pairOf(step, next)] : [];
  });

/** The shortest way on that ends with a wanted pair; null if there is none. */
function nearest<E extends EventObject>(
  graph: Graph<E>,
  last: Edge<E> | undefined,
  open: ReadonlySet<string>,
): Edge<E>[] | null {
  const came = new Map<Edge<E>, Edge<E> | undefined>();
  const first = (last?.to ?? graph.root).edges;
  const wayTo = (edge: Edge<E>): Edge<E>[] => {
    const way = [edge];
    for (let back = came.get(edge); back; back = came.get(back)) way.unshift(back);
    return way;
  };
  for (const edge of first) {
    came.set(edge, undefined);
    if (last && open.has(pairOf(last, edge))) return [edge];
  }
  for (const edge of came.keys()) {
    for (const next of edge.to.edges) {
      if (open.has(pairOf(edge, next))) return [...wayTo(edge), next];
      if (!came.has(next)) came.set(next, edge);
    }
  }
  return null;
}

/**
 * Tours over every pair of arrows, each at least once from any of the starts.
 * @param longest steps of a path; a single pair that is farther away makes a longer one
 */
export function tourPairs<E extends EventObject>(
  machine: string,
  graphs: readonly Graph<E>[],
  longest: number,
): Path<E>[] {
  const open = pairsIn(graphs);
  return graphs.flatMap((graph) => {
    const paths: Path<E>[] = [];
    let edges: Edge<E>[] = [];
    for (;;) {
      const way = open.size > 0 ? nearest(graph, edges.at(-1), open) : null;
      if (way && (edges.length === 0 || edges.length + way.length <= longest)) {
        for (const edge of way) {
          const last = edges.at(-1);
          if (last) open.delete(pairOf(last, edge));
          edges.push(edge);
        }
        continue;
      }
      if (edges.length === 0) return paths;
      paths.push(toPath(machine, graph.start, edges.map(acceptedStep)));
      edges = [];
    }
  });
}
