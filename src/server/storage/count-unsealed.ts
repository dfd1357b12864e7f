import { sql } from 'kysely';
import type { Database } from './database.ts';
import { unsealed } from './unsealed.ts';

/** Rows of one table that are counted at most: the index is read as far as that. */
export const MOST_COUNTED = 1_000_000;

const tables = {
  process: unsealed.process,
  submission: unsealed.submission,
  hand_in: unsealed.handIn,
  file: unsealed.file,
  file_chunk: unsealed.fileChunk,
  preview: unsealed.preview,
  app_user: unsealed.appUser,
  handover: unsealed.handover,
} satisfies Record<string, string>;
type TableName = keyof typeof tables;

/**
 * Counts the rows that an earlier version has stored open and that are not sealed yet, a small index each: it has
 * nothing but these rows.
 * @returns a number for each table, MOST_COUNTED for that many and more
 */
export async function countUnsealed(db: Database): Promise<Record<TableName, number>> {
  const counted: [string, number][] = [];
  for (const [table, isUnsealed] of Object.entries(tables)) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from (select from ${sql.raw(table)} where ${sql.raw(isUnsealed)} limit ${MOST_COUNTED}) open`.execute(
      db,
    );
    counted.push([table, rows[0]?.count ?? 0]);
  }
  return Object.fromEntries(counted) as Record<TableName, number>;
}
