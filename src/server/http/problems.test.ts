import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '#server/problem-error.ts';
import { answerProblems } from './problems.ts';
import { knowCallers } from './security/callers.ts';

type Line = { level: number; msg: string };
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function service(tellRefusal?: () => void) {
  const lines: Line[] = [];
  const done: string[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = Fastify({ logger: { level: 'debug', stream }, forceCloseConnections: true });
  knowCallers(app);
  answerProblems(app, undefined, tellRefusal);
  app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload);
  app.post('/file', async ({ body }) => {
    try {
      for await (const _piece of body as AsyncIterable<Uint8Array>);
      return 'whole';
    } finally {
      done.push('file');
    }
  });
  app.post('/json', async () => 'read');
  app.get('/late', async () => {
    await pause(30);
    done.push('late');
    throw new ProblemError('not-found', {}, { foreign: 'x' });
  });
  app.get('/broken', async () => {
    await pause(30);
    done.push('broken');
    throw new TypeError('this is a fault of ours');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { port, lines, done, url: `http://127.0.0.1:${port}` };
}

/** Sends the beginning of a request and resets the connection. */
async function hangUp(port: number, request: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(request.replaceAll('\n', '\r\n'));
  await pause(10);
  socket.resetAndDestroy();
}
const errors = (lines: Line[]) => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);

it.each([
  ['a file', 'POST /file HTTP/1.1\nHost: x\nContent-Type: x/y\nContent-Length: 9\n\nabc', 'file'],
  [
    'a file in pieces',
    'POST /file HTTP/1.1\nHost: x\nContent-Type: x/y\nTransfer-Encoding: chunked\n\n3\nabc\n',
    'file',
  ],
])('%s that is not sent to its end is no error', async (_what, request, end) => {
  const { port, lines, done } = await service();
  await hangUp(port, request);
  await expect.poll(() => done).toEqual([end]);
  await pause(20);
  expect(errors(lines)).toEqual([]);
});

it('nor is a body of JSON that ends early', async () => {
  const { port, lines } = await service();
  await hangUp(
    port,
    'POST /json HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: 9\n\n{"a"',
  );
  await pause(50);
  expect(errors(lines)).toEqual([]);
});

it('a fault of ours is an error, whether or not somebody still waits', async () => {
  const { port, lines, done } = await service();
  await hangUp(port, 'GET /broken HTTP/1.1\nHost: x\n\n');
  await expect.poll(() => done).toEqual(['broken']);
  await expect.poll(() => errors(lines)).toEqual(['unexpected error']);
});

it('a refusal is told of a caller who has hung up, too', async () => {
  const told: string[] = [];
  const { port, done } = await service(() => void told.push('told'));
  await hangUp(port, 'GET /late HTTP/1.1\nHost: x\n\n');
  await expect.poll(() => done).toEqual(['late']);
  await expect.poll(() => told).toEqual(['told']);
});

it('a refusal that cannot be told is answered, and an error', async () => {
  const { url, lines } = await service(() => {
    throw new Error('cannot be told');
  });
  const answer = await fetch(`${url}/late`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ]);
  expect(await answer.json()).toMatchObject({ code: 'not-found', requestId: expect.any(String) });
  expect(errors(lines)).toEqual(['a problem could not be told']);
});

it('whoever gets a fault of the server is told when to come back', async () => {
  const { url } = await service();
  const answer = await fetch(`${url}/broken`);
  expect(answer.status).toBe(500);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
