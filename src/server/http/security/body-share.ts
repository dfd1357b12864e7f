import type { FastifyInstance } from 'fastify';
import { ProblemError } from '#server/problem-error.ts';
import { leaking } from './leaking.ts';

/**
 * Limits the bytes of bodies that one caller sends in a minute, before a byte of them is read. A limit of calls alone
 * would allow each the largest size.
 * @param options.megabytes a minute
 * @param options.largest bytes of a body that does not announce its size
 * @param options.but address of a call whose bodies have limits of their own
 */
export function limitBodies(
  app: FastifyInstance,
  options: { megabytes: number; largest: number; but: string },
): void {
  const most = options.megabytes * 1024 * 1024;
  const perSecond = most / 60;
  const sent = leaking(perSecond);
  app.addHook('onRequest', async ({ caller, headers, routeOptions }) => {
    const { 'content-length': announced, 'transfer-encoding': pieces } = headers;
    if ((announced === undefined && pieces === undefined) || routeOptions.url === options.but) return;
    const size = Math.min(Number(announced ?? options.largest), options.largest);
    const excess = sent.level(caller) + size - most;
    if (excess > 0) {
      throw new ProblemError('too-many-requests', {}, { retryAfter: Math.ceil(excess / perSecond) });
    }
    sent.add(caller, size);
  });
}
