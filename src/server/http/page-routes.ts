import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localeOfPath, type Screen, screenOfPath } from '#contract/pages.ts';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { firstReadsOf } from './first-reads.ts';
import { isSecure } from './session.ts';
import { giveXsrfCookie } from './xsrf.ts';

const dist = path.resolve(import.meta.dirname, '../../../dist');

/** The built browser application: files that never change under their hashed names, and the page shell. */
export async function pageRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  if (!existsSync(path.join(dist, 'index.html'))) {
    app.setNotFoundHandler(async () => {
      throw new ProblemError('not-found');
    });
    return;
  }
  const shellOf = await readShell();
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const sendShell = async (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://portal.invalid');
    const screen = screenOfPath(pathname);
    // The redirect landing has one path for both languages.
    const isEnglish = screen === 'redirect' && searchParams.get('lang') === 'en';
    const locale = isEnglish ? 'en' : localeOfPath(pathname);
    giveXsrfCookie(request, reply, isSecure(context));
    return reply
      .code(screen === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(shellOf(screen ?? 'page', locale, searchParams.get('id')));
  };
  app.get('/', sendShell);
  app.setNotFoundHandler(async (request, reply) => {
    const isCall = /^\/(api|location|assets)(\/|$)/.test(request.url.split('?')[0] ?? '');
    if (request.method !== 'GET' || isCall) throw new ProblemError('not-found');
    return sendShell(request, reply);
  });
}

/**
 * The page shell in a language. Its head names the chunks and texts that a screen needs at once and the reads
 * it makes at once, so that all of them are under way while the first code is still being fetched.
 */
async function readShell() {
  const shell = await readFile(path.join(dist, 'index.html'), 'utf8');
  const preloads = JSON.parse(await readFile(path.join(dist, 'preloads.json'), 'utf8')) as Record<
    string,
    Record<'de' | 'en', string[]>
  >;
  return (screen: Screen, locale: 'de' | 'en', id: string | null): string => {
    const reads = firstReadsOf(screen, locale, id).map(
      (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
    );
    const links = (preloads[screen]?.[locale] ?? []).map((address) =>
      address.endsWith('.json')
        ? `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}">`
        : `<link rel="modulepreload" href="${address}">`,
    );
    return shell
      .replace('<html lang="de"', `<html lang="${locale}"`)
      .replace('</head>', `${links.join('')}${reads.join('')}</head>`);
  };
}
