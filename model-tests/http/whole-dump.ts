import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';

/** A text in a column: `process.data`. */
export type Found = { column: string; value: string };

/** Returns every column of every table, those of the job queue included. */
export async function everyColumn(db: Database): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select columns.table_schema || '.' || columns.table_name as "table", columns.column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where columns.table_schema in ('public', 'jobs') and tables.table_type = 'BASE TABLE'
    order by 1, columns.ordinal_position`.execute(db);
  return rows;
}

/** Searches every column of a database, bytes included, and returns where which of these values are. */
export async function findInDump(db: Database, values: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { table, column } of await everyColumn(db)) {
    // By raw names: references would be turned into the names of the code.
    const { rows } = await sql
      .raw<{ text: string }>(`select "${column}"::text as text from ${table} where "${column}" is not null`)
      .execute(db);
    const texts = rows.map(({ text }) =>
      text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex').toString('latin1') : text,
    );
    for (const value of values) {
      if (texts.some((text) => text.includes(value))) {
        found.push({ column: `${table.replace('public.', '')}.${column}`, value });
      }
    }
  }
  return found;
}

/**
 * Returns those of these columns (`table.column`) that have something in them in any row. An interruption that is over
 * stays as a row that says nothing.
 */
export async function filledOf(db: Database, columns: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const name of columns) {
    const [table, column] = name.split('.');
    const { rows } = await sql
      .raw(
        `select from ${table} where "${column}"::text not in ('', '{}', '[]', '\\x', '{"said": null}') limit 1`,
      )
      .execute(db);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}
