import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Beginning of the names of all metrics of the portal. */
export const PREFIX = 'portal_';

export type Metrics = {
  registry: Registry;
  /**
   * Counts an answered request.
   * @param route as it is registered, with the names of parameters: an address would be a label without bounds
   */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  jobFailed(queue: string): void;
  /** Returns all of them as Prometheus reads them. */
  text(): Promise<{ type: string; text: string }>;
};

/** Bounds of times to an answer, in seconds; people notice from a tenth on, and wait for one at most. */
const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** Creates the metrics of a process: Node's own, requests and failed jobs. None has anything about a person. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time to the answer of a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const failed = new Counter({
    name: `${PREFIX}jobs_failed_total`,
    help: 'Jobs of this process that have failed and are tried again',
    labelNames: ['queue'],
    registers: [registry],
  });
  return {
    registry,
    answered: ({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.includes(method) ? method : 'other', route, status }, seconds),
    jobFailed: (queue) => failed.inc({ queue }),
    text: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
