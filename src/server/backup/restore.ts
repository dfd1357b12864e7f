import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { bringUpToDate, MIGRATION_TABLE } from '#server/storage/bring-up-to-date.ts';
import {
  type CommandDatabase,
  hasDatabase,
  openEmbeddedFor,
  openPostgresFor,
} from '#server/storage/command-database.ts';
import type { Database } from '#server/storage/database.ts';
import { databaseRefusedOr } from '#server/storage/database-refused.ts';
import { lockFolder } from '#server/storage/lock-folder.ts';
import { migrations } from '#server/storage/migrations.ts';
import type { Past } from '#server/trail/entries.ts';
import { checkBackup } from './check-backup.ts';
import { type AnyDatabase, tablesIn } from './copied-tables.ts';
import { type Erased, eraseAgain, ownersWithoutKey } from './erase-again.ts';
import { loadKeys, readKeys } from './keys-file.ts';
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
  const gone = await erasedSince(manifest, from, keysFolder);
  return into(target, (db) =>
    db.transaction().execute(async (trx) => {
      const raw = trx.withoutPlugins();
      await withoutLimits(raw);
      await holdAlone(raw);
      await assertEmpty(raw);
      await bringUpToDate(trx, manifest.migrations);
      await loadBackup(raw, from, manifest);
      if (manifest.hasKeys && keysFolder !== null) await loadKeys(raw, keysFolder);
      await bringUpToDate(trx);
      const young = since(past, new Date(manifest.snapshotAt));
      const erased = await eraseAgain(raw, gone, young);
      return { manifest, erased, questions: await prepareQuestions(raw, young, erased.ids) };
    }),
  );
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
      await withoutLimits(raw);
      const young = since(past, snapshotAt);
      const erased = await eraseAgain(raw, new Map(), young);
      return { erased, questions: await prepareQuestions(raw, young, erased.ids) };
    });
  });

/** The role may have limits, which are those of the server. */
async function withoutLimits(trx: AnyDatabase): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

/** Number of the lock that a restore holds until its end. */
const LOCK = 970_097;
/** SQLSTATE of a lock that was not had in time. */
const LOCK_TIMEOUT = '55P03';

/**
 * Keeps others out of a database until the connection ends: another restore is refused, and a server that starts waits
 * for the tables, as for those of another server.
 */
async function holdAlone(trx: AnyDatabase): Promise<void> {
  try {
    // The database may still be at the last statement of a restore that was killed.
    await sql`set local lock_timeout = '30s'`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_TIMEOUT) throw error;
    throw new BackupRefused('Another restore works on the database.');
  }
  const { adapter } = trx.getExecutor();
  await adapter.acquireMigrationLock(trx, { lockTable: `${MIGRATION_TABLE}_lock`, lockRowId: '' });
}

function assertKnown({ version, migrations: made }: Manifest): void {
  const unknown = made.filter((name) => migrations[name] === undefined);
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `The backup is of a newer version of the portal (${version}): this one does not know ${unknown.join(', ')}.`,
  );
}

/** Returns those whose key is gone, by their tables. @throws BackupRefused */
async function erasedSince(
  manifest: Manifest,
  from: string,
  folder: string | null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { hasKeys, snapshotAt } = manifest;
  if (!hasKeys) return new Map();
  if (folder === null)
    throw new BackupRefused(
      'Say where the newest keys are (--keys FOLDER): without them nothing can be opened.',
    );
  const keys = await readKeys(folder);
  if (keys.snapshotAt.getTime() >= Date.parse(snapshotAt)) return ownersWithoutKey(from, manifest, keys);
  throw new BackupRefused(
    `The keys in ${folder} are of ${keys.snapshotAt.toISOString()}, older than the data (${snapshotAt}): ` +
      'what was begun in between would be taken for erased.',
  );
}

async function assertEmpty(db: AnyDatabase): Promise<void> {
  const tables = await tablesIn(db);
  if (tables.length === 0) return;
  throw new BackupRefused(
    `The database is not empty: it has ${tables.length} tables (${tables.slice(0, 3).join(', ')} …). ` +
      'A backup is restored into an empty database alone.',
  );
}

/** Works on an empty target. The embedded database is made beside its place, and is put there when it is whole. */
async function into<T>({ databaseUrl, dataDir }: Target, work: (db: Database) => Promise<T>): Promise<T> {
  if (databaseUrl) return inPostgres(databaseUrl, ({ db }) => work(db));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = path.resolve(dataDir, 'database');
  // Of the place, as a server takes it: none starts there meanwhile, and no other restore.
  const unlock = await lockFolder(place);
  try {
    return await besides(place, dataDir, work);
  } finally {
    await unlock();
  }
}

async function besides<T>(place: string, dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  if (hasDatabase(dataDir))
    throw new BackupRefused(
      `${dataDir} has a database already. A backup is restored into an empty one alone.`,
    );
  for (const name of await readdir(dataDir)) {
    // What a restore that was killed has left.
    if (name.startsWith('restoring-')) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  const making = await mkdtemp(path.join(dataDir, 'restoring-'));
  // The database ends the process when the disk is full, of which this takes its part.
  const remove = () => rmSync(making, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const result = await closed(await openEmbeddedFor(making), ({ db }) => work(db));
    await rename(path.join(making, 'database'), place);
    return result;
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** Works on the database that is there. */
export async function opened<T>(
  { databaseUrl, dataDir }: Target,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return inPostgres(databaseUrl, work);
  if (!hasDatabase(dataDir)) throw new BackupRefused(`${dataDir} has no database.`);
  return closed(await openEmbeddedFor(dataDir), work);
}

/** @throws DatabaseRefused, in words, when PostgreSQL is not to be had */
async function inPostgres<T>(
  databaseUrl: string,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await closed(await openPostgresFor(databaseUrl), work);
  } catch (error) {
    throw databaseRefusedOr(databaseUrl, error);
  }
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
