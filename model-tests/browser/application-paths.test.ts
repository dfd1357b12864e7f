import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationMachine } from '#machines/application/application.machine.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { openGate } from '../http/announcement-gate.ts';
import { clockedServer, startPortal } from '../http/portal.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import { arrowsOf } from '../paths/arrows.ts';
import type { Path } from '../paths/path.ts';
import type { Subject } from '../paths/subject.ts';
import { tourArrows } from '../paths/tour.ts';
import { walk } from '../paths/walk.ts';
import { exploreBrowser, interactions, nameOf } from './application-graph.ts';
import { type Beginning, type Interaction, interactionSentences } from './application-interactions.ts';
import { ApplicationWalker, type Stage } from './application-walker.ts';
import { launchChromium } from './chromium.ts';

const beginnings: readonly Beginning[] = [
  { mode: 'none', noticeAllowed: true, loggedIn: true, hasPostbox: true, trustLevel: 'low' },
  { mode: 'none', noticeAllowed: false, loggedIn: false, hasPostbox: true, trustLevel: 'low' },
  { mode: 'complete', noticeAllowed: false, loggedIn: false, hasPostbox: true, trustLevel: 'substantial' },
  { mode: 'complete', noticeAllowed: true, loggedIn: true, hasPostbox: true, trustLevel: 'low' },
];
/** Each walks one path at a time, because drafts belong to people. The first can log in at every trust level. */
const persons: readonly LoginChoice[] = ['lindemann:eID', 'petersen:Elster', 'leczyca:eID'];

const subject: Subject<Interaction, unknown, Beginning> = {
  name: 'application at the browser',
  machine: applicationMachine,
  starts: beginnings.map((input) => ({ id: nameOf(input), input })),
  events: () => interactions,
  abstraction: () => null,
  sentences: interactionSentences,
};

const all = arrowsOf(applicationMachine).map(({ id }) => id);
const open = new Set(all);
const paths = beginnings.flatMap((beginning) =>
  tourArrows(subject.name, exploreBrowser(beginning), open, 14),
);

let stage: Stage;
let content: Awaited<ReturnType<typeof makeProbeContent>>;

beforeAll(async () => {
  await buildWhenChanged();
  content = await makeProbeContent({ forceWelcomePage: true }, ({ mode, noticeAllowed }) => ({
    trustLevel:
      beginnings.find((it) => it.mode === mode && it.noticeAllowed === noticeAllowed)?.trustLevel ?? 'low',
  }));
  const browser = await launchChromium();
  let gate: Stage['gate'];
  const portal = await startPortal({
    contentDir: content.dir,
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal' },
    between: async ({ environment }) => {
      gate = await openGate(environment.FITCONNECT_SUBMISSION_URL!, environment.POSTBOX_DESTINATION_ID!);
      return { FITCONNECT_SUBMISSION_URL: gate.url };
    },
  });
  stage = { browser, portal, gate: gate! };
});
afterAll(async () => {
  await stage?.browser.close();
  stage?.gate.close();
  await stage?.portal.close();
  await content?.remove();
});

/** The clock is shared: such a path is walked when no other is in progress. */
const takesWeeks = ({ steps }: Path<Interaction>) => steps.some(({ event }) => event.type === 'weeks.passed');

const needsEveryLevel = ({ steps }: Path<Interaction>) =>
  steps.some(({ event }) => event.type === 'login.changedElsewhere' && event.to === 'lower');

const walked = new Set<string>();
const failures: Error[] = [];

async function walkAlone(it: Path<Interaction>, person: LoginChoice): Promise<void> {
  const beginning = subject.starts.find(({ id }) => id === it.start)!.input;
  const walker = new ApplicationWalker(stage, beginning, person);
  await walker.begin();
  try {
    await walk(subject, it, walker.executor(), {
      record: (_, { arrows }) => {
        for (const { id } of arrows) walked.add(id);
      },
    });
  } catch (error) {
    const folder = path.resolve(import.meta.dirname, '../report/paths');
    await mkdir(folder, { recursive: true });
    await walker.keep(path.join(folder, `${it.id}.png`));
    failures.push(error as Error);
  }
  await walker.end().catch((error: Error) => {
    failures.push(new Error(`Path ${it.id} left something behind: ${error.message}`));
  });
}

it('leads a person through every arrow of the application', async () => {
  expect([...open], 'arrows that no path was found for').toEqual([]);
  const chosen = paths.filter(({ id }) => !process.env.PATH_ID || id === process.env.PATH_ID);
  const isForOne = (it: Path<Interaction>) => takesWeeks(it) || needsEveryLevel(it);
  const waiting = chosen.filter((it) => !isForOne(it));
  const walkAll = async (person: LoginChoice) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await walkAlone(next, person);
  };
  await Promise.all(persons.map(walkAll));
  for (const path of chosen.filter(isForOne)) await walkAlone(path, persons[0]!);
  const steps = paths.reduce((sum, it) => sum + it.steps.length, 0);
  const missing = all.filter((id) => !walked.has(id));
  console.log(
    `application: ${walked.size}/${all.length} transitions in Chromium on ${paths.length} paths of ${steps} steps`,
  );
  expect(failures.map(({ message }) => message)).toEqual([]);
  expect(missing).toEqual([]);
}, 1_200_000);
