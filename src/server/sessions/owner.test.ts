import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import type { KeyedHash } from '#server/storage/sealed.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { holdOwner } from './owner.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const hold = (userId: string | null) =>
  storage.db.transaction().execute((trx) => holdOwner(trx, { id: randomUUID(), userId }));

it('a person who has deleted everything here begins nothing more in a session that is left', async () => {
  const id = randomUUID();
  const createdAt = new Date('2026-11-01T10:00:00Z');
  await storage.db
    .insertInto('appUser')
    .values({ id, providerId: 'nkb', subject: id as unknown as KeyedHash, createdAt })
    .execute();
  await expect(hold(id)).resolves.toBeUndefined();
  await storage.db.deleteFrom('appUser').where('id', '=', id).execute();
  await expect(hold(id)).rejects.toMatchObject({ code: 'login-required' });
});

it('a session without an account may be replaced at the same moment, by a login', async () => {
  await expect(hold(null)).resolves.toBeUndefined();
});
