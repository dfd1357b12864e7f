import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { complete, fillIn, settled } from '#model-tests/http/applications.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { opened } from '#server/backup/restore.ts';
import { type Figure, percentile, type Scenario } from '../kit/figures.ts';
import { multiply } from '../kit/many-applications.ts';
import { startMeasured } from '../kit/server-process.ts';
import { Typist } from '../kit/typist.ts';

const APPLICATIONS = Number(process.env.BACKUP_APPLICATIONS ?? 10_000);
/** Applications that people send; the others are copies of them. */
const REAL = 50;
const PEOPLE = 20;
const TYPING_MS = 20_000;
const WARM_UP_MS = 4_000;
const WAITED_MS = 100;
const databaseUrl = process.env.BENCH_DATABASE_URL;

export const backup: Scenario = {
  title: 'Backup and restore',
  about: `a database of ${APPLICATIONS} sent dog tax applications, one in twenty with its documents, is backed up, checked and restored by the commands; with PostgreSQL ${PEOPLE} people type meanwhile, before it and during it`,
  measure: async function* () {
    const { portal } = await startMeasured();
    try {
      for (let count = 0; count < REAL; count += 1) await send(portal);
      if (!databaseUrl) await portal.stop();
      const target = { databaseUrl, dataDir: portal.dataDir };
      await opened(target, ({ db }) => multiply(db, APPLICATIONS / REAL - 1));
      const folder = path.dirname(portal.dataDir);
      const [data, keys] = [path.join(folder, 'backup'), path.join(folder, 'keys')];
      const make = () => command('backup', target, '--to', data, '--keys', keys);
      const made = databaseUrl ? yield* whilePeopleType(portal, make) : await make();
      yield* figuresOf('backup', made);
      yield { name: 'backup, size of the data', value: sizeOf(data), unit: 'MB' };
      yield { name: 'backup, size of the keys', value: sizeOf(keys), unit: 'MB' };
      yield* figuresOf('check', await command('restore', target, '--from', data, '--check'));
      await portal.stop();
      const empty = await emptyBeside(target);
      yield* figuresOf('restore', await command('restore', empty, '--from', data, '--keys', keys));
    } finally {
      await portal.close();
    }
  },
};

async function send(portal: Portal): Promise<void> {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await client.call('submitProcess', { params: { id } });
  await settled(client, id);
}

type Ran = { seconds: number; memory: number };
type Target = { databaseUrl: string | undefined; dataDir: string };

/** Saves without the backup, and while it runs. */
async function* whilePeopleType(portal: Portal, make: () => Promise<Ran>): AsyncGenerator<Figure, Ran> {
  const typists: Typist[] = [];
  for (let n = 0; n < PEOPLE; n += 1) typists.push(await Typist.sitDown(portal.client(), 'wohngeld'));
  const typed = async (until: (round: () => Promise<unknown>) => Promise<void>) => {
    for (const { durations } of typists) durations.length = 0;
    await until(() => Promise.all(typists.map((typist) => typist.typeUntil(performance.now() + 1_000))));
    return typists.flatMap(({ durations }) => durations);
  };
  const lasting = (ms: number) => async (round: () => Promise<unknown>) => {
    for (const end = performance.now() + ms; performance.now() < end; ) await round();
  };
  await typed(lasting(WARM_UP_MS));
  const without = await typed(lasting(TYPING_MS));
  let made: Ran | undefined;
  const during = await typed(async (round) => {
    const making = make().then((ran) => {
      made = ran;
    });
    while (made === undefined) await round();
    await making;
  });
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const floor = percentile(without, share);
    yield {
      name: `save during the backup, ${name}`,
      value: percentile(during, share),
      unit: 'ms',
      floor: { name: 'save without it', value: floor },
    };
  }
  const kept = await Promise.all(typists.map((typist) => typist.isKept()));
  yield {
    name: 'people whose last acknowledged save is not what is stored',
    value: kept.filter((isKept) => !isKept).length,
    unit: '',
    budget: { exactly: 0 },
  };
  return made!;
}

/** Runs a command as operators do. @returns its time, and the most memory that it had */
async function command(name: 'backup' | 'restore', target: Target, ...args: string[]): Promise<Ran> {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: target.dataDir };
  if (target.databaseUrl) env.DATABASE_URL = target.databaseUrl;
  const started = performance.now();
  const child = spawn(process.execPath, [`src/server/backup/${name}-cli.ts`, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, mostMemoryOf(child.pid!));
  }, WAITED_MS);
  const code = await new Promise<number | null>((resolve) => void child.once('exit', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, memory };
}

/** The most resident memory of a process so far in MB; 0 on systems without /proc. */
function mostMemoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1024;
}

const figuresOf = (name: string, { seconds, memory }: Ran): Figure[] => [
  { name: `${name} of ${APPLICATIONS} applications`, value: seconds, unit: 's' },
  { name: `${name}, peak memory of the command`, value: memory, unit: 'MB' },
];

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0) / 1024 ** 2;

/** An empty database of the same kind. */
async function emptyBeside({ databaseUrl: url, dataDir }: Target): Promise<Target> {
  if (!url) return { databaseUrl: undefined, dataDir: `${dataDir}-restored` };
  await opened({ databaseUrl: url, dataDir }, ({ db }) => sql`create database restored`.execute(db));
  const restored = new URL(url);
  restored.pathname = '/restored';
  return { databaseUrl: restored.href, dataDir };
}
