import type { EventObject } from 'xstate';
import type { Edge, Graph } from './graph.ts';
import { acceptedStep, type Path, toPath } from './path.ts';

const WALKS = 50;
const STEPS = 20;

/** Numbers from 0 to 1 by chance, the same ones for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Walks by chance from starts by chance, until they end or are long enough. */
export function wander<E extends EventObject>(
  machine: string,
  graphs: readonly Graph<E>[],
  seed: number,
): Path<E>[] {
  const next = chance(seed);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
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
