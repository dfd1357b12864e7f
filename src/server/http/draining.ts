import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Time between two searches for connections whose last answer has been sent. */
const LOOK_MS = 50;

/** Share of the time after which connections are cut off. Work on their calls can end in the rest. */
const CUT_OFF_AT = 5 / 6;
const OVER_AT = 0.98;

/** Number of connections that were cut off. */
export type Drained = { cutOff: number };

/**
 * Prepares a server to stop unnoticed. The returned function closes the port and answers running calls with
 * `Connection: close`. It closes each connection as soon as nobody waits on it. Node alone would wait for silent
 * connections, and keep those that are answered later.
 * @returns ends all connections and the work on their calls within so many milliseconds; then the server can be
 * closed
 */
export function drainable(app: FastifyInstance): (ms: number) => Promise<Drained> {
  const open = new Set<Socket>();
  /** Calls whose work has not ended, also when their connection was cut off. */
  const underWay = new Set<FastifyRequest>();
  let onEnd = () => {};
  let isEnding = false;
  const ended = (request: FastifyRequest): void => {
    underWay.delete(request);
    if (underWay.size === 0) onEnd();
  };
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onRequest', async (request, reply) => {
    underWay.add(request);
    reply.raw.once('close', () => {
      if (!isEnding || reply.raw.writableFinished) ended(request);
    });
  });
  app.addHook('onSend', async (request, reply) => {
    if (isEnding) reply.header('connection', 'close');
    ended(request);
  });

  return async (ms) => {
    isEnding = true;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    app.server.close(() => resolve());
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
    let cutOff = 0;
    const cutting = setTimeout(() => {
      cutOff = open.size;
      app.server.closeAllConnections();
    }, ms * CUT_OFF_AT);
    const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
    const limit = setTimeout(over, ms * OVER_AT);
    await closed;
    clearInterval(looking);
    clearTimeout(cutting);
    onEnd = over;
    if (underWay.size > 0) await isOver;
    clearTimeout(limit);
    return { cutOff };
  };
}
