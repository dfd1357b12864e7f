import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { secureHeaders } from './secure-headers.ts';

async function policyWith(formServer: string | undefined, url = '/'): Promise<string> {
  const app = Fastify();
  const config = {
    EID_STATUS_URL: 'http://127.0.0.1:24727/eID-Client?Status=json',
    PUBLIC_URL: 'http://localhost:8080',
    LIP_URL: formServer,
  };
  const context = { config, identityProviders: new Map() } as unknown as ServerContext;
  secureHeaders(app, context, { scripts: [], styles: () => [] });
  app.get('*', () => 'page');
  const { headers } = await app.inject(url);
  return String(headers['content-security-policy']);
}

it('lets pages show frames of the form server alone, by its origin', async () => {
  expect(await policyWith('https://forms.example/portal')).toContain('; frame-src https://forms.example; ');
});

it('lets pages show no frames where there is no form server', async () => {
  const policy = await policyWith(undefined);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/frame-src|child-src/);
});

it.each([
  ['/assets/picture-worker-Crn9Jsq5.js', true],
  ['/assets/heic-Crn9Jsq5.js', false],
  ['/assets/picture-worker-Crn9Jsq5.css', false],
  ['/picture-worker-Crn9Jsq5.js', false],
  ['/formular', false],
])('lets a compiled program run in a worker alone: %s %s', async (url, isWorker) => {
  const policy = await policyWith(undefined, url);
  if (isWorker) {
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
  } else expect(policy).not.toContain('wasm-unsafe-eval');
});
