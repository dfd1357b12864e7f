import type { ResultView } from '#contract/process.ts';
import { arrivalKinds, producedKinds } from '#domain/document-kind.ts';
import type { SentApplicationStatus } from '#machines/sentApplication/sentApplication.types.ts';
import type { ServerContext } from '#server/context.ts';

type Documents = ResultView['documents'];

/**
 * Returns the downloads that each of these processes has now; the uploaded files count as one ZIP with the sum of their
 * sizes (bytes). A process without files, or whose time for downloads is over, is not in the result. Of a rejected one,
 * nothing says that it has arrived.
 */
export async function documentsOf(
  context: ServerContext,
  processIds: readonly string[],
): Promise<Map<string, Documents>> {
  if (processIds.length === 0) return new Map();
  const files = await context.storage.db
    .selectFrom('file')
    .innerJoin('submission', 'submission.processId', 'file.processId')
    .select(['file.processId', 'file.kind', 'file.size', 'submission.sentState'])
    .where('file.processId', 'in', processIds)
    .where('file.kind', 'in', [...producedKinds, 'upload'])
    .where('submission.downloadsUntil', '>', context.now())
    .execute();
  const offered = files.filter(({ kind, sentState }) => isOffered(kind, sentState));
  const byProcess = Map.groupBy(offered, ({ processId }) => processId);
  return new Map([...byProcess].map(([processId, those]) => [processId, listed(those)]));
}

/** Whether a document may be downloaded, by what became of its application. */
export const isOffered = (kind: string, sentState: SentApplicationStatus): boolean =>
  sentState !== 'processingError' || !arrivalKinds.some((one) => one === kind);

function listed(files: readonly { kind: string; size: number }[]): Documents {
  const documents: Documents = producedKinds.flatMap((kind) =>
    files.filter((file) => file.kind === kind).map(({ size }) => ({ kind, size })),
  );
  const uploads = files.filter(({ kind }) => kind === 'upload');
  const size = uploads.reduce((sum, file) => sum + file.size, 0);
  return uploads.length > 0 ? [...documents, { kind: 'attachment', size }] : documents;
}
