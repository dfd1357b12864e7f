import type { FastifyBaseLogger } from 'fastify';
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { fromPglite, type PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { databaseRefusedOr } from './database-refused.ts';
import { diskFullOr } from './disk-full.ts';
import { openDataDir, type Tidying } from './embedded.ts';
import { EmbeddedDialect } from './embedded-driver.ts';
import { createLeastLeftFirst, type LeastLeftFirst } from './least-left-first.ts';
import { migrations } from './migrations.ts';
import { jobConnections, openPool, type PoolCounts } from './postgres.ts';
import { type QuietStart, quietStart } from './quiet-log.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

export type Storage = {
  db: Database;
  /** True when no other process can work on the same data. */
  embedded: boolean;
  /** Regular work on the files; PostgreSQL does it automatically. */
  tidying: Tidying | null;
  /** Turns of uploads, one piece of a file at a time, so that uploads never use all connections. */
  uploads: LeastLeftFirst;
  /** Returns the connections to PostgreSQL; null for the embedded database, which has one user. */
  connections: (() => PoolCounts) | null;
  /** Connection of the job queue to this database. */
  jobs: ConstructorParameters<typeof PgBoss>[0] & object;
  close(): Promise<void>;
};

/** Names of the code for those of the database. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/**
 * Opens PostgreSQL when an address is given, otherwise the embedded database in `dataDir/database`, and brings the
 * tables up to date. The embedded one survives the end of the process at any moment, but not a power cut: it leaves
 * syncing to the operating system (docs/decisions/0002-storage.md).
 * @throws DatabaseRefused when PostgreSQL cannot be used as it is configured
 */
export async function openStorage(options: {
  databaseUrl?: string;
  dataDir: string;
  log?: FastifyBaseLogger;
}): Promise<Storage> {
  const { databaseUrl, dataDir, log = pino({ level: 'silent' }) } = options;
  if (databaseUrl) {
    try {
      const quiet = await quietStart(databaseUrl, log);
      await updatePostgres(databaseUrl, quiet);
      return openPostgres(databaseUrl, log, quiet);
    } catch (error) {
      throw databaseRefusedOr(databaseUrl, error);
    }
  }
  return openEmbedded(dataDir);
}

/** Opens a running PostgreSQL to read from it: nothing is brought up to date. End it with `destroy`. */
export function readPostgres(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    options: '-c default_transaction_read_only=on',
  });
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] });
}

/** The table of the migrations that were made. */
export const MIGRATION_TABLE = 'portal_migration';

/**
 * Makes the migrations that are missing.
 * @param last the last one to make; by default all are made
 */
export async function bringUpToDate(db: Database, last?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw new Error('The database could not be brought up to date', { cause: error });
}

/** Whether every migration of this version was made. @throws when the database is away */
export async function isUpToDate(db: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  const made = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).every((name) => made.has(name));
}

/**
 * Brings the tables up to date over a connection of its own without limits: the change may take as long as it needs.
 */
async function updatePostgres(databaseUrl: string, quiet: QuietStart): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, ...quiet });
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] });
  try {
    await bringUpToDate(db);
  } finally {
    await db.destroy();
  }
}

function openPostgres(databaseUrl: string, log: FastifyBaseLogger, quiet: QuietStart): Storage {
  const pool = openPool(databaseUrl, log, quiet);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] });
  const jobs = { connectionString: databaseUrl, max: 4, useListenNotify: true, ...quiet, ...jobConnections };
  return {
    db,
    embedded: false,
    tidying: null,
    uploads: createLeastLeftFirst(4),
    connections: pool.counts,
    jobs,
    close: () => db.destroy(),
  };
}

async function openEmbedded(dataDir: string): Promise<Storage> {
  const { pglite, tidying, unlock } = await openDataDir(dataDir);
  const close = async () => {
    await pglite.close();
    await unlock();
  };
  try {
    // Over a dialect that prepares no statements: their results must not change afterwards.
    await bringUpToDate(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins: [camelCase] }));
  } catch (error) {
    await close().catch(() => {});
    throw await diskFullOr(dataDir, error);
  }
  return {
    db: new Kysely<Tables>({ dialect: new EmbeddedDialect(pglite), plugins: [camelCase] }),
    embedded: true,
    tidying,
    uploads: createLeastLeftFirst(1),
    connections: null,
    jobs: { db: fromPglite(pglite), backend: 'pglite', useListenNotify: true },
    close,
  };
}
