import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drainable } from './draining.ts';

let app: FastifyInstance | undefined;
/** The end of work that was cut off, and the number of times it has been reached. */
let cleaning = Promise.withResolvers<void>();
let cleaned = 0;
beforeEach(() => {
  cleaning = Promise.withResolvers();
  cleaned = 0;
});
const agent = new Agent({ keepAlive: true });
afterEach(() => {
  vi.useRealTimers();
  agent.destroy();
  app?.server.closeAllConnections();
  return app?.close();
});

const HOUR_MS = 3_600_000;

/** A server whose answers wait until the test releases them. */
async function service() {
  app = Fastify();
  const drain = drainable(app);
  const going = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    asked.resolve();
    await going.promise;
    return 'answer';
  });
  app.get('/long', (_request, reply) => {
    asked.resolve();
    reply.raw.write('beginning ');
    void going.promise.then(() => reply.raw.end('end'));
  });
  app.get('/quick', async () => 'answer');
  app.post('/kept', async ({ body }) => {
    asked.resolve();
    try {
      for await (const _piece of body as AsyncIterable<unknown>) await null;
    } finally {
      await cleaning.promise;
      cleaned += 1;
    }
  });
  app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload);
  app.post('/upload', async ({ body }) => {
    asked.resolve();
    for await (const _piece of body as AsyncIterable<unknown>) await null;
    return 'taken';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { drain, port, letGo: going.resolve, asked: asked.promise };
}

function ask(port: number, path: string, options: { method?: string; begin?: string } = {}) {
  const request = httpRequest({ port, path, host: '127.0.0.1', agent, method: options.method ?? 'GET' });
  const answer = new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response: IncomingMessage) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ text, connection: response.headers.connection });
    });
  });
  if (options.begin === undefined) request.end();
  else request.write(options.begin);
  return { answer, request };
}

async function silent(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  // By then the server has accepted it as well.
  await pause(50);
  return socket;
}

it('closes connections that say nothing, or nothing any more, at once', async () => {
  const { drain, port } = await service();
  expect(await ask(port, '/quick').answer).toEqual({ text: 'answer', connection: 'keep-alive' });
  const socket = await silent(port);
  const closed = once(socket, 'close');
  expect(await drain(HOUR_MS)).toEqual({ cutOff: 0 });
  await closed;
});

it('lets an answer under way be given, and the connection end with it', async () => {
  const { drain, port, letGo, asked } = await service();
  const { answer } = ask(port, '/slow');
  await asked;
  const drained = drain(HOUR_MS);
  letGo();
  expect(await answer).toEqual({ text: 'answer', connection: 'close' });
  expect(await drained).toEqual({ cutOff: 0 });
});

it('ends a kept connection whose answer had begun before', async () => {
  const { drain, port, letGo, asked } = await service();
  const { answer } = ask(port, '/long');
  await asked;
  await pause(50);
  const drained = drain(HOUR_MS);
  letGo();
  expect(await answer).toMatchObject({ text: 'beginning end' });
  expect(await drained).toEqual({ cutOff: 0 });
});

it('takes an upload under way', async () => {
  const { drain, port, asked } = await service();
  const { answer, request } = ask(port, '/upload', { method: 'POST', begin: 'one' });
  await asked;
  const drained = drain(HOUR_MS);
  request.end('two');
  expect(await answer).toEqual({ text: 'taken', connection: 'close' });
  expect(await drained).toEqual({ cutOff: 0 });
});

it.each([
  ['an upload whose sender has stopped', '/upload', 'POST'],
  ['an answer that is not given', '/slow', 'GET'],
])('cuts off %s when the time is over', async (_, path, method) => {
  const { drain, port, asked } = await service();
  const { answer } = ask(port, path, { method, ...(method === 'POST' && { begin: 'one' }) });
  answer.catch(() => {});
  await asked;
  expect(await drain(200)).toEqual({ cutOff: 1 });
  await expect(answer).rejects.toThrow();
});

it('cuts off a head that does not end when the time is over', async () => {
  const { drain, port } = await service();
  // A connection that has closed before does not count.
  const gone = await silent(port);
  gone.destroy();
  await pause(50);
  const socket = await silent(port);
  socket.write('GET /quick HTTP/1.1\r\n');
  await pause(50);
  const closed = once(socket, 'close');
  expect(await drain(200)).toEqual({ cutOff: 1 });
  await closed;
});

it('waits for nothing more once all connections have ended', async () => {
  const { drain, port } = await service();
  await silent(port);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  await drain(HOUR_MS);
  expect(vi.getTimerCount()).toBe(0);
});

it('answers nobody who comes after', async () => {
  const { drain, port } = await service();
  await drain(HOUR_MS);
  await expect(ask(port, '/quick').answer).rejects.toThrow('ECONNREFUSED');
});

it('waits for the work of what it has cut off', async () => {
  const { drain, port, asked } = await service();
  const { answer } = ask(port, '/kept', { method: 'POST', begin: 'one' });
  answer.catch(() => {});
  await asked;
  setTimeout(() => cleaning.resolve(), 900);
  // Four fifths of the time pass before.
  expect(await drain(1_000)).toEqual({ cutOff: 1 });
  expect(cleaned).toBe(1);
});

it('but not longer than it may', async () => {
  const { drain, port, asked } = await service();
  const { answer } = ask(port, '/kept', { method: 'POST', begin: 'one' });
  answer.catch(() => {});
  await asked;
  expect(await drain(300)).toEqual({ cutOff: 1 });
  expect(cleaned).toBe(0);
  cleaning.resolve();
});
