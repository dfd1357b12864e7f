import { chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createDatabase } from './create-database.ts';
import { diskFullOr } from './disk-full.ts';
import { endOnPanic } from './embedded-faults.ts';
import { lockFolder } from './lock-folder.ts';

/**
 * The database's own page cache (default 128 MB) only duplicates that of the operating system. Without it the server
 * needs 135 MB less and starts a second sooner; writes take as long (docs/bench.md). Log files are not reused under
 * another name with their old content.
 */
const params = ['shared_buffers=16MB', 'wal_recycle=off', 'min_wal_size=32MB'].flatMap((it) => ['-c', it]);

/** Number of changed or erased rows from which their space is freed. */
const MANY_DEAD_ROWS = 5_000;

export type Embedded = {
  pglite: PGlite;
  tidying: Tidying;
  unlock: () => Promise<void>;
};

/** Work that PostgreSQL does in the background; the embedded database has no background processes. */
export type Tidying = {
  /**
   * Frees the space of erased rows for others when there is much of it, and drops plans of statements, which suit the
   * number of rows at the time they were made. The work takes moments.
   */
  quick(): Promise<void>;
  /** Rewrites everything, so that no file contains erased data. The rewriting of a table blocks all other work. */
  thorough(): Promise<void>;
};

/**
 * Opens the embedded database in `dataDir/database`; only the owner has access to its files.
 * @throws DiskFull
 */
export async function openDataDir(dataDir: string): Promise<Embedded> {
  const named = path.resolve(dataDir, 'database');
  await mkdir(named, { recursive: true, mode: 0o700 });
  // PGlite opens no link.
  const directory = await realpath(named);
  const unlock = await lockFolder(directory).catch(async (error) => {
    throw await diskFullOr(directory, error);
  });
  try {
    if ((await readdir(directory)).length === 0) await createDatabase(directory);
    const pglite = await PGlite.create({
      dataDir: directory,
      startParams: [...PGlite.defaultStartParams, ...params],
    });
    endOnPanic(pglite);
    await closeToOthers(directory);
    return { pglite, tidying: tidying(pglite, directory), unlock };
  } catch (error) {
    await unlock();
    throw await diskFullOr(directory, error);
  }
}

/** Removes the access of others to the files that PGlite starts with, and to those of earlier versions. */
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
      await pglite.exec('discard plans');
    },
    thorough: async () => {
      const { rows } = await pglite.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      // One table at a time, so that calls get their turn in between.
      for (const { name } of rows) await pglite.exec(`vacuum full ${name}`);
      // The write-ahead log contains written data; each of its files is removed once the next one is begun.
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
