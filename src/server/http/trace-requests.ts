import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { currentSpan, type OpenSpan, type Tracer } from '#server/tracing/spans.ts';
import { traceparentOf } from './request-ids.ts';

/**
 * Traces every request, as a part of the trace of our own proxy where it names one: by its route as it is registered,
 * never by its address. Costs nothing without a tracer.
 */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer | null,
  trust: FastifyServerOptions['trustProxy'],
): void {
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, { raw }, done) => {
    const { method, routeOptions, id } = request;
    const { url: route } = routeOptions;
    const span = tracer.begin(
      {
        name: route === undefined ? method : `${method} ${route}`,
        kind: 'server',
        facts: {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
          'portal.request.id': id,
        },
      },
      { within: traceparentOf(trust, request.raw) },
    );
    spans.set(request, span);
    raw.once('finish', () => {
      span.note({ 'http.response.status_code': raw.statusCode });
      span.end(raw.statusCode >= 500 ? String(raw.statusCode) : undefined);
    });
    // Comes after the other, or alone; the first end counts.
    raw.once('close', () => span.end('hung up'));
    currentSpan.run(span, done);
  });
  // The body is read between these hooks, in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => currentSpan.run(spans.get(request)!, done));
}
