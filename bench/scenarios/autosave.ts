import { randomInt } from 'node:crypto';
import { startBare } from '../kit/bare.ts';
import { type Figure, percentile, type Scenario } from '../kit/figures.ts';
import { startMeasured } from '../kit/server-process.ts';
import { Typist } from '../kit/typist.ts';

const PEOPLE = 50;
const TYPING_MS = 20_000;
const WARM_UP_MS = 4_000;
const FLOOR_MS = 5_000;
/** Processor time of a save in ms: more with the embedded database, which is part of the service. */
const MOST_PROCESSOR_MS = process.env.BENCH_DATABASE_URL ? 2.5 : 3.5;

export const autosave: Scenario = {
  title: 'Autosave',
  about: `${PEOPLE} people type into the housing benefit form at once for ${TYPING_MS / 1000} s, each saving the whole form after 400 ms of rest (after ${WARM_UP_MS / 1000} s that do not count)`,
  measure: async () => {
    const { portal, memory, processorTime } = await startMeasured();
    try {
      const typists = await Promise.all(
        Array.from({ length: PEOPLE }, () => Typist.sitDown(portal.client(), 'wohngeld')),
      );
      const floor = await bareSaves(typists[0]?.size ?? 0);
      await typeFor(typists, WARM_UP_MS);
      for (const { durations } of typists) durations.length = 0;
      const busyBefore = await processorTime();
      await typeFor(typists, TYPING_MS);
      const busy = (await processorTime()) - busyBefore;
      const underLoad = await memory();
      const kept = await Promise.all(typists.map((typist) => typist.isKept()));
      return [
        ...durationsOf(typists, floor, busy),
        ...memoryOf(underLoad),
        {
          name: 'people whose last acknowledged save is not what is stored',
          value: kept.filter((isKept) => !isKept).length,
          unit: '',
          budget: { exactly: 0 },
        },
      ];
    } finally {
      await portal.close();
    }
  },
};

type Floor = { durations: number[]; busy: number };

function durationsOf(typists: Typist[], floor: Floor, busy: number): Figure[] {
  const saves = typists.flatMap(({ durations }) => durations);
  const at = (share: number) => ({
    value: percentile(saves, share),
    unit: 'ms' as const,
    floor: { name: 'empty JSON route', value: percentile(floor.durations, share) },
  });
  return [
    { name: 'saves acknowledged', value: saves.length, unit: '' },
    { name: 'size of one save', value: (typists[0]?.size ?? 0) / 1024, unit: 'KiB' },
    { name: 'save, p50', ...at(0.5) },
    { name: 'save, p99', ...at(0.99), budget: { most: 30 } },
    {
      name: 'processor time of the service for a save',
      value: busy / saves.length,
      unit: 'ms',
      budget: { most: MOST_PROCESSOR_MS },
      floor: { name: 'empty JSON route', value: floor.busy / floor.durations.length },
    },
  ];
}

const memoryOf = (value: number): Figure[] => [{ name: 'memory of the service after it', value, unit: 'MB' }];

async function typeFor(typists: Typist[], ms: number): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(typists.map((typist) => typist.typeUntil(end)));
}

/** Saves of the same number and size to a route that does nothing. */
async function bareSaves(size: number): Promise<Floor> {
  const bare = await startBare();
  const body = JSON.stringify({ data: 'x'.repeat(size) });
  const durations: number[] = [];
  const end = performance.now() + FLOOR_MS;
  const type = async () => {
    await pause(randomInt(0, 500));
    while (performance.now() < end) {
      const started = performance.now();
      const response = await fetch(`${bare.url}/json`, {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/json' },
      });
      await response.json();
      durations.push(performance.now() - started);
      await pause(400 + randomInt(0, 200));
    }
  };
  const busyBefore = await bare.processorTime();
  await Promise.all(Array.from({ length: PEOPLE }, type));
  const busy = (await bare.processorTime()) - busyBefore;
  await bare.stop();
  return { durations, busy };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
