import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';

/**
 * Useless answers of any partner, whatever its protocol. down: 503, to be asked again in a second. failed: 500.
 * dropAnswer: the work is done, and the connection breaks instead of the answer. reset: it breaks immediately. silent:
 * no answer. slowHead, trickle: a head, or a body, that comes bit by bit and never ends. huge, hugeError: an answer of
 * 100 MB. empty: 204 without a body. page: a foreign page (a gateway, a network that wants a login). garbage: invalid
 * JSON. redirects: leads to itself, forever. (An address that does not exist, or speaks no TLS, is a matter of
 * configuration.)
 */
export const uselessAnswers = [
  'down',
  'failed',
  'dropAnswer',
  'reset',
  'silent',
  'slowHead',
  'trickle',
  'huge',
  'hugeError',
  'empty',
  'page',
  'garbage',
  'redirects',
] as const;
export type UselessAnswer = (typeof uselessAnswers)[number];

/**
 * Faults of a partner during a request. slow: it does nothing for `delayMs`, or until the fault ends. leaves: it
 * answers, and is down from then on.
 */
const partnerFaults = [...uselessAnswers, 'slow', 'leaves'] as const;

const order = z.object({
  fault: z.enum(partnerFaults),
  /** Number of requests that are hit; 0 ends the fault. */
  requests: z.int().min(0).default(1),
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Hits only this call, by the stand-in's name for it. */
  call: z.string().optional(),
});
export type FaultOrder = z.input<typeof order>;

export type Faults = {
  /** Orders a fault, in place of the one before. */
  set(next: FaultOrder): void;
  end(): void;
  /** Lets the fault hit a request. @returns true if the fault has answered it, in whatever way */
  strike(request: IncomingMessage, response: ServerResponse, call?: string): Promise<boolean>;
  /** Number of bytes of a huge answer that were taken. */
  sentBytes(): number;
};

const PIECE_MS = 100;
const HUGE_BYTES = 100 * 1024 * 1024;

/** The faults of one stand-in, which hit requests as those of a real partner would. */
export function createFaults(): Faults {
  let present: z.output<typeof order> | null = null;
  let ended = new AbortController();
  let sent = 0;
  const set = (next: FaultOrder) => {
    ended.abort();
    ended = new AbortController();
    present = order.parse(next);
  };
  const huge = async ({ socket }: IncomingMessage, response: ServerResponse) => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const closed = once(socket, 'close');
    for (sent = 0; sent < HUGE_BYTES && !socket.destroyed; sent += piece.length)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    response.end('{}');
  };
  return {
    set,
    end() {
      ended.abort();
      present = null;
    },
    async strike(request, response, call) {
      if (!present || present.requests === 0 || (present.call ?? call) !== call) return false;
      const { fault, delayMs } = present;
      present = { ...present, requests: present.requests - 1 };
      switch (fault) {
        case 'slow':
          await sleep(delayMs, undefined, { signal: ended.signal }).catch(() => undefined);
          return false;
        case 'dropAnswer':
          loseAnswer(response);
          return false;
        case 'leaves':
          beforeEnd(response, () => set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER }));
          return false;
        default:
          void answer(fault, { request, response, huge }).catch(() => response.destroy());
          return true;
      }
    },
    sentBytes: () => sent,
  };
}

/**
 * Lets the faults hit calls of the portal, and adds `POST /faults` to order them.
 * @param callOf the stand-in's name for a call of the portal; null for a request of a person or a test
 */
export function registerFaults(
  app: FastifyInstance,
  faults: Faults,
  callOf: (request: FastifyRequest) => string | null,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    if (call !== null && (await faults.strike(request.raw, reply.raw, call))) reply.hijack();
  });
  app.post('/faults', async (request, reply) => {
    const parsed = order.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    faults.set(parsed.data);
    return { done: true };
  });
}

function loseAnswer(response: ServerResponse): void {
  const lose = () => {
    response.destroy();
    return response;
  };
  Object.assign(response, { writeHead: lose, end: lose, write: () => false });
}

function beforeEnd(response: ServerResponse, act: () => void): void {
  const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
  const actAndEnd = (...all: unknown[]) => {
    act();
    return end(...all);
  };
  Object.assign(response, { end: actAndEnd });
}

const JSON_TYPE = { 'content-type': 'application/json' };

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  huge(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

async function answer(
  fault: Exclude<UselessAnswer, 'dropAnswer'>,
  { request, response, huge }: Exchange,
): Promise<void> {
  const { socket } = request;
  const isOpen = () => !socket.destroyed;
  request.resume();
  switch (fault) {
    case 'down':
      response.writeHead(503, { 'retry-after': '1' }).end();
      return;
    case 'failed':
      response.writeHead(500).end();
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'silent':
      return;
    case 'slowHead':
      socket.write('HTTP/1.1 200 OK\r\n');
      for (; isOpen(); await sleep(PIECE_MS)) socket.write('X-Still: here\r\n');
      return;
    case 'trickle':
      response.writeHead(200, JSON_TYPE).write('{"access_token":"');
      for (; isOpen(); await sleep(PIECE_MS)) response.write(' ');
      return;
    case 'huge':
    case 'hugeError':
      response.writeHead(fault === 'huge' ? 200 : 500, JSON_TYPE);
      return huge(request, response);
    case 'empty':
      response.writeHead(204).end();
      return;
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Please log in to the network</p>');
      return;
    case 'garbage':
      response.writeHead(200, JSON_TYPE).end('{"access_token":');
      return;
    case 'redirects':
      response.writeHead(307, { location: request.url }).end();
      return;
    default:
      fault satisfies never;
  }
}
