import { afterAll, beforeAll, expect, it } from 'vitest';
import { processStatuses } from '#domain/process-status.ts';
import { arrowsOf } from '#machines/drawing/arrows.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessEvent, ProcessEventType } from '#machines/process/process.types.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { ProcessWindow } from '../browser/process-window.ts';
import { testFileOf } from '../paths/layers.ts';
import { Ledger } from '../paths/ledger.ts';
import { lockFaults } from '../paths/lock.ts';
import type { Path } from '../paths/path.ts';
import { PathLog } from '../paths/path-log.ts';
import { walk } from '../paths/walk.ts';
import { processSubject } from '../subjects/process.ts';
import { type AnnouncementGate, openGate } from './announcement-gate.ts';
import { type Portal, startPortal } from './portal.ts';
import { makeProbeContent } from './probe-content.ts';
import { planProcess } from './process-plan.ts';
import { ProcessWalker } from './process-walker.ts';
import { heldPath, reportedEvents } from './process-world.ts';

/** Each walks one path at a time: whether the account has a postbox applies to all drafts of a person. */
const persons: readonly LoginChoice[] = [
  'lindemann:eID',
  'petersen:Elster',
  'yildiz:Benutzername',
  'leczyca:eID',
];

const { starts, graphs, outcomes, tours, refusals } = planProcess();

/** Refusals that cannot be tried over HTTP, by status: no call sends these events. */
const drawn = new Set(arrowsOf(processMachine).map(({ from, event }) => `${from} ${event}`));
const unsendable = processStatuses.flatMap((status) =>
  (Object.keys(reportedEvents) as ProcessEventType[]).filter(
    (type) => reportedEvents[type] !== null && !drawn.has(`${status} ${type}`),
  ),
);

/** Token for the window of a path that is watched (`--visible`). */
const TOKEN = 'a-token-of-the-operators-of-this-test';

let window: ProcessWindow | null = null;
let portal: Portal;
let gate: AnnouncementGate;
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  content = await makeProbeContent();
  portal = await startPortal({
    contentDir: content.dir,
    // Submissions fail here on purpose, which the server logs as errors.
    environment: { LOG_LEVEL: 'fatal', OPERATIONS_TOKEN: TOKEN },
    between: async ({ environment }) => {
      gate = await openGate(environment.FITCONNECT_SUBMISSION_URL!, environment.POSTBOX_DESTINATION_ID!);
      return { FITCONNECT_SUBMISSION_URL: gate.url };
    },
  });
  if (process.env.VISIBLE) window = await ProcessWindow.open(portal, TOKEN);
});
afterAll(async () => {
  await window?.close();
  gate?.close();
  await portal?.close();
  await content?.remove();
});

const log = new PathLog(processSubject, 'http', testFileOf('process', 'http'));

async function walkAlone(path: Path<ProcessEvent>, person: LoginChoice, ledger: Ledger): Promise<void> {
  const walker = new ProcessWalker({ portal, gate }, path, person);
  await walker.begin(starts.find(({ id }) => id === path.start)!.input);
  const record = async (...walked: Parameters<Ledger['record']>) => {
    ledger.record(...walked);
    await window?.show(walker.id);
  };
  await walk(processSubject, path, walker.executor(), { record }, 'http');
  await walker.end();
}

/** Walks several paths in parallel. */
async function walkAll(paths: readonly Path<ProcessEvent>[], ledger: Ledger): Promise<void> {
  const waiting = [...paths];
  const one = async (person: LoginChoice) => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const next = path;
      await log.follow(next, () => walkAlone(next, person, ledger));
    }
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
  const ledger = new Ledger('process over HTTP', processMachine, graphs, { outcomes });
  const planned = [...tours, ...refusals];
  const chosen = planned.filter(({ id }) => id === (process.env.PATH_ID ?? id));
  expect(chosen, `no path ${process.env.PATH_ID}`).not.toEqual([]);
  await walkAll(chosen, ledger);
  if (process.env.PATH_ID) return;
  await walkHeld(ledger);
  log.write(ledger);
  console.log(
    `${ledger.summary()} on ${tours.length} + ${refusals.length} paths from ${starts.length} starts; ` +
      `${unsendable.length} refusals that no call can ask for`,
  );
  expect([...ledger.missing(), ...lockFaults('process', 'http', { tour: planned })]).toEqual([]);
}, 3_600_000);
