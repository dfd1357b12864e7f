import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { AnyDatabase } from './copied-tables.ts';
import { BackupRefused } from './refused.ts';
import { readLines, writeLines } from './row-files.ts';

const NAME = 'data-keys.jsonl.gz';

/** Tables whose rows have keys, by the kinds of keys (storage/tables.ts). */
export const OWNERS: Readonly<Record<string, string>> = {
  application: 'process',
  session: 'session',
  handover: 'handover',
  mail: 'mail',
};

const key = z.object({
  id: z.uuid(),
  kind: z.string(),
  wrapped: z.string(),
  wrapped_by: z.string(),
  created_at: z.string(),
});
type KeptKey = z.output<typeof key>;

/** An application that is there without a key: its documents have ended, and its entry is listed. */
const LISTED = 'listed';
const listedEntry = z.object({ id: z.uuid(), kind: z.literal(LISTED) });

/** First line of the file: the moment that it shows, and the numbers of keys and of listed entries that follow. */
const head = z.object({ snapshotAt: z.iso.datetime(), keys: z.int(), listed: z.int().default(0) });

/** The content of a folder of keys; memory holds no key. */
export type NewestKeys = {
  snapshotAt: Date;
  /** Ids of those who have a key. */
  owners: ReadonlySet<string>;
  /** Ids of applications that are there without a key. */
  listed: ReadonlySet<string>;
  /** Times when the keys of the installation itself were made, by their ids. */
  own: ReadonlyMap<string, number>;
};

/**
 * Writes all data keys into one file of a folder, in the place of the earlier one: of an erased owner no key is left.
 * Until the new file is whole, the earlier one stays.
 */
export async function writeKeys(trx: AnyDatabase, folder: string, snapshotAt: Date): Promise<void> {
  const file = path.join(folder, NAME);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    const { rows } = await sql<{ keys: number; listed: number }>`select
      (select count(*)::int from data_key) as keys,
      (select count(*)::int from process where ${withoutKey}) as listed`.execute(trx);
    await writeLines(unfinished, linesOf(trx, { snapshotAt: snapshotAt.toISOString(), ...rows[0]! }));
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

const withoutKey = sql`not exists (select from data_key where data_key.id = process.id)`;

async function* linesOf(trx: AnyDatabase, about: z.output<typeof head>): AsyncGenerator<string[]> {
  yield [JSON.stringify(about)];
  yield* inPages((after) =>
    sql<KeptKey>`select id, kind, wrapped, wrapped_by, created_at::text as created_at from data_key
      where id > ${after} order by id limit 2000`.execute(trx),
  );
  yield* inPages((after) =>
    sql<{ id: string }>`select id, ${LISTED} as kind from process
      where id > ${after} and ${withoutKey} order by id limit 2000`.execute(trx),
  );
}

/** Reads rows by their ids, a page at a time, as lines. */
async function* inPages(
  page: (after: string) => Promise<{ rows: { id: string }[] }>,
): AsyncGenerator<string[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await page(after);
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
  const owners = new Set<string>();
  const own = new Map<string, number>();
  const listed = new Set<string>();
  let about: z.output<typeof head> | null = null;
  try {
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        const value: unknown = JSON.parse(line);
        if (about === null) about = head.parse(value);
        else if ((value as { kind?: unknown }).kind === LISTED) listed.add(listedEntry.parse(value).id);
        else {
          const { id, kind, created_at } = key.parse(value);
          owners.add(id);
          if (!(kind in OWNERS)) own.set(id, Date.parse(created_at));
        }
      }
    }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new BackupRefused(`The keys in ${file} cannot be read: ${reason}`);
  }
  if (about === null || owners.size !== about.keys || listed.size !== about.listed)
    throw new BackupRefused(
      `The keys in ${file} are not whole: ${owners.size} of ${about?.keys ?? '?'} are there.`,
    );
  return { snapshotAt: new Date(about.snapshotAt), owners, listed, own };
}

/** Loads the keys of a folder whose owners are in the database: others were begun later, or are in no backup. */
export async function loadKeys(trx: AnyDatabase, folder: string): Promise<void> {
  const hasOwner = sql.join(
    Object.entries(OWNERS).map(
      ([kind, table]) => sql`kind = ${kind} and exists (select from ${sql.table(table)} where id = key.id)`,
    ),
    sql` or `,
  );
  let isHead = true;
  for await (const lines of readLines(path.join(folder, NAME))) {
    const batch = `[${lines.slice(isHead ? 1 : 0).join(',')}]`;
    isHead = false;
    await sql`insert into data_key (id, kind, wrapped, wrapped_by, created_at)
      select id, kind, wrapped, wrapped_by, created_at from json_to_recordset(${batch}::text::json)
        as key (id uuid, kind text, wrapped text, wrapped_by text, created_at timestamptz)
      where kind = 'installation' or ${hasOwner}`.execute(trx);
  }
}
