import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

/** @throws ProblemError too-many-requests, when the address of the request has had too many pages rendered */
export type RenderLimit = (request: FastifyRequest) => Promise<void>;

/**
 * Limits how many pages the server renders for one address in a minute, public and application pages together. Stored
 * pages do not count: only work does.
 */
export function renderLimit(app: FastifyInstance, { config }: ServerContext): RenderLimit {
  const renderings = app.createRateLimit({ max: config.RATE_LIMIT, timeWindow: '1 minute' });
  return async (request) => {
    const count = await renderings(request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new ProblemError('too-many-requests', {}, { retryAfter: count.ttlInSeconds });
  };
}
