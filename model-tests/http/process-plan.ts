import type { ProcessEvent, ProcessEventType, ProcessInput } from '#machines/process/process.types.ts';
import type { Edge, Graph } from '../paths/graph.ts';
import type { Outcome } from '../paths/guards.ts';
import { refuseOnTheWay } from '../paths/on-the-way.ts';
import type { Path } from '../paths/path.ts';
import type { Start } from '../paths/subject.ts';
import { answersIn, everyArrow, tourGraph, tourOutcomes } from '../paths/tour.ts';
import { processSubject } from '../subjects/process.ts';
import { processRefusals } from './process-refusals.ts';
import { exploreWorld } from './process-world.ts';

/** The fee is always that of the data. If the mode requires a login at the start, nobody starts without one. */
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
  const walked = toursOf(graphs);
  const { tours, refusals } = refuseOnTheWay('process', graphs, walked, processRefusals);
  tours.push(...tourOutcomes('process', graphs, [...tours, ...refusals], LONGEST));
  return { starts, graphs, outcomes, tours, refusals };
}

/** Events at which the required login is read: at the call, or when the server continues by itself. */
const asksForLogin: ReadonlySet<string> = new Set<ProcessEventType>([
  'user.changed',
  'payment.started',
  'submission.requested',
]);

/** Every arrow once, and once from every login mode where the mode is asked for. */
function toursOf(graphs: readonly Graph<ProcessEvent>[]): Path<ProcessEvent>[] {
  const modeOf = (graph: Graph<ProcessEvent>) => starts.find(({ id }) => id === graph.start)!.input.mode;
  const walked = new Set<string>();
  return graphs.flatMap((graph) => {
    const goal = (edge: Edge<ProcessEvent>) =>
      `${edge.arrows.some(({ event }) => asksForLogin.has(event)) ? modeOf(graph) : ''} ${everyArrow(edge)}`;
    const open = (edge: Edge<ProcessEvent>) => (walked.has(goal(edge)) ? 'walked' : goal(edge));
    if (graph.nodes.every(({ edges }) => edges.every((edge) => open(edge) === 'walked'))) return [];
    const paths = tourGraph('process', graph, open, LONGEST);
    for (const edge of graph.nodes.flatMap(({ edges }) => edges)) walked.add(goal(edge));
    return paths;
  });
}
