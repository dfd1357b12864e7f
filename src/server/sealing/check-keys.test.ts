import { expect, it } from 'vitest';
import { checkKeys } from './check-keys.ts';
import { KeysRefused } from './key-faults.ts';
import { breakKey, keptForKeys, keyOf, local, storeKeys } from './testing/stored-keys.ts';
import { wrappingKeys } from './wrapped-keys.ts';

/** Keys of the installation against what is stored. */

const storage = keptForKeys();
const now = () => new Date();
const [a, b] = [keyOf('a'), keyOf('b')];
it('is content with the right keys, and needs the newest one from then on', async () => {
  await storeKeys(storage.db, local(a), 2);
  expect(await checkKeys(storage.db, local(b, a), now)).toEqual([]);
  expect(await wrappingKeys(storage.db)).toEqual(['local:a', 'local:b']);
  await expect(checkKeys(storage.db, local(keyOf('b', 1), a), now)).rejects.toThrow(KeysRefused);
  expect(await checkKeys(storage.db, local(keyOf('d'), a, b), now)).toEqual([]);
  expect(await wrappingKeys(storage.db)).toEqual(['local:a', 'local:d']);
});

it('is content where nothing is stored', async () => {
  expect(await checkKeys(storage.db, local(a), now)).toEqual([]);
  await expect(checkKeys(storage.db, local(keyOf('a', 1)), now)).rejects.toThrow(
    'local:a is not the key that has had this name until now; 1 data keys need it',
  );
});

it('refuses when none of the keys that are needed is known', async () => {
  await storeKeys(storage.db, local(a), 2);
  await expect(checkKeys(storage.db, local(b), now)).rejects.toThrow(
    '  local:a is not known here; 2 data keys need it',
  );
  expect(await wrappingKeys(storage.db)).toEqual(['local:a']);
});

it('tells which keys are missing or wrong beside a good newest one', async () => {
  await storeKeys(storage.db, local(a), 2);
  await storeKeys(storage.db, local(b), 3);
  await storeKeys(storage.db, local(keyOf('c')), 1);
  expect(await checkKeys(storage.db, local(keyOf('c'), keyOf('a', 1)), now)).toEqual([
    { key: 'local:a', is: 'another key', dataKeys: 2 },
    { key: 'local:b', is: 'not known here', dataKeys: 3 },
  ]);
});

it('refuses another newest key under an old name also while others open', async () => {
  await storeKeys(storage.db, local(a), 2);
  await checkKeys(storage.db, local(b, a), now);
  await expect(checkKeys(storage.db, local(keyOf('a', 1), b), now)).rejects.toThrow(KeysRefused);
  expect(await wrappingKeys(storage.db)).toEqual(['local:a', 'local:b']);
});

it('does not condemn a key for one data key that was tampered with', async () => {
  const made = await storeKeys(storage.db, local(a), 3);
  const [first] = [...made.keys()].sort();
  await breakKey(storage.db, first!);
  expect(await checkKeys(storage.db, local(a), now)).toEqual([]);
});

it('notices that two servers that start at once have different keys under a new name', async () => {
  await storeKeys(storage.db, local(a), 1);
  const outcomes = await Promise.allSettled(
    [1, 2].map((byte) => checkKeys(storage.db, local(keyOf('b', byte), a), now)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
