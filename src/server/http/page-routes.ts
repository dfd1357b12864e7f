import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPage, languageOf } from '#contract/pages.ts';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
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
  const shell = await readFile(path.join(dist, 'index.html'), 'utf8');
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
    const { pathname } = new URL(request.url, 'http://portal.invalid');
    giveXsrfCookie(request, reply, isSecure(context));
    return reply
      .code(isPage(pathname) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(shell.replace('<html lang="de"', `<html lang="${languageOf(pathname)}"`));
  };
  app.get('/', sendShell);
  app.setNotFoundHandler(async (request, reply) => {
    const isCall = /^\/(api|location|assets)(\/|$)/.test(request.url.split('?')[0] ?? '');
    if (request.method !== 'GET' || isCall) throw new ProblemError('not-found');
    return sendShell(request, reply);
  });
}
