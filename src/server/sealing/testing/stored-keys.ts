import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { KeyService } from '#server/ports/key-service.ts';
import type { Database, Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { createDataKeys } from '../data-keys.ts';
import { createLocalKeys, type InstallationKey } from '../local-keys.ts';

/** A key of the installation of a test: one byte, again and again. */
export const keyOf = (name: string, byte = name.charCodeAt(0)): InstallationKey => ({
  name,
  key: new Uint8Array(32).fill(byte),
});

/** The keys of a file, the newest first. */
export const local = (first: InstallationKey, ...others: InstallationKey[]): KeyService =>
  createLocalKeys([first, ...others]);

const now = () => new Date();

/** A database for the tests of a file, in which each of them begins without data keys. */
export function keptForKeys(): Pick<Storage, 'db'> {
  const held: { storage?: Storage } = {};
  beforeAll(async () => {
    held.storage = await openTestStorage();
  });
  afterEach(async () => {
    await held.storage?.db.deleteFrom('dataKey').execute();
  });
  afterAll(() => held.storage?.close());
  return {
    get db() {
      return held.storage!.db;
    },
  };
}

/** Changes a stored data key so that no key of the installation opens it. */
export async function breakKey(db: Database, id: string): Promise<void> {
  const wrapped = Buffer.alloc(60).toString('base64');
  await db.updateTable('dataKey').set({ wrapped }).where('id', '=', id).execute();
}

/** Stores data keys. @returns their owners, with the keys in clear */
export async function storeKeys(
  db: Database,
  keys: KeyService,
  count: number,
): Promise<ReadonlyMap<string, string>> {
  const dataKeys = createDataKeys(keys, now);
  const made = new Map<string, string>();
  for (let times = 0; times < count; times += 1) {
    const id = randomUUID();
    made.set(id, Buffer.from(await dataKeys.of(db, 'application', id)).toString('hex'));
  }
  return made;
}

/** Expects that stored data keys are opened by these keys, and are those that were stored. */
export async function expectOpen(
  db: Database,
  keys: KeyService,
  made: ReadonlyMap<string, string>,
): Promise<void> {
  const dataKeys = createDataKeys(keys, now);
  for (const [id, hex] of made)
    expect(Buffer.from((await dataKeys.find(db, id)) ?? []).toString('hex')).toBe(hex);
}
