import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applicationScreens, screenOfPath } from '#contract/pages.ts';
import { servedFiles } from '#contract/served-files.ts';
import { mayCount } from '#server/analytics/may-count.ts';
import { visitorOf } from '#server/analytics/visitor.ts';
import type { ServerContext } from '#server/context.ts';
import { dist, type PageFiles } from '#server/html/page-files.ts';
import { ProblemError } from '#server/problem-error.ts';
import { applicationPages, localeOfPage } from '../pages/application-pages.ts';
import { keepLocale, startInLanguageReadLast } from '../pages/locale-cookie.ts';
import { isPageAddress } from '../pages/page-address.ts';
import { publicPages } from '../pages/public-pages.ts';
import { renderLimit } from '../pages/render-limit.ts';
import { startElsewhere } from '../pages/start-elsewhere.ts';
import type { CallTurns } from '../security/call-turns.ts';
import { giveHandoverSecret } from '../security/handover-cookie.ts';
import { isSecure } from '../security/session.ts';
import { giveXsrfCookie } from '../security/xsrf.ts';
import { buildRoutes } from './build.ts';
import { landingInOwnLanguage } from './payment-landing.ts';

/**
 * Serves the built browser application: immutable files under hashed names, files at fixed addresses, and the pages.
 */
export async function pageRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
  callTurns: CallTurns,
): Promise<void> {
  if (!files) {
    app.setNotFoundHandler(async () => {
      throw new ProblemError('not-found');
    });
    return;
  }
  const assets = path.join(dist, 'assets');
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    wildcard: false,
    index: false,
    preCompressed: true,
    // The compressed copies replace their files and are not served as files of their own.
    globIgnore: ['**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.startsWith(assets + path.sep);
      response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  for (const address of servedFiles)
    app.get(address, (_request, reply) => reply.sendFile(address.slice(1), dist));
  buildRoutes(app, files.buildId);
  const assertMayRender = renderLimit(app, context);
  const sendPublicPage = publicPages(app, context, files, assertMayRender, callTurns);
  const applicationPage = applicationPages(app, context, files, assertMayRender, callTurns);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    if (pathname.endsWith('/_payload.json')) return sendPublicPage(request, reply, 'payload');
    giveXsrfCookie(request, reply);
    const screen = screenOfPath(pathname);
    if (!applicationScreens.has(screen)) return sendPublicPage(request, reply, 'html');
    const landing = screen === 'redirect' ? await landingInOwnLanguage(context, request.url) : null;
    if (landing !== null) return reply.redirect(landing, 303);
    const elsewhere = screen === 'process' ? startElsewhere(context, request.url) : null;
    if (elsewhere !== null) return reply.redirect(elsewhere, 303);
    if (mayCount(request.headers))
      context.counts.page(screen, '', visitorOf(request, context.config.COUNTRY_HEADER));
    if (screen === 'handover' && context.neighbours) giveHandoverSecret(request, reply);
    keepLocale(request, reply, localeOfPage(request.url), isSecure(context));
    return reply.type('text/html; charset=utf-8').send(await applicationPage(request));
  };
  app.get('/', async (request, reply) => {
    const start = startInLanguageReadLast(request, reply, isSecure(context));
    return start === null ? sendPage(request, reply) : reply.header('vary', 'cookie').redirect(start, 303);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isForPage = isPageAddress(request.url.split('?')[0] ?? '');
    if (!['GET', 'HEAD'].includes(request.method) || !isForPage) throw new ProblemError('not-found');
    return sendPage(request, reply);
  });
}
