import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locale } from '#domain/locale.ts';

import { readReport } from '#server/analytics/report.ts';
import { readVisits } from '#server/analytics/visits.ts';
import type { ServerContext } from '#server/context.ts';
import { readFeedbackReport } from '#server/feedback/report.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import type { PageFrame } from '#server/operations/frame.ts';
import { interruptible } from '#server/operations/interruptions/interrupted-names.ts';
import { jobQueues } from '#server/operations/job-queues.ts';
import { loginFaultIn } from '#server/operations/login-page.ts';
import { mailFigures } from '#server/operations/mail-table.ts';
import { openDeliveries } from '#server/operations/open-deliveries.ts';
import { openHandIns } from '#server/operations/open-hand-ins.ts';
import { openPayments } from '#server/operations/open-payments.ts';
import { operationsPage } from '#server/operations/page.ts';
import { rangeOf } from '#server/operations/range.ts';
import { readRefunds } from '#server/operations/refund-tables.ts';
import { operationsPaths, texts } from '#server/operations/texts.ts';
import { visitsFile } from '#server/operations/visits-file.ts';
import { orphansOf } from '#server/processes/orphans.ts';
import { readServers } from '#server/running-servers/row.ts';
import type { OperatorSession } from '#server/sessions/operator-session.ts';
import type { TokenLogin } from '../security/operator-token.ts';
import { endOperatorLogin, hasOperators, operatorActor, operatorOf } from '../security/operators.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** The operators' page; it does not exist where no operator can log in. */
export function operationsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  { files, logInByToken }: { files: PageFiles | null; logInByToken: TokenLogin | null },
): void {
  if (!hasOperators(context)) return;

  for (const [locale, path] of Object.entries(operationsPaths) as [Locale, string][]) {
    const frameFor = (request: FastifyRequest) => operationsFrame(context, files, locale, request);

    app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
      const operator = await operatorOf(context, request);
      if (operator === null)
        return sendOperatorLogin(context, reply, {
          frame: frameFor(request),
          status: 401,
          fault: loginFaultIn(request.query),
        });
      context.security.record(
        { event: 'operator', outcome: 'succeeded', action: 'read' },
        operatorActor(request, operator),
      );
      return sendOperationsPage(reply, 200, await pageFor(frameFor(request), request.query, operator));
    });

    if (logInByToken !== null)
      app.post(path, async (request, reply) => {
        const { token } = (request.body ?? {}) as { token?: unknown };
        const tried = await logInByToken(request, reply, token);
        if (tried.outcome === 'in') return reply.redirect(path, 303);
        if (tried.outcome === 'tooMany') reply.header('retry-after', tried.seconds);
        const status = tried.outcome === 'wrong' ? 401 : 429;
        return sendOperatorLogin(context, reply, {
          frame: frameFor(request),
          status,
          fault: tried.outcome,
        });
      });

    app.get<{ Querystring: Record<string, unknown> }>(
      `${path}/${texts[locale].visits.file}`,
      async (request, reply) => {
        const operator = await operatorOf(context, request);
        if (operator === null)
          return sendOperatorLogin(context, reply, { frame: frameFor(request), status: 401 });
        await context.counts.flush();
        const visits = await readVisits(context.storage.db, rangeOf(request.query, context.now()));
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${texts[locale].visits.file}"`)
          .send(visitsFile(visits, context.content(), context.config.PUBLIC_URL, locale));
      },
    );

    app.post(`${path}/${texts[locale].logoutPath}`, async (request, reply) => {
      await endOperatorLogin(context, request, reply);
      return reply.redirect(path, 303);
    });
  }

  async function pageFor(
    frame: PageFrame,
    query: Record<string, unknown>,
    operator: OperatorSession,
  ): Promise<string> {
    const { db } = context.storage;
    const content = context.content();
    const now = context.now();
    const range = rangeOf(query, now);
    await context.counts.flush();
    const [report, feedback, refunds, deliveries, handIns, mails, orphans, payments, queues, servers] =
      await Promise.all([
        readReport(db, range),
        readFeedbackReport(db, range),
        readRefunds(db),
        openDeliveries(db),
        openHandIns(db),
        mailFigures(db, context.mailer !== null),
        orphansOf(db, content),
        openPayments(db, now),
        jobQueues(db),
        readServers(db),
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
      operator,
      interruptions: {
        standing: context.interruptions.standing(),
        known: interruptible(content, context.identityProviders.keys(), frame.locale),
      },
      payments,
      queues,
      servers,
      now,
      state: {
        build: context.build,
        buildId: files?.buildId ?? '',
        contentVersion: content.version,
        theme: content.theme.id,
        content: context.contentReport(),
        processes: context.rollOut?.processes() ?? [],
      },
    });
  }
}
