import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { secureHeaders, strictHeaders } from './secure-headers.ts';

const logins = [
  ['nkb', { id: 'nkb', type: 'saml2', origin: 'https://account.example' }],
  ['eid', { id: 'eid', type: 'eid', origin: 'https://card.example' }],
] as const;
const headersWith = (
  config: object,
  { scripts = [], styles = [], ways = [] }: Partial<Pages> = {},
  own = '',
) =>
  strictHeaders(
    {
      config: { EID_STATUS_URL: 'http://127.0.0.1:24727/eID-Client?Status', ...config },
      identityProviders: new Map(ways as never),
    } as unknown as ServerContext,
    { scripts, styles: () => styles },
  )(own);
type Pages = { scripts: string[]; styles: string[]; ways: readonly (typeof logins)[number][] };

const PORTAL = { PUBLIC_URL: 'https://portal.example', HSTS: 'max-age=300' };
const NOTHING_ELSE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'strict-transport-security': 'max-age=300',
};

it('a page may load its own files, and is shown in no frame', () => {
  expect(headersWith(PORTAL)).toEqual({
    ...NOTHING_ELSE,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' ",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self' ",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  });
});

it('a page may do besides what the installation needs, and no more', () => {
  const policy = headersWith(
    { ...PORTAL, LIP_URL: 'https://forms.example/start' },
    { scripts: ["'sha256-a'"], styles: ["'sha256-b'"], ways: logins },
    "'sha256-c'",
  )['content-security-policy'];
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256-a'",
    "style-src 'self' 'sha256-c' 'sha256-b'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' http://127.0.0.1:24727/eID-Client",
    "manifest-src 'self'",
    'frame-src https://forms.example',
    "form-action 'self' https://account.example",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it.each([
  ['https://portal.example', 'max-age=300', 'max-age=300'],
  ['https://portal.example', 'off', undefined],
  ['http://localhost:8080', 'max-age=300', undefined],
])('at %s with HSTS %s browsers are told %s', (PUBLIC_URL, HSTS, told) => {
  expect(headersWith({ PUBLIC_URL, HSTS })['strict-transport-security']).toBe(told);
});

it('an answer has the headers of its kind, and its own where it has such', async () => {
  const app = Fastify();
  const context = {
    config: { EID_STATUS_URL: 'http://127.0.0.1:24727/', ...PORTAL },
    identityProviders: new Map(),
  };
  secureHeaders(app, context as unknown as ServerContext, { scripts: [], styles: () => [] });
  app.get('/own', async (_, reply) => {
    reply.ownStyles = "'sha256-own'";
    return reply.header('cache-control', 'max-age=60').send('');
  });
  app.get('/*', async () => '');
  const headersOf = async (url: string) => (await app.inject(url)).headers;

  for (const url of ['/', '/api/processes', '/nothing.js', '/assets/page.html'])
    expect(await headersOf(url), url).toMatchObject({
      ...NOTHING_ELSE,
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  const own = await headersOf('/own');
  expect([own['cache-control'], own['content-security-policy']]).toEqual([
    'max-age=60',
    expect.stringContaining("style-src 'self' 'sha256-own'"),
  ]);
  const part = await headersOf('/assets/index-abc.js');
  expect(part).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(part).not.toHaveProperty('content-security-policy');
  expect((await headersOf('/assets/picture-worker-abc.js'))['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  );
  await app.close();
});
