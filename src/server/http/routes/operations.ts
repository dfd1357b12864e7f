import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#domain/locale.ts';

import { readReport } from '#server/analytics/report.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import type { PageFrame } from '#server/operations/frame.ts';

import { loginPage } from '#server/operations/login-page.ts';
import { openDeliveries } from '#server/operations/open-deliveries.ts';
import { operationsPage } from '#server/operations/page.ts';
import { rangeOf } from '#server/operations/range.ts';
import { operationsPaths, texts } from '#server/operations/texts.ts';
import { tokenTries } from '#server/operations/token-tries.ts';
import { operationsLogin } from '../security/operations-login.ts';
import { actorOf, firstOfMinute } from '../security/security-events.ts';

/** Login tries from one address, over all paths. */
const TRIES = { max: 10, timeWindow: '1 minute' };
const REFUNDS_SHOWN = 500;

/** The operators' page; it does not exist without OPERATIONS_TOKEN. */
export function operationsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  const token = context.config.OPERATIONS_TOKEN;
  if (token === undefined) return;
  const login = operationsLogin(context, token);
  const triesOfAddress = app.createRateLimit(TRIES);
  const triesOfAll = tokenTries(context.now);

  const isFirst = firstOfMinute();
  const told = (request: FastifyRequest, operator: string, action: 'login' | 'logout' | 'read') =>
    context.security.record(
      { event: 'operator', outcome: 'succeeded', action },
      { ...actorOf(request), operator },
    );
  const refused = (request: FastifyRequest, reason: 'wrong-token' | 'too-many-tries') =>
    context.security.record(
      { event: 'operator', outcome: 'refused', action: 'login', reason },
      actorOf(request),
    );

  /** Seconds to wait before a token is checked; null when it may be tried now. */
  async function pauseOf(request: FastifyRequest): Promise<number | null> {
    const ofAddress = await triesOfAddress(request);
    if (!ofAddress.isAllowed && ofAddress.isExceeded) return ofAddress.ttlInSeconds;
    const ofAll = triesOfAll.pause();
    return ofAll === 0 ? null : Math.ceil(ofAll / 1000);
  }

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
      const operator = await login.present(request);
      if (operator === null) return send(reply, 401, loginPage(frameFor(request), null));
      told(request, operator, 'read');
      return send(reply, 200, await pageFor(frameFor(request), request.query));
    });

    app.post(path, async (request, reply) => {
      const pause = await pauseOf(request);
      if (pause !== null) {
        reply.header('retry-after', pause);
        if (isFirst(request)) refused(request, 'too-many-tries');
        return send(reply, 429, loginPage(frameFor(request), 'tooMany'));
      }
      const { token: given } = (request.body ?? {}) as { token?: unknown };
      if (typeof given !== 'string' || !login.isToken(given.trim())) {
        triesOfAll.failed();
        context.log.warn('a login of an operator was refused');
        refused(request, 'wrong-token');
        return send(reply, 401, loginPage(frameFor(request), 'wrong'));
      }
      triesOfAll.succeeded();
      told(request, await login.logIn(reply), 'login');
      return reply.redirect(path, 303);
    });

    app.post(`${path}/${texts[locale].logoutPath}`, async (request, reply) => {
      const ended = await login.logOut(request, reply);
      if (ended !== null) told(request, ended, 'logout');
      return reply.redirect(path, 303);
    });
  }

  async function pageFor(frame: PageFrame, query: Record<string, unknown>): Promise<string> {
    const { db } = context.storage;
    const content = context.content();
    const now = context.now();
    const range = rangeOf(query, now);
    await context.counts.flush();
    const [report, refunds, deliveries] = await Promise.all([
      readReport(db, range),
      db.selectFrom('refund').selectAll().orderBy('notedAt', 'desc').limit(REFUNDS_SHOWN).execute(),
      openDeliveries(db),
    ]);
    return operationsPage(frame, {
      range,
      report,
      content,
      refunds,
      deliveries,
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
