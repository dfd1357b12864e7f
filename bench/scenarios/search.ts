import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { englishQueries, germanQueries } from '#model-tests/search/relevance-queries.ts';
import { startBare } from '../kit/bare.ts';
import { type Figure, percentile, type Scenario } from '../kit/figures.ts';
import { processorTimeOf } from '../kit/server-process.ts';
import { steadyLoad } from '../kit/steady-load.ts';

const SERVICES = 10_000;
const PER_SECOND = 200;
const SEARCHING_MS = 20_000;
const WARM_UP_MS = 4_000;
const TYPING_MS = 10_000;
const FLOOR_MS = 5_000;

type Started = {
  url: string;
  buildMs: number;
  contentMemory: number;
  peakMemory: number;
  indexMemory: number;
};

export const search: Scenario = {
  title: 'Search',
  about: `${SERVICES} generated services, ${PER_SECOND} searches a second over HTTP for ${SEARCHING_MS / 1000} s (after ${WARM_UP_MS / 1000} s that do not count), the queries of the relevance table in both languages, every other one with a place; nothing is cached`,
  measure: async () => {
    const floor = await bareReads();
    const child = fork(path.resolve(import.meta.dirname, '../kit/search-server.ts'), [String(SERVICES)]);
    try {
      const [started] = (await once(child, 'message')) as [Started];
      const searches = searchAddresses(started.url);
      await steadyLoad(searches, PER_SECOND, (elapsed) => elapsed > WARM_UP_MS);
      const busyBefore = await processorTimeOf(child.pid ?? 0);
      const searching = await steadyLoad(searches, PER_SECOND, (elapsed) => elapsed > SEARCHING_MS);
      const busy = (await processorTimeOf(child.pid ?? 0)) - busyBefore;
      const rebuilt = await whileRebuilding(child, searches);
      const typing = await steadyLoad(
        suggestAddresses(started.url),
        PER_SECOND,
        (elapsed) => elapsed > TYPING_MS,
      );
      return [
        { name: 'index built', value: started.buildMs / 1000, unit: 's', budget: { most: 10 } },
        { name: 'memory that the content holds', value: started.contentMemory, unit: 'MB' },
        { name: 'memory that the index holds', value: started.indexMemory, unit: 'MB' },
        { name: 'memory of the process at most while building', value: started.peakMemory, unit: 'MB' },
        ...figuresOf('search', searching, floor, { most: 20 }),
        { name: 'processor time of the service for a search', value: busy / searching.length, unit: 'ms' },
        { name: 'index built anew under the same load', value: rebuilt.rebuildMs / 1000, unit: 's' },
        ...figuresOf('search meanwhile', rebuilt.durations, floor),
        ...figuresOf('suggestions', typing, floor),
      ];
    } finally {
      child.kill();
    }
  },
};

function figuresOf(name: string, durations: number[], floor: number[], budget?: Figure['budget']): Figure[] {
  const at = (share: number) => ({
    value: percentile(durations, share),
    unit: 'ms' as const,
    floor: { name: 'bare page', value: percentile(floor, share) },
  });
  return [
    { name: `${name}, p50 of ${durations.length}`, ...at(0.5) },
    { name: `${name}, p99`, ...at(0.99), ...(budget && { budget }) },
  ];
}

async function whileRebuilding(child: ChildProcess, addresses: string[]) {
  let rebuildMs: number | null = null;
  child.once('message', (message: { rebuildMs: number }) => {
    rebuildMs = message.rebuildMs;
  });
  child.send('rebuild');
  const durations = await steadyLoad(addresses, PER_SECOND, () => rebuildMs !== null);
  return { durations, rebuildMs: rebuildMs ?? Number.NaN };
}

const queries = [
  ...Object.values(germanQueries).flatMap((asked) => asked.map((q) => ({ q, lang: 'de' }))),
  ...Object.values(englishQueries).flatMap((asked) => asked.map((q) => ({ q, lang: 'en' }))),
];

function searchAddresses(url: string): string[] {
  return queries.map(({ q, lang }, number) => {
    const parameters = new URLSearchParams({ q, lang });
    if (number % 2 === 0) parameters.set('area', '010020000000');
    return `${url}/api/search?${parameters}`;
  });
}

/** Each query, letter by letter. */
function suggestAddresses(url: string): string[] {
  return queries.flatMap(({ q, lang }) =>
    Array.from(
      { length: q.length },
      (_, at) => `${url}/api/search/suggestions?${new URLSearchParams({ q: q.slice(0, at + 1), lang })}`,
    ),
  );
}

async function bareReads(): Promise<number[]> {
  const bare = await startBare();
  const durations = await steadyLoad([`${bare.url}/page`], PER_SECOND, (elapsed) => elapsed > FLOOR_MS);
  await bare.stop();
  return durations;
}
