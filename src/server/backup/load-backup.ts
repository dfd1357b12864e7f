import path from 'node:path';
import { sql } from 'kysely';
import { type AnyDatabase, type CopiedTable, copiedTables } from './copied-tables.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { readLines } from './row-files.ts';

/**
 * Loads the rows of a backup into empty tables of its version, those of referred tables first.
 * @throws BackupRefused when a table or column is not one of this version
 */
export async function loadBackup(trx: AnyDatabase, folder: string, { tables }: Manifest): Promise<void> {
  const present = await copiedTables(trx);
  const unknown = tables.filter(({ name }) => !present.some((table) => table.name === name));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ');
    throw new BackupRefused(`The backup has tables that this version does not know: ${names}.`);
  }
  for (const table of present) {
    const entry = tables.find(({ name }) => name === table.name);
    // The keys are loaded from their own file, once it is known who is still there.
    if (entry && entry.name !== 'data_key') await loadTable(trx, folder, table, entry);
  }
}

async function loadTable(
  trx: AnyDatabase,
  folder: string,
  { name, columns }: CopiedTable,
  entry: TableEntry,
): Promise<void> {
  const values = entry.columns.map((column, index) => {
    const type = columns.find((one) => one.name === column)?.type;
    if (type === undefined)
      throw new BackupRefused(`The backup has a column that this version does not know: ${name}.${column}.`);
    return sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`;
  });
  const into = sql`insert into ${sql.table(name)} (${sql.join(entry.columns.map((column) => sql.ref(column)))})
    overriding system value select ${sql.join(values)}`;
  let loaded = 0;
  for await (const lines of readLines(path.join(folder, entry.file))) {
    await sql`${into} from json_array_elements(${`[${lines.join(',')}]`}::text::json) as line`.execute(trx);
    loaded += lines.length;
  }
  if (loaded !== entry.rows)
    throw new BackupRefused(`${entry.file} has ${loaded} rows instead of ${entry.rows}.`);
  await continueNumbers(trx, name, entry.columns);
}

/** Has the database go on numbering behind the loaded rows. */
async function continueNumbers(trx: AnyDatabase, table: string, columns: readonly string[]): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string }>`
    select name as "column", pg_get_serial_sequence(${table}, name) as sequence
    from unnest(${sql.val(columns)}::text[]) as name
    where pg_get_serial_sequence(${table}, name) is not null`.execute(trx);
  for (const { column, sequence } of rows) {
    await sql`select setval(${sequence}, greatest(1, (select max(${sql.ref(column)}) from ${sql.table(table)})))`.execute(
      trx,
    );
  }
}
