import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { farewellOf, keepFarewell } from './farewell.ts';
import { tokenHashOf } from './session.ts';

let storage: Storage;
let now = new Date('2026-11-26T12:00:00Z');
let context: ServerContext;
beforeAll(async () => {
  storage = await openTestStorage();
  context = { storage, dataKeys: testKeys(), now: () => now } as unknown as ServerContext;
});
afterAll(() => storage.close());

it('is for the browser with the token, about the end that it had, and for five minutes', async () => {
  const account = { providerId: 'nkb', page: null } as const;
  await keepFarewell(context, { tokenHash: tokenHashOf('mine') }, 'logout', account);
  expect(await farewellOf(context, 'mine', 'logout')).toEqual(account);
  expect(await farewellOf(context, 'mine', 'erasure')).toBeNull();
  expect(await farewellOf(context, 'other', 'logout')).toBeNull();
  // The stored value does not open a session.
  expect(await farewellOf(context, tokenHashOf('mine'), 'logout')).toBeNull();
  now = new Date('2026-11-26T12:04:59Z');
  expect(await farewellOf(context, 'mine', 'logout')).toEqual(account);
  now = new Date('2026-11-26T12:05:00Z');
  expect(await farewellOf(context, 'mine', 'logout')).toBeNull();
});
