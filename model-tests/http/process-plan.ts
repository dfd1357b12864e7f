import type { ProcessContext, ProcessEvent, ProcessInput } from '#machines/process/process.types.ts';
import type { Edge, Graph, Node } from '../paths/graph.ts';
import type { Outcome } from '../paths/guards.ts';
import type { Path } from '../paths/path.ts';
import type { Start } from '../paths/subject.ts';
import { answersIn, everyArrow, refusalsOfGraph, tourGraph, tourOutcomes } from '../paths/tour.ts';
import { processSubject } from '../subjects/process.ts';
import { exploreWorld } from './process-world.ts';

/** The fee is always that of the data; where the mode requires a login at the start nobody starts without one. */
const starts: Start<ProcessInput>[] = processSubject.starts.filter(
  ({ input: { mode, feeCents, hasUser } }) =>
    feeCents === 0 && (hasUser || (mode !== 'start' && mode !== 'start_and_complete')),
);
/** Steps of a path. */
const LONGEST = 14;

export type ProcessPlan = {
  starts: readonly Start<ProcessInput>[];
  graphs: readonly Graph<ProcessEvent>[];
  /** Every answer of a guard that people and partners can bring about. */
  outcomes: ReadonlySet<Outcome>;
  tours: readonly Path<ProcessEvent>[];
  refusals: readonly Path<ProcessEvent>[];
};

/** The paths of the process that are walked over HTTP. */
export function planProcess(): ProcessPlan {
  const graphs = starts.map(exploreWorld);
  const outcomes = answersIn(graphs);
  const tours = toursOf(graphs);
  refuseOnce(graphs);
  const refusals = graphs.flatMap((graph) => refusalsOfGraph('process', graph));
  tours.push(...tourOutcomes('process', graphs, [...tours, ...refusals], LONGEST));
  return { starts, graphs, outcomes, tours, refusals };
}

/** Every arrow once from every login mode: other starts of the same mode need not repeat it. */
function toursOf(graphs: readonly Graph<ProcessEvent>[]): Path<ProcessEvent>[] {
  const modeOf = (graph: Graph<ProcessEvent>) => starts.find(({ id }) => id === graph.start)!.input.mode;
  const walked = new Set<string>();
  return graphs.flatMap((graph) => {
    const goal = (edge: Edge<ProcessEvent>) => `${modeOf(graph)} ${everyArrow(edge)}`;
    const open = (edge: Edge<ProcessEvent>) => (walked.has(goal(edge)) ? 'walked' : goal(edge));
    if (graph.nodes.every(({ edges }) => edges.every((edge) => open(edge) === 'walked'))) return [];
    const paths = tourGraph('process', graph, open, LONGEST);
    for (const edge of graph.nodes.flatMap(({ edges }) => edges)) walked.add(goal(edge));
    return paths;
  });
}

/** Keeps each refusal only at the first place with the same status and the same facts of the process. */
function refuseOnce(graphs: readonly Graph<ProcessEvent>[]): void {
  const seen = new Set<string>();
  for (const node of graphs.flatMap(({ nodes }) => nodes)) {
    node.refused = node.refused.filter((event) => {
      const key = `${node.state} ${JSON.stringify(factsFor(node))} ${JSON.stringify(event)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  }
}

/** Whose application it is decides nothing that a call asks for. */
const factsFor = ({ context, state }: Node<ProcessEvent>) =>
  processSubject.abstraction({ ...(context as ProcessContext), hasUser: true }, state);
