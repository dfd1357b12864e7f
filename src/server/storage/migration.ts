import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every version of the tables: those of a migration are not the ones that the code knows. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's own type of a migration's database
type AnyDatabase = Kysely<any>;

/** A step from one form of the tables to the next (docs/decisions/0107-newer-database.md). */
export type PortalMigration = Migration & {
  /**
   * The oldest version of the portal (`major.minor`) whose servers may go on working on the changed database. Null for
   * those that were made before servers looked at it.
   */
  goesOnFor: string | null;
  /** Statements, or what they do, for operators who look before they run it. */
  says: readonly string[];
  /**
   * Does the same in small parts, each for itself, so that nobody waits long. It is begun again after an interruption,
   * and finds what is left. Null when all of it happens in one transaction.
   */
  inParts: ((db: AnyDatabase) => Promise<void>) | null;
};

const inOneTransaction = (goesOnFor: string | null, statements: readonly string[]): PortalMigration => ({
  goesOnFor,
  says: statements,
  inParts: null,
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Makes a migration from before servers looked at what a newer database demands of them. */
export const change = (...statements: string[]): PortalMigration => inOneTransaction(null, statements);

/** Makes a migration of statements in one transaction, each of which needs its locks for a moment only. */
export const changeFor = (goesOnFor: string, ...statements: string[]): PortalMigration =>
  inOneTransaction(goesOnFor, statements);

/** Makes a migration of indexes on tables that grow: while one is built, people go on writing. */
export const indexesFor = (goesOnFor: string, ...statements: string[]): PortalMigration => ({
  ...inOneTransaction(goesOnFor, statements),
  says: statements.map((statement) => `${statement} (concurrently)`),
  async inParts(db) {
    for (const statement of statements) await buildConcurrently(db, statement);
  },
});

/**
 * Makes a migration of rows, a batch at a time.
 * @param statement changes some of the rows that are left (`… limit 1000`), and none when it is done
 */
export function batchesFor(goesOnFor: string, statement: string): PortalMigration {
  const run = async (db: AnyDatabase) => {
    while (((await sql.raw(statement).execute(db)).numAffectedRows ?? 0n) > 0n);
  };
  return { goesOnFor, says: [`${statement} (until no row is left)`], up: run, inParts: run };
}

const INDEX = /^create (?<unique>unique )?index (?<name>\w+) (?<rest>on [\s\S]+)$/;

async function buildConcurrently(db: AnyDatabase, statement: string): Promise<void> {
  const { unique = '', name, rest } = INDEX.exec(statement)?.groups ?? {};
  if (name === undefined) throw new Error(`An index has its name after "create index": ${statement}`);
  // Both wait for transactions that began before, while nobody waits for them.
  await sql`set lock_timeout = 0`.execute(db);
  // An interruption leaves an index that nothing uses and everything maintains.
  const { rows } =
    await sql`select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  if (rows.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create ${unique}index concurrently if not exists ${name} ${rest}`).execute(db);
}
