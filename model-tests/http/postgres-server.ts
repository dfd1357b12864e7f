import { execFile } from 'node:child_process';
import { chown, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);

export type PostgresServer = {
  url: string;
  /** Ends it as a crash would; what is written is there after the next start. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Holds all of its processes: connections stay, nothing answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a PostgreSQL server on a fresh folder; null where none is installed. */
export async function startPostgres(): Promise<PostgresServer | null> {
  const [initdb] = (await Array.fromAsync(glob('/usr/lib/postgresql/*/bin/initdb'))).sort().reverse();
  if (!initdb) return null;
  const bin = path.dirname(initdb);
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const owner = await ownerOf(folder);
  const port = await freePorts();
  const as = { uid: owner, env: { PATH: process.env.PATH ?? '' } };
  await run(initdb, ['-D', `${folder}/data`, '-U', 'postgres', '--auth=trust'], as);
  const control = path.join(bin, 'pg_ctl');
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const start = async () => {
    await run(control, ['-D', `${folder}/data`, '-o', options, '-l', `${folder}/log`, '-w', 'start'], as);
  };
  const crash = async () => {
    await run(control, ['-D', `${folder}/data`, '-m', 'immediate', 'stop'], as);
  };
  const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of await processesOf(`${folder}/data`)) process.kill(pid, name);
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash,
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: async () => {
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server first, so that it starts no others meanwhile. */
async function processesOf(data: string): Promise<number[]> {
  const server = Number((await readFile(`${data}/postmaster.pid`, 'utf8')).split('\n')[0]);
  const { stdout } = await run('pgrep', ['-P', String(server)]);
  return [server, ...stdout.trim().split('\n').map(Number)];
}

/** PostgreSQL refuses to run as root: then the folder and the server belong to the user postgres. */
async function ownerOf(folder: string): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { stdout } = await run('id', ['-u', 'postgres']);
  const uid = Number(stdout);
  await chown(folder, uid, -1);
  return uid;
}
