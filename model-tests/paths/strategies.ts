import type { EventObject } from 'xstate';
import { explore, type Graph, wayTo } from './graph.ts';
import { tourPairs } from './pairs.ts';
import { acceptedStep, type Path, toPath } from './path.ts';
import type { Subject } from './subject.ts';
import { everyArrow, plan } from './tour.ts';
import { wander } from './wander.ts';

/** Ways to choose paths; the first is the default of a walk. */
export const strategies = ['tour', 'shortest', 'random', 'pairs', 'thorough'] as const;
export type Strategy = (typeof strategies)[number];

export const strategyWords: Record<Strategy, string> = {
  tour: 'every arrow and every answer of a guard at least once, and every refused event once in every state',
  shortest: 'for every arrow the shortest way that takes it',
  random: 'walks by chance, the same for the same seed',
  pairs: 'every arrow after every other one that it can follow',
  thorough: 'every event in every configuration, accepted or refused',
};

/** Steps of a path of pairs. */
const LONGEST_PAIRS = 14;

/**
 * The paths of a subject by one strategy: equal for equal subject and seed.
 * @param known known graphs; tours keep only those of their refusals that they try
 */
export function pathsBy<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  strategy: Strategy,
  seed = 1,
  known?: Graph<E>[],
): Path<E>[] {
  if (strategy === 'tour') {
    const { tours, refusals } = plan(subject, {
      goal: everyArrow,
      refusals: 'state',
      ...(known && { graphs: known }),
    });
    return [...tours, ...refusals];
  }
  if (strategy === 'thorough') {
    const { tours, refusals } = plan(subject);
    return [...tours, ...refusals];
  }
  const graphs = known ?? subject.starts.map((start) => explore(subject, start));
  if (strategy === 'shortest') return shortest(subject.name, graphs);
  if (strategy === 'pairs') return tourPairs(subject.name, graphs, LONGEST_PAIRS);
  return wander(subject.name, graphs, seed);
}

/** Strategies in which a path is looked for, the soonest explored first. */
const SEARCHED: readonly Strategy[] = ['tour', 'pairs', 'thorough'];

/** A path by its id, of the strategy or of any; undefined if there is none. */
export function pathById<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  id: string,
  strategy: Strategy | undefined,
  seed: number,
): Path<E> | undefined {
  for (const each of strategy ? [strategy] : SEARCHED) {
    const found = pathsBy(subject, each, seed).find((path) => path.id === id);
    if (found) return found;
  }
  return undefined;
}

/** For every arrow, the shortest path from any start that ends with it. */
function shortest<E extends EventObject>(machine: string, graphs: readonly Graph<E>[]): Path<E>[] {
  const best = new Map<string, Path<E>>();
  for (const graph of graphs) {
    for (const edge of graph.nodes.flatMap(({ edges }) => edges)) {
      const way = [...wayTo(edge.from), edge];
      for (const { id } of edge.arrows) {
        const known = best.get(id);
        if (known && known.steps.length <= way.length) continue;
        best.set(id, toPath(machine, graph.start, way.map(acceptedStep)));
      }
    }
  }
  return [...new Map([...best.values()].map((path) => [path.id, path])).values()];
}
