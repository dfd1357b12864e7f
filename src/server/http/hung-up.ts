import type { FastifyRequest } from 'fastify';

/** Errors of work on a request whose sender is gone, where they are not the connection's own. */
const FOLLOWS = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** Whether an error says that the caller has hung up before the end of the body: nobody's fault here. */
export function hasHungUp({ raw }: FastifyRequest, error: Error): boolean {
  const { errored } = raw;
  if (!errored) return false;
  return error === errored || error.cause === errored || ('code' in error && FOLLOWS.has(String(error.code)));
}
