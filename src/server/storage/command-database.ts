import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { camelCase } from './camel-case.ts';
import type { Database } from './database.ts';
import { openDataDir } from './embedded.ts';
import { quietStart } from './quiet-log.ts';
import type { Tables } from './tables.ts';

/** A database as commands of operators see it: as it is, without limits of time, and by one connection. */
export type CommandDatabase = {
  db: Database;
  kind: 'postgres' | 'embedded';
  close(): Promise<void>;
};

/** Whether a data folder has an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  const directory = path.resolve(dataDir, 'database');
  return existsSync(directory) && readdirSync(directory).length > 0;
}

/**
 * Opens the embedded database of a data folder, which is created when it is not there.
 * @throws Error when another process, such as the server, works on it; DiskFull
 */
export async function openEmbeddedFor(dataDir: string): Promise<CommandDatabase> {
  const { pglite, unlock } = await openDataDir(dataDir);
  // Over a dialect that prepares no statements: tables change under them.
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins: [camelCase] });
  const close = async () => {
    await pglite.close();
    await unlock();
  };
  return { db, kind: 'embedded', close };
}

/** Opens PostgreSQL, which writes no values of the rows into its log. */
export async function openPostgresFor(databaseUrl: string): Promise<CommandDatabase> {
  const quiet = await quietStart(databaseUrl, pino({ level: 'silent' }));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, ...quiet });
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] });
  return { db, kind: 'postgres', close: () => db.destroy() };
}
