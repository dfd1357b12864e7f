import { expect, it } from 'vitest';
import type { KeyService } from '#server/ports/key-service.ts';
import { runKeysCommand } from './keys-command.ts';
import { rotateKeys } from './rotate.ts';
import { breakKey, expectOpen, keptForKeys, keyOf, local, storeKeys } from './testing/stored-keys.ts';
import { countWrapped, wrappingKeys } from './wrapped-keys.ts';

/** Data keys wrapped anew, while others work. */

const storage = keptForKeys();
const now = () => new Date();
const [a, b] = [keyOf('a'), keyOf('b')];
it('wraps all data keys by the newest key, in batches, also those that are made meanwhile', async () => {
  const made = await storeKeys(storage.db, local(a), 450);
  const keys = local(b, a);
  // A server that does not know the newest key yet makes a key in the middle.
  let late: ReadonlyMap<string, string> = new Map();
  let count = 0;
  const meanwhile: KeyService = {
    ...keys,
    wrap: async (...args) => {
      count += 1;
      if (count === 300) late = await storeKeys(storage.db, local(a), 1);
      return keys.wrap(...args);
    },
  };
  const lines: string[] = [];
  const context = { db: storage.db, keys: meanwhile, now, tell: (line: string) => void lines.push(line) };
  expect(await runKeysCommand('rotate', context)).toBe(true);
  expect(lines[0]).toBe('local:a: 450 data keys are wrapped by local:b');
  expect(lines.at(-1)).toBe('451 done, 0 left: local:b wraps all data keys, the old key may go');
  expect(late.size).toBe(1);
  await expectOpen(storage.db, local(b), new Map([...made, ...late]));
  expect(await runKeysCommand('rotate', context)).toBe(true);
  expect(lines.at(-1)).toBe('0 done, 0 left: local:b wraps all data keys, the old key may go');
});

it('goes on where a rotation was interrupted, and two at once do not disturb each other', async () => {
  const made = await storeKeys(storage.db, local(a), 500);
  const keys = local(b, a);
  let wrapped = 0;
  const dying: KeyService = {
    ...keys,
    wrap: async (...args) => {
      wrapped += 1;
      if (wrapped > 250) throw new Error('the process ends');
      return keys.wrap(...args);
    },
  };
  await expect(rotateKeys(storage.db, dying, () => {})).rejects.toThrow('the process ends');
  expect(await countWrapped(storage.db, 'local:b')).toBe(200);
  await Promise.all([1, 2].map(() => rotateKeys(storage.db, keys, () => {})));
  expect(await wrappingKeys(storage.db)).toEqual(['local:b']);
  await expectOpen(storage.db, local(b), made);
});

it('leaves what does not open, and says which old keys must stay', async () => {
  await storeKeys(storage.db, local(a), 3);
  const [broken] = await storeKeys(storage.db, local(a), 1);
  await storeKeys(storage.db, local(keyOf('c')), 2);
  await breakKey(storage.db, broken![0]);
  const lines: string[] = [];
  const context = { db: storage.db, keys: local(b, a), now, tell: (line: string) => void lines.push(line) };
  expect(await runKeysCommand('rotate', context)).toBe(false);
  expect(lines.slice(-3)).toEqual([
    '1 data keys still need local:a: they do not open, or are in use: ask again',
    '2 data keys still need local:c: it is not known here',
    '3 done, 3 left: keep the old key',
  ]);
  lines.length = 0;
  expect(await runKeysCommand('status', context)).toBe(false);
  expect(lines.map((line) => line.trim())).toEqual([
    '1 data keys: local:a opens',
    '4 data keys: local:b wraps, and opens',
    '2 data keys: local:c is not known here',
    'all rows are sealed',
  ]);
});

it('leaves a key that was changed meanwhile', async () => {
  const [first] = await storeKeys(storage.db, local(a), 1);
  const id = first?.[0] ?? '';
  const keys = local(b, a);
  const wrapped = Buffer.alloc(60, 1).toString('base64');
  const changing: KeyService = {
    ...keys,
    wrap: async (...args) => {
      await storage.db.updateTable('dataKey').set({ wrapped }).where('id', '=', id).execute();
      return keys.wrap(...args);
    },
  };
  await rotateKeys(storage.db, changing, () => {});
  const row = await storage.db.selectFrom('dataKey').selectAll().where('id', '=', id).executeTakeFirst();
  expect(row).toMatchObject({ wrapped, wrappedBy: 'local:a' });
});
