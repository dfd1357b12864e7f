import { sql } from 'kysely';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bringUpToDate, FLOOR_TABLE, MIGRATION_TABLE, migrateTo } from './bring-up-to-date.ts';
import type { Storage } from './database.ts';
import { JOBS, QUEUE } from './job-queue.ts';
import { changeFor, indexesFor } from './migration.ts';
import { migrations } from './migrations.ts';
import { isOlder, ownVersion } from './own-version.ts';
import { unfit } from './schema-fit.ts';
import { openTestStorage } from './testing/open-storage.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
  await sql`create schema if not exists ${sql.table(JOBS)}`.execute(storage.db);
  await sql`create table if not exists jobs.version (version integer primary key)`.execute(storage.db);
  await sql`insert into jobs.version values (${QUEUE.version})`.execute(storage.db);
});
afterAll(() => storage?.close());

/** Returns what a server says of the database with changed rows; afterwards it is as before. */
async function saidAfter(
  statement: ReturnType<typeof sql>,
  ...more: ReturnType<typeof sql>[]
): Promise<string | null> {
  let said: string | null = '';
  await storage.db
    .transaction()
    .execute(async (trx) => {
      for (const one of [statement, ...more]) await one.execute(trx);
      said = await unfit(trx);
      throw new Error('as before');
    })
    .catch((error: Error) => {
      if (error.message !== 'as before') throw error;
    });
  return said;
}

const newer = (name: string) =>
  sql`insert into ${sql.table(MIGRATION_TABLE)} (name, timestamp) values (${name}, ${new Date().toISOString()})`;
const floor = (name: string, oldest: string) =>
  sql`insert into ${sql.table(FLOOR_TABLE)} (name, oldest) values (${name}, ${oldest})`;
const [major, minor] = ownVersion.split('.').map(Number) as [number, number];

it('a server works on the database of its version, and on a newer one that lets it go on', async () => {
  expect(await unfit(storage.db)).toBeNull();
  expect(await saidAfter(newer('999-newer'), floor('999-newer', `${major}.${minor}`))).toBeNull();
});

it('a server refuses a newer database that lets only newer ones go on, or does not say', async () => {
  const next = `${major}.${minor + 1}`;
  expect(await saidAfter(newer('999-newer'), floor('999-newer', next))).toMatch(
    new RegExp(`needs version ${next} of the portal at least since 999-newer; this is ${ownVersion}`),
  );
  expect(await saidAfter(newer('999-newer'))).toContain('999-newer does not say that it may go on');
  expect(await saidAfter(floor('job queue 99', next))).toContain('since job queue 99');
});

it('a server refuses a database that lacks a migration, or the job queue, and says what to run', async () => {
  const last = Object.keys(migrations).at(-1)!;
  expect(await saidAfter(sql`delete from ${sql.table(MIGRATION_TABLE)} where name = ${last}`)).toMatch(
    new RegExp(`lacks 1 migrations of this version, from ${last} to ${last}. Run "npm run migrate"`),
  );
  expect(await saidAfter(sql`update jobs.version set version = version - 1`)).toMatch(
    /job queue.*npm run migrate/,
  );
  expect(await saidAfter(sql`delete from jobs.version`)).toMatch(/job queue.*npm run migrate/);
});

it('a server that goes on with a newer database does not stumble over its migrations when it starts', async () => {
  await newer('999-newer').execute(storage.db);
  await bringUpToDate(storage.db);
  await sql`delete from ${sql.table(MIGRATION_TABLE)} where name = '999-newer'`.execute(storage.db);
});

it('a migration notes what it lets go on, also one in parts that is made as a whole', async () => {
  const made = Object.keys(migrations);
  const known = {
    ...migrations,
    '998-column': changeFor('0.7', 'alter table feedback add column shade text'),
    '999-index': indexesFor('0.8', 'create index feedback_by_shade on feedback (shade)'),
  };
  await migrateTo(storage.db, known, { made });
  const { rows } =
    await sql`select name, oldest from ${sql.table(FLOOR_TABLE)} where name like '99%' order by name`.execute(
      storage.db,
    );
  expect(rows).toEqual([
    { name: '998-column', oldest: '0.7' },
    { name: '999-index', oldest: '0.8' },
  ]);
  expect(await unfit(storage.db)).toContain('needs version 0.7');
});

it('versions are compared by their numbers', () => {
  expect(['0.9', '0.10', '1.0', '1.1.7'].map((version) => isOlder(version, '0.10'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isOlder('1.9.9', '2.0')).toBe(true);
});

it('the job queue is that of the library', () => {
  expect(packageJson.pgboss.schema).toBe(QUEUE.version);
});
