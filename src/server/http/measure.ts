import type { FastifyInstance } from 'fastify';
import type { Metrics } from '#server/monitoring/metrics.ts';

/** Counts every answer by its route and status, with the time that it took. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    metrics.answered({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
