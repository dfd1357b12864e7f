import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { cutOffSlowBodies } from './slow-requests.ts';

let app: FastifyInstance | undefined;
afterEach(() => {
  vi.useRealTimers();
  return app?.close();
});

/** A server that allows bodies a second, except at one address, and answers after this delay. */
async function service(answersAfterMs = 0): Promise<number> {
  app = Fastify({ forceCloseConnections: true });
  cutOffSlowBodies(app, { ms: 1_000, mayBeSlow: '/upload/:id' });
  for (const path of ['/save', '/upload/:id']) {
    app.post(path, async ({ body }) => {
      await pause(answersAfterMs);
      return body;
    });
  }
  app.get('/file', () => pause(answersAfterMs).then(() => 'file'));
  await app.listen({ port: 0 });
  return (app.server.address() as AddressInfo).port;
}

const announced = { 'content-length': 2 };
/** Sends the end of a body this much later than its start. @returns status, or null when it was cut off */
function send(port: number, path: string, lateMs: number, size: object = announced): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...size };
    const request = httpRequest({ port, path, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.on('error', () => resolve(null));
    request.write('{');
    setTimeout(() => request.end('}'), lateMs);
  });
}

it('cuts off a body that does not come, and nobody else', async () => {
  const port = await service();
  const answers = await Promise.all([
    send(port, '/save', 0),
    send(port, '/save', 4_000),
    send(port, '/save', 4_000, { 'transfer-encoding': 'chunked' }),
    send(port, '/upload/1', 4_000),
  ]);
  expect(answers).toEqual([200, null, null, 200]);
});

it('lets a call take as long as it needs once its body has come', async () => {
  const port = await service(2_000);
  expect(await send(port, '/save', 0)).toBe(200);
  expect((await fetch(`http://localhost:${port}/file`)).status).toBe(200);
});

it('waits for nothing more once a body has come', async () => {
  app = Fastify();
  cutOffSlowBodies(app, { ms: 1_000, mayBeSlow: '/upload/:id' });
  for (const path of ['/save', '/upload/:id']) app.post(path, async () => vi.getTimerCount());
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const post = async (url: string) => (await app!.inject({ method: 'POST', url, payload: {} })).json();
  const others = await post('/upload/1');
  expect(await post('/save')).toBe(others);
});
