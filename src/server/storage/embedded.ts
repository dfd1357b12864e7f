import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { endOnPanic } from './embedded-faults.ts';
import { lockFolder } from './lock-folder.ts';

/**
 * Its own page cache (default 128 MB) only repeats that of the operating system: without it the service needs 135 MB
 * less and starts a second sooner; writes take as long (docs/bench.md). Its log of changes is not used again under
 * another name, with what it held.
 */
const params = ['shared_buffers=16MB', 'wal_recycle=off', 'min_wal_size=32MB'].flatMap((it) => ['-c', it]);

/** Rows that were changed or erased and still take up room: from so many on it is made free. */
const MANY_DEAD_ROWS = 5_000;

export type Embedded = {
  pglite: PGlite;
  tidying: Tidying;
  unlock: () => Promise<void>;
};

/** What PostgreSQL does in the background and the embedded database, which has none, has to be told. */
export type Tidying = {
  /** Makes the room of erased rows free for others, when there is much of it. Takes moments. */
  quick(): Promise<void>;
  /** Writes everything anew, so that nothing of what was erased stays in a file. Nothing else is done meanwhile. */
  thorough(): Promise<void>;
};

/** Opens the embedded database in `dataDir/database`; its files are for their owner alone. */
export async function openDataDir(dataDir: string): Promise<Embedded> {
  const directory = path.resolve(dataDir, 'database');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(directory);
  try {
    const pglite = await PGlite.create({
      dataDir: directory,
      startParams: [...PGlite.defaultStartParams, ...params],
    });
    endOnPanic(pglite);
    await closeToOthers(directory);
    return { pglite, tidying: tidying(pglite, directory), unlock };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The files that PGlite begins with, and those of earlier versions, are there for everybody to read. */
async function closeToOthers(directory: string): Promise<void> {
  await chmod(directory, 0o700);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name);
    const { mode } = await stat(name);
    if ((mode & 0o077) !== 0) await chmod(name, mode & 0o700);
  }
}

function tidying(pglite: PGlite, directory: string): Tidying {
  return {
    quick: async () => {
      const { rows } = await pglite.query<{ dead: number }>(
        'select coalesce(sum(n_dead_tup), 0)::integer as dead from pg_stat_user_tables',
      );
      if (rows[0]!.dead >= MANY_DEAD_ROWS) await pglite.exec('vacuum');
    },
    thorough: async () => {
      const { rows } = await pglite.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      // One after the other: calls get their turn in between.
      for (const { name } of rows) await pglite.exec(`vacuum full ${name}`);
      // The log of changes holds what was written; each of its files goes once the next one is begun.
      const files = (await readdir(path.join(directory, 'pg_wal'))).filter((name) =>
        /^[0-9A-F]{24}$/.test(name),
      );
      for (const _ of files) {
        await pglite.exec('select pg_switch_wal()');
        await pglite.exec('checkpoint');
      }
    },
  };
}
