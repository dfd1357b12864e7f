import type { Portal } from '#model-tests/http/portal.ts';
import type { PostgresServer } from '#model-tests/http/postgres-server.ts';
import { saveWithoutPause } from '#model-tests/http/savers.ts';
import type { Figure } from '../kit/figures.ts';
import { arrivals, ready, type Sent, send, sentOnce } from './applications.ts';
import { count, none, pause, seconds } from './figures.ts';

const PEOPLE = 8;
/** The longest that a call may take (docs/operations.md). */
const LIMIT_SECONDS = 15;
const FROZEN_MS = 40_000;
/** Longest wait for people who cannot save again. */
const GIVEN_UP_MS = 60_000;
const PATIENCE_MS = 150_000;

/** Two servers under load, with a database that is cut off, killed, restarted, frozen, and replaced by its standby. */
export async function databaseFaults(portals: Portal[], postgres: PostgresServer): Promise<Figure[]> {
  await postgres.addStandby();
  const faults: Record<string, () => Promise<void>> = {
    'connections cut': postgres.cutConnections,
    killed: async () => {
      await postgres.crash();
      await pause(1500);
      await postgres.start();
    },
    restarted: async () => {
      await postgres.shutDown();
      await postgres.start();
    },
    [`frozen for ${FROZEN_MS / 1000} s`]: async () => {
      await postgres.freeze();
      await pause(FROZEN_MS);
      await postgres.thaw();
    },
    'failed over': postgres.failOver,
  };
  const arrived = await arrivals(portals[0]!);
  const sender = portals[0]!.client();
  await sender.logIn('lindemann:eID');
  const sent: Sent[] = [];
  const figures: Figure[] = [];
  for (const [name, fault] of Object.entries(faults)) {
    const next = await ready(sender);
    sent.push(next);
    figures.push(...(await underLoad(portals, name, next, fault)));
  }
  return [...figures, ...(await sentOnce(sent, arrived, PATIENCE_MS))];
}

/** People who save at both servers without a pause, and an application being sent, while a fault happens. */
async function underLoad(
  portals: Portal[],
  name: string,
  application: Sent,
  fault: () => Promise<void>,
): Promise<Figure[]> {
  const refusals: string[] = [];
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => saveWithoutPause(portals, (code) => refusals.push(code))),
  );
  await pause(1000);
  await Promise.all([send(application), pause(150).then(fault)]);
  const back = performance.now();
  const nextSave = ({ acknowledgedAt }: (typeof people)[number]) => acknowledgedAt.find((at) => at > back);
  while (people.some((person) => nextSave(person) === undefined) && performance.now() < back + GIVEN_UP_MS) {
    await pause(50);
  }
  const again = people.map((person) => (nextSave(person) ?? Number.POSITIVE_INFINITY) - back);
  const stopping = Promise.all(people.map((person) => person.stop()));
  const ends = await Promise.race([stopping, pause(GIVEN_UP_MS)]);
  if (!ends) throw new Error(`${name}: a service does not answer any more`);
  return [
    count(
      `${name}: saves acknowledged`,
      people.reduce((sum, { acknowledgedAt }) => sum + acknowledgedAt.length, 0),
    ),
    count(`${name}: calls refused meanwhile`, refusals.length),
    none(
      `${name}: saves lost`,
      ends.reduce((sum, { lost }) => sum + lost, 0),
    ),
    seconds(`${name}: longest call`, Math.max(...people.map((person) => person.longestMs())), LIMIT_SECONDS),
    seconds(`${name}: until everybody saves again`, Math.max(...again), LIMIT_SECONDS),
  ];
}
