import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';

/**
 * What a connection can do to whoever asks, whatever the protocol above it. silent: no answer. slowHead, trickle: a head,
 * or a body, that comes bit by bit and never ends. huge, hugeError: an answer of 100 MB. page: somebody else's page
 * (a gateway, a network that wants a login). garbage: JSON that is none. redirects: leads to itself, for ever. reset: the
 * connection breaks. (An address that does not exist, or speaks no TLS, is a matter of configuration.)
 */
export const wireFaults = [
  'silent',
  'slowHead',
  'trickle',
  'huge',
  'hugeError',
  'page',
  'garbage',
  'redirects',
  'reset',
] as const;
export type WireFault = (typeof wireFaults)[number];

const order = z.object({
  fault: z.enum(wireFaults),
  /** How many requests are hit; 0 ends the fault. */
  requests: z.int().min(0).max(100_000).default(1),
});

type Order = z.input<typeof order>;
export type Wire = {
  set(next: Order): void;
  /** Whether the request was answered by a fault, if that can be called an answer. */
  strikes(request: IncomingMessage, response: ServerResponse): boolean;
  /** How many bytes of a huge answer were taken. */
  sentBytes(): number;
};

const PIECE_MS = 100;
const HUGE_BYTES = 100 * 1024 * 1024;

/** The faults of a stand-in's connections. */
export function createWire(): Wire {
  let present: z.output<typeof order> | null = null;
  let sent = 0;
  const huge = async ({ socket }: IncomingMessage, response: ServerResponse) => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    for (sent = 0; sent < HUGE_BYTES && !socket.destroyed; sent += piece.length)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(socket, 'close')]);
    response.end('{}');
  };
  return {
    set(next) {
      present = order.parse(next);
    },
    strikes(request, response) {
      if (!present || present.requests === 0) return false;
      present = { ...present, requests: present.requests - 1 };
      void strike(present.fault, { request, response, huge }).catch(() => response.destroy());
      return true;
    },
    sentBytes: () => sent,
  };
}

/**
 * Lets the faults hit what the portal asks, and adds `POST /wire` to order them.
 * @param isAsked whether a request is one of the portal's, and not of a person or a test
 */
export function registerWire(
  app: FastifyInstance,
  wire: Wire,
  isAsked: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isAsked(request) && wire.strikes(request.raw, reply.raw)) reply.hijack();
  });
  app.post('/wire', async (request, reply) => {
    const parsed = order.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    wire.set(parsed.data);
    return { done: true };
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  huge(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

async function strike(fault: WireFault, { request, response, huge }: Exchange): Promise<void> {
  const { socket } = request;
  const isOpen = () => !socket.destroyed;
  request.resume();
  switch (fault) {
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
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Please log in to the network</p>');
      return;
    case 'garbage':
      response.writeHead(200, JSON_TYPE).end('{"access_token":');
      return;
    case 'redirects':
      response.writeHead(307, { location: request.url }).end();
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    default:
      fault satisfies never;
  }
}
