import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { reserveFile, writeFile } from './store.ts';

const PIECE = 256 * 1024;

let storage: Storage;
let context: ServerContext;
let processId: string;
beforeAll(async () => {
  storage = await openTestStorage();
  context = { storage, now: () => new Date() } as unknown as ServerContext;
  const row = processRow(new Date());
  await recorded(context, (trx) => trx.insertInto('process').values(row).execute());
  processId = row.id;
});
afterAll(() => storage.close());

async function* pieces(count: number) {
  for (let at = 0; at < count; at += 1) yield new Uint8Array(PIECE);
}

async function upload(count: number): Promise<void> {
  const file = {
    processId,
    kind: 'unfinished',
    fieldPath: 'proof',
    name: 'a.pdf',
    mimeType: 'application/pdf',
  } as const;
  const bytes = count * PIECE;
  const id = await reserveFile(context, storage.db, processId, bytes);
  await writeFile(context, file, pieces(count), { id, bytes });
}

const stored = async () => (await storage.db.selectFrom('fileChunk').select('position').execute()).length;

it('lets large files that come together end one after the other, and a small one before them', async () => {
  const large = Array.from({ length: 5 }, () => upload(8).then(stored));
  const small = upload(1).then(stored);
  const after = await Promise.all(large);
  expect(await small).toBeLessThan(8);
  // In rounds of single pieces, some 36 of 41 would be there.
  expect(Math.min(...after)).toBeLessThan(20);
  expect(Math.max(...after)).toBe(41);
});
