import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStorage } from './database.ts';
import { EmbeddedDialect } from './embedded-driver.ts';
import { copyEmptyDatabase } from './testing/empty-database.ts';

type Tables = { note: { id: number; text: string | null } };

let dataDir = '';
let pglite: PGlite;
let db: Kysely<Tables>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-driver-'));
  await copyEmptyDatabase(dataDir);
  pglite = await PGlite.create({ dataDir: path.join(dataDir, 'database') });
  db = new Kysely<Tables>({ dialect: new EmbeddedDialect(pglite) });
  await sql`create table note (id integer primary key, text text)`.execute(db);
});
beforeEach(() => db.deleteFrom('note').execute());
afterAll(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

const add = (id: number, text: string | null = null, to: Kysely<Tables> = db) =>
  to.insertInto('note').values({ id, text }).execute();
const ids = async () =>
  (await db.selectFrom('note').select('id').orderBy('id').execute()).map(({ id }) => id);
const prepared = async () =>
  (await pglite.query<{ name: string }>('select name from pg_prepared_statements')).rows.length;

it('reads every kind of value as it was written, also when the statement is run again', async () => {
  const written = {
    text: 'Größe "1"\n\\x 🐕',
    empty: '',
    nothing: null,
    whole: 7,
    large: 2 ** 40,
    share: 0.5,
    yes: true,
    at: new Date('2026-02-03T04:05:06.789Z'),
    json: { a: [1, 'ä'] },
    list: ['a', 'b"c', null],
  };
  const read = async (bytes: Uint8Array) => {
    const { rows } = await sql`select ${written.text}::text as text, ${written.empty}::text as empty,
      ${written.nothing}::text as nothing, ${written.whole}::integer as whole, ${written.large}::bigint as large,
      ${written.share}::float8 as share, ${written.yes}::boolean as yes, ${written.at}::timestamptz as at,
      ${JSON.stringify(written.json)}::jsonb as json, ${written.list}::text[] as list,
      ${bytes}::bytea as bytes`.execute(db);
    return rows;
  };
  for (const bytes of [[0, 255, 92, 39], [], [1]]) {
    expect(await read(Uint8Array.from(bytes))).toEqual([{ ...written, bytes: Uint8Array.from(bytes) }]);
  }
});

it('has a statement parsed once, and keeps only the last hundred', async () => {
  await ids();
  const before = await prepared();
  await ids();
  expect(await prepared()).toBe(before);
  for (let turn = 0; turn < 300; turn += 1) await sql`select ${sql.lit(turn)}`.execute(db);
  expect(await prepared()).toBeGreaterThanOrEqual(100);
  expect(await prepared()).toBeLessThanOrEqual(101);
  expect(await ids()).toEqual([]);
});

it('counts the rows that a statement changes', async () => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('note')
    .values([1, 2, 3].map((id) => ({ id, text: null })))
    .executeTakeFirst();
  const { numUpdatedRows } = await db
    .updateTable('note')
    .set({ text: 'x' })
    .where('id', '>', 1)
    .executeTakeFirst();
  const { numDeletedRows } = await db.deleteFrom('note').where('id', '=', 9).executeTakeFirst();
  expect([numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows]).toEqual([3n, 2n, 0n]);
});

it('says what was refused, and goes on', async () => {
  await add(1);
  await expect(add(1)).rejects.toMatchObject({ code: '23505', constraint: 'note_pkey' });
  await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
  await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
  await expect(sql`select ${'x'}::integer`.execute(db)).rejects.toMatchObject({ code: '22P02' });
  await add(2);
  expect(await ids()).toEqual([1, 2]);
});

it('stores nothing of a transaction that throws', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await add(1, null, trx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await ids()).toEqual([]);
});

it('does not say that a transaction is committed in which a statement failed', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await add(1, null, trx);
    await add(1, null, trx).catch(() => {});
  });
  await expect(failing).rejects.toThrow();
  expect(await ids()).toEqual([]);
  await add(2);
  expect(await ids()).toEqual([2]);
});

it('refuses a transaction whose commit fails, and goes on', async () => {
  await sql`create table note_part (of integer references note deferrable initially deferred)`.execute(db);
  const failing = db.transaction().execute((trx) => sql`insert into note_part values (7)`.execute(trx));
  await expect(failing).rejects.toMatchObject({ code: '23503' });
  await sql`drop table note_part`.execute(db);
  await add(3);
  expect(await ids()).toEqual([3]);
});

it('lets nobody else into a transaction, and has others wait for its end', async () => {
  let during: Promise<unknown> | undefined;
  let own: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await add(1, 'first', trx);
    during = pglite.query('select text from note');
    own = ids();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await trx.updateTable('note').set({ text: 'last' }).execute();
  });
  expect(await during).toMatchObject({ rows: [{ text: 'last' }] });
  expect(await own).toEqual([1]);
});

it('names a lack of space, which is worth another try', async () => {
  const full = sql`do $$ begin raise exception 'full' using errcode = '53100'; end $$`.execute(db);
  await expect(full).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
});

it('plans a statement anew after tidying up, once there are more rows', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'embedded-plans-'));
  await copyEmptyDatabase(folder);
  const storage = await openStorage({ dataDir: folder });
  const find = () => storage.db.selectFrom('loginState').select('value').where('key', '=', 'x').execute();
  const plan = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like 'select "value" from "login_state"%'`.execute(
      storage.db,
    );
    const explained = await sql<Record<string, string>>`
      explain execute ${sql.id(rows[0]!.name)}('x')`.execute(storage.db);
    return explained.rows.map((row) => Object.values(row)[0]).join('\n');
  };
  await sql`insert into login_state values ('x', '', now())`.execute(storage.db);
  await sql`vacuum login_state`.execute(storage.db);
  for (let turn = 0; turn < 10; turn += 1) await find();
  await sql`insert into login_state select 'row' || g, '', now() from generate_series(1, 20000) g`.execute(
    storage.db,
  );
  expect(await plan()).toContain('Seq Scan');
  await storage.tidying?.quick();
  await find();
  expect(await plan()).not.toContain('Seq Scan');
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});
