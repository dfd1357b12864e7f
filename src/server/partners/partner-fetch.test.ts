import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createPartnerFetch } from './partner-fetch.ts';
import { partnerPresence } from './partner-presence.ts';
import { within } from './within.ts';

/** Cases that the faults of a connection leave open (stand-ins/partner-faults.test.ts). */

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
  // No more bytes follow: a reader would wait for ever.
  const left = Promise.withResolvers<void>();
  const address = await serve((response) => {
    void once(response, 'close').then(() => left.resolve());
    response.writeHead(200, { 'content-length': '1001' }).flushHeaders();
  });
  await expect(ask(address)).rejects.toThrow('payment: one: the answer is too long');
  // The connection is closed.
  await left.promise;
});

it('an answer may be as long as allowed, and keeps its status, headers and address', async () => {
  const address = await serve((response) =>
    response.writeHead(404, { 'x-trace': 'a', 'content-length': MOST_BYTES }).end('x'.repeat(MOST_BYTES)),
  );
  const answer = await ask(`${address}/where`);
  expect([answer.status, answer.headers.get('x-trace'), answer.url]).toEqual([404, 'a', `${address}/where`]);
  expect(await answer.text()).toHaveLength(MOST_BYTES);
});

it('an answer without a body is one', async () => {
  const address = await serve((response) => response.writeHead(204).end());
  expect(await (await ask(address)).text()).toBe('');
});

it.each([
  ['POST', 204, false],
  ['POST', 200, false],
  ['POST', 404, true],
  ['PUT', 204, true],
])(
  'nothing in answer to %s, with %i, is an answer where POST is answered in full: %s',
  async (method, status, isOne) => {
    const address = await serve((response) => response.writeHead(status).end());
    const full = createPartnerFetch({
      partner: 'payment',
      timeoutMs: 60_000,
      mostBytes: MOST_BYTES,
      answeredInFull: ['POST'],
    });
    for (const asked of [full(address, { method }), full(new Request(address, { method }))]) {
      if (isOne) expect((await asked).status).toBe(status);
      else await expect(asked).rejects.toThrow(/^payment: the answer is empty$/);
    }
  },
);

it('whoever does not want to wait any more does not', async () => {
  const address = await serve(() => {});
  const given = new AbortController();
  const asked = ask(address, { signal: given.signal });
  given.abort();
  await expect(asked).rejects.toThrow('the request failed');
  const other = new AbortController();
  const request = ask(new Request(address, { signal: other.signal }));
  other.abort();
  await expect(request).rejects.toThrow('the request failed');
});

it('an answer that does not come in time is none, and says so', async () => {
  const address = await serve(() => {});
  const hasty = createPartnerFetch({ partner: 'payment', timeoutMs: 20, mostBytes: MOST_BYTES });
  await expect(hasty(address)).rejects.toThrow(/^payment: no answer within 20 ms$/);
});

it.each([
  ['a page for people', 200, 'text/html; charset=utf-8', '<p>Log in', false],
  ['a page that says what is wrong', 404, 'text/html', '<p>Nothing here', true],
  ['JSON that is none', 200, 'application/problem+json', '{', false],
  ['JSON', 200, 'application/json', '{}', true],
  ['nothing, in JSON', 200, 'application/json', '', true],
  ['a text', 200, 'text/plain', '{', true],
])('%s is an answer or none', async (_, status, type, text, isOne) => {
  const address = await serve((response) => response.writeHead(status, { 'content-type': type }).end(text));
  const asked = ask(address);
  if (isOne) expect(await (await asked).text()).toBe(text);
  else await expect(asked).rejects.toThrow('something else than the partner has answered');
});

it('operators are told once that a partner is away, which one and why, and once that it is back', async () => {
  const warn = vi.fn();
  let now = 0;
  const presence = partnerPresence({ warn } as never, () => now);
  const limits = { timeoutMs: 60_000, mostBytes: MOST_BYTES, presence };
  const one = createPartnerFetch({ partner: 'payment', id: 'one', ...limits });
  const only = createPartnerFetch({ partner: 'scanner', ...limits });
  let status = 404;
  const address = await serve((response) => response.writeHead(status).end());
  await one(address);
  for (const failing of [500, 503]) {
    status = failing;
    await one(address);
  }
  await expect(only('http://127.0.0.1:9')).rejects.toThrow(/^scanner: the request failed$/);
  now = 5_400;
  status = 499;
  await one(address);
  await one(address);
  expect(warn.mock.calls).toEqual([
    [{ partner: 'payment one', reason: 'answered 500' }, 'a partner is away'],
    [{ partner: 'scanner', reason: 'the request failed' }, 'a partner is away'],
    [{ partner: 'payment one', seconds: 5 }, 'a partner is back'],
  ]);
});

it('so many may wait for an answer; the others are refused at once, and nobody is told of it', async () => {
  const waiting: ServerResponse[] = [];
  const address = await serve((response) => void waiting.push(response));
  const presence = { noteFailure: vi.fn(), noteAnswer: vi.fn() };
  const limits = { timeoutMs: 60_000, mostBytes: MOST_BYTES, mostAtOnce: 2, presence };
  const few = createPartnerFetch({ partner: 'payment', id: 'one', ...limits });
  const asked = [few(address), few(address)];
  await expect(few(address)).rejects.toThrow(/^payment: one: too many wait already$/);
  expect(presence.noteFailure).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  for (const response of waiting.splice(0)) response.end();
  await Promise.all(asked);
  const next = few(address);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]?.end();
  await next;
});

it('work that does not end is given up, and what it throws before that is told', async () => {
  const about = { partner: 'payment', what: 'this' } as const;
  await expect(within(0.01, about, () => new Promise(() => {}))).rejects.toThrow('payment: this did not end');
  await expect(within(60, about, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const atOnce = () => {
    throw new Error('at once');
  };
  await expect(within(60, about, atOnce)).rejects.toThrow('at once');
  expect(await within(60, about, () => pause(20, 1))).toBe(1);
});
