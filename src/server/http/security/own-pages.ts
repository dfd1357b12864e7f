import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '#server/problem-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of others lead the browser here, or other programs call; the route has proofs of its own. */
    fromElsewhere?: boolean;
    /** Only scripts of our own pages may read this. The default demands it of every call that changes something. */
    ownPagesOnly?: boolean;
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that a page of another site makes the browser send: all that change something, and those that
 * begin a login. The check comes before the anti-forgery token, and also protects forms without script, which have
 * none.
 */
export function refuseOtherSites(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    const { fromElsewhere = false, ownPagesOnly = false } = request.routeOptions.config ?? {};
    if (fromElsewhere || (READING.has(request.method) && !ownPagesOnly)) return;
    if (!isFromOwnPage(request, own)) throw new ProblemError('xsrf-mismatch');
  });
}

/** Whether our own page or no browser sends a request. Browsers always name the page, old ones by `Origin` alone. */
function isFromOwnPage({ headers, host }: FastifyRequest, own: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || origin === own) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
