import type { ProducedKind } from '#domain/document-kind.ts';
import type { ServerContext } from '#server/context.ts';
import { textsOf } from '#server/documents/texts.ts';
import { filesOf, type StoredFile, writeProduced } from '#server/files/store.ts';
import { documentLocale } from '#server/processes/row.ts';
import type { SubmissionRow } from '#server/submission/row.ts';
import type { Application } from './application.ts';
import { documentData } from './document-data.ts';

/** Draws a document and stores it; an existing one (the step is repeated) stays as it is. */
export async function writeDocument(
  context: ServerContext,
  submission: SubmissionRow,
  application: Application,
  kind: ProducedKind,
): Promise<StoredFile> {
  const [present] = await filesOf(context, submission.processId, kind);
  if (present) return present;
  const say = textsOf(documentLocale(application.process));
  const data = await documentData(context, submission, application);
  return writeProduced(
    context,
    {
      processId: submission.processId,
      kind,
      fieldPath: null,
      name: `${say(`fileName.${kind}`)}-${submission.ticketNumber}.pdf`,
      mimeType: 'application/pdf',
    },
    (out) => context.documents[kind](data, out),
  );
}
