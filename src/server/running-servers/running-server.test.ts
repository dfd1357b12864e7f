import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import type { ServerFacts } from '#server/storage/tables.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { readServers, writeServer } from './row.ts';
import { tellOperators } from './running-server.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());
afterEach(() => storage.db.deleteFrom('runningServer').execute());

const facts: ServerFacts = {
  ...{ version: '1.2.0', commit: 'abc', runsSeconds: 1 },
  ...{ partners: [], certificates: [], clocks: [], missing: {}, unwritten: [] },
};
const log = { debug: vi.fn() };
const names = async () => (await readServers(storage.db)).map(({ name }) => name);
const tells = (name: string, told: () => Promise<ServerFacts> = async () => facts) =>
  tellOperators(storage.db, { id: randomUUID(), name, facts: told, log });
/** Makes a server silent. */
const age = (name: string, seconds: number) =>
  storage.db
    .updateTable('runningServer')
    .set({ seenAt: new Date(Date.now() - seconds * 1000) })
    .where('name', '=', name)
    .execute();

it('each server is on the list until it ends', async () => {
  const [endOne, endOther] = [tells('one'), tells('other')];
  await expect.poll(names).toEqual(['one', 'other']);
  const [first] = await readServers(storage.db);
  expect(first?.facts).toEqual(facts);
  expect(first?.silentSeconds).toBeLessThan(30);
  await endOne();
  expect(await names()).toEqual(['other']);
  await endOther();
  expect(await names()).toEqual([]);
});

it('one that has ended without a word is silent, for an hour, or until it is started again', async () => {
  await writeServer(storage.db, { id: randomUUID(), name: 'one', facts });
  await writeServer(storage.db, { id: randomUUID(), name: 'other', facts });
  await age('one', 300);
  expect((await readServers(storage.db))[0]?.silentSeconds).toBeGreaterThanOrEqual(290);
  await age('other', 3_700);
  expect(await names()).toEqual(['one']);
  const end = tells('one');
  await expect.poll(async () => (await readServers(storage.db))[0]?.silentSeconds).toBeLessThan(30);
  expect(await storage.db.selectFrom('runningServer').select('name').execute()).toEqual([{ name: 'one' }]);
  await end();
});

it('one that does not know how it stands goes on, and writes nothing after its end', async () => {
  let release: (value: ServerFacts) => void = () => {};
  const end = tells('one', () => new Promise((resolve) => (release = resolve)));
  await expect.poll(() => String(release)).not.toBe('() => {}');
  const ending = end();
  release(facts);
  await ending;
  expect(await names()).toEqual([]);
  const failing = tells('two', () => Promise.reject(new Error('not now')));
  await expect.poll(() => log.debug.mock.calls.length).toBeGreaterThan(0);
  await failing();
});
