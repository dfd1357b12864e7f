import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { answerProblems } from '../problems.ts';
import { createCallTurns } from './call-turns.ts';
import { knowCallers } from './callers.ts';
import { shedLoad, tellOfRefusals } from './load-shedding.ts';

let app: FastifyInstance | undefined;
let letGo = () => {};
let others: Promise<Response>[] = [];
afterEach(async () => {
  letGo();
  await Promise.all(others);
  await app?.close();
});

/** A server that works on one call at a time, whose reads end when the test releases them; eight more may wait. */
async function service() {
  const reads: string[] = [];
  const seen = { arrived: 0, gone: 0 };
  const { promise, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  app = Fastify({ forceCloseConnections: true });
  knowCallers(app);
  answerProblems(app);
  app.addHook('preHandler', async () => {
    seen.arrived += 1;
  });
  app.addHook('onRequestAbort', async (_request) => {
    seen.gone += 1;
  });
  shedLoad(app, createCallTurns({ atOnce: 1, longestWaitMs: 600_000, isLate: () => false }));
  app.get('/api/process/:id', async ({ url }) => {
    reads.push(url);
    await promise;
    return {};
  });
  app.put('/api/process/:id/progress', async () => ({}));
  app.get('/api/payment/complete', async () => ({}));
  app.put('/api/auth/logout', async () => ({}));
  app.get('/api', async () => ({}));
  app.post('/api/auth/saml2/acs', async () => ({}));
  app.get('/assets/file.js', async () => ({}));
  await app.listen({ port: 0 });
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return { url, reads, seen, instance: app };
}

/** Starts this many reads that do not end; they run or wait. */
async function busy(count: number) {
  const { url, ...rest } = await service();
  others = Array.from({ length: count }, () => fetch(`${url}/api/process/1`));
  await expect.poll(() => rest.seen.arrived).toBe(count);
  await expect.poll(() => rest.reads).toHaveLength(1);
  return { url, ...rest };
}

it('asks reads and saves to come back before their body is read, each at another time', async () => {
  const { url } = await busy(9);
  // The body is no JSON, which shows that nothing has parsed it.
  const save = { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 2 ? fetch(`${url}/api/process/1`) : fetch(`${url}/api/process/1/progress`, save),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(await answers[0]?.json()).toMatchObject({ code: 'overloaded', status: 503 });
  const pauses = new Set(answers.map(({ headers }) => Number(headers.get('retry-after'))));
  expect(pauses.size).toBeGreaterThan(1);
  for (const seconds of pauses) expect([2, 3, 4, 5, 6]).toContain(seconds);
});

it.each([
  ['GET', '/api/payment/complete'],
  ['PUT', '/api/auth/logout'],
  ['GET', '/api'],
  ['POST', '/api/auth/saml2/acs'],
  ['GET', '/assets/file.js'],
])('never refuses %s %s', async (method, path) => {
  const { url } = await busy(9);
  expect((await fetch(url + path, { method })).status).toBe(200);
});

it('answers what waits, and all is well again afterwards', async () => {
  const { url } = await busy(9);
  letGo();
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect((await fetch(`${url}/api/process/1`)).status).toBe(200);
});

it('does not work for somebody who has gone while waiting', async () => {
  others = [];
  const { url, reads, seen } = await service();
  const first = fetch(`${url}/api/process/1`);
  await expect.poll(() => reads).toHaveLength(1);
  const leaving = new AbortController();
  const gone = fetch(`${url}/api/process/gone`, { signal: leaving.signal }).catch(() => 'gone');
  await expect.poll(() => seen.arrived).toBe(2);
  leaving.abort();
  expect(await gone).toBe('gone');
  await expect.poll(() => seen.gone).toBe(1);
  letGo();
  await first;
  expect((await fetch(`${url}/api/process/last`)).status).toBe(200);
  expect(reads).toEqual(['/api/process/1', '/api/process/last']);
});

it('lets a page read while others wait: it has had its turn', async () => {
  const { instance, reads } = await busy(9);
  const read = instance.inject('/api/process/page');
  await expect.poll(() => reads).toEqual(['/api/process/1', '/api/process/page']);
  letGo();
  expect((await read).statusCode).toBe(200);
});

it('says once a minute in the log how many were refused', () => {
  const warn = vi.fn();
  let now = 0;
  const refuse = tellOfRefusals({ warn } as never, () => now);
  for (let times = 0; times < 5; times += 1) refuse();
  now = 60_000;
  refuse();
  expect(warn.mock.calls.map(([facts]) => facts)).toEqual([{ refused: 1 }, { refused: 5 }]);
});

it('counts the reading of bodies to whoever sends them', async () => {
  const charged = new Map<string, number>();
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  app = Fastify();
  knowCallers(app);
  shedLoad(app, {
    ...callTurns,
    charge: (caller, ms) => charged.set(caller, (charged.get(caller) ?? 0) + ms),
  });
  app.put('/api/process/:id/progress', async () => ({}));
  app.get('/api/process/:id', async () => ({}));
  const payload = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, at]));
  const began = performance.now();
  await app.inject({ method: 'PUT', url: '/api/process/1/progress', payload, remoteAddress: '203.0.113.7' });
  await app.inject({ method: 'GET', url: '/api/process/1', remoteAddress: '203.0.113.8' });
  expect([...charged.keys()]).toEqual(['203.0.113.7']);
  expect(charged.get('203.0.113.7')).toBeGreaterThan(1);
  expect(charged.get('203.0.113.7')).toBeLessThan(performance.now() - began);
});
