import type { ServerContext } from '#server/context.ts';
import { openFile, selectFile } from '#server/files/sealed-file.ts';
import type { StoredFile } from '#server/files/store.ts';
import { handInsOf } from '#server/hand-ins/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import { findSubmission } from '#server/submission/row.ts';

/**
 * Returns the receipt of a delivered hand-in.
 * @throws ProblemError not-found, download-expired
 */
export async function receiptOf(
  context: ServerContext,
  processId: string,
  handInId: string,
): Promise<StoredFile> {
  const { db } = context.storage;
  const handIn = (await handInsOf(context, db, [processId]))
    .get(processId)
    ?.find(({ id }) => id === handInId);
  const submission = await findSubmission(context, processId);
  if (handIn?.state !== 'delivered' || !submission?.downloadsUntil) {
    throw new ProblemError('not-found');
  }
  if (submission.downloadsUntil <= context.now()) throw new ProblemError('download-expired');
  const file =
    handIn.receiptId === null
      ? undefined
      : await selectFile(db).where('id', '=', handIn.receiptId).executeTakeFirst();
  if (!file) throw new ProblemError('not-found');
  return openFile(context, file);
}
