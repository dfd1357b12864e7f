import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

/** @throws ProblemError too-many-requests, when the address of the request has had too much rendered */
export type RenderLimit = (request: FastifyRequest) => Promise<void>;

/**
 * Pages that the service renders for one address in a minute, public ones and those of applications together. What is
 * kept is sent without: only what makes work is counted.
 */
export function renderLimit(app: FastifyInstance, { config }: ServiceContext): RenderLimit {
  const renderings = app.createRateLimit({ max: config.RATE_LIMIT, timeWindow: '1 minute' });
  return async (request) => {
    const count = await renderings(request);
    if (count.isAllowed || !count.isExceeded) return;
    throw new ProblemError('too-many-requests', {}, { retryAfter: count.ttlInSeconds });
  };
}
