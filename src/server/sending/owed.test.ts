import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealed } from '#server/sealing/testing/unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission, submissionOf } from '#server/submission/row.ts';
import { keptOwed } from './owed.ts';
import type { Application } from './steps/application.ts';

let storage: Storage;
let context: ServerContext;
const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;
const metadata = [...content.metadata.values()].find(({ fmsFormId }) => fmsFormId === 'wohngeld')!;

beforeAll(async () => {
  storage = await openTestStorage();
  context = {
    storage,
    dataKeys: testKeys(),
    now: () => new Date(),
    content: () => content,
  } as unknown as ServerContext;
});
afterAll(async () => {
  await storage.close();
});

it('is what the first step said, when a step is repeated with another content', async () => {
  const row = processRow(new Date(), { data: unsealed({ proofsLater: { income: true } }) });
  const sentAt = new Date('2026-11-02T10:00:00Z');
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'server');
    const step = { processId: row.id, step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done' } as const;
    await trx
      .insertInto('submissionStep')
      .values({ ...step, finishedAt: sentAt })
      .execute();
  });
  const process = { ...row, data: { proofsLater: { income: true } } } as unknown as Application['process'];
  const application = { process, metadata } as Application;
  const submission = async () => (await submissionOf(context, storage.db, row.id))!;
  const owed = await keptOwed(context, await submission(), application);
  expect(owed).toEqual({
    documents: [
      {
        path: 'incomeProof',
        label: { de: 'Nachweise über das Einkommen', en: 'Proof of income' },
        row: '',
      },
    ],
    until: '2026-11-30',
  });
  const others = { ...application, metadata: { ...metadata, handInDays: 3 } };
  expect(await keptOwed(context, await submission(), others)).toEqual(owed);
  expect((await submission()).owed).toEqual(owed);
});
