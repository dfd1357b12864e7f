import type { FastifyBaseLogger } from 'fastify';
import { Kysely, type KyselyConfig, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { fromPglite, type PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { bringUpToDate } from './bring-up-to-date.ts';
import { camelCase } from './camel-case.ts';
import { connectionTo } from './connection.ts';
import { DatabaseRefused, databaseRefusedOr } from './database-refused.ts';
import { diskFullOr } from './disk-full.ts';
import { openDataDir, type Tidying } from './embedded.ts';
import { EmbeddedDialect } from './embedded-driver.ts';
import { createLeastLeftFirst, type LeastLeftFirst } from './least-left-first.ts';
import { migratePostgres } from './migrate.ts';
import { missingLimits } from './pooled.ts';
import { jobConnections, openPool, ownLimits, type PoolCounts } from './postgres.ts';
import { type QuietStart, quietSettings, quietStart } from './quiet-log.ts';
import { unfit } from './schema-fit.ts';
import type { Database, Tables, Trx } from './tables.ts';
import { traceStatement } from './trace-statements.ts';

export type { Database, Trx };

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
  /** Returns how often PostgreSQL lacked disk, memory or connections; the embedded database ends the process then. */
  refusedForRoom: () => number;
  /** Connection of the job queue to this database. */
  jobs: ConstructorParameters<typeof PgBoss>[0] & object;
  close(): Promise<void>;
};

/**
 * Opens PostgreSQL when an address is given, otherwise the embedded database in `dataDir/database`, and brings the
 * tables up to date. The embedded one survives the end of the process at any moment, but not a power cut: it leaves
 * syncing to the operating system (docs/decisions/0002-storage.md).
 * @throws DatabaseRefused when PostgreSQL cannot be used as it is configured
 */
export async function openStorage(options: {
  databaseUrl?: string | undefined;
  /** Returns the address of the moment, whose password may have changed; by default it stays. */
  addressNow?: (() => string) | undefined;
  dataDir: string;
  log?: FastifyBaseLogger;
  /** The kind of pooler between the server and PostgreSQL. */
  pooler?: 'transaction' | undefined;
  /** Whether migrations that are missing in PostgreSQL are made; otherwise such a database is refused. */
  migrates?: boolean;
  /** Whether traces are told of statements. */
  traced?: boolean;
}): Promise<Storage> {
  const {
    databaseUrl,
    addressNow,
    dataDir,
    log = pino({ level: 'silent' }),
    migrates = true,
    pooler,
  } = options;
  const listening = options.traced ? { log: traceStatement } : {};
  if (databaseUrl) {
    const address = addressNow ?? (() => databaseUrl);
    try {
      if (pooler !== undefined) return await fitting(await openPooled(address, log, listening));
      const quiet = await quietStart(databaseUrl, log);
      if (migrates) await migratePostgres(databaseUrl, quiet, { tell: (line) => log.info(line) });
      return await fitting(openPostgres(address, log, quiet, listening));
    } catch (error) {
      throw databaseRefusedOr(databaseUrl, error);
    }
  }
  return openEmbedded(dataDir, listening);
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

/** Returns a database that this version can work on. @throws DatabaseRefused */
async function fitting(storage: Storage): Promise<Storage> {
  const reason = await unfit(storage.db).catch(async (error) => {
    await storage.close();
    throw error;
  });
  if (reason === null) return storage;
  await storage.close();
  throw new DatabaseRefused(`The database cannot be used (DATABASE_URL): it ${reason}.`);
}

/** Receiver of what Kysely tells of statements; none where nothing is traced. */
type Listening = Pick<KyselyConfig, 'log'>;

function openPostgres(
  address: () => string,
  log: FastifyBaseLogger,
  quiet: QuietStart,
  listening: Listening,
): Storage {
  return {
    ...ofPool(openPool(address, log, quiet), listening),
    jobs: {
      ...connectionTo(address),
      max: 4,
      useListenNotify: true,
      ...quiet,
      ...jobConnections,
    } as Storage['jobs'],
  };
}

function ofPool(pool: ReturnType<typeof openPool>, listening: Listening): Omit<Storage, 'jobs'> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [camelCase],
    ...listening,
  });
  return {
    db,
    embedded: false,
    tidying: null,
    uploads: createLeastLeftFirst(4),
    connections: pool.counts,
    refusedForRoom: pool.refusedForRoom,
    close: () => db.destroy(),
  };
}

/** Opens PostgreSQL behind a pooler, where no connection keeps anything after a transaction: no setting, no listening. */
async function openPooled(
  address: () => string,
  log: FastifyBaseLogger,
  listening: Listening,
): Promise<Storage> {
  const pooled = {
    ...(await missingLimits(address(), ownLimits)),
    ...(await quietSettings(address(), log)),
  };
  const pool = openPool(address, log, {}, pooled);
  return {
    ...ofPool(pool, listening),
    // Workers look every second (jobs/jobs.ts).
    jobs: { ...connectionTo(address), max: 4, useListenNotify: false, ...jobConnections } as Storage['jobs'],
  };
}

async function openEmbedded(dataDir: string, listening: Listening): Promise<Storage> {
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
    db: new Kysely<Tables>({ dialect: new EmbeddedDialect(pglite), plugins: [camelCase], ...listening }),
    embedded: true,
    tidying,
    uploads: createLeastLeftFirst(1),
    connections: null,
    refusedForRoom: () => 0,
    jobs: { db: fromPglite(pglite), backend: 'pglite', useListenNotify: true },
    close,
  };
}
