import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createFaults, registerFaults } from './faults.ts';

/** The faults that leave an answer, or its work; each useless answer at each adapter: stand-ins/partner-faults.test.ts. */

const faults = createFaults();
const app = Fastify({ forceCloseConnections: true });
let origin = '';
let done = 0;

beforeAll(async () => {
  registerFaults(app, faults, ({ url }) => (url === '/a-person' ? null : url));
  for (const url of ['/one', '/other', '/a-person']) {
    app.get(url, () => {
      done += 1;
      return { done };
    });
  }
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  faults.end();
  done = 0;
});
afterAll(() => app.close());

const ask = async (call = '/one') => (await fetch(origin + call)).status;
const order = async (body: object) => {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${origin}/faults`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

it('hits as many requests as ordered, and nobody but the portal', async () => {
  expect(await order({ fault: 'down', requests: 2 })).toBe(200);
  expect([await ask('/a-person'), await ask(), await ask(), await ask()]).toEqual([200, 503, 503, 200]);
});

it('hits the named call alone', async () => {
  expect(await order({ fault: 'failed', call: '/other' })).toBe(200);
  expect([await ask(), await ask('/other'), await ask('/other')]).toEqual([200, 500, 200]);
});

it('refuses an order that is none', async () => {
  expect(await order({ fault: 'sulks' })).toBe(400);
  expect(await ask()).toBe(200);
});

it('loses an answer when the work is done', async () => {
  faults.set({ fault: 'dropAnswer' });
  await expect(ask()).rejects.toThrow('fetch failed');
  expect(done).toBe(1);
});

it('is slow until the fault ends', async () => {
  faults.set({ fault: 'slow', delayMs: 600_000 });
  const asked = ask();
  expect(await ask('/other')).toBe(200);
  expect(done).toBe(1);
  faults.end();
  expect(await asked).toBe(200);
});

it('answers, and is down from then on', async () => {
  faults.set({ fault: 'leaves', call: '/one' });
  expect([await ask('/other'), await ask(), await ask(), await ask('/other')]).toEqual([200, 200, 503, 503]);
});
