import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '#domain/days.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { openFiles, selectFile } from '#server/files/sealed-file.ts';
import type { StoredFile } from '#server/files/store.ts';
import { insertHandIn, moveHandIn } from '#server/hand-ins/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import { keepLonger } from '#server/processes/availability.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { HandedInDocument } from '#server/storage/tables.ts';
import { keepDownloadsLonger } from '#server/submission/row.ts';
import { actOnOwed, type Owing } from './act-on-owed.ts';

/**
 * Hands files in for documents that are owed for a sent application: one delivery, in the transaction of this act. The
 * same files a second time are the same hand-in, whoever's window asks first.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, login-required, hand-in-closed, input-invalid,
 * scanner-unavailable while a file is not checked, status-conflict when a part of the files is in another hand-in
 */
export const handIn = (
  context: ServerContext,
  session: Session,
  processId: string,
  { files, locale }: { files: readonly string[]; locale: Locale | undefined },
): Promise<ProcessRow> =>
  actOnOwed(context, session, processId, async (owing) => {
    const { trx, row } = owing;
    const ids = [...new Set(files)].sort();
    if (isKnown(owing, ids)) return row;
    const stored = await selectFile(trx)
      .where('processId', '=', processId)
      .where('id', 'in', ids)
      .where('kind', 'in', ['handIn', 'handInQuarantined'])
      .where('handInId', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    const uploads = await openFiles(context, stored);
    if (uploads.length < ids.length) throw invalid('not an upload for this application');
    if (uploads.some(({ kind }) => kind === 'handInQuarantined'))
      throw new ProblemError('scanner-unavailable');
    const handedIn = await insertHandIn(context, trx, row, {
      input: tries(context),
      documents: documentsOf(owing, uploads),
      locale: locale ?? row.locale,
    });
    await trx.updateTable('file').set({ handInId: handedIn.id }).where('id', 'in', ids).execute();
    await keepUntilDelivered(context, owing);
    context.log.info({ processId, handInId: handedIn.id, files: ids.length }, 'documents handed in');
    return row;
  });

/**
 * Has a failed hand-in tried again; one that waits or is delivered stays as it is.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low, login-required, hand-in-closed
 */
export const repeatHandIn = (
  context: ServerContext,
  session: Session,
  processId: string,
  handInId: string,
): Promise<ProcessRow> =>
  actOnOwed(context, session, processId, async (owing) => {
    const { trx, row, handIns } = owing;
    const failed = handIns.find(({ id }) => id === handInId);
    if (!failed) throw new ProblemError('not-found');
    if (failed.state !== 'failed') return row;
    await moveHandIn(context, trx, failed, { type: 'handIn.repeated', ...tries(context) }, 'person');
    await keepUntilDelivered(context, owing);
    return row;
  });

/** Whether exactly these files were handed in before. @throws ProblemError status-conflict when only some were */
function isKnown({ handIns, row }: Owing, ids: readonly string[]): boolean {
  const known = handIns.map(({ documents }) =>
    documents.flatMap(({ files }) => files.map(({ id }) => id)).sort(),
  );
  if (known.some((those) => isDeepStrictEqual(those, ids))) return true;
  if (known.flat().some((id) => ids.includes(id))) {
    throw new ProblemError('status-conflict', { processStatus: row.status });
  }
  return false;
}

/** Returns the documents that the files belong to, in the order of the form. */
function documentsOf({ owed }: Owing, uploads: readonly StoredFile[]): HandedInDocument[] {
  return owed.documents.flatMap((document) => {
    const files = uploads
      .filter(({ fieldPath }) => fieldPath === document.path)
      .map(({ id, name, size, mimeType, sha512 }) => ({ id, name, size, mimeType, sha512 }));
    return files.length > 0 ? [{ ...document, files }] : [];
  });
}

const invalid = (reason: string) =>
  new ProblemError('input-invalid', { fields: [{ name: 'files', reason }] });

/** Returns the first try, now, and the end of tries, as for a submission. */
const tries = ({ config, now }: ServerContext) => ({
  nextTryAt: now().toISOString(),
  tryUntil: new Date(now().getTime() + config.DELIVERY_RETRY_DAYS * DAY_MS).toISOString(),
});

/** Keeps the application as long as its hand-in is tried, so that no server erases it before. */
async function keepUntilDelivered(context: ServerContext, { trx, row }: Owing): Promise<void> {
  const until = new Date(tries(context).tryUntil);
  await keepLonger(trx, row.id, until);
  await keepDownloadsLonger(trx, row.id, until);
}
