import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerProblems } from '../problems.ts';
import { refuseOtherSites } from './own-pages.ts';

/** Covers a case that model-tests/http/other-sites.test.ts leaves open: a proxy that people know by another address. */
async function ask(method: 'GET' | 'PUT', url: string, headers: Record<string, string>): Promise<number> {
  const app = Fastify();
  answerProblems(app);
  refuseOtherSites(app, 'https://portal.example/start');
  app.get('/page', async () => 'read');
  app.put('/change', async () => 'changed');
  app.get('/login', { config: { ownPagesOnly: true } }, async () => 'begun');
  app.put('/answer', { config: { fromElsewhere: true } }, async () => 'taken');
  const { statusCode } = await app.inject({
    method,
    url,
    headers: { host: 'inner.example:8080', ...headers },
  });
  return statusCode;
}

it.each<[string, Record<string, string>, number]>([
  ['a program', {}, 200],
  ['our page', { 'sec-fetch-site': 'same-origin', origin: 'https://portal.example' }, 200],
  ['our page, in an old browser', { origin: 'https://portal.example' }, 200],
  ['our page at the address behind the proxy', { origin: 'http://inner.example:8080' }, 200],
  ['a page at another port', { origin: 'http://inner.example:8081' }, 403],
  ['a page without an address', { origin: 'null' }, 403],
  ['another page below our domain', { origin: 'https://other.portal.example' }, 403],
  [
    'another page, whatever it says',
    { 'sec-fetch-site': 'same-site', origin: 'https://portal.example' },
    403,
  ],
  ['a link', { 'sec-fetch-site': 'none' }, 403],
])('what %s asks for is done or refused', async (_, headers, status) => {
  expect(await ask('PUT', '/change', headers)).toBe(status);
  expect(await ask('GET', '/login', headers)).toBe(status);
  expect(await ask('GET', '/page', headers)).toBe(200);
  expect(await ask('PUT', '/answer', headers)).toBe(200);
});
