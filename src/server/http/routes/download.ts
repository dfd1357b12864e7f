import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { DocumentKind, ProducedKind } from '#domain/document-kind.ts';
import type { ServerContext } from '#server/context.ts';
import { attachmentsZip } from '#server/documents/attachments-zip.ts';
import { enteredText } from '#server/documents/entered.ts';
import { textsOf } from '#server/documents/texts.ts';
import type { ZipEntry } from '#server/documents/write-zip.ts';
import { filesOf, readChunks, readStream, type StoredFile } from '#server/files/store.ts';
import { ProblemError } from '#server/problem-error.ts';
import { isSent } from '#server/processes/admission.ts';
import { offerOf } from '#server/processes/kept-offer.ts';
import { documentLocale, type ProcessRow } from '#server/processes/row.ts';
import { attachmentsOf } from '#server/sending/steps/application.ts';
import { findSubmission, type SubmissionRow } from '#server/submission/row.ts';
import { isOffered } from '#server/views/document-list.ts';
import { readOwned } from '#server/workflow/act.ts';
import { actorOf } from '../security/security-events.ts';
import { serveSession } from './route.ts';

/** Streams documents of a sent application piece by piece, while they are available; of a draft what was entered. */
export function downloadRoutes(app: FastifyInstance, context: ServerContext): void {
  serveSession(
    app,
    context,
    calls.downloadFile,
    { limited: true },
    async ({ session, params, request, reply }) => {
      const process = await readOwned(context, session, params.id);
      const send =
        params.file === 'entered'
          ? await enteredIn(context, process)
          : await sentDocument(process, params.file);
      context.security.record(
        { event: 'download', outcome: 'succeeded', document: params.file, process: process.id },
        actorOf(request),
      );
      return send(reply);
    },
  );

  serveSession(app, context, calls.getFileExpiry, async ({ session, params }) => {
    const process = await readOwned(context, session, params.id);
    const submission = await available(process);
    return { expires: submission.downloadsUntil.toISOString() };
  });

  async function sentDocument(process: ProcessRow, kind: DocumentKind): Promise<Send> {
    const submission = await available(process);
    if (!isOffered(kind, submission.sentState)) throw new ProblemError('not-found');
    return kind === 'attachment' ? zipOf(context, process, submission) : documentOf(context, process, kind);
  }

  async function available(
    process: ProcessRow,
  ): Promise<SubmissionRow & { downloadsUntil: Date; submittedAt: Date }> {
    const submission = await findSubmission(context, process.id);
    if (process.status !== 'SUBMITTED' || !submission?.downloadsUntil || !submission.submittedAt) {
      throw new ProblemError('not-found');
    }
    const { downloadsUntil, submittedAt } = submission;
    if (downloadsUntil <= context.now()) throw new ProblemError('download-expired');
    return { ...submission, downloadsUntil, submittedAt };
  }
}

/** Starts sending a document; nothing is sent before this call. */
type Send = (reply: FastifyReply) => FastifyReply;

async function documentOf(context: ServerContext, process: ProcessRow, kind: ProducedKind): Promise<Send> {
  const [file] = await filesOf(context, process.id, kind);
  if (!file) throw new ProblemError('not-found');
  const headers = { ...downloadHeaders(file.name, file.mimeType), 'content-length': file.size };
  return (reply) => reply.headers(headers).send(readStream(context, file.id));
}

/** Starts sending what was entered in a draft: a text, or a ZIP of it and the uploaded files. */
async function enteredIn(context: ServerContext, row: ProcessRow): Promise<Send> {
  if (isSent(row)) throw new ProblemError('not-found');
  const { locale, updatedAt, data } = row;
  const { metadata, areaName } = await offerOf(context, row);
  const files = await attachmentsOf(context, row);
  const text = enteredText({
    locale,
    serviceTitle: metadata.title[locale],
    authorityName: metadata.authority.name[locale],
    areaName,
    savedAt: updatedAt.toISOString(),
    hasFiles: files.length > 0,
    data,
  });
  const bytes = Buffer.from(`\ufeff${text}`);
  const name = `${textsOf(locale)('fileName.entered')}-${updatedAt.toISOString().slice(0, 10)}`;
  if (files.length === 0)
    return (reply) => reply.headers(downloadHeaders(`${name}.txt`, 'text/plain; charset=utf-8')).send(bytes);
  const entry = { filename: `${name}.txt`, size: bytes.length, content: () => Readable.from([bytes]) };
  return zipped(context, [entry], files, `${name}.zip`, updatedAt);
}

async function zipOf(
  context: ServerContext,
  process: ProcessRow,
  { ticketNumber, submittedAt }: { ticketNumber: string; submittedAt: Date },
): Promise<Send> {
  const files = await attachmentsOf(context, process);
  if (files.length === 0) throw new ProblemError('not-found');
  const name = `${textsOf(documentLocale(process))('fileName.attachment')}-${ticketNumber}.zip`;
  return zipped(context, [], files, name, submittedAt);
}

/** Starts sending a ZIP of entries and stored files. */
function zipped(
  context: ServerContext,
  first: ZipEntry[],
  files: StoredFile[],
  name: string,
  modifiedAt: Date,
): Send {
  const stored = files.map((file) => ({
    filename: file.name,
    size: file.size,
    content: () => readChunks(context, file.id),
  }));
  return (reply) => {
    const out = new PassThrough();
    attachmentsZip([...first, ...stored], out, modifiedAt).catch((error: Error) => out.destroy(error));
    return reply.headers(downloadHeaders(name, 'application/zip')).send(out);
  };
}

/** Makes the file a download, never shown inside the portal's origin and never stored by a shared cache. */
export const downloadHeaders = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});
