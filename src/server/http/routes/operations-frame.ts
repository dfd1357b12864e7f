import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { maintenanceNote } from '#server/html/maintenance-note.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import type { PageFrame } from '#server/operations/frame.ts';
import { type LoginFault, loginPage } from '#server/operations/login-page.ts';

/** Returns the frame of a page for operators, as a request asks for it. */
export const operationsFrame = (
  context: ServerContext,
  files: PageFiles | null,
  locale: Locale,
  request: FastifyRequest,
): PageFrame => ({
  locale,
  theme: context.content().theme,
  files,
  note: maintenanceNote(context.interruptions.shown()),
  query: new URL(request.url, 'http://portal.invalid').search,
});

export const sendOperationsPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** Sends the page at which operators log in, by the ways that this installation has. */
export const sendOperatorLogin = (
  context: ServerContext,
  reply: FastifyReply,
  { frame, status, fault = null }: { frame: PageFrame; status: number; fault?: LoginFault | null },
): FastifyReply =>
  sendOperationsPage(
    reply,
    status,
    loginPage(frame, {
      byPerson: context.operatorsProvider !== null,
      byToken: context.config.OPERATIONS_TOKEN !== undefined,
      fault,
    }),
  );
