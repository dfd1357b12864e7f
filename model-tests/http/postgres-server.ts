import { execFile } from 'node:child_process';
import { chown, glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);

export type PostgresServer = { url: string; stop(): Promise<void> };

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
  await run(control, ['-D', `${folder}/data`, '-o', options, '-l', `${folder}/log`, '-w', 'start'], as);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run(control, ['-D', `${folder}/data`, '-m', 'immediate', 'stop'], as);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: then the folder and the server belong to the user postgres. */
async function ownerOf(folder: string): Promise<number | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { stdout } = await run('id', ['-u', 'postgres']);
  const uid = Number(stdout);
  await chown(folder, uid, -1);
  return uid;
}
