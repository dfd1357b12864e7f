import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { KIEL, offerOf } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

type Choice = Parameters<typeof visitAccount>[1];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

const THOMSEN = { choice: 'thomsen:Elster', name: 'Hinrich Thomsen' } as const;
const PETERSEN = { choice: 'petersen:Elster', name: 'Jonas Petersen' } as const;
const LOST = '/redirect?lang=de&lost=login';

const loginCookies = ({ cookies }: PortalClient) =>
  [...cookies].filter(([name]) => name.startsWith('sp_login'));
const nameOf = async (client: PortalClient) => (await client.call('getUser', {})).user?.name ?? null;
const returnTo = async (client: PortalClient, address: string) =>
  (await client.fetch(address)).headers.get('location');
const startDogTax = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const statusOf = async (client: PortalClient, id: string) =>
  (await client.fetch(`/api/process/${id}`)).status;

/** Begins a login on a page, as a window of that browser does. */
const begin = (client: PortalClient, page: string) =>
  client.call('requestSamlLogin', {
    query: { providerId: 'nkb', redirect: page, cancelUrl: page, locale: 'de', timezone: 'Europe/Berlin' },
  });

/** Acts at the account; returns the address that the account leads back to. */
async function answer(request: Awaited<ReturnType<typeof begin>>, choice: Choice): Promise<string> {
  const { url, fields } = await visitAccount(request, choice);
  const received = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return received.headers.get('location') ?? '';
}

describe('two logins under way in two windows of one browser', () => {
  it.each([
    ['the first returns first', [0, 1]],
    ['the second returns first', [1, 0]],
  ] as const)('both end well: %s', async (_, order) => {
    const client = portal.client();
    const pages = ['/suche?q=a', '/suche?q=b'];
    const requests = [await begin(client, pages[0]!), await begin(client, pages[1]!)];
    for (const nth of order) {
      const back = await answer(requests[nth]!, THOMSEN.choice);
      expect(await returnTo(client, back)).toBe(`${pages[nth]}&login=SUCCESS`);
      expect(await nameOf(client)).toBe(THOMSEN.name);
    }
    expect(loginCookies(client)).toEqual([]);
    expect(await client.call('listLogins', {})).toHaveLength(1);
    await client.call('logout', {});
  });

  it('the one that is cancelled, or lost, leaves the other alone', async () => {
    const client = portal.client();
    const cancelled = await begin(client, '/suche?q=a');
    const lost = await begin(client, '/suche?q=b');
    const good = await begin(client, '/suche?q=c');
    expect(await returnTo(client, await answer(cancelled, 'cancel'))).toBe('/suche?q=a&login=CANCEL');
    const ticket = await answer(lost, THOMSEN.choice);
    expect(await returnTo(client, ticket.replace(/ticket=[^&]*/, 'ticket=unknown'))).toBe(
      '/suche?q=b&login=ERROR',
    );
    expect(await returnTo(client, await answer(good, THOMSEN.choice))).toBe('/suche?q=c&login=SUCCESS');
    expect(loginCookies(client)).toEqual([]);
  });

  it('an answer that names no login ends none of several', async () => {
    const client = portal.client();
    await begin(client, '/suche?q=a');
    const good = await begin(client, '/suche?q=b');
    expect(await returnTo(client, '/api/auth/return')).toBe(LOST);
    expect(await returnTo(client, await answer(good, THOMSEN.choice))).toBe('/suche?q=b&login=SUCCESS');
    // Only one login is left, so it is the meant one.
    expect(await returnTo(client, '/api/auth/return')).toBe('/suche?q=a&login=ERROR');
    expect(loginCookies(client)).toEqual([]);
  });

  it('the last of two people is logged in, and sees nothing of the first', async () => {
    const owner = portal.client();
    expect(await owner.logIn(THOMSEN.choice)).toContain('login=SUCCESS');
    const { id } = await startDogTax(owner);
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const requests = [await begin(client, '/suche?q=a'), await begin(client, '/suche?q=b')];
    const first = await answer(requests[0]!, THOMSEN.choice);
    const second = await answer(requests[1]!, PETERSEN.choice);
    expect(await returnTo(client, first)).toBe('/suche?q=a&login=SUCCESS');
    const former = client.otherWindow(null);
    expect(await statusOf(former, id)).toBe(200);
    expect(await returnTo(client, second)).toBe('/suche?q=b&login=SUCCESS');
    expect(await nameOf(client)).toBe(PETERSEN.name);
    expect(await statusOf(client, id)).toBe(404);
    expect([await nameOf(former), await statusOf(former, id)]).toEqual([null, 401]);
    expect(await statusOf(owner, id)).toBe(200);
    await owner.call('deleteDraft', { query: { id } });
  });

  it('two people who come back at the same moment are never mixed up', async () => {
    for (let time = 0; time < 5; time += 1) {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const first = await answer(await begin(client, '/suche?q=a'), THOMSEN.choice);
      const second = await answer(await begin(client, '/suche?q=b'), PETERSEN.choice);
      const other = client.otherWindow(null);
      const results = await Promise.all([returnTo(client, first), returnTo(other, second)]);
      expect(results).toEqual(['/suche?q=a&login=SUCCESS', '/suche?q=b&login=SUCCESS']);
      const people = [await nameOf(client), await nameOf(other)];
      expect(people).not.toEqual([null, null]);
      expect([THOMSEN.name, null]).toContain(people[0]);
      expect([PETERSEN.name, null]).toContain(people[1]);
    }
  });

  it('a login begun in one browser cannot be finished with what another login in another browser left', async () => {
    const attacker = portal.client();
    const victim = portal.client();
    await begin(victim, '/suche?q=a');
    await begin(victim, '/suche?q=b');
    const ticket = await answer(await begin(attacker, '/suche?q=c'), PETERSEN.choice);
    const before = loginCookies(victim);
    const [[name]] = before as [[string, string]];
    for (const address of [
      ticket,
      ticket.replace(/&login=.*/, ''),
      ticket.replace(/login=.*/, `login=${name.replace('sp_login_', '')}`),
    ]) {
      const fresh = await answer(await begin(attacker, '/suche?q=c'), PETERSEN.choice);
      const taken = address.replace(/ticket=[^&]*/, /ticket=[^&]*/.exec(fresh)![0]);
      expect(await returnTo(victim, taken), taken).toBe(LOST);
      expect(await nameOf(victim)).toBeNull();
    }
    expect(loginCookies(victim)).toEqual(before);
  });
});

describe('the cookies of logins', () => {
  it('stay few and small, and the oldest goes first', async () => {
    const client = portal.client();
    const long = (nth: number) => `/suche?q=${nth}${'ä'.repeat(480)}`;
    const requests: Awaited<ReturnType<typeof begin>>[] = [];
    for (let nth = 0; nth < 6; nth += 1) requests.push(await begin(client, long(nth)));
    expect(loginCookies(client)).toHaveLength(4);
    expect(String(new URLSearchParams(loginCookies(client))).length).toBeLessThan(4096);
    expect(await returnTo(client, await answer(requests[1]!, THOMSEN.choice))).toBe(LOST);
    const last = await returnTo(client, await answer(requests[5]!, THOMSEN.choice));
    expect(last).toMatch(/^\/suche\?q=5.*login=SUCCESS$/);
    expect(loginCookies(client)).toHaveLength(3);
  });

  it('end by themselves after two hours', async () => {
    const query = 'providerId=nkb&redirect=/&cancelUrl=/&locale=de&timezone=Europe/Berlin';
    const asked = await portal.client().fetch(`/api/auth/saml2/request?${query}`);
    expect(asked.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^sp_login_[\da-f]{8}=\S+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/),
    );
  });

  it('a login that was begun before there was one for each can be finished', async () => {
    const client = portal.client();
    const request = await begin(client, '/suche?q=a');
    const [[name, value]] = loginCookies(client) as [[string, string]];
    client.cookies.delete(name);
    client.cookies.set('sp_login', value.split('.').slice(0, 2).join('.'));
    const back = await answer(request, THOMSEN.choice);
    expect(await returnTo(client, back.replace(/&login=.*/, ''))).toBe('/suche?q=a&login=SUCCESS');
    expect(loginCookies(client)).toEqual([]);
  });
});
