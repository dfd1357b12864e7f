import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#domain/locale.ts';

import { readReport } from '#server/analytics/report.ts';
import { readVisits } from '#server/analytics/visits.ts';
import type { ServerContext } from '#server/context.ts';
import { readFeedbackReport } from '#server/feedback/report.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import type { PageFrame } from '#server/operations/frame.ts';

import { loginPage } from '#server/operations/login-page.ts';
import { mailFigures } from '#server/operations/mail-table.ts';
import { openDeliveries } from '#server/operations/open-deliveries.ts';
import { openHandIns } from '#server/operations/open-hand-ins.ts';
import { operationsPage } from '#server/operations/page.ts';
import { rangeOf } from '#server/operations/range.ts';
import { operationsPaths, texts } from '#server/operations/texts.ts';
import { visitsFile } from '#server/operations/visits-file.ts';
import { orphansOf } from '#server/processes/orphans.ts';
import { type OperatorLogins, operatorOf } from '../security/operators.ts';
import { actorOf } from '../security/security-events.ts';

const REFUNDS_SHOWN = 500;

/** The operators' page; it does not exist without OPERATIONS_TOKEN. */
export function operationsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  { files, logins }: { files: PageFiles | null; logins: OperatorLogins | null },
): void {
  if (logins === null) return;

  for (const [locale, path] of Object.entries(operationsPaths) as [Locale, string][]) {
    const frameFor = (request: FastifyRequest): PageFrame => ({
      locale,
      theme: context.content().theme,
      files,
      query: new URL(request.url, 'http://portal.invalid').search,
    });
    const send = (reply: FastifyReply, status: number, page: string) =>
      reply.code(status).type('text/html; charset=utf-8').send(page);

    app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null) return send(reply, 401, loginPage(frameFor(request), null));
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'read' },
        { ...actorOf(request), operator },
      );
      return send(reply, 200, await pageFor(frameFor(request), request.query));
    });

    app.post(path, async (request, reply) => {
      const { token } = (request.body ?? {}) as { token?: unknown };
      const tried = await logins.logIn(request, reply, token);
      if (tried.outcome === 'wrong') return send(reply, 401, loginPage(frameFor(request), 'wrong'));
      if (tried.outcome === 'tooMany') {
        reply.header('retry-after', tried.seconds);
        return send(reply, 429, loginPage(frameFor(request), 'tooMany'));
      }
      return reply.redirect(path, 303);
    });

    app.get<{ Querystring: Record<string, unknown> }>(
      `${path}/${texts[locale].visits.file}`,
      async (request, reply) => {
        const operator = await operatorOf(context, request);
        if (operator === null) return send(reply, 401, loginPage(frameFor(request), null));
        await context.counts.flush();
        const visits = await readVisits(context.storage.db, rangeOf(request.query, context.now()));
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${texts[locale].visits.file}"`)
          .send(visitsFile(visits, context.content(), context.config.PUBLIC_URL, locale));
      },
    );

    app.post(`${path}/${texts[locale].logoutPath}`, async (request, reply) => {
      await logins.logOut(request, reply);
      return reply.redirect(path, 303);
    });
  }

  async function pageFor(frame: PageFrame, query: Record<string, unknown>): Promise<string> {
    const { db } = context.storage;
    const content = context.content();
    const now = context.now();
    const range = rangeOf(query, now);
    await context.counts.flush();
    const [report, feedback, refunds, deliveries, handIns, mails, orphans] = await Promise.all([
      readReport(db, range),
      readFeedbackReport(db, range),
      db.selectFrom('refund').selectAll().orderBy('notedAt', 'desc').limit(REFUNDS_SHOWN).execute(),
      openDeliveries(db),
      openHandIns(db),
      mailFigures(db, context.mailer !== null),
      orphansOf(db, content),
    ]);
    return operationsPage(frame, {
      range,
      report,
      feedback,
      content,
      refunds,
      deliveries,
      handIns,
      mails,
      orphans,
      now,
      state: {
        build: context.build,
        buildId: files?.buildId ?? '',
        contentVersion: content.version,
        theme: content.theme.id,
        content: context.contentReport(),
      },
    });
  }
}
