import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createPartnerFetch } from './partner-fetch.ts';
import { within } from './within.ts';

/** What the faults of a connection leave open (stand-ins/partner-faults.test.ts). */

let server: Server;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const MOST_BYTES = 1000;
const ask = createPartnerFetch({ partner: 'payment', id: 'one', timeoutMs: 60_000, mostBytes: MOST_BYTES });

it('an answer that says to be too long is not begun', async () => {
  // Nothing follows: who begins to read waits for ever.
  const address = await serve((response) =>
    response.writeHead(200, { 'content-length': '1001' }).flushHeaders(),
  );
  await expect(ask(address)).rejects.toThrow('payment: one: the answer is too long');
});

it('an answer may be as long as allowed, and keeps its status, headers and address', async () => {
  const address = await serve((response) =>
    response.writeHead(404, { 'x-trace': 'a' }).end('x'.repeat(MOST_BYTES)),
  );
  const answer = await ask(`${address}/where`);
  expect([answer.status, answer.headers.get('x-trace'), answer.url]).toEqual([404, 'a', `${address}/where`]);
  expect(await answer.text()).toHaveLength(MOST_BYTES);
});

it('an answer without a body is one', async () => {
  const address = await serve((response) => response.writeHead(204).end());
  expect(await (await ask(address)).text()).toBe('');
});

it('whoever does not want to wait any more does not', async () => {
  const address = await serve(() => {});
  const given = new AbortController();
  const asked = ask(address, { signal: given.signal });
  given.abort();
  await expect(asked).rejects.toThrow('the request failed');
});

it('work that does not end is given up, and what it throws before that is told', async () => {
  const about = { partner: 'payment', what: 'this' };
  await expect(within(0.01, about, () => new Promise(() => {}))).rejects.toThrow('payment: this did not end');
  await expect(within(60, about, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await within(60, about, async () => 1)).toBe(1);
});
