import { afterAll } from 'vitest';
import { applicationMachine } from '#machines/application/application.machine.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { type AnnouncementGate, openGate } from '../http/announcement-gate.ts';
import { clockedServer } from '../http/portal.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import type { Path } from '../paths/path.ts';
import type { Subject } from '../paths/subject.ts';
import { exploreBrowser, interactions, nameOf } from './application-graph.ts';
import { type Beginning, type Interaction, interactionSentences } from './application-interactions.ts';
import { ApplicationWalker } from './application-walker.ts';
import { walkPaths } from './walk-paths.ts';

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

/** Such a path moves the clock, which is shared: no other path may be in progress. */
const takesWeeks = ({ steps }: Path<Interaction>) => steps.some(({ event }) => event.type === 'weeks.passed');

const needsEveryLevel = ({ steps }: Path<Interaction>) =>
  steps.some(({ event }) => event.type === 'login.changedElsewhere' && event.to === 'lower');

/** Arrows of the result, which asks by itself; that it does so in a browser is seen in result.test.ts. */
const ofTheResult = [
  'following tab.left',
  'following tab.returned',
  'following.settled always',
  'following.resting tab.returned',
  'following.resting tab.returned#2',
  'following.resting xstate.after.untilRefresh.application.following.resting',
  'following.resting always',
  'following.asking xstate.done.actor.0.application.following.asking',
  'following.asking xstate.error.actor.0.application.following.asking',
  'following.asking xstate.error.actor.0.application.following.asking#2',
  'following.asking always',
];

let gate: AnnouncementGate | undefined;
afterAll(() => gate?.close());

walkPaths('leads a person through every arrow of the application', {
  subject,
  graphs: beginnings.map(exploreBrowser),
  longest: 14,
  region: 'progress',
  elsewhere: {
    'progress.open.summary.shown mails.chosen': 'model-tests/browser/mails.test.ts',
    ...Object.fromEntries(
      ofTheResult.map((arrow) => [arrow, 'model-tests/flows/application-send-steps.test.ts']),
    ),
  },
  content: () =>
    makeProbeContent({ forceWelcomePage: true }, ({ mode, noticeAllowed }) => ({
      trustLevel:
        beginnings.find((it) => it.mode === mode && it.noticeAllowed === noticeAllowed)?.trustLevel ?? 'low',
    })),
  portal: {
    script: clockedServer,
    between: async ({ environment }) => {
      gate = await openGate(environment.FITCONNECT_SUBMISSION_URL!, environment.POSTBOX_DESTINATION_ID!);
      return { FITCONNECT_SUBMISSION_URL: gate.url };
    },
  },
  walker: (stage, path, lane) => {
    const { input } = subject.starts.find(({ id }) => id === path.start)!;
    return new ApplicationWalker({ ...stage, gate: gate! }, input, persons[lane]!);
  },
  lanes: persons.length,
  isAlone: (path) => takesWeeks(path) || needsEveryLevel(path),
  timeLimitMs: 1_200_000,
});
