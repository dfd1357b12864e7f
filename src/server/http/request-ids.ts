import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { currentRequest, REQUEST_ID } from '#server/request-id.ts';

/** An id that logs and pages can show. */
const SHOWN = /^[\w.:-]{8,64}$/;
/** The id of a trace (W3C Trace Context). */
const TRACE = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

type Trust = FastifyServerOptions['trustProxy'];
type RawRequest = Pick<IncomingMessage, 'headers' | 'socket'>;

const isFromOurs = (trust: Trust, { socket }: RawRequest): boolean =>
  typeof trust === 'function' && trust(socket.remoteAddress ?? '', 0);

/** Returns the place in a trace that one of our own proxies names; what others write there is theirs. */
export const traceparentOf = (trust: Trust, raw: RawRequest): string | undefined =>
  isFromOurs(trust, raw) ? raw.headers.traceparent?.toString() : undefined;

/**
 * Returns how requests are named: as our own proxies name them (`X-Request-Id`, otherwise the trace of `traceparent`), so
 * that their log can be joined with ours. What others write there is theirs, and does not come into the log.
 */
export function requestIds(trust: Trust): (raw: RawRequest) => string {
  return (raw) => {
    const id = raw.headers[REQUEST_ID];
    if (typeof id === 'string' && SHOWN.test(id) && isFromOurs(trust, raw)) return id;
    const [, trace] = TRACE.exec(traceparentOf(trust, raw) ?? '') ?? [];
    return trace ?? crypto.randomUUID();
  };
}

/** Names the request in its answer, and in the calls of partners that it leads to. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    currentRequest.run(request.id, done);
  });
  // The body is read between these hooks, in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => currentRequest.run(request.id, done));
}
