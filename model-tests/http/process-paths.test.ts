import { afterAll, beforeAll, expect, it } from 'vitest';
import { processStatuses } from '#domain/process-status.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type {
  ProcessContext,
  ProcessEvent,
  ProcessEventType,
  ProcessInput,
} from '#machines/process/process.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import type { Edge, Graph, Node } from '../paths/graph.ts';
import { Ledger } from '../paths/ledger.ts';
import type { Path } from '../paths/path.ts';
import type { Start } from '../paths/subject.ts';
import { everyArrow, refusalsOfGraph, tourGraph } from '../paths/tour.ts';
import { walk } from '../paths/walk.ts';
import { processSubject } from '../subjects/process.ts';
import { type AnnouncementGate, openGate } from './announcement-gate.ts';
import { type Portal, startPortal } from './portal.ts';
import { makeProbeContent } from './probe-content.ts';
import { ProcessWalker } from './process-walker.ts';
import { exploreWorld, heldPath, reportedEvents } from './process-world.ts';

/** The fee is always that of the data; where the mode requires a login at the start nobody starts without one. */
const starts: Start<ProcessInput>[] = processSubject.starts.filter(
  ({ input: { mode, feeCents, hasUser } }) =>
    feeCents === 0 && (hasUser || (mode !== 'start' && mode !== 'start_and_complete')),
);
/** Each walks one path at a time: whether the account has a postbox applies to all drafts of a person. */
const persons: readonly LoginChoice[] = [
  'lindemann:eID',
  'petersen:Elster',
  'yildiz:Benutzername',
  'leczyca:eID',
];

const graphs = starts.map(exploreWorld);
const modeOf = (graph: Graph<ProcessEvent>) => starts.find(({ id }) => id === graph.start)!.input.mode;

/** Every arrow once from every login mode: other starts of the same mode need not repeat it. */
function toursOf(): Path<ProcessEvent>[] {
  const walked = new Set<string>();
  return graphs.flatMap((graph) => {
    const goal = (edge: Edge<ProcessEvent>) => `${modeOf(graph)} ${everyArrow(edge)}`;
    const open = (edge: Edge<ProcessEvent>) => (walked.has(goal(edge)) ? 'walked' : goal(edge));
    if (graph.nodes.every(({ edges }) => edges.every((edge) => open(edge) === 'walked'))) return [];
    const paths = tourGraph('process', graph, open, 14);
    for (const edge of graph.nodes.flatMap(({ edges }) => edges)) walked.add(goal(edge));
    return paths;
  });
}

/** Keeps each refusal only at the first place with the same status and the same facts of the process. */
function refuseOnce(): void {
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

const tours = toursOf();
refuseOnce();
const refusals = graphs.flatMap((graph) => refusalsOfGraph('process', graph));

/** Refusals that nobody can try over HTTP, by status: no call sends these events. */
const drawn = new Set(arrowsOf(processMachine).map(({ from, event }) => `${from} ${event}`));
const unsendable = processStatuses.flatMap((status) =>
  (Object.keys(reportedEvents) as ProcessEventType[]).filter(
    (type) => reportedEvents[type] !== null && !drawn.has(`${status} ${type}`),
  ),
);

let portal: Portal;
let gate: AnnouncementGate;
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  content = await makeProbeContent();
  portal = await startPortal({
    contentDir: content.dir,
    // Submissions fail here on purpose, which the server logs as errors.
    environment: { LOG_LEVEL: 'fatal' },
    between: async ({ environment }) => {
      gate = await openGate(environment.FITCONNECT_SUBMISSION_URL!, environment.POSTBOX_DESTINATION_ID!);
      return { FITCONNECT_SUBMISSION_URL: gate.url };
    },
  });
});
afterAll(async () => {
  gate?.close();
  await portal?.close();
  await content?.remove();
});

async function walkAlone(path: Path<ProcessEvent>, person: LoginChoice, ledger: Ledger): Promise<void> {
  const walker = new ProcessWalker({ portal, gate }, path, person);
  await walker.begin(starts.find(({ id }) => id === path.start)!.input);
  await walk(processSubject, path, walker.executor(), ledger);
  await walker.end();
}

/** Walks several paths at once. */
async function walkAll(paths: readonly Path<ProcessEvent>[], ledger: Ledger): Promise<void> {
  const waiting = [...paths];
  const one = async (person: LoginChoice) => {
    for (let path = waiting.shift(); path; path = waiting.shift()) await walkAlone(path, person, ledger);
  };
  await Promise.all(persons.map(one));
}

/** Changes the completed form in the middle of a path. */
async function walkHeld(ledger: Ledger): Promise<void> {
  const start = starts.find(
    ({ input: { mode, noticeAllowed, hasUser } }) => mode === 'none' && !noticeAllowed && hasUser,
  )!;
  const { path, stepsBefore } = heldPath(start);
  const walker = new ProcessWalker({ portal, gate }, path, persons[0]!);
  await walker.begin(start.input);
  await walk(processSubject, { ...path, steps: path.steps.slice(0, stepsBefore) }, walker.executor(), ledger);
  const before = await walker.hash();
  await content.changeForm();
  portal.reloadContent();
  await expect.poll(() => walker.hash(), { interval: 200 }).not.toBe(before);
  walker.formIsAsConfirmed = false;
  await walk(processSubject, { ...path, steps: path.steps.slice(stepsBefore) }, walker.executor(), ledger);
}

it('does over HTTP what the status table says, and refuses everything else with 409', async () => {
  const ledger = new Ledger('process over HTTP', processMachine, graphs);
  await walkAll([...tours, ...refusals], ledger);
  await walkHeld(ledger);
  console.log(
    `${ledger.summary()} on ${tours.length} + ${refusals.length} paths from ${starts.length} starts; ` +
      `${unsendable.length} refusals that no call can ask for`,
  );
  expect(ledger.missing()).toEqual([]);
}, 3_600_000);
