import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { MIGRATION_TABLE } from '#server/storage/bring-up-to-date.ts';
import type { CommandDatabase } from '#server/storage/command-database.ts';
import { type AnyDatabase, type CopiedTable, copiedTables } from './copied-tables.ts';
import { writeKeys } from './keys-file.ts';
import { describe, FORMAT, type Manifest, type TableEntry } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { fullOr, writeLines } from './row-files.ts';

/** Characters of rows that memory holds at once, and the most rows. */
const BATCH = 4_000_000;
const MOST_ROWS = 5_000;
/** Rows that are fetched before their size is known: of the bytes of files, one is half a million characters. */
const FIRST_ROWS = 8;

/** Where a backup goes: the folder of the data, which is new, and the folder of the newest keys. */
export type Destination = { to: string; keys: string | null };
type Build = { version: string; commit: string };

/**
 * Makes a backup of one moment, while the portal goes on. The folder has the whole backup or is not there; the folder of
 * keys has those of this moment, or of the backup before.
 * @throws BackupRefused; nothing is left of the backup then, nor after any other failure
 */
export async function makeBackup(
  { db, kind }: CommandDatabase,
  { to, keys }: Destination,
  build: Build,
): Promise<Manifest> {
  const folder = path.resolve(to);
  const unfinished = `${folder}.unfinished`;
  await mkdir(path.dirname(folder), { recursive: true });
  // What a backup that was killed has left.
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    if (await isThere(folder))
      throw new BackupRefused(`${folder} is there already: each backup has a folder of its own.`);
    const manifest = await db
      .withoutPlugins()
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => copy(trx, kind, unfinished, keys, build));
    for (const [name, text] of Object.entries(describe(manifest))) {
      await writeFile(path.join(unfinished, name), text, { mode: 0o600, flush: true });
    }
    await synced(unfinished);
    await rename(unfinished, folder);
    await synced(path.dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw fullOr(path.dirname(folder), error);
  }
}

async function copy(
  trx: AnyDatabase,
  database: Manifest['database'],
  folder: string,
  keysFolder: string | null,
  { version, commit }: Build,
): Promise<Manifest> {
  // The role may have limits, which are those of the server.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  const { rows: times } = await sql<{ at: Date }>`select now() as at`.execute(trx);
  const snapshotAt = times[0]!.at;
  const tables = await copiedTables(trx);
  const migrations = await migrationsMade(trx);
  const hasKeys = tables.some(({ name }) => name === 'data_key');
  if (hasKeys && keysFolder === null)
    throw new BackupRefused('Say where the keys go (--keys FOLDER): they are kept apart from the data.');
  const entries: TableEntry[] = [];
  for (const table of tables) {
    const file = `${table.name}.jsonl.gz`;
    const written = await writeLines(path.join(folder, file), rowsOf(trx, table));
    entries.push({ name: table.name, columns: table.columns.map(({ name }) => name), file, ...written });
  }
  // Last: until the data is whole, the keys of the backup before stay.
  if (hasKeys && keysFolder !== null) {
    await mkdir(keysFolder, { recursive: true, mode: 0o700 });
    await writeKeys(trx, keysFolder, snapshotAt);
  }
  return {
    format: FORMAT,
    version,
    commit,
    database,
    snapshotAt: snapshotAt.toISOString(),
    hasKeys,
    migrations,
    tables: entries,
  };
}

/** Reads a table by a cursor: a line per row, a JSON array of its values as the database writes them. */
async function* rowsOf(trx: AnyDatabase, { name, columns, where }: CopiedTable): AsyncGenerator<string[]> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  const condition = where === null ? sql`` : sql`where ${sql.raw(where)}`;
  await sql`declare copied no scroll cursor for
    select json_build_array(${values})::text as line from ${sql.table(name)} ${condition}`.execute(trx);
  for (let count = FIRST_ROWS; ; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from copied`.execute(trx);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const size = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
    count = Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH / size), count * 4));
  }
  await sql`close copied`.execute(trx);
}

async function migrationsMade(trx: AnyDatabase): Promise<string[]> {
  const { rows } = await sql<{
    there: string | null;
  }>`select to_regclass(${MIGRATION_TABLE})::text as there`.execute(trx);
  if (rows[0]!.there === null) throw new BackupRefused('There is no database of the portal at this address.');
  const made = await sql<{
    name: string;
  }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(trx);
  return made.rows.map(({ name }) => name);
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await (await open(folder)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Has the names in a folder written to the disk. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
