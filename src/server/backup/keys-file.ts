import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { AnyDatabase } from './copied-tables.ts';
import { BackupRefused } from './refused.ts';
import { readLines, writeLines } from './row-files.ts';

const NAME = 'data-keys.jsonl.gz';

const key = z.object({
  id: z.uuid(),
  kind: z.string(),
  wrapped: z.string(),
  wrapped_by: z.string(),
  created_at: z.string(),
});
export type KeptKey = z.output<typeof key>;

/** First line of the file: the moment that it shows, and the number of keys that follow. */
const head = z.object({ snapshotAt: z.iso.datetime(), keys: z.int() });

/** The newest data keys, wrapped as they are in the database, by the ids of their owners. */
export type NewestKeys = { snapshotAt: Date; keys: ReadonlyMap<string, KeptKey> };

/**
 * Writes all data keys into one file of a folder, in the place of the earlier one: of an erased owner no key is left.
 * Until the new file is whole, the earlier one stays.
 */
export async function writeKeys(trx: AnyDatabase, folder: string, snapshotAt: Date): Promise<number> {
  const file = path.join(folder, NAME);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    const { rows: counted } = await sql<{
      count: string;
    }>`select count(*)::text as count from data_key`.execute(trx);
    const keys = Number(counted[0]!.count);
    await writeLines(unfinished, linesOf(trx, { snapshotAt: snapshotAt.toISOString(), keys }));
    await rename(unfinished, file);
    return keys;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function* linesOf(trx: AnyDatabase, about: z.output<typeof head>): AsyncGenerator<string[]> {
  yield [JSON.stringify(about)];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<KeptKey>`
      select id, kind, wrapped, wrapped_by, created_at::text as created_at from data_key
      where id > ${after} order by id limit 2000`.execute(trx);
    if (rows.length === 0) return;
    yield rows.map((row) => JSON.stringify(row));
    after = rows.at(-1)!.id;
  }
}

/**
 * Reads the keys of a folder.
 * @throws BackupRefused when there are none, or not all of them
 */
export async function readKeys(folder: string): Promise<NewestKeys> {
  const file = path.join(folder, NAME);
  const keys = new Map<string, KeptKey>();
  let about: z.output<typeof head> | null = null;
  try {
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        const value: unknown = JSON.parse(line);
        if (about === null) about = head.parse(value);
        else {
          const read = key.parse(value);
          keys.set(read.id, read);
        }
      }
    }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new BackupRefused(`The keys in ${file} cannot be read: ${reason}`);
  }
  if (about === null || keys.size !== about.keys)
    throw new BackupRefused(
      `The keys in ${file} are not whole: ${keys.size} of ${about?.keys ?? '?'} are there.`,
    );
  return { snapshotAt: new Date(about.snapshotAt), keys };
}
