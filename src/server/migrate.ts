import './closed-pipe.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ConfigurationRefused, readMigrationConfig } from '#server/config/config.ts';
import { bringUpToDate } from '#server/storage/bring-up-to-date.ts';
import { openEmbeddedFor } from '#server/storage/command-database.ts';
import { readPostgres } from '#server/storage/database.ts';
import { DatabaseRefused, databaseRefusedOr } from '#server/storage/database-refused.ts';
import { DiskFull } from '#server/storage/disk-full.ts';
import { MigrationFailed, MigrationWaits, migratePostgres, plan } from '#server/storage/migrate.ts';
import { quietStart } from '#server/storage/quiet-log.ts';

const usage = `npm run migrate [-- --dry-run]

Makes the migrations that the database lacks, while servers may work on it (docs/upgrade.md).
  --dry-run   only tells what would be done
The database is that of MIGRATION_DATABASE_URL, otherwise of DATABASE_URL, otherwise the embedded one in DATA_DIR.`;

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const NOTHING = 'The database has all migrations of this version.';

/** `npm run migrate` (docs/upgrade.md). */
try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } });
  if (values.help) tell(usage);
  else await run(values['dry-run'] === true);
} catch (error) {
  const { code = '', message } = error as { code?: string; message: string };
  const forOperators = [ConfigurationRefused, DatabaseRefused, DiskFull, MigrationFailed, MigrationWaits];
  const isUsage = String(code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !forOperators.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${message}\n${isUsage ? `${usage}\n` : ''}`);
  process.exitCode = 1;
}

async function run(isDry: boolean): Promise<void> {
  const { MIGRATION_DATABASE_URL, DATABASE_URL, DATA_DIR } = readMigrationConfig(process.env);
  const databaseUrl = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  if (databaseUrl === undefined) return embedded(DATA_DIR, isDry);
  try {
    await postgres(databaseUrl, isDry);
  } catch (error) {
    throw databaseRefusedOr(databaseUrl, error);
  }
}

async function postgres(databaseUrl: string, isDry: boolean): Promise<void> {
  const db = readPostgres(databaseUrl);
  const lines = await plan(db).finally(() => db.destroy());
  if (lines.length === 0) return tell(NOTHING);
  if (isDry) return dry(lines);
  await migratePostgres(databaseUrl, await quietStart(databaseUrl, pino({ level: 'silent' })), { tell });
}

async function embedded(dataDir: string, isDry: boolean): Promise<void> {
  if (!existsSync(path.resolve(dataDir, 'database')))
    throw new ConfigurationRefused(`There is no database in ${dataDir}; the server makes it at its start`);
  const { db, close } = await openEmbeddedFor(dataDir);
  try {
    // The server makes its own job queue in it.
    const lines = (await plan(db)).filter((line) => !line.startsWith('job queue'));
    if (lines.length === 0) return tell(NOTHING);
    if (isDry) return dry(lines);
    await bringUpToDate(db);
    tell(NOTHING);
  } finally {
    await close();
  }
}

function dry(lines: readonly string[]): void {
  for (const line of lines) tell(line);
  tell('Nothing was changed.');
}
