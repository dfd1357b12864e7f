import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ServerContext } from '#server/context.ts';
import { readStream } from '#server/files/store.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { ProcessRow, Spoken } from '#server/processes/row.ts';
import { handIn, repeatHandIn } from '#server/use-cases/hand-in.ts';
import { receiptOf } from '#server/use-cases/hand-in-receipt.ts';
import { dropHandInFile } from '#server/use-cases/upload-hand-in.ts';
import { handInPageOf } from '#server/views/hand-in-view.ts';
import { readOwned } from '#server/workflow/act.ts';
import { actorOf } from '../security/security-events.ts';
import { downloadHeaders } from './download.ts';
import { serveSession } from './route.ts';

/** Serves documents that are handed in after a sent application; uploads are in upload.ts. */
export function handInRoutes(app: FastifyInstance, context: ServerContext): void {
  /** Answers with the page after an act, or as it is. */
  const viewed = async (process: Promise<ProcessRow>, { lang }: Spoken) => {
    const row = await process;
    return handInPageOf(context, row, lang ?? row.locale);
  };

  serveSession(app, context, calls.getHandIn, ({ session, params, query }) =>
    viewed(readOwned(context, session, params.id), query),
  );

  serveSession(app, context, calls.dropHandInFile, ({ session, params }) =>
    dropHandInFile(context, session, params.id, params.file),
  );

  serveSession(app, context, calls.handIn, { limited: true }, ({ session, params, query, body }) =>
    viewed(handIn(context, session, params.id, { files: body.files, locale: query.lang }), query),
  );

  serveSession(app, context, calls.repeatHandIn, { limited: true }, ({ session, params, query }) =>
    viewed(repeatHandIn(context, session, params.id, params.handIn), query),
  );

  serveSession(
    app,
    context,
    calls.downloadHandInReceipt,
    { limited: true },
    async ({ session, params, request, reply }) => {
      const process = await readOwned(context, session, params.id);
      if (process.userId === null) throw new ProblemError('login-required');
      const file = await receiptOf(context, process.id, params.handIn);
      context.security.record(
        { event: 'download', outcome: 'succeeded', document: 'handInReceipt', process: process.id },
        actorOf(request),
      );
      return reply
        .headers({ ...downloadHeaders(file.name, file.mimeType), 'content-length': file.size })
        .send(readStream(context, file.id));
    },
  );
}
