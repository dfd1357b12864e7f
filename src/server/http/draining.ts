import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How often connections are looked for whose last answer is given. */
const LOOK_MS = 50;

/** The share of the time after which connections are cut off; what worked on their calls can end in the rest. */
const CUT_OFF_AT = 5 / 6;
const OVER_AT = 0.98;

/** What had to be cut off in the end: connections. */
export type Drained = { cutOff: number };

/**
 * Prepares a server to end without anybody noticing. What it gives back closes the port, lets calls under way be
 * answered with `Connection: close`, and closes each connection as soon as nobody is waiting on it. Node would wait for
 * connections that have said nothing, and would keep those that are answered later.
 * @returns ends all connections, and what works on their calls, within so many milliseconds; the server can be closed then
 */
export function drainable(app: FastifyInstance): (ms: number) => Promise<Drained> {
  const open = new Set<Socket>();
  /** Calls whose work has not ended; of those that were cut off, too. */
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
