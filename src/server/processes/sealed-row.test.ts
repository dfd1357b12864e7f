import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SealBroken } from '#server/sealing/seal.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealed, unsealedText } from '#server/sealing/testing/unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { findProcess, lockProcess } from './row.ts';
import {
  insertProcess,
  noSecrets,
  openProcess,
  openProcesses,
  openWhatOpens,
  type ProcessRow,
  selectProcess,
  storeProcess,
} from './sealed-row.ts';

let storage: Storage;
const error = vi.fn();
const sealing = { dataKeys: testKeys(), log: { error } as never };

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const secrets = {
  data: { familyName: 'Lindemann' },
  confirmedHash: 'c0ffee',
  statements: [{ id: 'correctness', version: 1, lang: 'de', at: '2026-11-01T10:00:00Z', text: 'Lindemann' }],
  applicant: { name: 'Petra Lindemann', postboxHandle: null },
  account: { values: { familyName: 'Lindemann' }, providerId: 'nkb', trustLevel: 'low', at: '2026' },
  decisions: [{ key: 'familyName', account: 'Lindemann', own: 'Lindeman' }],
  proven: { fields: ['familyName'], providerId: 'nkb', trustLevel: 'low', at: '2026' },
  confirmingLogin: {
    userId: 'somebody',
    name: 'Petra Lindemann',
    correctable: [],
    providerId: 'nkb',
    trustLevel: 'low',
    at: '2026',
  },
  mailTo: 'petra.lindemann@example.org',
} as const;

const begin = () =>
  storage.db
    .transaction()
    .execute((trx) => insertProcess(sealing, trx, { ...processRow(new Date()), ...secrets } as never));
const storeEarlier = async () => {
  const { confirmedHash, mailTo, ...values } = secrets;
  const open = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, unsealed(value)]));
  const row = processRow(new Date(), {
    ...open,
    confirmedHash: unsealedText(confirmedHash),
    mailTo: unsealedText(mailTo),
  });
  await storage.db.insertInto('process').values(row).execute();
  return row;
};
const storedText = async (id: string) =>
  JSON.stringify(await storage.db.selectFrom('process').selectAll().where('id', '=', id).execute());
const select = (id: string) => selectProcess(storage.db).where('id', '=', id).executeTakeFirstOrThrow();
const change = (row: ProcessRow, values: Parameters<typeof storeProcess>[3]) =>
  storage.db.transaction().execute((trx) => storeProcess(sealing, trx, row, values));
const find = (id: string) => findProcess(sealing, storage.db, id);

it('has nothing of a person in the database, and all of it once it is opened', async () => {
  const row = await begin();
  expect(row).toMatchObject(secrets);
  expect(await find(row.id)).toEqual(row);
  expect(await storedText(row.id)).not.toMatch(/Lindeman|c0ffee|petra|nkb|somebody/i);
});

it('opens what an earlier version has stored, and seals what is written next', async () => {
  const { id } = await storeEarlier();
  const row = (await find(id))!;
  expect(row).toMatchObject(secrets);
  expect(await change(row, { data: { familyName: 'Claussen' } })).toMatchObject({
    ...secrets,
    data: { familyName: 'Claussen' },
  });
  expect(await find(id)).toMatchObject({ ...secrets, data: { familyName: 'Claussen' } });
  expect(await storedText(id)).not.toContain('Claussen');
  // An earlier version that still runs beside this one writes over it.
  await storage.db
    .updateTable('process')
    .set({ data: unsealed({ dogName: 'Bella' }) })
    .where('id', '=', id)
    .execute();
  const mixed = (await find(id))!;
  expect(mixed).toMatchObject({ ...secrets, data: { dogName: 'Bella' } });
  await change(mixed, { applicant: { name: 'Jo Claussen', postboxHandle: null } });
  expect(await find(id)).toMatchObject({ data: { dogName: 'Bella' }, applicant: { name: 'Jo Claussen' } });
});

it('opens in its own row only, and hides no other application', async () => {
  const [mine, theirs] = [await begin(), await begin()];
  const { data } = await select(theirs.id);
  await storage.db
    .updateTable('process')
    .set({ data: JSON.stringify(data) as never })
    .where('id', '=', mine.id)
    .execute();
  await expect(find(mine.id)).rejects.toThrow(SealBroken);
  error.mockClear();
  const rows = [await select(mine.id), await select(theirs.id)];
  const opened = await openProcesses(sealing, storage.db, rows);
  expect(opened.map(({ id }) => id)).toEqual([theirs.id]);
  expect(error.mock.calls).toEqual([
    [
      {
        err: expect.objectContaining({ message: `a sealed value does not open: process.data:${mine.id}` }),
      },
      'a sealed value does not open',
    ],
  ]);
});

it('does not open in another column', async () => {
  const row = await begin();
  const { account } = await select(row.id);
  await storage.db
    .updateTable('process')
    .set({ data: JSON.stringify(account) as never })
    .where('id', '=', row.id)
    .execute();
  await expect(find(row.id)).rejects.toThrow(`process.data:${row.id}`);
});

it('does not open without its key; it can be erased all the same', async () => {
  const { id, statusChanged } = await begin();
  await sealing.dataKeys.forget(storage.db, id);
  await expect(find(id)).rejects.toThrow(SealBroken);
  const left = await storage.db.transaction().execute((trx) => lockProcess(sealing, trx, id, openWhatOpens));
  expect(left).toMatchObject({ ...noSecrets, data: {}, statusChanged });
});

it('opens with the key that was made while its statement waited for the lock', async () => {
  const { id } = await begin();
  const row = { ...(await select(id)), dataKey: null };
  expect(await openProcess(sealing, storage.db, row)).toMatchObject(secrets);
});

it('is not sealed any more by a key that was erased with its data while a statement waited', async () => {
  const { id } = await begin();
  const { dataKey } = await select(id);
  await storage.db.updateTable('process').set(noSecrets).where('id', '=', id).execute();
  await sealing.dataKeys.forget(storage.db, id);
  // The values are of the moment after the wait, the key of the moment before.
  const row = await openProcess(sealing, storage.db, { ...(await select(id)), dataKey });
  await change(row, { mailTo: 'petra@example.org' });
  expect(await find(id)).toMatchObject({ mailTo: 'petra@example.org' });
});

it('goes with its key', async () => {
  const { id } = await begin();
  await storage.db.deleteFrom('process').where('id', '=', id).execute();
  expect(await sealing.dataKeys.find(storage.db, id)).toBeNull();
  expect(await sealing.dataKeys.find(storage.db, randomUUID())).toBeNull();
});
