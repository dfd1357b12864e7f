import { expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { strictHeaders } from './secure-headers.ts';

const headersWith = (config: object) =>
  strictHeaders(
    {
      config: { EID_STATUS_URL: 'http://127.0.0.1:24727/', ...config },
      identityProviders: new Map(),
    } as unknown as ServerContext,
    { scripts: [], styles: () => [] },
  )();

it.each([
  ['https://portal.example', 'max-age=300', 'max-age=300'],
  ['https://portal.example', 'off', undefined],
  ['http://localhost:8080', 'max-age=300', undefined],
])('at %s with HSTS %s browsers are told %s', (PUBLIC_URL, HSTS, told) => {
  expect(headersWith({ PUBLIC_URL, HSTS })['strict-transport-security']).toBe(told);
});
