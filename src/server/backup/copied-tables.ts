import { type Kysely, sql } from 'kysely';

/** A column as the database has it, with the name of its type in SQL. */
export type CopiedColumn = { name: string; type: string };
/** A table of a backup. `where` chooses its rows; null for all. */
export type CopiedTable = { name: string; columns: CopiedColumn[]; where: string | null };

/** Every kind of database that the portal runs on, in the names of the database itself. */
// biome-ignore lint/suspicious/noExplicitAny: a backup may be of any version, whose tables are read from the database
export type AnyDatabase = Kysely<any>;

/**
 * Tables that no backup has. A login is made again; the keys of pseudonyms must end with their month, in backups as well;
 * which migrations were made is in the manifest; content is read from its folder; a
 * server tells how it stands itself.
 */
const LEFT_OUT = [
  'login_state',
  'account_session',
  'content_shown',
  'content_process',
  'content_copy',
  'running_server',
  'portal_migration',
  'portal_migration_lock',
  'portal_migration_floor',
];

/**
 * Rows of a table that a backup has. A session with an account may have been ended since, and its person can log in again;
 * one without an account is the only way to what was entered in it.
 */
const ROWS: Readonly<Record<string, string>> = { session: 'user_id is null' };

/** Columns that no backup has: the keys are in a file of their own (keys-file.ts). */
const KEY_COLUMNS: Readonly<Record<string, readonly string[]>> = { data_key: ['wrapped', 'wrapped_by'] };

type ColumnRow = { table: string; column: string; type: string };

/** Returns every stored column of every table of the portal; tables that do not outlive a crash have none. */
async function columnsIn(db: AnyDatabase): Promise<Map<string, CopiedColumn[]>> {
  const { rows } = await sql<ColumnRow>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
    order by c.relname, a.attnum`.execute(db);
  const tables = new Map<string, CopiedColumn[]>();
  for (const { table, column, type } of rows) {
    tables.set(table, [...(tables.get(table) ?? []), { name: column, type }]);
  }
  return tables;
}

/** Returns the tables that a backup of this database has, each after those that it refers to. */
export async function copiedTables(db: AnyDatabase): Promise<CopiedTable[]> {
  const columns = await columnsIn(db);
  const names = [...columns.keys()].filter((name) => !LEFT_OUT.includes(name));
  const ordered = afterWhatTheyReferTo(names, await referencesIn(db));
  return ordered.map((name) => ({
    name,
    columns: columns.get(name)!.filter((column) => !KEY_COLUMNS[name]?.includes(column.name)),
    where: ROWS[name] ?? null,
  }));
}

type Reference = { from: string; to: string };

const referencesIn = async (db: AnyDatabase): Promise<Reference[]> =>
  (
    await sql<Reference>`
      select r.relname as "from", t.relname as "to" from pg_constraint k
      join pg_class r on r.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`.execute(db)
  ).rows;

function afterWhatTheyReferTo(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  const add = (name: string, under: readonly string[]) => {
    if (ordered.includes(name) || under.includes(name) || !names.includes(name)) return;
    for (const { from, to } of references) if (from === name) add(to, [...under, name]);
    ordered.push(name);
  };
  for (const name of names) add(name, []);
  return ordered;
}

/** Returns the tables that are there, also those of the job queue; a database without any is empty. */
export const tablesIn = async (db: AnyDatabase): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and (c.relnamespace = current_schema()::regnamespace or n.nspname = 'jobs')
      order by 1`.execute(db)
  ).rows.map(({ name }) => name);
