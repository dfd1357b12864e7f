import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ForgingProvider,
  makeKey,
  startForgingProvider,
  tokenOf,
} from '#server/identity/testing/forging-provider.ts';
import { visitProvider } from '#stand-ins/openid/visit.ts';
import { fillIn } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let log = '';

beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'info' },
    output: (text) => {
      log += text;
    },
  });
});
afterAll(() => portal?.close());

const query = {
  providerId: 'eid',
  redirect: '/nutzerkonto?tab=1',
  cancelUrl: '/leistung/1',
  locale: 'de',
  timezone: 'Europe/Berlin',
} as const;
type Way = { pathname: string; search: string };

/** Completes a login of the browser at the provider. Returns the address that the person is sent back to. */
async function answered(
  client: PortalClient,
  choice: 'lindemann:high' | 'cancel' = 'lindemann:high',
): Promise<Way> {
  const { url } = await client.call('requestOidcLogin', { query });
  const { pathname, search } = new URL(await visitProvider(url, choice));
  return { pathname, search };
}
const location = (response: Response) => response.headers.get('location') ?? '';
async function comeBack(client: PortalClient, { pathname, search }: Way): Promise<string> {
  return location(await client.fetch(location(await client.fetch(`${pathname}${search}`))));
}
const changed = ({ pathname, search }: Way, change: Record<string, string>): Way => {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) parameters.set(name, value);
  return { pathname, search: `?${parameters}` };
};
const userOf = async (client: PortalClient) => (await client.call('getUser', {})).user;
const last = async (name: string) => {
  const lines = (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8')).trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .findLast(({ event }) => event === name);
};

describe('a login by OpenID Connect', () => {
  it('is that of the person: the card and the account of one person are two', async () => {
    const client = portal.client();
    expect(await client.logInBy('eid', 'lindemann:high')).toBe('/nutzerkonto?login=SUCCESS');
    expect(await userOf(client)).toMatchObject({
      providerId: 'eid',
      providerType: 'oidc',
      trustLevel: 'high',
      name: 'Petra Lindemann',
      hasPostbox: false,
      loginData: { locality: 'Kiel', region: 'Schleswig-Holstein' },
    });
    await fillIn(client, 'meldebescheinigung-online-ausweis');
    const drafts = () => client.call('listDrafts', { query: {} });
    expect(await drafts()).toHaveLength(1);
    await client.logIn('lindemann:eID');
    expect(await userOf(client)).toMatchObject({ providerId: 'nkb', name: 'Petra Lindemann' });
    expect(await last('session-end')).toMatchObject({ reason: 'other-person' });
    expect(await drafts()).toHaveLength(0);
    await client.logInBy('eid', 'lindemann:high');
    expect(await drafts()).toHaveLength(1);
  });

  it('comes back to where it began, without a login to the other address', async () => {
    const client = portal.client();
    expect(await comeBack(client, await answered(client))).toBe('/nutzerkonto?tab=1&login=SUCCESS');
    expect(await comeBack(client, await answered(client, 'cancel'))).toBe('/leistung/1?login=CANCEL');
    expect(await last('login')).toMatchObject({ outcome: 'cancelled' });
  });

  it('raises the level of the same person, and that is recorded', async () => {
    const client = portal.client();
    await client.logInBy('sk', 'carstens:low');
    await client.logInBy('sk', 'carstens:high', { trustLevel: 'high' });
    expect(await userOf(client)).toMatchObject({ providerId: 'sk', trustLevel: 'high' });
    expect(await last('step-up')).toMatchObject({ provider: 'sk', trustLevel: 'high' });
  });

  it('is begun by the call of its protocol alone', async () => {
    const client = portal.client();
    await expect(client.call('requestSamlLogin', { query })).rejects.toMatchObject({
      problem: { status: 400, code: 'input-invalid' },
    });
    await expect(
      client.call('requestOidcLogin', { query: { ...query, providerId: 'nkb' } }),
    ).rejects.toMatchObject({ problem: { status: 400, code: 'input-invalid' } });
  });

  it('after the session has ended is a new session', async () => {
    const client = portal.client();
    await client.logInBy('eid', 'lindemann:high');
    const way = await answered(client);
    await client.call('logout', {});
    expect(await comeBack(client, way)).toBe('/nutzerkonto?tab=1&login=SUCCESS');
    expect(await userOf(client)).toMatchObject({ name: 'Petra Lindemann' });
  });
});

describe('an answer is refused, and the next login succeeds,', () => {
  it.each<[string, (way: Way) => Way, string, string]>([
    [
      'from another provider (iss)',
      (way) => changed(way, { iss: 'https://other.example' }),
      'answer-not-believed',
      '/leistung/1?login=ERROR',
    ],
    [
      'at the address of another',
      (way) => ({ ...way, pathname: '/api/auth/oidc/callback/sk' }),
      'answer-not-believed',
      '/leistung/1?login=ERROR',
    ],
    [
      'with a made-up code',
      (way) => changed(way, { code: 'made-up' }),
      'answer-not-believed',
      '/leistung/1?login=ERROR',
    ],
    [
      'with another state',
      (way) => changed(way, { state: crypto.randomUUID() }),
      'no-login-under-way',
      '/redirect?lang=de&lost=login',
    ],
  ])('%s', async (_what, change, reason, end) => {
    const client = portal.client();
    expect(await comeBack(client, change(await answered(client)))).toBe(end);
    expect(await last('login')).toMatchObject({ outcome: 'refused', reason });
    expect(await userOf(client)).toBeNull();
    expect(await client.logInBy('eid', 'lindemann:high')).toContain('SUCCESS');
  });

  it('that comes twice', async () => {
    const client = portal.client();
    const way = await answered(client);
    expect(await comeBack(client, way)).toContain('SUCCESS');
    expect(await comeBack(client, way)).toBe('/redirect?lang=de&lost=login');
    expect(await last('login')).toMatchObject({ outcome: 'refused', reason: 'no-login-under-way' });
  });

  it('in another browser, which is not logged in', async () => {
    const [victim, attacker] = [portal.client(), portal.client()];
    const way = await answered(attacker);
    expect(await comeBack(victim, way)).toBe('/redirect?lang=de&lost=login');
    expect(await last('login')).toMatchObject({ outcome: 'refused', reason: 'other-browser' });
    expect([await userOf(victim), await userOf(attacker)]).toEqual([null, null]);
  });

  it('whose code was made for the login of another browser', async () => {
    const [own, other] = [portal.client(), portal.client()];
    const code = new URLSearchParams((await answered(other)).search).get('code') ?? '';
    expect(await comeBack(own, changed(await answered(own), { code }))).toContain('login=ERROR');
    expect(await userOf(own)).toBeNull();
  });

  it.each(['state=made-up', 'state=a&state=b', `code=${'x'.repeat(5000)}`])(
    'that nobody made: %.20s',
    async (search) => {
      const response = await portal.client().fetch(`/api/auth/oidc/callback/eid?${search}`);
      expect(response.status).toBe(400);
    },
  );
});

it('a provider that fails while it is asked is a failed login, and the next login succeeds', async () => {
  const client = portal.client();
  const way = await answered(client);
  portal.partners.eid.faults.set({ fault: 'down' });
  expect(await comeBack(client, way)).toBe('/leistung/1?login=ERROR');
  expect(await last('login')).toMatchObject({ outcome: 'refused', reason: 'provider-unavailable' });
  expect(await client.logInBy('eid', 'lindemann:high')).toContain('SUCCESS');
});

it('the portal shows its keys, and no private part', async () => {
  const response = await fetch(new URL('/api/auth/oidc/jwks/eid', portal.url));
  const { keys } = (await response.json()) as { keys: Record<string, string>[] };
  expect(keys).toEqual([expect.objectContaining({ kty: 'EC', use: 'sig', kid: expect.any(String) })]);
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['crv', 'kid', 'kty', 'use', 'x', 'y']);
  for (const other of ['sk', 'nkb', 'nobody']) {
    expect((await fetch(new URL(`/api/auth/oidc/jwks/${other}`, portal.url))).status).toBe(404);
  }
});

it('nothing of a person is in the log', () => {
  expect(log).toContain('login failed');
  for (const word of ['Lindemann', 'Petra', 'Carstens', 'Holtenauer', 'carstens', 'lindemann']) {
    expect(log).not.toContain(word);
  }
});

describe('an installation', () => {
  const without = () =>
    Object.fromEntries(
      Object.keys(portal.partners.environment)
        .filter((name) => /^(?:NKB|ELSTER|EID|SK)_/.test(name))
        .map((name) => [name, undefined]),
    );

  it('without any login starts, and offers none', async () => {
    const bare = await startPortal({ environment: without() });
    try {
      const client = bare.client();
      expect((await client.call('getProviders', {})).map(({ id }) => id)).toEqual(['anon']);
      const request = client.call('requestOidcLogin', { query });
      await expect(request).rejects.toMatchObject({ problem: { code: 'input-invalid' } });
      expect((await client.fetch('/')).status).toBe(200);
      const help = async () => (await client.fetch('/online-ausweisfunktion')).text();
      expect(await help()).toContain('zurzeit keine Anmeldung mit dem Online-Ausweis');
      // An unreachable provider does not keep the server from starting. It is a problem only for logins there.
      const dead = {
        EID_ISSUER: 'http://127.0.0.1:1',
        EID_CLIENT_ID: 'portal',
        EID_CLIENT_SECRET: 'x'.repeat(32),
      };
      await bare.stop();
      await bare.start({ ...dead, LOG_LEVEL: 'fatal' });
      const again = client.call('requestOidcLogin', { query });
      await expect(again).rejects.toMatchObject({ problem: { status: 503, code: 'login-failed' } });
      expect(await help(), 'the pages are made of the logins').toContain('Nur mit dem Ausweis, ohne Konto');
    } finally {
      await bare.close();
    }
  });
});

describe('the key that the portal signs in with', () => {
  const newKey = () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString();

  it('is exchanged without a stop: known to the provider before it signs', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'client-'));
    const file = path.join(folder, 'eid.pem');
    const [old, next] = [newKey(), newKey()];
    await writeFile(file, old);
    const renewing = await startPortal({ environment: { LOG_LEVEL: 'fatal', EID_PRIVATE_KEY: file } });
    try {
      const client = renewing.client();
      const published = async () => {
        const answer = await client.fetch('/api/auth/oidc/jwks/eid');
        return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
      };
      const exchange = async (keys: string) => {
        await writeFile(file, keys);
        renewing.reloadContent();
      };
      const [first] = await published();
      await exchange(old + next);
      await expect.poll(published).toEqual([first, expect.any(String)]);
      const second = (await published())[1];
      await exchange(next + old);
      await expect.poll(published).toEqual([second, first]);
      await exchange(next);
      await expect.poll(published).toEqual([second]);
      // The provider knows only the new key: it would refuse signatures of the old one.
      expect(await client.logInBy('eid', 'lindemann:high')).toContain('login=SUCCESS');
    } finally {
      await renewing.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a provider that says what is no text', () => {
  let forging: ForgingProvider;
  let misled: Portal;
  const key = makeKey('own');
  let words = '';
  beforeAll(async () => {
    forging = await startForgingProvider();
    forging.speech.keys = [key];
    misled = await startPortal({
      environment: { LOG_LEVEL: 'info' },
      between: async () => ({ SK_ISSUER: forging.issuer }),
      output: (text) => {
        words += text;
      },
    });
  });
  afterAll(async () => {
    await misled?.close();
    forging?.close();
  });

  /** Result of a login at the right provider, signed by its right key, with these claims. */
  async function logInAs(said: Record<string, string>, locale: 'de' | 'en' = 'de') {
    const client = misled.client();
    const asked = { ...query, providerId: 'sk', cancelUrl: '/nutzerkonto', locale } as const;
    const { url } = await client.call('requestOidcLogin', { query: asked });
    const { searchParams } = new URL(url);
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: forging.issuer,
      aud: searchParams.get('client_id'),
      nonce: searchParams.get('nonce'),
      iat: seconds,
      exp: seconds + 120,
      auth_time: seconds,
      acr: 'http://eidas.europa.eu/LoA/low',
      sub: 'person-1',
      given_name: 'Frauke',
      family_name: 'Carstens',
      ...said,
    };
    forging.speech.tokens = { access_token: 'a', token_type: 'Bearer', id_token: tokenOf(claims, key) };
    forging.speech.userInfo = claims;
    const answer = { code: 'code', state: searchParams.get('state') ?? '', iss: forging.issuer };
    const way = { pathname: '/api/auth/oidc/callback/sk', search: `?${new URLSearchParams(answer)}` };
    return { client, page: await comeBack(client, way) };
  }
  const NUL = String.fromCharCode(0);
  const HALF = String.fromCharCode(0xd800);

  it('is believed as long as it is one', async () => {
    const { client, page } = await logInAs({});
    expect([page, (await userOf(client))?.name]).toEqual([
      '/nutzerkonto?tab=1&login=SUCCESS',
      'Frauke Carstens',
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['a name with U+0000', { given_name: `Frauke${NUL}` }],
    ['another value with U+0000', { email: `kim@example.org${NUL}` }],
    ['a subject of 100 KB', { sub: 'a'.repeat(100_000) }],
    ['a subject with half a character', { sub: `person-1${HALF}` }],
    ['a subject with another half', { sub: `person-1${String.fromCharCode(0xdc00)}` }],
  ])('is a refused login with %s', async (_, said) => {
    const { client, page } = await logInAs(said);
    expect([page, await userOf(client)]).toEqual(['/nutzerkonto?login=ERROR', null]);
    expect(words).not.toMatch(/"level":50/);
  });
});
