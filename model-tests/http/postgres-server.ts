import { execFile } from 'node:child_process';
import { chown, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);

export type PostgresServer = {
  url: string;
  /** Kills it as in a crash; written data is there after the next start. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops it as an operator would: connections are closed, open transactions are rolled back. */
  shutDown(): Promise<void>;
  /** Cuts every connection of its clients, in use or idle. */
  cutConnections(): Promise<void>;
  /** Freezes all of its processes: connections stay, without answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Starts a standby; from now on it receives each change before that is acknowledged. */
  addStandby(): Promise<void>;
  /** Loses the server for good. Its standby takes over its role and its address. */
  failOver(): Promise<void>;
  /** Runs a statement as the superuser. */
  ask(statement: string): Promise<unknown[]>;
  /** Returns the log of the server. */
  log(): Promise<string>;
  stop(): Promise<void>;
};

/** The folder of the PostgreSQL programs; null if none are installed. */
async function programs(): Promise<string | null> {
  const found = (await Array.fromAsync(glob('/usr/lib/postgresql/*/bin/initdb'))).sort();
  const newest = found.at(-1);
  return newest ? path.dirname(newest) : null;
}

/**
 * Starts a PostgreSQL server on a fresh folder; null if none is installed.
 * @param on an empty folder to use instead, which is not removed
 * @param mostWal size of the write-ahead log at which it is written to the tables
 */
export async function startPostgres(on?: string, mostWal = '64MB'): Promise<PostgresServer | null> {
  const bin = await programs();
  if (!bin) return null;
  const folder = on ?? (await mkdtemp(path.join(tmpdir(), 'postgres-')));
  const owner = await ownerOf(folder);
  const port = await freePorts();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const as = { uid: owner, cwd: folder, env: { PATH: process.env.PATH ?? '' } };
  const call = (program: string, ...args: string[]) => run(path.join(bin, program), args, as);
  /** The primary, and the standby that would replace it. */
  let data = `${folder}/data`;
  let standby: { data: string; port: number } | null = null;

  const startOn = (where: string, listen: number) => {
    const options = `-p ${listen} -k ${folder} -c listen_addresses=127.0.0.1 -c max_wal_size=${mostWal}`;
    return call('pg_ctl', '-D', where, '-o', options, '-l', `${where}.log`, '-w', 'start');
  };
  const end = (where: string, mode: 'immediate' | 'fast') =>
    call('pg_ctl', '-D', where, '-m', mode, '-w', 'stop');
  const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of await processesOf(data)) process.kill(pid, name);
  };

  await call('initdb', '-D', data, '-U', 'postgres', '--auth=trust');
  await startOn(data, port);
  return {
    url,
    crash: async () => void (await end(data, 'immediate')),
    start: async () => void (await startOn(data, port)),
    shutDown: async () => void (await end(data, 'fast')),
    cutConnections: async () => {
      await ask(
        url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
      );
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    addStandby: async () => {
      standby = { data: `${folder}/standby`, port: await freePorts() };
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      await call('pg_basebackup', ...from, '-D', standby.data, '-R', '-X', 'stream', '--checkpoint=fast');
      await startOn(standby.data, standby.port);
      await ask(url, `alter system set synchronous_standby_names = '*'`);
      await ask(url, 'select pg_reload_conf()');
      const isInStep = `select 1 from pg_stat_replication where sync_state = 'sync'`;
      while ((await ask(url, isInStep)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    failOver: async () => {
      if (!standby) throw new Error('there is no standby');
      await end(data, 'immediate');
      // The address leads to the standby from now on.
      await end(standby.data, 'fast');
      data = standby.data;
      standby = null;
      await startOn(data, port);
      await call('pg_ctl', '-D', data, '-w', 'promote');
    },
    ask: (statement) => ask(url, statement),
    log: () => readFile(`${data}.log`, 'utf8'),
    stop: async () => {
      if (standby) await end(standby.data, 'immediate');
      await end(data, 'immediate');
      if (on === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The main process ends first, so that it starts no others meanwhile. */
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
