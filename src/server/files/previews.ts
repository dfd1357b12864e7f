import type { ServerContext } from '#server/context.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { seal } from '#server/sealing/seal.ts';
import { keyOf } from '#server/sealing/sealed-table.ts';
import { ThreadBusy } from '#server/thread/thread.ts';
import { openBytes, previewOf } from './sealed-file.ts';

/** Type of pictures in small. */
export const PREVIEW_TYPE = 'image/jpeg';
/** Types of files that are pictures. */
const PICTURES = [PREVIEW_TYPE, 'image/png'];

/**
 * Keeps a picture in small beside its file, without what follows it in the bytes; another one takes its place.
 * @param caller the sender: examinations take turns
 * @throws ProblemError not-found, file-type-refused (the file is no picture), file-damaged, check-unavailable
 */
export async function storePreview(
  context: ServerContext,
  processId: string,
  { fileId, jpeg: base64, caller }: { fileId: string; jpeg: string; caller: string },
): Promise<void> {
  const { db } = context.storage;
  const file = await db
    .selectFrom('file')
    .select('mimeType')
    .select(keyOf('file.processId').as('dataKey'))
    .where('id', '=', fileId)
    .where('processId', '=', processId)
    .where('kind', '=', 'upload')
    .executeTakeFirst();
  if (!file) throw new ProblemError('not-found');
  if (!PICTURES.includes(file.mimeType)) throw new ProblemError('file-type-refused');
  const bytes = Buffer.from(base64, 'base64');
  const examined = await context
    .examineFile({ mimeType: PREVIEW_TYPE, caller, read: async () => bytes })
    .catch((err: unknown) => {
      throw err instanceof ThreadBusy ? new ProblemError('check-unavailable') : err;
    });
  if ('fault' in examined) throw new ProblemError('file-damaged');
  const jpeg = Buffer.concat(examined.kept.map(([start, end]) => bytes.subarray(start, end)));
  const { dataKeys } = context;
  const key = file.dataKey && (await dataKeys.joined(processId, file.dataKey));
  const sealed = {
    jpeg: seal(key ?? (await dataKeys.of(db, 'application', processId)), previewOf(fileId), jpeg),
    sealed: true,
  } as const;
  await db
    .insertInto('preview')
    .values({ fileId, ...sealed })
    .onConflict((on) => on.column('fileId').doUpdateSet(sealed))
    .execute();
}

/**
 * Returns the picture in small of a file of the process.
 * @throws ProblemError not-found, SealBroken, and as KeyService.unwrap
 */
export async function readPreview(
  context: ServerContext,
  processId: string,
  fileId: string,
): Promise<Uint8Array> {
  const found = await context.storage.db
    .selectFrom('preview')
    .innerJoin('file', 'file.id', 'preview.fileId')
    .select(['preview.jpeg as bytes', 'preview.sealed', 'file.processId'])
    .select(keyOf('file.processId').as('dataKey'))
    .where('preview.fileId', '=', fileId)
    .where('file.processId', '=', processId)
    .executeTakeFirst();
  if (!found) throw new ProblemError('not-found');
  return openBytes(context, previewOf(fileId), found);
}

/** Returns the files of the data that can be shown in small, by the path of their field; none costs no question. */
export async function previewsOf(
  { storage }: ServerContext,
  form: EngineForm,
  { data }: Pick<ProcessRow, 'data'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const pictures = form.files(data).filter(({ file }) => PICTURES.includes(file.type));
  if (pictures.length === 0) return new Map();
  const ids = pictures.map(({ file }) => file.id);
  const kept = await storage.db.selectFrom('preview').select('fileId').where('fileId', 'in', ids).execute();
  const known = new Set(kept.map(({ fileId }) => fileId));
  const shown = pictures.filter(({ file }) => known.has(file.id));
  return new Map(
    [...Map.groupBy(shown, ({ path }) => path)].map(([path, files]) => [
      path,
      files.map(({ file }) => file.id),
    ]),
  );
}
