import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Config } from '#server/config/config.ts';
import { ProblemError } from '#server/problem-error.ts';
import { openApiRoutes } from './openapi.ts';
import { securityTextRoutes } from './security-text.ts';

const PUBLIC_URL = 'https://portal.example';
const ask = async (path: string, config: Partial<Config>, now = '2027-01-01T00:00:00Z') => {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ProblemError ? 404 : 500).send(),
  );
  const context = {
    config: { PUBLIC_URL, ...config } as Config,
    now: () => new Date(now),
    build: { version: '1.0.0', commit: 'abc' },
  };
  securityTextRoutes(app, context);
  openApiRoutes(app, context);
  return app.inject(path);
};
const TEXT = '/.well-known/security.txt';
const named = { SECURITY_TXT_CONTACT: 'mailto:security@portal.example', SECURITY_TXT_EXPIRES: '2027-06-30' };

it('security.txt has contact and end, as RFC 9116 wants them', async () => {
  const { statusCode, headers, body } = await ask(TEXT, named);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\r\n')).toEqual([
    'Contact: mailto:security@portal.example',
    'Expires: 2027-06-30T00:00:00.000Z',
    'Preferred-Languages: de, en',
    'Canonical: https://portal.example/.well-known/security.txt',
    '',
  ]);
});

it('security.txt does not exist without a contact, nor after its end', async () => {
  expect((await ask(TEXT, {})).statusCode).toBe(404);
  expect((await ask(TEXT, named, '2027-06-29T23:59:59Z')).statusCode).toBe(200);
  expect((await ask(TEXT, named, '2027-06-30T00:00:00Z')).statusCode).toBe(404);
});

it.each(['/api/docs', '/api/openapi.json', '/api/docs/style.css'])('%s can be closed', async (path) => {
  expect((await ask(path, { API_DOCS: 'on' })).statusCode).toBe(200);
  expect((await ask(path, { API_DOCS: 'off' })).statusCode).toBe(404);
});
