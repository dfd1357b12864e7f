import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often connections are looked for whose last answer is given. */
const LOOK_MS = 50;

/** What had to be cut off in the end: connections. */
export type Drained = { cutOff: number };

/**
 * Prepares a server to end without anybody noticing. What it gives back closes the port, lets calls under way be
 * answered with `Connection: close`, and closes each connection as soon as nobody is waiting on it. Node would wait for
 * connections that have said nothing, and would keep those that are answered later.
 * @returns ends all connections within so many milliseconds; the server can be closed then
 */
export function drainable(app: FastifyInstance): (ms: number) => Promise<Drained> {
  const open = new Set<Socket>();
  let isEnding = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding) reply.header('connection', 'close');
  });

  return async (ms) => {
    isEnding = true;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    app.server.close(() => resolve());
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
    let cutOff = 0;
    const limit = setTimeout(() => {
      cutOff = open.size;
      app.server.closeAllConnections();
    }, ms);
    await closed;
    clearInterval(looking);
    clearTimeout(limit);
    return { cutOff };
  };
}
