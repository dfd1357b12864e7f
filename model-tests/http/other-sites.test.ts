import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

const TOKEN = 'a token that only operators know, 1234';
const ID = '00000000-0000-4000-8000-000000000000';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal', OPERATIONS_TOKEN: TOKEN } });
});
afterAll(() => portal?.close());

const address = (path: string) => path.replaceAll(/\{(\w+)\}/g, ID);
const problemOf = async (response: Response) => ((await response.json()) as { code: string }).code;

/** Headers of browsers for a request from another site; old browsers send only the last. */
const elsewhere: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.portal.example' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
];
const changing = (Object.keys(calls) as CallName[]).filter(
  // Other portals have no browser and prove themselves by a signature (model-tests/http/handovers.test.ts).
  (name) => calls[name].method !== 'GET' && !['receiveHandover', 'tellHandover'].includes(name),
);

describe('a page of another site', () => {
  it.each(changing)('changes nothing by %s, even with the anti-forgery token', async (name) => {
    const { method, path } = calls[name];
    const client = portal.client();
    for (const headers of elsewhere) {
      const response = await client.fetch(address(path), { method, headers });
      expect([response.status, await problemOf(response)], JSON.stringify(headers)).toEqual([
        403,
        'xsrf-mismatch',
      ]);
    }
  });

  it.each(['/api/auth/saml2/acs', '/api/auth/saml2/slo/nkb'])(
    'brings an account’s answer to %s, which proves itself',
    async (path) => {
      for (const headers of elsewhere) {
        const body = new URLSearchParams({ SAMLResponse: 'none', RelayState: '' });
        const response = await fetch(`${portal.url}${path}`, {
          method: 'POST',
          headers,
          body,
          redirect: 'manual',
        });
        expect([303, 400, 404], JSON.stringify(headers)).toContain(response.status);
      }
    },
  );

  const query = new URLSearchParams({
    redirect: '/nutzerkonto',
    cancelUrl: '/nutzerkonto',
    locale: 'de',
    timezone: 'Europe/Berlin',
  });
  it.each([
    ['/api/auth/saml2/request', 'nkb'],
    ['/api/auth/oidc/url', 'eid'],
  ])('begins no login by %s, which leaves no trace in the browser', async (path, providerId) => {
    const begin = (headers: Record<string, string>) =>
      fetch(`${portal.url}${path}?providerId=${providerId}&${query}`, { headers });
    // A link, a bookmark, an e-mail.
    for (const headers of [...elsewhere, { 'sec-fetch-site': 'none' }]) {
      const response = await begin(headers);
      expect([response.status, await problemOf(response)], JSON.stringify(headers)).toEqual([
        403,
        'xsrf-mismatch',
      ]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const own: Record<string, string>[] = [{}, { 'sec-fetch-site': 'same-origin' }, { origin: portal.url }];
    for (const headers of own) {
      const response = await begin(headers);
      expect([response.status, response.headers.getSetCookie().length]).toEqual([200, 1]);
    }
  });

  it('neither logs an operator out nor in', async () => {
    const post = (path: string, headers: Record<string, string>, body = '') =>
      fetch(portal.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
        redirect: 'manual',
      });
    const own = { 'sec-fetch-site': 'same-origin', origin: portal.url };
    const login = await post('/betrieb', own, `token=${encodeURIComponent(TOKEN)}`);
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const isIn = async () => (await fetch(`${portal.url}/betrieb`, { headers: { cookie } })).status === 200;
    expect(await isIn()).toBe(true);
    for (const headers of elsewhere) {
      for (const path of ['/betrieb/abmelden', '/en/operations/log-out', '/betrieb', '/en/operations']) {
        const response = await post(path, { cookie, ...headers }, `token=${encodeURIComponent(TOKEN)}`);
        expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 403, []]);
      }
    }
    expect(await isIn()).toBe(true);
    expect((await post('/betrieb/abmelden', { cookie, ...own })).status).toBe(303);
    expect(await isIn()).toBe(false);
  });

  it('leads back from a login, which proves itself', async () => {
    const client: PortalClient = portal.client();
    const bare = client.fetch.bind(client);
    client.fetch = (path, init = {}) => {
      const isOurs = path.startsWith('/api/auth/saml2/request');
      const site = isOurs ? 'same-origin' : 'cross-site';
      return bare(path, { ...init, headers: { ...init.headers, 'sec-fetch-site': site } });
    };
    expect(await client.logIn('lindemann:eID')).toContain('login=SUCCESS');
    const posted = await client.fetch('/api/auth/saml2/acs', { method: 'POST' });
    expect(posted.status, 'an answer to nothing').not.toBe(403);
  });
});
