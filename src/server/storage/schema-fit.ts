import { sql } from 'kysely';
import { FLOOR_TABLE, type Migrations, madeMigrations, rowsOf } from './bring-up-to-date.ts';
import { QUEUE, queueVersion } from './job-queue.ts';
import { migrations } from './migrations.ts';
import { isOlder, ownVersion } from './own-version.ts';
import type { Database } from './tables.ts';

/** A server as it matters here: its version, and the migrations that it knows. */
export type Fitting = { version: string; known: Migrations };
const own: Fitting = { version: ownVersion, known: migrations };

/**
 * Returns why a server cannot work on a database, in words for operators; null when it can. A database may be newer than
 * the server as long as its migrations say so (docs/decisions/0107-newer-database.md).
 * @throws when the database is away
 */
export const unfit = async (db: Database, server: Fitting = own): Promise<string | null> =>
  (await tooOld(db, server)) ?? (await tooNew(db, server));

async function tooOld(db: Database, { known }: Fitting): Promise<string | null> {
  const made = new Set(await madeMigrations(db));
  const missing = Object.keys(known).filter((name) => !made.has(name));
  const [first] = missing;
  if (first !== undefined)
    return `lacks ${missing.length} migrations of this version, from ${first} to ${missing.at(-1)}. ${MIGRATE}`;
  const queue = await queueVersion(db);
  return queue === null || queue < QUEUE.version
    ? `lacks the tables of the job queue as this version needs them. ${MIGRATE}`
    : null;
}

const MIGRATE = 'Run "npm run migrate" of this version first (docs/upgrade.md)';

async function tooNew(db: Database, { version, known }: Fitting): Promise<string | null> {
  const rows = await rowsOf(
    db,
    sql<{ name: string; oldest: string }>`select name, oldest from ${sql.table(FLOOR_TABLE)} order by name`,
  );
  const floors = new Map(rows.map(({ name, oldest }) => [name, oldest]));
  const unknown = (await madeMigrations(db)).filter((name) => !Object.hasOwn(known, name));
  const unsaid = unknown.find((name) => !floors.has(name));
  if (unsaid !== undefined)
    return `is newer than this version (${version}): ${unsaid} does not say that it may go on. ${NEWER}`;
  const above = [...floors].find(([, oldest]) => isOlder(version, oldest));
  return above === undefined
    ? null
    : `needs version ${above[1]} of the portal at least since ${above[0]}; this is ${version}. ${NEWER}`;
}

const NEWER = 'Start a newer version (docs/upgrade.md)';
