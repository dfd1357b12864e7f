import { sql } from 'kysely';
import type { Database } from './database.ts';
import { DatabaseUnavailable, ranIntoItsLimit } from './database-unavailable.ts';

/**
 * Whether a failure means that the database is away. One statement may fail in ways that look like it: it took too
 * long, wanted too much room, or had more values than the driver can number. So the database is asked.
 */
export async function isAway(db: Database, failure: unknown): Promise<boolean> {
  if (!(failure instanceof DatabaseUnavailable) || ranIntoItsLimit(failure)) return false;
  try {
    await sql`select 1`.execute(db);
    return false;
  } catch {
    return true;
  }
}
