import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { knowCallers, trusting } from './callers.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** A server that reports the caller of a request at its start and when its work is done. */
async function service(proxies: false | string[]) {
  const callers: string[] = [];
  app = Fastify({ trustProxy: trusting(proxies), forceCloseConnections: true });
  knowCallers(app);
  app.get('/', async (request) => {
    await pause(20);
    callers.push(request.caller);
    return request.caller;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const from = async (forwarded: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': forwarded } })).text();
  return { port, from, callers };
}

const V6 = '2001:db8:1:2::/64';
it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50123', '203.0.113.9'],
  ['"203.0.113.9:50124"', '203.0.113.9'],
  ['198.51.100.1, 203.0.113.9:50125', '203.0.113.9'],
  ['2001:db8:1:2::1', V6],
  ['[2001:db8:1:2::2]', V6],
  ['198.51.100.1:9, [2001:db8:1:2::3]:50126', V6],
  // Our second proxy notes the first with its port.
  ['203.0.113.9:50127, 10.0.0.7:41000', '203.0.113.9'],
  ['203.0.113.9:50128, [::ffff:10.0.0.7]:41000', '203.0.113.9'],
  // Nonsense counts as the proxy that has passed it on.
  ['203.0.113.9, hidden', '127.0.0.1'],
  ['203.0.113.9, 10.0.0.7.8', '127.0.0.1'],
  ['hidden, 10.0.0.7', '10.0.0.7'],
  ['', '127.0.0.1'],
])('"%s", written by a proxy, is the caller %s', async (forwarded, caller) => {
  const { from } = await service(['loopback', '10.0.0.0/8']);
  expect(await from(forwarded)).toBe(caller);
});

it('nobody else names a caller', async () => {
  const { from } = await service(false);
  expect(await from('203.0.113.9')).toBe('127.0.0.1');
  await app?.close();
  const other = await service(['10.0.0.0/8']);
  expect(await other.from('203.0.113.9')).toBe('127.0.0.1');
});

it('a caller who hangs up during the work is still known', async () => {
  const { port, callers } = await service(['10.0.0.0/8']);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(10);
  socket.resetAndDestroy();
  await expect.poll(() => callers).toEqual(['127.0.0.1']);
});

it('nor is one forgotten who has reset the connection before the server looks', async () => {
  app = Fastify();
  app.addHook('onRequest', async ({ socket }) => {
    // The system reports that such a connection is not connected (ENOTCONN).
    Object.assign((socket as never as { _handle: object })._handle, { getpeername: () => -107 });
  });
  knowCallers(app);
  app.get('/', async ({ caller }) => caller);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(await (await fetch(address)).text()).toBe('127.0.0.1');
});

it('a caller of a proxy is unknown whose connection has no address any more, and that is no error', async () => {
  app = Fastify({ trustProxy: trusting(['loopback']) });
  app.server.on('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  );
  knowCallers(app);
  app.get('/', async ({ caller }) => caller);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(address, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect([answer.status, await answer.text()]).toEqual([200, 'unknown']);
});

it('a caller who hangs up at once is one caller, known or not', async () => {
  const { port, callers } = await service(false);
  for (let times = 0; times < 30; times += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy());
  }
  await pause(100);
  expect(callers.every((caller) => caller === '127.0.0.1' || caller === 'unknown')).toBe(true);
});
