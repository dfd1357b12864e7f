import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { noteFloor, rowsOf } from './bring-up-to-date.ts';
import type { Database } from './tables.ts';

/** The schema of the job queue in the database. */
export const JOBS = 'jobs';

/**
 * The version of the tables that the library makes, and the oldest version of the portal whose library works on them: a
 * library that changes its tables is an upgrade of the database like any other.
 */
export const QUEUE = { version: 42, goesOnFor: '0.1' } as const;

/** Returns the version of the job queue's tables; null when there are none. @throws when the database is away */
export async function queueVersion(db: Database): Promise<number | null> {
  const [row] = await rowsOf(
    db,
    sql<{ version: number }>`select version from ${sql.table(`${JOBS}.version`)}`,
  );
  return row?.version ?? null;
}

/** Makes the tables of the job queue, or changes them; indexes of large tables are built while people work. */
export async function makeJobQueue(
  db: Database,
  connection: { connectionString: string; options?: string },
): Promise<void> {
  const quiet = { supervise: false, schedule: false, useListenNotify: false };
  const boss = new PgBoss({ ...connection, ...quiet, max: 2, schema: JOBS, bamIntervalSeconds: 10 });
  let failure: unknown = null;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  try {
    while (failure === null && (await indexesLeft(db)) > 0) await pause(500);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failure !== null) throw new Error('The job queue could not be brought up to date', { cause: failure });
  await noteFloor(db, `job queue ${QUEUE.version}`, QUEUE.goesOnFor);
}

async function indexesLeft(db: Database): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::integer as count from ${sql.table(`${JOBS}.bam`)}
    where status in ('pending', 'in_progress')`;
  return (await rowsOf(db, query))[0]?.count ?? 0;
}
