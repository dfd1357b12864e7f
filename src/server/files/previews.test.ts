import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { tinyJpeg } from '#server/examination/testing/tiny-files.ts';
import { recorded } from '#server/journal/journal.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealedText } from '#server/sealing/testing/unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import type { FileKind } from '#server/storage/file-kinds.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { ThreadBusy } from '#server/thread/thread.ts';
import { previewsOf, readPreview, storePreview } from './previews.ts';

const small = Buffer.from(tinyJpeg(4, 3));
let storage: Storage;
let context: ServerContext;
let processId: string;
const examineFile = vi.fn<ServerContext['examineFile']>();

beforeAll(async () => {
  storage = await openTestStorage();
  context = { storage, dataKeys: testKeys(), now: () => new Date(), examineFile } as unknown as ServerContext;
  processId = await application();
});
beforeEach(() => {
  examineFile.mockReset().mockImplementation(async () => ({ kept: [[0, small.length]] }));
});
afterAll(() => storage.close());

async function application(): Promise<string> {
  const row = processRow(new Date());
  await recorded(context, (trx) => trx.insertInto('process').values(row).execute());
  return row.id;
}
async function file(kind: FileKind = 'upload', mimeType = 'image/png', of = processId): Promise<string> {
  const id = randomUUID();
  const about = { fieldPath: 'proof', name: unsealedText('a'), size: 1, sha512: '', createdAt: new Date() };
  await storage.db
    .insertInto('file')
    .values({ id, processId: of, kind, mimeType, ...about })
    .execute();
  return id;
}
const keep = (fileId: string, bytes = small, of = processId) =>
  storePreview(context, of, { fileId, jpeg: bytes.toString('base64'), caller: 'somebody' });
const refused = (code: string) => expect.objectContaining({ code });

it.each<[string, string, () => Promise<[file: string, application: string]>]>([
  ['a file that is not there', 'not-found', async () => [randomUUID(), processId]],
  ['a file of another application', 'not-found', async () => [await file(), await application()]],
  ['a file that waits for the scanner', 'not-found', async () => [await file('quarantined'), processId]],
  ['a file to be handed in', 'not-found', async () => [await file('handIn'), processId]],
  ['a document', 'file-type-refused', async () => [await file('upload', 'application/pdf'), processId]],
])('keeps none for %s', async (_, code, about) => {
  const [id, of] = await about();
  await expect(keep(id, small, of)).rejects.toEqual(refused(code));
  expect(examineFile).not.toHaveBeenCalled();
  await expect(readPreview(context, of, id)).rejects.toEqual(refused('not-found'));
});

it('keeps none that is no JPEG, and none while nobody can look at it', async () => {
  const id = await file();
  examineFile.mockResolvedValueOnce({ fault: 'damaged' } as never);
  await expect(keep(id)).rejects.toEqual(refused('file-damaged'));
  examineFile.mockRejectedValueOnce(new ThreadBusy());
  await expect(keep(id)).rejects.toEqual(refused('check-unavailable'));
  const fault = new Error('something else');
  examineFile.mockRejectedValueOnce(fault);
  await expect(keep(id)).rejects.toBe(fault);
  await expect(readPreview(context, processId, id)).rejects.toEqual(refused('not-found'));
});

it('keeps the last one, without what follows it, for its application alone', async () => {
  const id = await file();
  await keep(id);
  const other = Buffer.from(tinyJpeg(5, 3));
  examineFile.mockResolvedValueOnce({ kept: [[0, other.length]] } as never);
  await keep(id, Buffer.concat([other, Buffer.from('<script>')]));
  expect(Buffer.from(await readPreview(context, processId, id))).toEqual(other);
  await expect(readPreview(context, await application(), id)).rejects.toEqual(refused('not-found'));
});

it('names those of the data by field, in the order of the files, and asks nothing where no file is a picture', async () => {
  const [first, second, third, document] = [await file(), await file(), await file(), await file()];
  for (const id of [third, first, document]) await keep(id);
  const at = (path: string, id: string, type = 'image/png') => ({ path, file: { id, type } });
  const named = (...files: ReturnType<typeof at>[]) =>
    previewsOf(context, { files: () => files } as unknown as EngineForm, { data: {} });
  const shown = await named(
    at('proof', first),
    at('proof', second),
    at('other', document, 'application/pdf'),
    at('proof', third),
    at('photo', first),
  );
  expect(Object.fromEntries(shown)).toEqual({ proof: [first, third], photo: [first] });
  expect(await named(at('other', document, 'application/pdf'))).toEqual(new Map());
});
