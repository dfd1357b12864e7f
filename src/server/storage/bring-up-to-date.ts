import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { PortalMigration } from './migration.ts';
import { migrations } from './migrations.ts';
import type { Database } from './tables.ts';

/** The table of the migrations that were made. */
export const MIGRATION_TABLE = 'portal_migration';
/** The oldest version of the portal that each migration lets go on, for servers that do not know the migration. */
export const FLOOR_TABLE = `${MIGRATION_TABLE}_floor`;

/**
 * Migrations by their names. Of those that are missing each comes after those whose names come before in the alphabet; a
 * database may have later ones already, from a version into which an earlier number was merged afterwards.
 */
export type Migrations = Readonly<Record<string, PortalMigration>>;

/** SQLSTATE of a table or a schema that is not there. */
const NOT_THERE = ['42P01', '3F000'];

/** Returns the rows of a query; none when its table is not there. @throws when the database is away */
export async function rowsOf<T>(db: Database, query: ReturnType<typeof sql<T>>): Promise<T[]> {
  try {
    return (await query.execute(db)).rows;
  } catch (error) {
    if (NOT_THERE.includes(String((error as { code?: unknown }).code))) return [];
    throw error;
  }
}

/** Returns the names of the migrations that were made, in order. @throws when the database is away */
export const madeMigrations = async (db: Database): Promise<string[]> =>
  (await rowsOf(db, sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`)).map(
    ({ name }) => name,
  );

/** Notes the oldest version that a change of the database lets go on. */
export const noteFloor = (db: Database, name: string, oldest: string) =>
  sql`insert into ${sql.table(FLOOR_TABLE)} (name, oldest) values (${name}, ${oldest})
    on conflict (name) do update set oldest = excluded.oldest`.execute(db);

/** Makes the table of the floors, where it is missing. */
export const makeFloorTable = (db: Database) =>
  sql`create table if not exists ${sql.table(FLOOR_TABLE)} (name text primary key, oldest text not null)`.execute(
    db,
  );

/**
 * Makes the migrations that are missing.
 * @param only the names of those to make; by default all are made
 */
export async function bringUpToDate(db: Database, only?: readonly string[]): Promise<void> {
  const isThere = await rowsOf(db, sql`select from pg_class where oid = to_regclass(${FLOOR_TABLE})`);
  if (isThere.length === 0) await makeFloorTable(db);
  // In a transaction the names are not asked of a table that may be missing: that would end the transaction.
  const made = await rowsOf(db, sql`select from pg_class where oid = to_regclass(${MIGRATION_TABLE})`);
  const known = only
    ? Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)))
    : migrations;
  await migrateTo(db, known, { made: made.length === 0 ? [] : await madeMigrations(db) });
}

/**
 * Makes migrations in one transaction, with their floors.
 * @param about `last` is the last one to make, `made` are those that were made, `inParts` those that only have to be noted
 */
export async function migrateTo(
  db: Database,
  known: Migrations,
  about: { last?: string | undefined; made: readonly string[]; inParts?: string },
): Promise<void> {
  const { last, made, inParts } = about;
  const own = Object.entries(known).map(([name, { up, goesOnFor }]): [string, Migration] => [
    name,
    {
      async up(trx) {
        if (name !== inParts) await up(trx);
        if (goesOnFor !== null) await noteFloor(trx, name, goesOnFor);
      },
    },
  ]);
  // Those of a newer version, which this one may work with (schema-fit.ts).
  const unknown = made.filter((name) => !Object.hasOwn(known, name));
  const foreign = unknown.map((name): [string, Migration] => [name, { up: async () => {} }]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([...own, ...foreign]) },
    allowUnorderedMigrations: true,
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw new Error('The database could not be brought up to date', { cause: error });
}
