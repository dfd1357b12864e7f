import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { unreadableRequests } from './unreadable-requests.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function connected(page = 'ist zu lang'): Promise<Socket> {
  const unreadable = unreadableRequests({
    headers: () => ({ 'x-content-type-options': 'nosniff' }),
    pageOf: (path) => `<p>${path} ${page}`,
  });
  app = Fastify({
    clientErrorHandler: unreadable.answer,
    forceCloseConnections: true,
    http: { headersTimeout: 100, connectionsCheckingInterval: 20, maxHeaderSize: 1000 },
  });
  unreadable.watch(app);
  app.get('/whole', async () => 'whole');
  app.get('/begun', async (_request, reply) => {
    const file = new PassThrough();
    file.write('begun');
    return reply.header('content-length', 1000).send(file);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1');
}

/** Waits for an answer with this text, and returns everything until the end of the connection. */
async function answersWith(socket: Socket, part: string, more: string): Promise<string> {
  let heard = '';
  const ended = once(socket, 'close');
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  await expect.poll(() => heard).toContain(part);
  socket.write(more);
  await ended;
  return heard;
}

const GARBAGE = 'hello\r\n\r\n';
const LONG = 'a'.repeat(2000);
/** The status of each answer. */
const statusesOf = (answers: string) => [...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);

it('is answered once, and with the headers of every answer', async () => {
  const socket = await connected();
  socket.write(GARBAGE);
  const answer = await answersWith(socket, 'input-invalid', GARBAGE);
  expect(statusesOf(answer)).toEqual(['400']);
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain(`\r\ncontent-length: ${body.length}\r\nconnection: close`);
  expect(JSON.parse(body)).toEqual({
    type: 'urn:serviceportal:problem:input-invalid',
    title: 'input-invalid',
    status: 400,
    code: 'input-invalid',
  });
});

it('is answered behind an answer, and not within one', async () => {
  const behind = await connected();
  behind.write('GET /whole HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(statusesOf(await answersWith(behind, '\r\n\r\nwhole', GARBAGE))).toEqual(['200', '400']);
  await app?.close();
  const within = await connected();
  within.write('GET /begun HTTP/1.1\r\nHost: x\r\n\r\n');
  const answer = await answersWith(within, '\r\n\r\nbegun', GARBAGE);
  expect(statusesOf(answer)).toEqual(['200']);
  expect(answer).toMatch(/\r\n\r\nbegun$/);
});

it('is answered to the end, whatever else comes meanwhile', async () => {
  const page = 'x'.repeat(20_000_000);
  const socket = await connected(page);
  socket.write(`GET /suche?${LONG}`);
  await once(socket, 'readable');
  // The page is not read yet, so most of it is still to be sent.
  for (let count = 0; count < 3; count += 1) {
    await new Promise((resolve) => socket.write(LONG, resolve));
    await pause(20);
  }
  expect((await text(socket)).endsWith(`<p>/suche ${page}`)).toBe(true);
});

it('that is too slow gets the status alone', async () => {
  const socket = await connected();
  socket.write('GET /whole HTTP/1.1\r\n');
  const answer = await text(socket);
  expect(statusesOf(answer)).toEqual(['408']);
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\ncontent-length: 0\r\n');
  expect(answer).toMatch(/\r\n\r\n$/);
});

it.each([
  ['a page', `GET /suche?${LONG} HTTP/1.1\r\n`, '<p>/suche ist zu lang'],
  ['a page with too much along with it', `GET /suche HTTP/1.1\r\nX: ${LONG}\r\n`, '<p>/suche ist zu lang'],
  ['a call', `GET /api/version?${LONG} HTTP/1.1\r\n`, '"code":"request-too-large"'],
  ['what is sent', `POST /suche?${LONG} HTTP/1.1\r\n`, '"code":"request-too-large"'],
])('that is too long is answered with a page only to who opens one: %s', async (_, request, said) => {
  const socket = await connected();
  socket.write(`${request}Host: x\r\n\r\n`);
  const answer = await text(socket);
  expect(statusesOf(answer)).toEqual(['431']);
  expect(answer).toContain(said);
});
