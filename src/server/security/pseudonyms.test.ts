import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { openPseudonyms } from './pseudonyms.ts';

let storage: Storage;
let told: object[];
beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  told = [];
  await storage.db.deleteFrom('loginState').execute();
});
afterAll(() => storage.close());

const now = new Date('2026-11-27T12:00:00Z');
/** A server that begins, beside others of the same database. */
const open = () =>
  openPseudonyms(
    {
      storage: { db: storage.db.withTables() },
      dataKeys: testKeys(),
      log: { error: (about: object) => void told.push(about) },
    },
    () => now,
  );
const stored = () => storage.db.selectFrom('loginState').selectAll().executeTakeFirstOrThrow();

it('are the same at every server of a month, whose key is sealed until the last day of it', async () => {
  const [one, other] = [await open(), await open()];
  expect(one.of('person', 'petra')).toBe(other.of('person', 'petra'));
  expect(one.of('person', 'petra')).not.toBe(one.of('session', 'petra'));
  expect(await stored()).toMatchObject({
    key: 'pseudonyms:2026-11',
    value: expect.stringMatching(/^sealed:1:/),
    expiresAt: new Date('2026-12-01T00:00:00Z'),
  });
  const keys = await storage.db.selectFrom('dataKey').select('id').execute();
  expect(keys).toEqual([{ id: '00000000-0000-4001-8000-000020261130' }]);
});

it('of a month that an earlier version has begun go on', async () => {
  const key = Buffer.alloc(32, 3).toString('base64');
  await sql`insert into login_state values ('pseudonyms:2026-11', ${key}, now())`.execute(storage.db);
  const [one, other] = [await open(), await open()];
  expect(one.of('person', 'petra')).toBe(other.of('person', 'petra'));
  expect((await stored()).value).toBe(key);
});

it('begin anew where their key does not open, and the server starts', async () => {
  const before = await open();
  await sql`update login_state set value = left(value, 60)`.execute(storage.db);
  const [one, other] = [await open(), await open()];
  expect(one.of('person', 'petra')).toBe(other.of('person', 'petra'));
  expect(one.of('person', 'petra')).not.toBe(before.of('person', 'petra'));
  expect(told).toEqual([expect.objectContaining({ table: 'login_state', id: 'pseudonyms:2026-11' })]);
});
