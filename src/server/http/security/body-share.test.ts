import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerProblems } from '../problems.ts';
import { limitBodies } from './body-share.ts';
import { knowCallers } from './callers.ts';

const MEGABYTE = 1024 * 1024;
let app: FastifyInstance;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  app = Fastify({ bodyLimit: MEGABYTE });
  answerProblems(app);
  knowCallers(app);
  limitBodies(app, { megabytes: 2, largest: MEGABYTE, but: '/file' });
  app.put('/save', async () => 'saved');
  app.post('/file', async () => 'taken');
  app.get('/read', async () => 'read');
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const text = (megabytes: number) => 'x'.repeat(megabytes * MEGABYTE);
const save = (megabytes: number, remoteAddress = '203.0.113.7') =>
  app.inject({
    method: 'PUT',
    url: '/save',
    remoteAddress,
    headers: { 'content-type': 'text/plain' },
    payload: text(megabytes),
  });

it('lets a caller send so much a minute, and others as much', async () => {
  expect((await save(1)).statusCode).toBe(200);
  expect((await save(0.99)).statusCode).toBe(200);
  const refused = await save(0.51);
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
    429,
    'too-many-requests',
    '15',
  ]);
  expect((await save(1, '203.0.113.8')).statusCode).toBe(200);
  expect((await app.inject({ url: '/read', remoteAddress: '203.0.113.7' })).statusCode).toBe(200);
  vi.advanceTimersByTime(15_000);
  expect((await save(0.51)).statusCode).toBe(200);
  expect((await save(0.01)).statusCode).toBe(429);
});

it('what was refused does not count', async () => {
  await save(1);
  await save(0.9);
  for (let times = 0; times < 20; times += 1) expect((await save(1)).statusCode).toBe(429);
  vi.advanceTimersByTime(30_000);
  expect((await save(1)).statusCode).toBe(200);
});

it('a body without a size counts as the largest', async () => {
  const piece = () =>
    app.inject({
      method: 'PUT',
      url: '/save',
      headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
      payload: Readable.from(['x']),
    });
  expect([(await piece()).statusCode, (await piece()).statusCode, (await piece()).statusCode]).toEqual([
    200, 200, 429,
  ]);
});

it('files have limits of their own', async () => {
  for (let times = 0; times < 4; times += 1) {
    const sent = await app.inject({
      method: 'POST',
      url: '/file',
      headers: { 'content-type': 'text/plain' },
      payload: text(1),
    });
    expect(sent.statusCode).toBe(200);
  }
});
