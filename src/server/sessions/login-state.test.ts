import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import { expiredDayKeys } from '#server/sealing/installation-keys.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { eraseRows } from '#server/storage/erase-rows.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { keep, peek, take } from './login-state.ts';

let storage: Storage;
let now: Date;
let told: object[];
beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  now = new Date('2026-11-27T12:00:00Z');
  told = [];
  await storage.db.deleteFrom('loginState').execute();
});
afterAll(() => storage.close());

const log = { error: (about: object) => void told.push(about) };
const dataKeys = testKeys();
const context = () => ({ storage, dataKeys, now: () => now, log }) as unknown as ServerContext;
/** A server that has opened no key of this database yet. */
const restarted = () =>
  ({
    ...context(),
    dataKeys: testKeys(),
    storage: { ...storage, db: storage.db.withTables() },
  }) as ServerContext;
const identity = { name: 'Petra Lindemann' };
const dump = async () =>
  (await sql<{ text: string }>`select login_state::text as text from login_state`.execute(storage.db)).rows
    .map(({ text }) => text)
    .join();
const dayKeys = () =>
  storage.db.selectFrom('dataKey').select('id').where('kind', '=', 'installation').orderBy('id').execute();

it('has nothing of whom a login is about, and opens in any server', async () => {
  const key = randomUUID();
  await keep(context(), key, identity);
  expect(await dump()).toContain(key);
  expect(await dump()).not.toContain('Petra');
  expect(await peek(restarted(), key)).toEqual(identity);
  expect(await take(restarted(), key)).toEqual(identity);
  expect(told).toEqual([]);
});

it.each([
  [
    'moved to another login',
    (key: string) => sql`update login_state set value =
    (select value from login_state other where other.key = ${`${key}-other`}) where key = ${key}`,
  ],
  ['cut', (key: string) => sql`update login_state set value = left(value, 50) where key = ${key}`],
])('is unknown where it was %s, which is told without its secret', async (_, breakIt) => {
  const key = randomUUID();
  await keep(context(), key, identity);
  await keep(context(), `${key}-other`, { name: 'Jonas' });
  await breakIt(key).execute(storage.db);
  expect(await peek(context(), key)).toBeNull();
  expect(await take(context(), key)).toBeNull();
  expect(await take(context(), `${key}-other`)).toEqual({ name: 'Jonas' });
  expect(told).toHaveLength(2);
  expect(told[0]).toMatchObject({ table: 'login_state', column: 'value' });
  expect(JSON.stringify(told)).not.toContain(key);
});

it('of an earlier version is read as it is', async () => {
  const key = randomUUID();
  await sql`insert into login_state values (${key}, ${JSON.stringify(identity)}, ${new Date(now.getTime() + 1000)})`.execute(
    storage.db,
  );
  expect(await take(context(), key)).toEqual(identity);
});

it('asks for a key once a day, and its keys go after the day of the end', async () => {
  await storage.db.deleteFrom('dataKey').execute();
  const fresh = restarted();
  // Its last moment is midnight, which is the day's.
  for (const minutes of [1, 30, 12 * 60]) await keep(fresh, randomUUID(), identity, minutes);
  expect(await dayKeys()).toEqual([{ id: '00000000-0000-4001-8000-000020261127' }]);
  const [night, next] = [randomUUID(), randomUUID()];
  await keep(fresh, night, identity, 12 * 60);
  await keep(fresh, next, identity, 12 * 60 + 1);
  expect(await dayKeys()).toHaveLength(2);
  const backup = await sql<object>`select * from login_state where key = ${night}`.execute(storage.db);

  const erase = () => eraseRows({ storage, log }, 'dayKeys', expiredDayKeys, now);
  now = new Date('2026-11-28T00:59:00Z');
  await erase();
  expect(await dayKeys()).toHaveLength(2);
  now = new Date('2026-11-28T01:00:00Z');
  await erase();
  // Keys of other kinds stay; so does that of the day that has begun.
  expect(await dayKeys()).toEqual([{ id: '00000000-0000-4001-8000-000020261128' }]);
  expect(backup.rows).toHaveLength(1);
  now = new Date('2026-11-27T12:00:00Z');
  expect(await peek(restarted(), night)).toBeNull();
  expect(told).toHaveLength(1);
  expect(await peek(restarted(), next)).toEqual(identity);
});

it('keeps every key that is not of a day', async () => {
  const others = [
    '00000000-0000-4000-8000-000000000001',
    'ffffffff-0000-4000-8000-000000000001',
    randomUUID(),
  ];
  for (const id of others) await dataKeys.of(storage.db, 'installation', id);
  now = new Date(now.getTime() + 1000 * DAY_MS);
  await eraseRows({ storage, log }, 'dayKeys', expiredDayKeys, now);
  expect((await dayKeys()).map(({ id }) => id)).toEqual(others.sort());
});
