import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unsealed, unsealedText } from '#server/sealing/testing/unsealed.ts';
import { openEmbeddedFor } from '#server/storage/command-database.ts';
import type { Database } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { migrations } from '#server/storage/migrations.ts';
import type { SealedJson, SealedText } from '#server/storage/sealed.ts';
import { copyEmptyDatabase } from '#server/storage/testing/empty-database.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { entryOf, type Past } from '#server/trail/entries.ts';
import { checkBackup } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';
import { describe as described, readManifest } from './manifest.ts';
import { since } from './prepare-questions.ts';
import { opened, restore } from './restore.ts';

const AT = new Date('2026-03-04T05:06:07.891Z');
const build = { version: '9.9.9', commit: 'abc' };
const INSTALLATION = randomUUID();

let folder = '';
let ids: { kept: string; erased: string; anonymous: string };
const at = (name: string) => path.join(folder, name);
const target = (name: string) => ({ databaseUrl: undefined, dataDir: at(name) });

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  ids = { kept: randomUUID(), erased: randomUUID(), anonymous: randomUUID() };
  await copyEmptyDatabase(at('first'));
  await opened(target('first'), ({ db }) => fill(db));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Values of every type that the tables have, with characters that files of lines and JSON could lose. */
async function fill(db: Database): Promise<void> {
  const text = 'Größe "1"\n\\x41 \u2028 🐕\t';
  for (const id of [ids.kept, ids.erased]) {
    await db
      .insertInto('process')
      .values(processRow(AT, { id, data: json({ name: text, list: [1.5, null] }) as SealedJson, page: text }))
      .execute();
    await keyed(db, id, 'application');
  }
  const fileId = randomUUID();
  await db
    .insertInto('file')
    .values({
      id: fileId,
      processId: ids.kept,
      kind: 'upload',
      fieldPath: null,
      name: text as SealedText,
      mimeType: 'image/png',
      size: 3,
      sha512: '',
      createdAt: AT,
    })
    .execute();
  const bytes = Buffer.from([0, 10, 92, 255]);
  await db.insertInto('fileChunk').values({ fileId, position: 0, bytes }).execute();
  // JSON's null is another value than the absence of one.
  await sql`update process set statements = 'null'::jsonb where id = ${ids.kept}`.execute(db);
  await sql`update process set updated_at = '2026-03-04T05:06:07.123456Z' where id = ${ids.kept}`.execute(db);
  await sql`insert into journal (process_id, machine, mover, at, last_at, refused, times)
    values (${ids.kept}, 'process', 'person', now(), now(), false, 1)`.execute(db);
  for (const [id, userId] of [
    [ids.anonymous, null],
    [randomUUID(), randomUUID()],
  ] as const) {
    await db
      .insertInto('session')
      .values({
        id,
        tokenHash: id,
        userId,
        identity: unsealed({}),
        authenticatedAt: null,
        createdAt: AT,
        fetchedAt: AT,
        expiresAt: AT,
        sessionExpiresAt: AT,
      })
      .execute();
    await keyed(db, id, 'session');
  }
  await keyed(db, INSTALLATION, 'installation');
  await db
    .insertInto('loginState')
    .values({ key: 'k', value: unsealedText('v'), expiresAt: AT })
    .execute();
}

const keyed = (db: Database, id: string, kind: 'application' | 'session' | 'installation') =>
  db
    .insertInto('dataKey')
    .values({ id, kind, wrapped: `wrapped-${id}`, wrappedBy: 'test', createdAt: AT })
    .execute();

const TABLES = ['process', 'file', 'file_chunk', 'journal', 'session', 'data_key', 'login_state', 'refund'];

/** All rows of the tables, as the database writes them. */
const dump = (dataDir: string) =>
  opened(target(dataDir), async ({ db }) => {
    const all: Record<string, string[]> = {};
    for (const table of TABLES) {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(db.withoutPlugins());
      all[table] = rows.map(({ row }) => row);
    }
    return all;
  });

const backUp = (to = 'backup', keys: string | null = 'keys') =>
  opened(target('first'), (database) =>
    makeBackup(database, { to: at(to), keys: keys === null ? null : at(keys) }, build),
  );
const bringBack = (dataDir = 'second', past: readonly Past[] = [], keys: string | null = 'keys') =>
  restore({ from: at('backup'), keys: keys === null ? null : at(keys), past }, target(dataDir));
const says = (...parts: string[]) =>
  expect.objectContaining({ message: expect.stringMatching(new RegExp(parts.join('.*'), 's')) });

it('brings back every row as it was, but the sessions of accounts and the logins', async () => {
  const before = await dump('first');
  const manifest = await backUp();
  expect(manifest).toMatchObject({
    ...build,
    database: 'embedded',
    migrations: Object.keys(migrations).sort(),
  });
  expect(await checkBackup(at('backup'))).toEqual(manifest);
  await bringBack();
  const after = await dump('second');
  expect(after).toEqual({
    ...before,
    session: before.session!.filter((row) => row.includes(ids.anonymous)),
    data_key: before.data_key!.filter((row) => !row.includes('session') || row.includes(ids.anonymous)),
    login_state: [],
  });
  // Numbers go on behind those that are there.
  await opened(target('second'), ({ db }) =>
    sql`insert into journal (process_id, machine, mover, at, last_at, refused, times)
      values (${ids.kept}, 'process', 'person', now(), now(), false, 1)`.execute(db),
  );
});

it('has no key beside the data, and erases whose key is gone and what the trail or the security log names', async () => {
  const named = randomUUID();
  await opened(target('first'), async ({ db }) => {
    await db
      .insertInto('process')
      .values(processRow(AT, { id: named }))
      .execute();
    await keyed(db, named, 'application');
    await db
      .insertInto('payment')
      .values({
        id: randomUUID(),
        processId: named,
        attempt: 1,
        state: 'paid',
        context: '{}',
        amountCents: 1200,
        endPointId: 'end',
        transactionId: 'transaction',
        reference: 'reference',
        redirectUrl: null,
        method: null,
        checkoutSign: null,
        createdAt: AT,
        changedAt: AT,
        askedUntil: AT,
        checks: 0,
      })
      .execute();
  });
  await backUp();
  for (const name of readdirSync(at('backup'))) {
    const bytes = readFileSync(path.join(at('backup'), name));
    expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()).not.toContain('wrapped-');
  }
  await opened(target('first'), ({ db }) => db.deleteFrom('process').where('id', '=', ids.erased).execute());
  await backUp('later');
  const line = { level: 30, time: Date.now(), log: 'security', event: 'deletion', outcome: 'succeeded' };
  const past = [entryOf(JSON.stringify({ ...line, what: 'draft', reason: 'asked-for', process: named }))!];
  const { erased } = await bringBack('second', past);
  expect(erased.applications).toBe(2);
  const { process, refund, data_key: keys } = await dump('second');
  expect(process).toEqual([expect.stringContaining(ids.kept)]);
  expect(keys!.join()).not.toContain(named);
  // Money that no authority has an application for is to be returned.
  expect(refund).toEqual([expect.stringContaining('transaction')]);
});

const minutesAfter = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

it('keeps the entry of what was sent from an account whose documents alone have ended since', async () => {
  const sent = { status: 'SUBMITTED', userId: randomUUID() } as const;
  const [ended, removed] = [processRow(AT, sent), processRow(AT, sent)];
  await opened(target('first'), async ({ db }) => {
    for (const row of [ended, removed]) {
      await db.insertInto('process').values(row).execute();
      await keyed(db, row.id, 'application');
    }
  });
  await backUp();
  await opened(target('first'), async ({ db }) => {
    await db.deleteFrom('dataKey').where('id', '=', ended.id).execute();
    await db.deleteFrom('process').where('id', '=', removed.id).execute();
  });
  await backUp('later');
  const { erased } = await bringBack();
  expect([...erased.ids]).toEqual([removed.id]);
  const { process } = await dump('second');
  expect(process!.map((row) => [ended.id, removed.id].find((id) => row.includes(id)))).toEqual(
    expect.arrayContaining([ended.id]),
  );
});

it('erases again what a person had beside applications when they deleted everything', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const made = { own: randomUUID(), higher: randomUUID(), later: randomUUID(), foreign: randomUUID() };
  await opened(target('first'), async ({ db }) => {
    const handover = (id: string, userId: string, level: string | null, createdAt = AT) =>
      sql`insert into handover (id, direction, partner, reference, lei_ka_id, area_key, locale, data_state, user_id,
          made_at_level, created_at, code_until, asks)
        values (${id}, 'outgoing', 'there', ${id}, '99', '01', 'de', 'none', ${userId}, ${level}, ${createdAt}, ${AT}, 0)`.execute(
        db,
      );
    await handover(made.own, person, 'low');
    await handover(made.higher, person, 'high');
    await handover(made.later, person, null, minutesAfter(9));
    await handover(made.foreign, other, null);
    for (const userId of [person, other])
      await db
        .insertInto('expiredDraft')
        .values({ id: randomUUID(), userId, metadataId: 'm', areaKey: '01', expiredAt: AT })
        .execute();
  });
  const { snapshotAt } = await backUp();
  const line = { time: minutesAfter(5).getTime(), event: 'person', user: person, levels: ['low'] };
  const entry = entryOf(JSON.stringify(line))!;
  expect(entry).not.toBeNull();
  // The trail is younger than the snapshot, whose rows have the time of the test.
  expect(since([entry], new Date(snapshotAt))).toEqual([]);
  await rewrite({ snapshotAt: AT.toISOString() });
  await bringBack('second', [entry]);
  const left = await opened(target('second'), async ({ db }) => ({
    handovers: (await db.selectFrom('handover').select('id').execute()).map(({ id }) => id).sort(),
    notes: (await db.selectFrom('expiredDraft').select('userId').execute()).map(({ userId }) => userId),
  }));
  expect(left).toEqual({ handovers: [made.foreign, made.higher, made.later].sort(), notes: [other] });
});

it('leaves out what the trail has from before the snapshot, but for clocks that are apart', () => {
  const snapshotAt = new Date('2026-03-04T12:00:00Z');
  const entry = (time: string) =>
    entryOf(JSON.stringify({ time: Date.parse(time), event: 'deletion', what: 'sent', process: ids.kept }))!;
  const [old, near, young] = ['11:00', '11:55', '12:05'].map((time) => entry(`2026-03-04T${time}:00Z`));
  expect(since([old!, near!, young!], snapshotAt)).toEqual([near, young]);
  expect(entryOf('{"event":"deletion"')).toBeNull();
  expect(entryOf('{"time":1,"event":"login","outcome":"succeeded"}')).toBeNull();
});

it('says what is wrong with a backup, and restores nothing of it', async () => {
  await backUp();
  const file = path.join(at('backup'), 'process.jsonl.gz');
  const whole = readFileSync(file);
  const refuses = async (...parts: string[]) => {
    await expect(bringBack()).rejects.toEqual(says(...parts));
    expect(readdirSync(folder)).not.toContain('second');
  };
  truncateSync(file, whole.length - 9);
  await refuses('process.jsonl.gz: has \\d+ bytes instead of \\d+');
  const changed = Buffer.from(whole);
  changed[whole.length - 12]! ^= 1;
  writeFileSync(file, changed);
  await refuses('process.jsonl.gz: is not as it was written');
  // Two files in each other's place.
  const other = path.join(at('backup'), 'session.jsonl.gz');
  const theirs = readFileSync(other);
  writeFileSync(file, theirs);
  writeFileSync(other, whole);
  await refuses('process.jsonl.gz: .*session.jsonl.gz: ');
  writeFileSync(other, theirs);
  rmSync(file);
  await refuses('process.jsonl.gz: is missing');
  writeFileSync(file, whole);
  appendFileSync(path.join(at('backup'), 'manifest.json'), ' ');
  await refuses('manifest.json is not as it was written');
  rmSync(path.join(at('backup'), 'manifest.json'));
  await refuses('no whole backup: manifest.json cannot be read');
});

/** Changes what a backup says about itself, as another version would have written it. */
async function rewrite(change: object): Promise<void> {
  const about = { ...(await readManifest(at('backup'))), ...change };
  for (const [name, text] of Object.entries(described(about)))
    writeFileSync(path.join(at('backup'), name), text);
}

it('refuses a backup with another number of rows than it says', async () => {
  const { tables } = await backUp();
  await rewrite({ tables: tables.map((table) => ({ ...table, rows: table.rows + 1 })) });
  await expect(bringBack()).rejects.toEqual(says('process.jsonl.gz: has 2 rows instead of 3'));
});

it('refuses a backup of a newer version', async () => {
  const { migrations: made } = await backUp();
  await rewrite({ migrations: [...made, '999-later'] });
  await expect(bringBack()).rejects.toEqual(says('newer version', '999-later'));
  await rewrite({ format: 2 });
  await expect(bringBack()).rejects.toEqual(says('newer version', 'form 2'));
});

it('refuses missing, foreign, cut and older keys', async () => {
  await expect(backUp('backup', null)).rejects.toEqual(says('--keys'));
  expect(readdirSync(folder)).toEqual(['first']);
  await backUp('backup', 'old');
  await expect(bringBack('second', [], null)).rejects.toEqual(says('--keys'));
  await expect(bringBack('second', [], 'nowhere')).rejects.toEqual(says('cannot be read', 'ENOENT'));
  rmSync(at('backup'), { recursive: true });
  await backUp();
  await expect(bringBack('second', [], 'old')).rejects.toEqual(says('older than the data'));
  await opened(target('first'), ({ db }) =>
    db
      .updateTable('dataKey')
      .set({ createdAt: minutesAfter(1) })
      .where('kind', '=', 'installation')
      .execute(),
  );
  await backUp('others', 'made-later');
  await expect(bringBack('second', [], 'made-later')).rejects.toEqual(says('not those of this installation'));
  await opened(target('first'), ({ db }) =>
    db.deleteFrom('dataKey').where('kind', '=', 'installation').execute(),
  );
  await backUp('later', 'foreign');
  await expect(bringBack('second', [], 'foreign')).rejects.toEqual(says('not those of this installation'));
  const file = path.join(at('keys'), 'data-keys.jsonl.gz');
  truncateSync(file, readFileSync(file).length - 20);
  await expect(bringBack()).rejects.toEqual(says('keys', 'cannot be read'));
  expect(readdirSync(folder)).not.toContain('second');
});

it('is restored with keys of a later day, whose keys of days are others, and with those of no other installation', async () => {
  const day = randomUUID();
  await opened(target('first'), ({ db }) => keyed(db, day, 'installation'));
  await backUp();
  await opened(target('first'), async ({ db }) => {
    await db.deleteFrom('dataKey').where('id', '=', day).execute();
    await keyed(db, randomUUID(), 'installation');
  });
  await backUp('later');
  expect((await bringBack()).erased.applications).toBe(0);
  // Every installation gives its own keys the same ids, but not at the same moment.
  await opened(target('first'), ({ db }) =>
    db
      .updateTable('dataKey')
      .set({ createdAt: minutesAfter(1) })
      .where('id', '=', INSTALLATION)
      .execute(),
  );
  await backUp('latest', 'foreign');
  await expect(bringBack('third', [], 'foreign')).rejects.toEqual(says('not those of this installation'));
});

it('restores into an empty database alone, and makes a backup in a new folder alone', async () => {
  await backUp();
  await expect(bringBack('first')).rejects.toEqual(says('has a database already'));
  await expect(backUp()).rejects.toEqual(says('is there already'));
  expect(readdirSync(folder).sort()).toEqual(['backup', 'first', 'keys']);
});

it('does not touch a database that a server works on', async () => {
  const server = await openEmbeddedFor(at('first'));
  try {
    await expect(backUp()).rejects.toEqual(says('works on'));
  } finally {
    await server.close();
  }
});
