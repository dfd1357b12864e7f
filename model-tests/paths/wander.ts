import fc from 'fast-check';
import type { EventObject } from 'xstate';
import type { Edge, Graph } from './graph.ts';
import { acceptedStep, type Path, toPath } from './path.ts';

const WALKS = 50;
const STEPS = 20;

/** Walks by chance from starts by chance, until they end or are long enough; the same ones for the same seed. */
export function wander<E extends EventObject>(
  machine: string,
  graphs: readonly Graph<E>[],
  seed: number,
): Path<E>[] {
  const numbers = fc.sample(fc.noBias(fc.nat()), { seed, numRuns: WALKS * (1 + STEPS) }).values();
  const oneOf = <T>(list: readonly T[]): T => list[numbers.next().value! % list.length]!;
  return Array.from({ length: WALKS }, () => {
    const graph = oneOf(graphs);
    const edges: Edge<E>[] = [];
    let node = graph.root;
    while (edges.length < STEPS && node.edges.length > 0) {
      const edge = oneOf(node.edges);
      edges.push(edge);
      node = edge.to;
    }
    return toPath(machine, graph.start, edges.map(acceptedStep));
  });
}
