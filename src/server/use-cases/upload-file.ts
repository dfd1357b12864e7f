import { fileTypeFromBuffer } from 'file-type';
import type { TakenFile } from '#contract/process.ts';
import { MAX_PIXELS } from '#domain/picture-size.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from '#forms/files.ts';
import type { ServerContext } from '#server/context.ts';
import { damaged, type Examined } from '#server/examination/examined.ts';
import { checkAtOnce } from '#server/files/check.ts';
import { keptName } from '#server/files/name.ts';
import { assertRoomForBytes } from '#server/files/quota.ts';
import { openFile, selectFile } from '#server/files/sealed-file.ts';
import {
  dropFile,
  keepParts,
  keepUpload,
  quarantine,
  type Reserved,
  readWhole,
  reserveFile,
  type StoredFile,
  writeFile,
} from '#server/files/store.ts';
import { takenOf } from '#server/files/taken.ts';
import type { FileField } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import { formOfProcess } from '#server/processes/form.ts';
import type { Session } from '#server/sessions/session.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { ownKinds, type UploadPurpose } from '#server/storage/file-kinds.ts';
import { ThreadBusy } from '#server/thread/thread.ts';
import { act } from '#server/workflow/act.ts';

/** Number of leading bytes that reveal the type of a file. */
const SNIFF_BYTES = 4100;

/**
 * Receives one file for a file field of a process. Its bytes determine the type and the extension of its name; the
 * client's type is ignored. The file counts once the form data names its id.
 * @param input.size bytes announced by the request, which it cannot exceed; null without an announcement
 * @param input.field accepted files; without it, those of the form's field at the path
 * @throws ProblemError not-found, status-conflict, input-invalid, file-empty, file-too-large, file-type-refused,
 * file-limit-reached, file-total-reached, file-damaged, file-protected, file-active, file-picture-too-large,
 * file-infected, file-uncheckable, check-unavailable
 */
export async function takeUpload(
  context: ServerContext,
  session: Session,
  processId: string,
  input: Incoming & { size: number | null; field?: FileField },
): Promise<TakenFile> {
  const room = await roomFor(context, session, processId, input);
  return receiveFile(context, { processId, purpose: 'upload', ...room }, input);
}

/** Space for a file that is about to be received, and the limits of its field. */
export type Room = { field: FileField; reserved: Reserved; bytes: number };

/** A file on its way, as the request tells of it. */
export type Incoming = {
  path: string;
  name: string;
  /** The sender: callers take turns. */
  caller: string;
  content: AsyncIterable<Uint8Array>;
};

/**
 * Receives a file into its reserved space: type, examination, quarantine, scanner.
 * @throws ProblemError as takeUpload; the space is free again then
 */
export async function receiveFile(
  context: ServerContext,
  { processId, purpose, field, reserved, bytes }: Room & { processId: string; purpose: UploadPurpose },
  input: Incoming,
): Promise<TakenFile> {
  try {
    const { head, all } = await sniffed(limited(input.content, field.maxBytes));
    if (head.length === 0) throw new ProblemError('file-empty');
    const { mime: mimeType, ext } = (await fileTypeFromBuffer(head)) ?? unknownType;
    if (!field.accepts(mimeType)) {
      throw new ProblemError('file-type-refused', { limit: field.pattern });
    }
    const name = keptName(input.name, mimeType, ext);
    // Nothing reads the file before its contents have been examined.
    const file = { processId, kind: 'unfinished', fieldPath: input.path, name, mimeType } as const;
    const written = await writeFile(context, file, all, { ...reserved, bytes });
    const kept = await lookInto(context, written, reserved, input.caller);
    const value = { id: kept.id, name, size: kept.size, type: mimeType };
    if (context.scanner === null) {
      await keepUpload(context, kept.id, purpose, null);
      return { ...value, checked: true };
    }
    await quarantine(context, kept.id, purpose);
    const outcome = await checkAtOnce(context, { ...kept, purpose });
    if (outcome?.fault) throw new ProblemError(outcome.fault);
    return { ...value, checked: outcome !== null };
  } catch (error) {
    await dropFile(context, reserved.id);
    throw error;
  }
}

const unknownType = { mime: 'application/octet-stream', ext: 'bin' };

/**
 * @returns the file without the parts that the examination removes
 * @throws ProblemError when something in the file is not allowed
 */
async function lookInto(
  context: ServerContext,
  file: StoredFile,
  reserved: Reserved,
  caller: string,
): Promise<StoredFile> {
  const { id, mimeType, size } = file;
  const examined = await context
    .examineFile({ mimeType, caller, read: () => readWhole(context, id) })
    .catch((err: unknown): Examined => {
      if (err instanceof DatabaseUnavailable) throw err;
      // The file has not been examined.
      if (err instanceof ThreadBusy) throw new ProblemError('check-unavailable');
      context.log.warn({ err }, 'a file could not be looked into');
      return damaged;
    });
  if ('fault' in examined) {
    const { fault } = examined;
    throw new ProblemError(fault, fault === 'file-picture-too-large' ? { limit: MAX_PIXELS } : {});
  }
  const length = examined.kept.reduce((sum, [start, end]) => sum + end - start, 0);
  return length === size ? file : keepParts(context, reserved, examined.kept);
}

/** Returns the field of the file, and a row that reserves space during the upload, however many run at once. */
function roomFor(
  context: ServerContext,
  session: Session,
  processId: string,
  { path, size, field: given }: { path: string; size: number | null; field?: FileField },
): Promise<Room> {
  const grounds = { version: null, accepts: { type: 'form.progressed' } as const };
  return act(context, session, processId, grounds, async ({ trx, row }) => {
    const field = given ?? formOfProcess(context, row).fileField(path);
    if (!field) {
      throw new ProblemError('input-invalid', { fields: [{ name: 'path', reason: 'no file field' }] });
    }
    const { count, total } = await trx
      .selectFrom('file')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('total')])
      .where('processId', '=', processId)
      .where('kind', 'in', ownKinds)
      .executeTakeFirstOrThrow();
    // A file of unknown size may be as large as its field allows; the upload is cut off there in any case.
    const bytes = Math.min(size ?? field.maxBytes, field.maxBytes);
    if (Number(count) >= MAX_FILES || Number(total ?? 0) + bytes > MAX_TOTAL_BYTES) {
      throw new ProblemError('file-limit-reached');
    }
    await assertRoomForBytes(trx, { id: session.id, userId: row.userId }, bytes);
    return { field, bytes, reserved: await reserveFile(context, trx, processId, bytes) };
  });
}

async function* limited(content: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > limit) throw new ProblemError('file-too-large', { limit });
    yield piece;
  }
}

/** Reads the first bytes and returns them together with the rest. */
async function sniffed(content: AsyncGenerator<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const { value, done } = await content.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  const head = Buffer.concat(pieces);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* content;
  }
  return { head, all: all() };
}

/**
 * Returns the state of a file that was uploaded for a process.
 * @throws ProblemError not-found, file-infected, file-uncheckable
 */
export async function findUpload(
  context: ServerContext,
  processId: string,
  fileId: string,
): Promise<TakenFile> {
  const file = await selectFile(context.storage.db)
    .where('id', '=', fileId)
    .where('processId', '=', processId)
    .executeTakeFirst();
  if (file?.kind === 'file-infected' || file?.kind === 'file-uncheckable') throw new ProblemError(file.kind);
  const uploaded = file && takenOf(await openFile(context, file));
  if (!uploaded) throw new ProblemError('not-found');
  return uploaded;
}
