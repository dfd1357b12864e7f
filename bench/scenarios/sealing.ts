import path from 'node:path';
import { complete, fillIn, settled } from '#model-tests/http/applications.ts';
import type { Figure, Scenario } from '../kit/figures.ts';
import { type Measured, startMeasured } from '../kit/server-process.ts';
import { Typist } from '../kit/typist.ts';

const ROUNDS = 6;
const PEOPLE = 4;
/** Calls of each person in a round, and submissions. */
const CALLS = 50;
const SUBMISSIONS = 8;
/** Processor time with sealing as a multiple of that without. */
const MOST = 1.15;

/** One act at one of the servers: prepares a round of it, which is then measured. */
type Act = { name: string; prepare(server: Measured): Promise<{ count: number; run(): Promise<unknown> }> };

const acts = async (servers: readonly Measured[]): Promise<Act[]> => {
  const typists = new Map<Measured, Typist[]>();
  for (const server of servers) {
    const here: Typist[] = [];
    for (let n = 0; n < PEOPLE; n += 1) here.push(await Typist.sitDown(server.portal.client(), 'wohngeld'));
    typists.set(server, here);
  }
  const each = (server: Measured, work: (typist: Typist) => Promise<unknown>) => ({
    count: PEOPLE * CALLS,
    run: () =>
      Promise.all(
        typists.get(server)!.map(async (typist) => {
          for (let n = 0; n < CALLS; n += 1) await work(typist);
        }),
      ),
  });
  return [
    { name: 'a save', prepare: async (server) => each(server, (typist) => typist.save()) },
    { name: 'an opening', prepare: async (server) => each(server, (typist) => typist.open()) },
    { name: 'a submission', prepare: prepareSubmissions },
  ];
};

async function prepareSubmissions({ portal }: Measured) {
  const ready: { client: ReturnType<typeof portal.client>; id: string }[] = [];
  for (let n = 0; n < SUBMISSIONS; n += 1) {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    ready.push({ client, id });
  }
  return {
    count: SUBMISSIONS,
    run: async () => {
      for (const { client, id } of ready) {
        await client.call('submitProcess', { params: { id } });
        const { status } = await settled(client, id);
        if (status !== 'SUBMITTED') throw new Error(`a submission has ended as ${status}`);
      }
    },
  };
}

export const sealing: Scenario = {
  title: 'Sealing',
  about: `${PEOPLE} people save and open housing benefit forms without a pause, and dog tax applications are sent, at two servers in turn, of which one stores everything open; ${ROUNDS} rounds`,
  measure: () => measure(),
};

async function* measure(): AsyncGenerator<Figure> {
  const sealed = await startMeasured();
  const open = await startMeasured({
    script: path.resolve(import.meta.dirname, '../kit/without-sealing.ts'),
  });
  try {
    for (const { name, prepare } of await acts([sealed, open])) {
      const busy = new Map([sealed, open].map((server) => [server, { ms: 0, count: 0 }]));
      // The first round warms up; then the two take turns at being first.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const server of round % 2 === 0 ? [sealed, open] : [open, sealed]) {
          const { count, run } = await prepare(server);
          const before = await server.processorTime();
          await run();
          const sum = busy.get(server)!;
          if (round === 0) continue;
          sum.ms += (await server.processorTime()) - before;
          sum.count += count;
        }
      }
      const each = (server: Measured) => busy.get(server)!.ms / busy.get(server)!.count;
      yield {
        name: `processor time of ${name}`,
        value: each(sealed),
        unit: 'ms',
        floor: { name: 'without sealing', value: each(open) },
      };
      yield {
        name: `processor time of ${name}, with sealing to without`,
        value: each(sealed) / each(open),
        unit: '×',
        budget: { most: MOST },
      };
    }
  } finally {
    await sealed.portal.close();
    await open.portal.close();
  }
}
