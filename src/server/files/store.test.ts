import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { SealBroken } from '#server/sealing/seal.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealedText } from '#server/sealing/testing/unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { filesOf, keepParts, readWhole, reserveFile, type StoredFile, writeFile } from './store.ts';

const PIECE = 256 * 1024;

let storage: Storage;
let context: ServerContext;
let processId: string;
beforeAll(async () => {
  storage = await openTestStorage();
  context = { storage, dataKeys: testKeys(), now: () => new Date() } as unknown as ServerContext;
  const row = processRow(new Date());
  await recorded(context, (trx) => trx.insertInto('process').values(row).execute());
  processId = row.id;
});
afterAll(() => storage.close());

async function* pieces(count: number) {
  for (let at = 0; at < count; at += 1) yield new Uint8Array(PIECE);
}

async function upload(count: number): Promise<StoredFile> {
  const file = {
    processId,
    kind: 'unfinished',
    fieldPath: 'proof',
    name: 'a.pdf',
    mimeType: 'application/pdf',
  } as const;
  const bytes = count * PIECE;
  const reserved = await reserveFile(context, storage.db, processId, bytes);
  return writeFile(context, file, pieces(count), { ...reserved, bytes });
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

describe('a file in the database', () => {
  const kept = { processId: '', kind: 'upload', fieldPath: 'proof', mimeType: 'text/plain' } as const;
  const write = (name = 'Geburtsurkunde Claussen.pdf') => {
    const words = Buffer.alloc(PIECE * 2 + 10, 'Geburtsname Claussen ');
    return writeFile(context, { ...kept, processId, name }, one(words));
  };
  async function* one(bytes: Uint8Array) {
    yield bytes;
  }
  const piecesOf = (id: string) =>
    storage.db.selectFrom('fileChunk').selectAll().where('fileId', '=', id).orderBy('position').execute();
  const change = (id: string, position: number, bytes: unknown) =>
    storage.db
      .updateTable('fileChunk')
      .set({ bytes: bytes as Uint8Array })
      .where('fileId', '=', id)
      .where('position', '=', position)
      .execute();
  const read = async (id: string) => Buffer.from(await readWhole(context, id)).toString();

  it('has nothing of its content or name there', async () => {
    const { id, name } = await write();
    const [row] = await storage.db.selectFrom('file').selectAll().where('id', '=', id).execute();
    expect(name).toBe('Geburtsurkunde Claussen.pdf');
    expect(JSON.stringify(row)).not.toMatch(/Geburt|Claussen/);
    const pieces = await piecesOf(id);
    expect(pieces).toHaveLength(3);
    for (const { bytes, sealed } of pieces) {
      expect(sealed).toBe(true);
      expect(Buffer.from(bytes as never).includes('Claussen')).toBe(false);
    }
    expect((await read(id)).startsWith('Geburtsname Claussen ')).toBe(true);
    expect(await filesOf(context, processId, 'upload')).toContainEqual(expect.objectContaining({ id, name }));
  });

  it('keeps only the parts of it that the examination leaves', async () => {
    const reserved = await reserveFile(context, storage.db, processId, 3);
    const words = one(Buffer.from('abcdef'));
    await writeFile(context, { ...kept, processId, name: 'b.txt' }, words, { ...reserved, bytes: 6 });
    const left = await keepParts(context, reserved, [
      [0, 2],
      [4, 6],
    ]);
    expect(left).toMatchObject({ name: 'b.txt', size: 4 });
    expect(await read(reserved.id)).toBe('abef');
  });

  it.each<[string, (id: string, pieces: Awaited<ReturnType<typeof piecesOf>>) => Promise<unknown>]>([
    ['with two pieces exchanged', (id, [first]) => change(id, 1, first!.bytes)],
    [
      'with a piece of another file',
      async (id) => change(id, 0, (await piecesOf((await write()).id))[0]!.bytes),
    ],
    ['with a piece cut', (id, [first]) => change(id, 0, (first!.bytes as never as Uint8Array).slice(1))],
    [
      'without its end',
      (id) => storage.db.deleteFrom('fileChunk').where('fileId', '=', id).where('position', '=', 2).execute(),
    ],
    ['without its key', () => context.dataKeys.forget(storage.db, processId)],
  ])('does not open %s', async (_what, damage) => {
    const { id } = await write();
    await damage(id, await piecesOf(id));
    await expect(read(id)).rejects.toThrow(SealBroken);
  });

  it('of an earlier version opens as it is', async () => {
    const id = randomUUID();
    const name = unsealedText('b.txt');
    const row = { ...kept, id, processId, name, size: 3, sha512: '', createdAt: new Date() };
    await storage.db.insertInto('file').values(row).execute();
    await storage.db
      .insertInto('fileChunk')
      .values({ fileId: id, position: 0, bytes: Buffer.from('abc') })
      .execute();
    expect(await read(id)).toBe('abc');
  });
});
