import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import { nameRequests, requestIds } from './request-ids.ts';
import { trusting } from './security/callers.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const idOf = (headers: Record<string, string>, trust: false | string[] = ['10.0.0.5']) =>
  requestIds(trusting(trust))({ headers, socket: { remoteAddress: '10.0.0.5' } } as never);

describe('the id of a request', () => {
  it('is that of our own proxy, or of its trace', () => {
    expect(idOf({ 'x-request-id': 'a1b2c3d4-proxy' })).toBe('a1b2c3d4-proxy');
    expect(idOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` })).toBe(TRACE);
    const both = { 'x-request-id': 'a1b2c3d4-proxy', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    expect(idOf(both)).toBe('a1b2c3d4-proxy');
  });

  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['one too short', { 'x-request-id': 'a' }],
    ['one too long', { 'x-request-id': 'a'.repeat(65) }],
    ['one with a line break', { 'x-request-id': 'a1b2c3d4\nlevel' }],
    ['no trace', { traceparent: 'something' }],
  ])('is our own where there is %s', (_what, headers) => {
    expect(idOf(headers)).toMatch(UUID);
  });

  it('is never what anybody else writes', () => {
    expect(idOf({ 'x-request-id': 'a1b2c3d4-proxy' }, false)).toMatch(UUID);
    expect(idOf({ 'x-request-id': 'a1b2c3d4-proxy' }, ['10.0.0.6'])).toMatch(UUID);
    expect(idOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, false)).toMatch(UUID);
  });
});

it('stands in the answer, and in the calls of partners, also after a body was read', async () => {
  const heard: unknown[] = [];
  const partner = createServer((request, response) => {
    heard.push(request.headers['x-request-id']);
    response.end('yes');
  }).listen(0, '127.0.0.1');
  closers.push(() => partner.close());
  await new Promise((resolve) => partner.once('listening', resolve));
  const ask = createPartnerFetch({ partner: 'payment', timeoutMs: 5000, mostBytes: 100 });
  const address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  const trust = trusting(['loopback']);
  const app = Fastify({ trustProxy: trust!, genReqId: requestIds(trust) });
  closers.push(() => app.close());
  nameRequests(app);
  app.post('/ask', async () => {
    await ask(address);
    return 'done';
  });
  const at = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${at}/ask`, {
    method: 'POST',
    headers: { 'x-request-id': 'a1b2c3d4-proxy', 'content-type': 'text/plain' },
    body: 'x'.repeat(100_000),
  });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'a1b2c3d4-proxy']);
  await ask(address);
  expect(heard).toEqual(['a1b2c3d4-proxy', undefined]);
});
