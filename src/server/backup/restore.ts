import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import {
  type CommandDatabase,
  hasDatabase,
  openEmbeddedFor,
  openPostgresFor,
} from '#server/storage/command-database.ts';
import { bringUpToDate, type Database } from '#server/storage/database.ts';
import { migrations } from '#server/storage/migrations.ts';
import type { Past } from '#server/trail/entries.ts';
import { checkBackup } from './check-backup.ts';
import { tablesIn } from './copied-tables.ts';
import { type Compared, compareKeys, type Erased, eraseAgain, loadKeys } from './erase-again.ts';
import { readKeys } from './keys-file.ts';
import { loadBackup } from './load-backup.ts';
import type { Manifest } from './manifest.ts';
import { prepareQuestions, type Questions, since } from './prepare-questions.ts';
import { BackupRefused } from './refused.ts';

/** Folders of a backup and of the newest keys, and the entries of the trail and of the security log. */
export type Source = { from: string; keys: string | null; past: readonly Past[] };
/** The address of PostgreSQL; without it the embedded database in the data folder. */
export type Target = { databaseUrl: string | undefined; dataDir: string };
export type Restored = { manifest: Manifest; erased: Erased; questions: Questions };

/**
 * Restores a backup into an empty database, brings it up to date, erases again what was erased since, and notes what the
 * server has to ask its partners. All of it happens, or nothing.
 * @throws BackupRefused
 */
export async function restore({ from, keys: keysFolder, past }: Source, target: Target): Promise<Restored> {
  const manifest = await checkBackup(from);
  assertKnown(manifest);
  const { present, gone } = await keysOf(manifest, from, keysFolder);
  return into(target, async (db) => {
    await assertEmpty(db);
    return db.transaction().execute(async (trx) => {
      const raw = trx.withoutPlugins();
      await sql`set local statement_timeout = 0`.execute(raw);
      await bringUpToDate(trx, manifest.migrations.at(-1));
      await loadBackup(raw, from, manifest);
      await loadKeys(raw, present);
      await bringUpToDate(trx);
      const young = since(past, new Date(manifest.snapshotAt));
      const erased = await eraseAgain(raw, gone, young);
      return { manifest, erased, questions: await prepareQuestions(raw, young, erased.ids) };
    });
  });
}

/**
 * Does for a database that its own tools have brought back what `restore` does after loading.
 * @param snapshotAt the moment to which it was brought back
 */
export const resume = (
  past: readonly Past[],
  snapshotAt: Date,
  target: Target,
): Promise<Omit<Restored, 'manifest'>> =>
  opened(target, async ({ db }) => {
    await bringUpToDate(db);
    return db.transaction().execute(async (trx) => {
      const raw = trx.withoutPlugins();
      const young = since(past, snapshotAt);
      const erased = await eraseAgain(raw, new Map(), young);
      return { erased, questions: await prepareQuestions(raw, young, erased.ids) };
    });
  });

function assertKnown({ version, migrations: made }: Manifest): void {
  const unknown = made.filter((name) => migrations[name] === undefined);
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `The backup is of a newer version of the portal (${version}): this one does not know ${unknown.join(', ')}.`,
  );
}

async function keysOf(manifest: Manifest, from: string, folder: string | null): Promise<Compared> {
  const { hasKeys, snapshotAt } = manifest;
  if (!hasKeys) return { present: [], gone: new Map() };
  if (folder === null)
    throw new BackupRefused(
      'Say where the newest keys are (--keys FOLDER): without them nothing can be opened.',
    );
  const keys = await readKeys(folder);
  if (keys.snapshotAt.getTime() >= Date.parse(snapshotAt)) return compareKeys(from, manifest, keys);
  throw new BackupRefused(
    `The keys in ${folder} are of ${keys.snapshotAt.toISOString()}, older than the data (${snapshotAt}): ` +
      'what was begun in between would be taken for erased.',
  );
}

async function assertEmpty(db: Database): Promise<void> {
  const tables = await tablesIn(db.withoutPlugins());
  if (tables.length === 0) return;
  throw new BackupRefused(
    `The database is not empty: it has ${tables.length} tables (${tables.slice(0, 3).join(', ')} …). ` +
      'A backup is restored into an empty database alone.',
  );
}

/** Works on an empty target. The embedded database is made beside its place, and is put there when it is whole. */
async function into<T>({ databaseUrl, dataDir }: Target, work: (db: Database) => Promise<T>): Promise<T> {
  if (databaseUrl) return closed(await openPostgresFor(databaseUrl), ({ db }) => work(db));
  if (hasDatabase(dataDir))
    throw new BackupRefused(
      `${dataDir} has a database already. A backup is restored into an empty one alone.`,
    );
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    // What a restore that was killed has left.
    if (name.startsWith('restoring-')) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  const making = await mkdtemp(path.join(dataDir, 'restoring-'));
  try {
    const result = await closed(await openEmbeddedFor(making), ({ db }) => work(db));
    await rename(path.join(making, 'database'), path.resolve(dataDir, 'database'));
    return result;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Works on the database that is there. */
export async function opened<T>(
  { databaseUrl, dataDir }: Target,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return closed(await openPostgresFor(databaseUrl), work);
  if (!hasDatabase(dataDir)) throw new BackupRefused(`${dataDir} has no database.`);
  return closed(await openEmbeddedFor(dataDir), work);
}

async function closed<T>(
  database: CommandDatabase,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
