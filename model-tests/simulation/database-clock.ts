import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';

/** Has the database tell the simulated time: leases and jobs go by its clock. */
export async function simulateDatabaseClock(db: Database): Promise<void> {
  const simulated =
    "returns timestamptz language sql stable as $$ select current_setting('sim.now')::timestamptz $$";
  await sql`create schema sim`.execute(db);
  await sql.raw(`create function sim.now() ${simulated}`).execute(db);
  await sql.raw(`create or replace function jobs.job_now() ${simulated}`).execute(db);
  // Before the one of the database, which is otherwise the first to be found.
  await sql`set search_path = sim, pg_catalog, public`.execute(db);
}

export const setDatabaseClock = (db: Database, at: Date): Promise<unknown> =>
  sql`select set_config('sim.now', ${at.toISOString()}, false)`.execute(db);
