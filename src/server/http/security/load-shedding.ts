import { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { type CallName, calls } from '#contract/calls.ts';
import { countedLine } from '../counted-line.ts';
import { routeOf } from '../routes/route.ts';
import type { CallTurns } from './call-turns.ts';

/**
 * Calls that are served under any load. Each is rare, and either ends much work of a person or follows from an
 * earlier promise. The calls that lead to them are refused instead.
 */
const neverRefused: ReadonlySet<CallName> = new Set([
  // Money and the progress of an application: a confirmed step continues.
  'completePayment',
  'startPayment',
  'checkPayment',
  'completeProcess',
  'chooseNotice',
  'submitProcess',
  'acknowledgeResult',
  // The session: people can keep theirs, or leave.
  'requestSamlLogin',
  'requestOidcLogin',
  'getUser',
  'prolongSession',
  'eraseSession',
  'logout',
  // Short calls, or calls that only wait; after a refusal windows would just ask again.
  'holdEditing',
  'takeEditing',
  'releaseEditing',
  // Bytes, at the speed of the connection; uploads have limits of their own (upload-turns.ts).
  'uploadFile',
  'downloadFile',
  // Operators look above all when the load is high.
  'openWorkshop',
  'closeWorkshop',
  'getJournal',
  'getTotals',
  // Called by monitoring.
  'getVersion',
]);

/** Whether a call may be refused under load. */
export const mayBeRefused = (name: CallName): boolean => !neverRefused.has(name);

const addressOf = (method: string, url: string) => `${method} ${url}`;
const refusable: ReadonlySet<string> = new Set(
  (Object.keys(calls) as CallName[])
    .filter(mayBeRefused)
    .map((name) => addressOf(calls[name].method, routeOf(calls[name]))),
);

/** Makes reads and saves wait for their turn, and refuses them before their body is read under too much load. */
export function shedLoad(app: FastifyInstance, callTurns: CallTurns): void {
  app.addHook('onRequest', async (request) => {
    const { method, url = '' } = request.routeOptions;
    const isMeant = refusable.has(addressOf(String(method), url)) && !isOwnRead(request);
    if (isMeant) callTurns.assertRoom(request.caller);
  });
  chargeForParsing(app, callTurns);
  app.addHook('onRoute', (route) => {
    if (!refusable.has(addressOf(String(route.method), route.url))) return;
    const { handler } = route;
    route.handler = async function (this: FastifyInstance, request, reply) {
      const work = async () => handler.call(this, request, reply);
      return isOwnRead(request) ? work() : callTurns.inTurn(request.caller, work, () => reply.raw.destroyed);
    };
  });
}

/** Counts the parsing of a JSON body to its caller, because it delays everybody else before any turn begins. */
function chargeForParsing(app: FastifyInstance, { charge }: CallTurns): void {
  const wholeAt = new WeakMap<FastifyRequest, number>();
  app.addHook('preParsing', async (request, _reply, payload) => {
    payload.once('end', () => wholeAt.set(request, performance.now()));
    return payload;
  });
  app.addHook('preValidation', async (request) => {
    const at = wholeAt.get(request);
    if (at !== undefined) charge(request.caller, performance.now() - at);
  });
}

/** Whether the server reads while it renders a page. The read has no connection, and the page has had its turn. */
const isOwnRead = ({ raw }: FastifyRequest): boolean => !(raw instanceof IncomingMessage);

/** Writes the number of refusals to the log, at most once a minute. */
export const tellOfRefusals = (log: FastifyBaseLogger, now?: () => number): (() => void) =>
  countedLine(
    (refused) => log.warn({ refused }, 'too much to do at once: calls were asked to come back'),
    now,
  );
