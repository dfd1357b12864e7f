import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { readPreview } from '#server/files/previews.ts';
import { filesOf, readWhole } from '#server/files/store.ts';
import { forgetHandIns, handInsOf, insertHandIn } from '#server/hand-ins/row.ts';
import { recorded } from '#server/journal/journal.ts';
import { presentProcess } from '#server/processes/row.ts';
import { noSecrets } from '#server/processes/sealed-row.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealed, unsealedText } from '#server/sealing/testing/unsealed.ts';
import { countUnsealed } from '#server/storage/count-unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { forgetDelivered } from '#server/submission/owed.ts';
import { insertSubmission, submissionOf } from '#server/submission/row.ts';
import { sealEarlier } from './seal-earlier.ts';

let storage: Storage;
let context: ServerContext;
const log = { info: vi.fn(), error: vi.fn() };
beforeAll(async () => {
  storage = await openTestStorage();
  const jobs = { send: async () => null };
  context = { storage, dataKeys: testKeys(), now: () => new Date(), jobs, log } as unknown as ServerContext;
});
afterAll(() => storage.close());

const document = { path: 'id', label: { de: 'Ausweis', en: 'Identity card' }, row: 'Clara Claussen' };
const sent = { id: randomUUID(), name: 'Clara.pdf', size: 5, mimeType: 'application/pdf', sha512: '' };

/** A sent application as a version before sealing has stored it. */
async function storeEarlier(): Promise<string> {
  const row = processRow(new Date(), {
    status: 'SUBMITTED',
    data: unsealed({ familyName: 'Claussen' }),
    applicant: unsealed({ name: 'Jo Claussen', postboxHandle: null }),
    confirmedHash: unsealedText('c0ffee'),
    mailTo: unsealedText('jo.claussen@example.org'),
  });
  const file = { id: randomUUID(), processId: row.id, kind: 'upload', fieldPath: 'proof' } as const;
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'server');
    await trx
      .updateTable('submission')
      .set({ owed: unsealed({ documents: [document], until: null }) })
      .where('processId', '=', row.id)
      .execute();
    const input = { nextTryAt: '2026-11-01T10:00:00Z', tryUntil: '2026-11-01T10:00:00Z' };
    const documents = [{ ...document, files: [sent] }];
    const application = { id: row.id, dataKey: null };
    const handIn = await insertHandIn(context, trx, application, { input, documents, locale: 'de' });
    await trx
      .updateTable('handIn')
      .set({ documents: unsealed(documents) })
      .where('id', '=', handIn.id)
      .execute();
    await trx
      .insertInto('file')
      .values({
        ...file,
        name: unsealedText('Claussen.txt'),
        mimeType: 'text/plain',
        size: 16,
        sha512: '',
        createdAt: new Date(),
      })
      .execute();
    for (const [position, words] of ['Claussen', 'Claussen'].entries())
      await trx
        .insertInto('fileChunk')
        .values({ fileId: file.id, position, bytes: Buffer.from(words) })
        .execute();
    await trx
      .insertInto('preview')
      .values({ fileId: file.id, jpeg: Buffer.from('Claussen') })
      .execute();
  });
  return row.id;
}

/** Numbers of rows that are found as stored by an earlier version, by table. */
const left = () => countUnsealed(storage.db);
const nothing = {
  process: 0,
  submission: 0,
  hand_in: 0,
  file: 0,
  file_chunk: 0,
  preview: 0,
  app_user: 0,
  handover: 0,
};
const two = { process: 2, submission: 2, hand_in: 2, file: 2, file_chunk: 4, preview: 2 };

it('seals all that an earlier version has stored, which opens before and after that', async () => {
  const ids = [await storeEarlier(), await storeEarlier()];
  const read = (id: string) =>
    Promise.all([
      presentProcess(context, id).then(({ dataKey: _, ...row }) => row),
      submissionOf(context, storage.db, id).then((row) => row?.owed),
      handInsOf(context, storage.db, [id]).then((rows) => rows.get(id)),
      filesOf(context, id, 'upload').then(async ([file]) => [
        file,
        Buffer.from(await readWhole(context, file!.id)).toString(),
        Buffer.from(await readPreview(context, id, file!.id)).toString(),
      ]),
    ]);
  const before = await Promise.all(ids.map(read));
  expect(JSON.stringify(before)).toContain('ClaussenClaussen');
  expect(await left()).toEqual({ ...nothing, ...two });

  await sealEarlier(context);
  expect(await left()).toEqual(nothing);
  expect(log.info.mock.calls).toEqual([
    [{ count: two, isDone: true }, 'sealed what an earlier version has stored'],
  ]);
  expect(await Promise.all(ids.map(read))).toEqual(before);
  const tables = ['process', 'submission', 'hand_in', 'file', 'file_chunk', 'preview'];
  for (const table of tables) {
    const { rows } = await sql
      .raw<{ text: string }>(`select t::text as text from ${table} t`)
      .execute(storage.db);
    const bytes = Buffer.from('Claussen').toString('hex');
    expect(rows.filter(({ text }) => /Clara|Claussen|c0ffee/.test(text) || text.includes(bytes))).toEqual([]);
  }

  log.info.mockClear();
  await sealEarlier(context);
  expect(log.info).not.toHaveBeenCalled();

  // An earlier version that still runs beside this one.
  await storage.db
    .updateTable('process')
    .set({ data: unsealed({ familyName: 'Lindemann' }) })
    .where('id', '=', ids[0]!)
    .execute();
  expect(await left()).toEqual({ ...nothing, process: 1 });
  await sealEarlier(context);
  expect(await left()).toEqual(nothing);
  expect(await presentProcess(context, ids[0]!)).toMatchObject({
    data: { familyName: 'Lindemann' },
    applicant: { name: 'Jo Claussen' },
  });
});

it('makes no key for what was erased', async () => {
  const id = await storeEarlier();
  await recorded(context, async (trx) => {
    await trx.updateTable('process').set(noSecrets).where('id', '=', id).execute();
    await forgetDelivered(context, trx, id);
    await forgetHandIns(context, trx, id);
    await trx.deleteFrom('file').where('processId', '=', id).execute();
    await context.dataKeys.forget(trx, id);
  });
  expect(await left()).toEqual(nothing);
  await sealEarlier(context);
  expect(await context.dataKeys.find(storage.db, id)).toBeNull();
  expect((await submissionOf(context, storage.db, id))?.owed).toEqual({
    documents: [{ ...document, row: '' }],
    until: null,
  });
});

it('is not stopped by one that does not open', async () => {
  const [broken, other] = [await storeEarlier(), await storeEarlier()];
  await storage.db
    .updateTable('process')
    .set({ account: JSON.stringify('sealed:1:AAAA') as never })
    .where('id', '=', broken)
    .execute();
  await sealEarlier(context);
  expect(await left()).toEqual({ ...nothing, process: 1 });
  expect(log.error.mock.calls).toEqual([
    [
      {
        part: 'sealing process',
        processId: broken,
        err: expect.objectContaining({ message: `a sealed value does not open: process.account:${broken}` }),
      },
      'left for the next time',
    ],
  ]);
  expect(await presentProcess(context, other)).toMatchObject({ data: { familyName: 'Claussen' } });
});
