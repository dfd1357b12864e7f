import type { FastifyInstance } from 'fastify';

/** Time limits for callers, in milliseconds (docs/operations.md). */
export const patience = {
  /** For the head of a request. */
  headersTimeout: 20_000,
  /** For a whole request; enough for a file of 10 MB over 0.3 Mbit/s. */
  requestTimeout: 300_000,
  /** For the body of every call except uploads: these bodies are small. */
  body: 30_000,
  /** Time between two checks of Node for late callers. */
  connectionsCheckingInterval: 5_000,
};

/** Cuts off callers that send a body so slowly that they can only want to hold the connection. */
export function cutOffSlowBodies(app: FastifyInstance, options: { ms: number; mayBeSlow: string }): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    const hasBody = length !== '0' || encoding !== undefined;
    if (!hasBody || request.routeOptions.url === options.mayBeSlow) return payload;
    const timer = setTimeout(() => request.raw.destroy(), options.ms);
    const isThere = () => clearTimeout(timer);
    payload.once('end', isThere).once('close', isThere);
    return payload;
  });
}
