import type { FastifyRequest } from 'fastify';

/** Errors of work on a request whose sender is gone, where they are not the connection's own. */
const FOLLOWS = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** Whether an error means that the caller has hung up before the end of the body, which is no fault of the server. */
export function hasHungUp({ raw }: FastifyRequest, error: Error): boolean {
  const { errored } = raw;
  if (!errored) return false;
  return error === errored || error.cause === errored || ('code' in error && FOLLOWS.has(String(error.code)));
}
