import { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { type CallName, calls } from '#contract/calls.ts';
import { routeOf } from '../routes/route.ts';
import type { Admission } from './admission.ts';

/**
 * Calls that are served however much there is to do: each is rare, and is either made by somebody who has clicked at
 * the end of much work, or follows from what was promised already. What leads to them is refused before.
 */
const neverRefused: ReadonlySet<CallName> = new Set([
  // Money and the way of an application: once confirmed it goes on.
  'completePayment',
  'startPayment',
  'checkPayment',
  'completeProcess',
  'chooseNotice',
  'submitProcess',
  'acknowledgeResult',
  // The session: whoever is in stays in, whoever wants to leave can.
  'requestSamlLogin',
  'getUser',
  'prolongSession',
  'eraseSession',
  'logout',
  // Bytes, for as long as the line takes; they have limits of their own.
  'uploadFile',
  'downloadFile',
  // Asked by whoever watches the service.
  'getVersion',
]);

/** Whether there can be too much to do for a call. */
export const mayBeRefused = (name: CallName): boolean => !neverRefused.has(name);

const addressOf = (method: string, url: string) => `${method} ${url}`;
const refusable: ReadonlySet<string> = new Set(
  (Object.keys(calls) as CallName[])
    .filter(mayBeRefused)
    .map((name) => addressOf(calls[name].method, routeOf(calls[name]))),
);

/** Reads and saves wait for their turn, and are refused before their body is read while there is too much to do. */
export function shedLoad(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', async (request) => {
    const { method, url = '' } = request.routeOptions;
    const isMeant = refusable.has(addressOf(String(method), url)) && !isOwnRead(request);
    if (isMeant) admission.assertRoom();
  });
  app.addHook('onRoute', (route) => {
    if (!refusable.has(addressOf(String(route.method), route.url))) return;
    const { handler } = route;
    route.handler = async function (this: FastifyInstance, request, reply) {
      const work = async () => handler.call(this, request, reply);
      return isOwnRead(request) ? work() : admission.inTurn(work, () => reply.raw.destroyed);
    };
  });
}

/** What a page reads while it is rendered has no connection; the page itself has had its turn. */
const isOwnRead = ({ raw }: FastifyRequest): boolean => !(raw instanceof IncomingMessage);

/** How often the log says that calls were refused, in milliseconds. */
const TELLING_MS = 60_000;

/** Writes to the log, at most once a minute, how many were refused. */
export function tellOfRefusals(log: FastifyBaseLogger, now = () => performance.now()): () => void {
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    refused += 1;
    if (now() - toldAt < TELLING_MS) return;
    log.warn({ refused }, 'too much to do at once: calls were asked to come back');
    toldAt = now();
    refused = 0;
  };
}
