import { createHash, randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import type { Part } from '#server/examination/examined.ts';
import type { DataKey } from '#server/sealing/data-keys.ts';
import { SealBroken } from '#server/sealing/seal.ts';
import { keyOf } from '#server/sealing/sealed-table.ts';
import type { Database } from '#server/storage/database.ts';
import type { Expired } from '#server/storage/erase-rows.ts';
import { type UploadPurpose, uploadKinds } from '#server/storage/file-kinds.ts';
import {
  NO_NAME,
  openBytes,
  openFile,
  openFiles,
  pieceOf,
  type StoredFile,
  sealBytes,
  sealName,
  selectFile,
} from './sealed-file.ts';

export type { StoredFile } from './sealed-file.ts';

type NewFile = Pick<StoredFile, 'processId' | 'kind' | 'fieldPath' | 'name' | 'mimeType'> & {
  /** The hand-in that the file belongs to, where it belongs to one. */
  handInId?: string;
};

const CHUNK_BYTES = 256 * 1024;

/** The row of a file that is about to be written, and the key that seals it. */
export type Reserved = { id: string; key: DataKey };

/**
 * Creates the row of a file that is about to be written. Its kind marks it as unfinished: nothing reads it, and it
 * counts as this many bytes until it is complete.
 * @throws as KeyService
 */
export async function reserveFile(
  { dataKeys, now }: ServerContext,
  db: Database,
  processId: string,
  size: number,
): Promise<Reserved> {
  const id = randomUUID();
  const nothing = { fieldPath: null, name: NO_NAME, mimeType: '', sha512: '' };
  const { dataKey } = await db
    .insertInto('file')
    .values({ ...nothing, id, processId, kind: 'unfinished', size, createdAt: now() })
    .returning(keyOf('file.processId').as('dataKey'))
    .executeTakeFirstOrThrow();
  const key = dataKey && (await dataKeys.joined(processId, dataKey));
  return { id, key: key ?? (await dataKeys.of(db, 'application', processId)) };
}

/**
 * Writes a stream into the database piece by piece; the file's row is completed last, so that a visible file is
 * complete. The rest of an interrupted write is removed at once, or by the expiry job.
 * @param upload the row that was created for the file, and its expected size: the file takes turns with other uploads
 */
export async function writeFile(
  context: ServerContext,
  file: NewFile,
  content: AsyncIterable<Uint8Array>,
  upload?: Reserved & { bytes: number },
): Promise<StoredFile> {
  const { db, uploads } = context.storage;
  const { id, key } = upload ?? (await reserveFile(context, db, file.processId, 0));
  try {
    const { size, sha512 } = await writeChunks(content, async (bytes, position) => {
      const piece = { fileId: id, position, ...sealBytes(key, pieceOf(id, position), bytes) };
      const write = () => db.insertInto('fileChunk').values(piece).execute();
      await (upload ? uploads.inTurn(upload.bytes - position * CHUNK_BYTES, write) : write());
    });
    const row = await db
      .updateTable('file')
      .set({ ...file, name: sealName(key, id, file.name), size, sha512 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, name: file.name };
  } catch (error) {
    await dropFile(context, id);
    throw error;
  }
}

/**
 * Keeps these parts of a file that nothing reads yet, in their order, and removes the rest; an interruption leaves
 * the file as unfinished as before.
 */
export async function keepParts(
  context: ServerContext,
  { id, key }: Reserved,
  parts: readonly Part[],
): Promise<StoredFile> {
  const { db } = context.storage;
  // Kept parts only move to the front, so each chunk has been read before it is written.
  const { size, sha512, count } = await writeChunks(
    partsOf(readChunks(context, id), parts),
    async (bytes, position) => {
      await db
        .updateTable('fileChunk')
        .set(sealBytes(key, pieceOf(id, position), bytes))
        .where('fileId', '=', id)
        .where('position', '=', position)
        .execute();
    },
  );
  await db.deleteFrom('fileChunk').where('fileId', '=', id).where('position', '>=', count).execute();
  const row = await db
    .updateTable('file')
    .set({ size, sha512 })
    .where('id', '=', id)
    .returningAll()
    .returning(keyOf('file.processId').as('dataKey'))
    .executeTakeFirstOrThrow();
  return openFile(context, row);
}

/** Makes a file available under its name. `checkedAt`: when the scanner found it clean. */
export const keepUpload = (
  { storage }: ServerContext,
  id: string,
  purpose: UploadPurpose,
  checkedAt: Date | null,
): Promise<unknown> =>
  storage.db
    .updateTable('file')
    .set({ kind: uploadKinds[purpose].checked, checkedAt })
    .where('id', '=', id)
    .execute();

/** Puts a file of the right type into quarantine; nothing reads it before the scanner has checked it. */
export const quarantine = (
  { storage }: ServerContext,
  id: string,
  purpose: UploadPurpose,
): Promise<unknown> =>
  storage.db
    .updateTable('file')
    .set({ kind: uploadKinds[purpose].quarantined })
    .where('id', '=', id)
    .execute();

/** Removes a file with its bytes. */
export const dropFile = ({ storage }: ServerContext, id: string): Promise<unknown> =>
  storage.db.deleteFrom('file').where('id', '=', id).execute();

/** The longest time for a write; an unfinished file that is older was left when the server stopped. */
const LONGEST_WRITE_MS = 3_600_000;

/** Files that will never be complete, and the rest of those that the scanner refused. */
export const unfinishedFiles: Expired = {
  table: 'file',
  by: 'created_at',
  key: 'id',
  // The kinds of their index (storage/migrations.ts).
  isOver: (now) => sql`kind in ('unfinished', 'file-infected', 'file-uncheckable')
    and created_at <= ${new Date(now.getTime() - LONGEST_WRITE_MS)}`,
};

/** The time for which an upload waits to be handed in. */
const LEFT_MS = 7 * DAY_MS;

/** Uploads that nobody has handed in. */
export const leftHandIns: Expired = {
  table: 'file',
  by: 'created_at',
  key: 'id',
  isOver: (now) => sql`kind in ('handIn', 'handInQuarantined') and hand_in_id is null
    and created_at <= ${new Date(now.getTime() - LEFT_MS)}`,
};

/** Stores a stream of a producer as a file, e.g. a PDF while it is drawn. */
export async function writeProduced(
  context: ServerContext,
  file: NewFile,
  produce: (out: Writable) => Promise<void>,
): Promise<StoredFile> {
  const channel = new TransformStream<Uint8Array, Uint8Array>();
  const out = Writable.fromWeb(channel.writable);
  const [stored] = await Promise.all([
    writeFile(context, file, channel.readable),
    produce(out).catch((error: Error) => {
      out.destroy(error);
      throw error;
    }),
  ]);
  return stored;
}

/** Returns the bytes of a file, one piece at a time. @throws SealBroken, and as KeyService.unwrap */
export async function* readChunks(context: ServerContext, fileId: string): AsyncGenerator<Uint8Array> {
  let length = 0;
  for (let position = 0; ; position += 1) {
    const place = pieceOf(fileId, position);
    const found = await context.storage.db
      .selectFrom('file')
      .leftJoin('fileChunk', (join) =>
        join.onRef('fileChunk.fileId', '=', 'file.id').on('fileChunk.position', '=', position),
      )
      .select(['fileChunk.bytes', 'fileChunk.sealed', 'file.processId', 'file.size'])
      .select(keyOf('file.processId').as('dataKey'))
      .where('file.id', '=', fileId)
      .executeTakeFirst();
    if (!found) return;
    const { bytes, sealed, size, ...row } = found;
    if (bytes === null) {
      // Each piece opens by itself, so only the length shows that the last ones are gone.
      if (length !== size) throw new SealBroken(place);
      return;
    }
    const opened = await openBytes(context, place, { ...row, bytes, sealed: sealed === true });
    length += opened.length;
    yield opened;
  }
}

export const readStream = (context: ServerContext, fileId: string): Readable =>
  Readable.from(readChunks(context, fileId), { objectMode: false });

/** Returns a whole file in memory, which sealing needs. */
export async function readWhole(context: ServerContext, fileId: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(context, fileId)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns files of a kind in the order of their upload. */
export async function filesOf(
  context: ServerContext,
  processId: string,
  kind: StoredFile['kind'],
): Promise<StoredFile[]> {
  const rows = await selectFile(context.storage.db)
    .where('processId', '=', processId)
    .where('kind', '=', kind)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return openFiles(context, rows);
}

/** Writes each chunk of a file, and returns the size and hash of the result. */
async function writeChunks(
  content: AsyncIterable<Uint8Array>,
  write: (bytes: Buffer, position: number) => Promise<void>,
): Promise<{ size: number; sha512: string; count: number }> {
  const hash = createHash('sha512');
  let size = 0;
  let count = 0;
  for await (const bytes of inChunks(content)) {
    hash.update(bytes);
    size += bytes.length;
    await write(bytes, count);
    count += 1;
  }
  return { size, sha512: hash.digest('hex'), count };
}

async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  parts: readonly Part[],
): AsyncGenerator<Uint8Array> {
  let before = 0;
  for await (const bytes of content) {
    for (const [start, end] of parts) {
      const part = bytes.subarray(Math.max(0, start - before), Math.max(0, end - before));
      if (part.length > 0) yield part;
    }
    before += bytes.length;
  }
}

async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    pending.push(piece);
    length += piece.length;
    if (length < CHUNK_BYTES) continue;
    const whole = Buffer.concat(pending);
    let start = 0;
    for (; whole.length - start >= CHUNK_BYTES; start += CHUNK_BYTES) {
      yield whole.subarray(start, start + CHUNK_BYTES);
    }
    pending = [whole.subarray(start)];
    length = whole.length - start;
  }
  if (length > 0) yield Buffer.concat(pending);
}
