import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Migrations, madeMigrations, makeFloorTable, migrateTo } from './bring-up-to-date.ts';
import { camelCase } from './camel-case.ts';
import { makeJobQueue, QUEUE, queueVersion } from './job-queue.ts';
import { migrations } from './migrations.ts';
import type { QuietStart } from './quiet-log.ts';
import type { Database, Tables } from './tables.ts';

/** How migrations wait for others, and where they tell what happens. */
export type Migrating = {
  tell: (line: string) => void;
  /** The migrations to make; by default those of this version. */
  known?: Migrations;
  /** How long one waits for a lock: people wait behind it as long. */
  lockMs?: number;
  /** Times that one is tried, with a pause in between, in which people go on. */
  tries?: number;
  pauseMs?: number;
};

/** A lock was not had in all the times that a migration was tried. */
export class MigrationWaits extends Error {}

/** A migration that the database refuses; nothing of it was made. */
export class MigrationFailed extends Error {}

/** SQLSTATE of a lock that was not had in time, and of two transactions that waited for each other. */
const HELD = ['55P03', '40P01'];

/**
 * Makes what is missing in PostgreSQL while servers may work on it: each migration for itself, long ones in parts. Another
 * process that migrates is waited for.
 * @throws MigrationWaits when others hold their locks all the time, MigrationFailed when one cannot be made; what was made
 * until then stays
 */
export async function migratePostgres(
  databaseUrl: string,
  quiet: QuietStart,
  { tell, known = migrations, lockMs = 3_000, tries = 20, pauseMs = 1_000 }: Migrating,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0, ...quiet });
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase] });

  const insist = async (name: string, work: () => Promise<void>) => {
    for (let tried = 1; ; tried += 1) {
      try {
        await sql`set lock_timeout = ${sql.lit(lockMs)}`.execute(db);
        return await work();
      } catch (error) {
        if (!causeCodes(error).some((code) => HELD.includes(code))) throw failed(name, error);
        if (tried === tries) throw stuck(name, tries, error);
        tell(`${name}: others hold a lock; tried again (${tried + 1} of ${tries})`);
        await pause(pauseMs);
      }
    }
  };

  try {
    const { adapter } = db.getExecutor();
    const lock = { lockTable: '', lockRowId: '' };
    // The limits of the role are those of a server.
    await sql`set statement_timeout = 0`.execute(db);
    await sql`set idle_in_transaction_session_timeout = 0`.execute(db);
    await adapter.acquireMigrationLock(db, lock);
    const missing = await pending(db, known);
    if (missing.length > 0) await makeFloorTable(db);
    for (const name of missing) {
      const { inParts } = known[name]!;
      const made = await madeMigrations(db);
      await insist(name, async () => {
        if (inParts) await inParts(db);
        await migrateTo(db, known, { last: name, made, ...(inParts && { inParts: name }) });
      });
      tell(`${name} is made`);
    }
    if (await lacksQueue(db)) {
      await insist('job queue', () => makeJobQueue(db, { connectionString: databaseUrl, ...quiet }));
      tell('the tables of the job queue are made');
    }
    await adapter.releaseMigrationLock(db, lock);
  } finally {
    await db.destroy();
  }
}

/** Returns what would be made, in lines for operators; nothing is changed. */
export async function plan(db: Database, known: Migrations = migrations): Promise<string[]> {
  const lines = (await pending(db, known)).flatMap((name) => {
    const { says, goesOnFor } = known[name]!;
    const others =
      goesOnFor === null ? 'stop all servers before' : `servers of version ${goesOnFor} and newer may go on`;
    return [`${name} (${others})`, ...says.map((line) => `  ${line.replaceAll(/\s+/g, ' ')}`)];
  });
  if (await lacksQueue(db))
    lines.push(`job queue ${QUEUE.version} (servers of version ${QUEUE.goesOnFor} and newer may go on)`);
  return lines;
}

async function pending(db: Database, known: Migrations): Promise<string[]> {
  const made = new Set(await madeMigrations(db));
  return Object.keys(known)
    .filter((name) => !made.has(name))
    .sort();
}

async function lacksQueue(db: Database): Promise<boolean> {
  const version = await queueVersion(db);
  return version === null || version < QUEUE.version;
}

const stuck = (name: string, tries: number, cause: unknown) =>
  new MigrationWaits(
    `${name} was not made: others held its locks all ${tries} times. See who does in pg_stat_activity (a backup, a ` +
      'transaction that was left open), and run it again; what was made before stays.',
    { cause },
  );

function failed(name: string, cause: unknown): MigrationFailed {
  const [first] = causesOf(cause).reverse();
  return new MigrationFailed(
    `${name} was not made: ${first?.message ?? String(cause)}\nWhat was made before stays, and servers that run go on. ` +
      'Restart none by this version; mend the cause, or report it, and run this again.',
    { cause },
  );
}

const causeCodes = (error: unknown): string[] =>
  causesOf(error).map((cause) => String((cause as { code?: unknown }).code));

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}
