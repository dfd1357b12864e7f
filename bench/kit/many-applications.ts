import { sql } from 'kysely';
import { type AnyDatabase, type CopiedColumn, copiedTables } from '#server/backup/copied-tables.ts';

/** Tables of applications, each after those that it refers to. */
const TABLES = [
  ...['data_key', 'app_user', 'session', 'process', 'payment', 'submission', 'submission_step', 'file'],
  ...['file_chunk', 'journal', 'mail'],
];
const OF_DOCUMENTS = ['file', 'file_chunk'];
/** Most applications are kept without their documents: one in so many has them. */
const WITH_DOCUMENTS = 20;
const PORTION = 500;

/**
 * Multiplies the applications of a database over one connection. Sealed values have their size in the copies, and
 * cannot be opened there.
 * @param times copies of each application
 */
export async function multiply(db: AnyDatabase, times: number): Promise<void> {
  const raw = db.withoutPlugins();
  const tables = await copiedTables(raw);
  const unique = await uniqueTexts(raw);
  for (const name of TABLES) {
    const columns = [...tables.find((table) => table.name === name)!.columns];
    if (name === 'data_key')
      columns.push({ name: 'wrapped', type: 'text' }, { name: 'wrapped_by', type: 'text' });
    const isNumbered = columns.some((column) => column.name === 'id' && column.type === 'bigint');
    const own = isNumbered ? columns.filter((column) => column.name !== 'id') : columns;
    await multiplyRows(raw, name, own, unique, OF_DOCUMENTS.includes(name) ? times / WITH_DOCUMENTS : times);
  }
  await sql`analyze`.execute(raw);
}

/**
 * Each id becomes another one, the same in every table, and a text that has to be unique gets a number. The copies of a
 * row are far apart, so that compression does not find them.
 */
async function multiplyRows(
  db: AnyDatabase,
  table: string,
  columns: readonly CopiedColumn[],
  unique: ReadonlySet<string>,
  times: number,
): Promise<void> {
  const values = columns.map(({ name, type }) => {
    const value = sql.ref(`one.${name}`);
    if (type === 'uuid')
      return sql`overlay(overlay(md5(${value}::text || copy) placing '4' from 13) placing '8' from 17)::uuid`;
    if (name === 'wrapped') return sql`left(${value}, 12) || md5(random()::text) || md5(random()::text)`;
    return unique.has(`${table}.${name}`) ? sql`${value} || '-' || copy` : value;
  });
  const chosen = table === 'data_key' ? sql`where kind <> 'installation'` : sql``;
  await sql`create temporary table one as select * from ${sql.table(table)} ${chosen}`.execute(db);
  for (let from = 1; from <= times; from += PORTION) {
    const to = Math.min(times, from + PORTION - 1);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      select ${sql.join(values)} from one, generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) as copy
      order by copy`.execute(db);
  }
  await sql`drop table one`.execute(db);
}

async function uniqueTexts(db: AnyDatabase): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and i.indnkeyatts = 1
    where i.indisunique and c.relnamespace = current_schema()::regnamespace and a.atttypid = 'text'::regtype
    union select 'app_user.subject'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
