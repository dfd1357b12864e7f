import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeyService } from '#server/ports/key-service.ts';
import type { Storage } from '#server/storage/database.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { createDataKeys } from './data-keys.ts';
import { createLocalKeys } from './local-keys.ts';
import { SealBroken } from './seal.ts';

let storage: Storage;
let unwrapped = 0;
const now = () => new Date();
const local = createLocalKeys([{ name: 'one', key: new Uint8Array(32).fill(1) }]);
const counted: KeyService = {
  ...local,
  unwrap: (...args) => {
    unwrapped += 1;
    return local.unwrap(...args);
  },
};
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

it('gives an owner one key, whoever asks for it, and however many at once', async () => {
  const id = randomUUID();
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => createDataKeys(counted, now).of(storage.db, 'application', id)),
  );
  for (const key of keys) expect(Buffer.from(key)).toEqual(Buffer.from(keys[0] ?? []));
  expect(await createDataKeys(counted, now).of(storage.db, 'application', randomUUID())).not.toEqual(keys[0]);
});

it('asks the service once for each key', async () => {
  const id = randomUUID();
  await createDataKeys(counted, now).of(storage.db, 'session', id);
  const keys = createDataKeys(counted, now);
  unwrapped = 0;
  await keys.of(storage.db, 'session', id);
  await keys.find(storage.db, id);
  expect(unwrapped).toBe(1);
});

it('has no key for an owner whose key is gone, also where it was open before', async () => {
  const keys = createDataKeys(counted, now);
  const id = randomUUID();
  await keys.of(storage.db, 'session', id);
  await storage.db.deleteFrom('dataKey').where('id', '=', id).execute();
  expect(await keys.find(storage.db, id)).toBeNull();
});

it('does not open a key in the row of another owner', async () => {
  const keys = createDataKeys(counted, now);
  const [mine, theirs] = [randomUUID(), randomUUID()];
  await keys.of(storage.db, 'session', mine);
  await keys.of(storage.db, 'session', theirs);
  const row = await storage.db
    .selectFrom('dataKey')
    .select('wrapped')
    .where('id', '=', theirs)
    .executeTakeFirstOrThrow();
  await storage.db.updateTable('dataKey').set(row).where('id', '=', mine).execute();
  await expect(keys.find(storage.db, mine)).rejects.toThrow(SealBroken);
});

it('ends with its session, but not with one that is continued', async () => {
  const keys = createDataKeys(counted, now);
  const at = new Date();
  const session = {
    id: randomUUID(),
    tokenHash: randomUUID(),
    userId: null,
    identity: '{}' as SealedJson,
    authenticatedAt: null,
    createdAt: at,
    fetchedAt: at,
    expiresAt: at,
    sessionExpiresAt: at,
  };
  await storage.db.insertInto('session').values(session).execute();
  await keys.of(storage.db, 'session', session.id);
  await storage.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('session').where('id', '=', session.id).execute();
    await trx.insertInto('session').values(session).execute();
  });
  expect(await keys.find(storage.db, session.id)).not.toBeNull();
  await storage.db.deleteFrom('session').where('id', '=', session.id).execute();
  expect(await keys.find(storage.db, session.id)).toBeNull();
});
