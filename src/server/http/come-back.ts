import type { FastifyInstance } from 'fastify';

/** Seconds for an answer that does not know better: a limit of calls counts a minute, a partner is away for longer. */
const secondsOf: Readonly<Record<number, number>> = { 429: 60, 500: 15, 502: 15, 503: 15, 504: 15 };

/**
 * Has every answer that is a matter of time say when to come back (`Retry-After`, in seconds), and keeps it out of every
 * cache, whoever wrote it.
 */
export function sayWhenToComeBack(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const seconds = secondsOf[reply.statusCode];
    if (seconds === undefined) return;
    if (!reply.hasHeader('retry-after')) reply.header('retry-after', seconds);
    reply.header('cache-control', 'no-store');
  });
}
