import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillIn } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';

const MINUTE_IN_DAYS = 1 / (24 * 60);
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ script: clockedServer, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
/** A person who logs in with a browser that names itself. */
async function logIn(person: Parameters<PortalClient['logIn']>[0], userAgent = ''): Promise<PortalClient> {
  const client = portal.client();
  const bare = client.fetch.bind(client);
  client.fetch = (address, init = {}) =>
    bare(address, { ...init, headers: { ...init.headers, 'user-agent': userAgent } });
  expect(await client.logIn(person)).toContain('login=SUCCESS');
  return client;
}
const loginsOf = (client: PortalClient) => client.call('listLogins', {});
const userOf = (client: PortalClient) => client.call('getUser', {});

describe('the logins of a person', () => {
  it('are all that have not ended, this one first, with the device in words', async () => {
    const desk = await logIn('thomsen:Elster', FIREFOX);
    await portal.passDays(5 * MINUTE_IN_DAYS);
    const phone = await logIn('thomsen:Benutzername');
    await logIn('petersen:Elster');
    const seen = await loginsOf(desk);
    expect(seen).toMatchObject([
      {
        isThis: true,
        providerId: 'nkb',
        trustLevel: 'substantial',
        device: { browser: 'Firefox', system: 'Windows' },
      },
      { isThis: false, trustLevel: 'low', device: { browser: null, system: null } },
    ]);
    expect((await loginsOf(phone)).map(({ isThis }) => isThis)).toEqual([true, false]);
    const tablet = await logIn('thomsen:Benutzername');
    for (const used of [phone, tablet, phone]) {
      await portal.passDays(MINUTE_IN_DAYS);
      await used.call('prolongSession', {});
      const [, next, last] = await loginsOf(desk);
      expect(Date.parse(next!.usedAt), 'the one used last comes first').toBeGreaterThan(
        Date.parse(last!.usedAt),
      );
    }
    await tablet.call('logout', {});
    await phone.call('logout', {});
    expect(await loginsOf(desk)).toMatchObject([{ isThis: true }]);
    await portal.passDays(31 * MINUTE_IN_DAYS);
    expect(await loginsOf(await logIn('thomsen:Elster'))).toHaveLength(1);
  });

  it('are nobody else’s business, and there are none without an account', async () => {
    const desk = await logIn('lindemann:eID');
    const [own] = await loginsOf(desk);
    const stranger = await logIn('petersen:Elster');
    const end = (client: PortalClient, id: string) => problemOf(client.call('endLogin', { params: { id } }));
    expect(await end(stranger, own!.id)).toMatchObject({ status: 404, code: 'not-found' });
    expect(await end(desk, own!.id), 'the present one ends by logging out').toMatchObject({
      code: 'not-found',
    });
    const anonymous = portal.client();
    await anonymous.call('openPseudo', { body: { locale: 'de' } });
    expect(await problemOf(loginsOf(anonymous))).toMatchObject({ code: 'login-required' });
    expect(await end(anonymous, own!.id)).toMatchObject({ code: 'not-found' });
    expect((await userOf(desk)).user?.name).toBe('Petra Lindemann');
  });

  it('end from another device with the next request there, as after a logout', async () => {
    const lost = await logIn('nguyen:Benutzername');
    const { id } = await fillIn(lost, 'hundesteuer');
    const desk = await logIn('nguyen:Benutzername');
    const [, other] = await loginsOf(desk);
    await desk.call('endLogin', { params: { id: other!.id } });
    expect(await loginsOf(desk)).toHaveLength(1);
    const asked = () => problemOf(lost.call('getProcess', { params: { id }, query: {} }));
    expect(await asked(), 'no word of security').toMatchObject({ status: 401, code: 'login-required' });
    expect(await userOf(lost)).toMatchObject({ user: null, sessionExpired: false });
    expect(lost.cookies.has('sp_session')).toBe(false);
    expect(await problemOf(desk.call('endLogin', { params: { id: other!.id } }))).toMatchObject({
      code: 'not-found',
    });
    expect((await desk.call('getProcess', { params: { id }, query: {} })).id, 'drafts stay').toBe(id);
    const log = await readFile(path.join(portal.dataDir, 'security.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes('other-login'))).toHaveLength(1);
  });

  it('that were ended are told from expired ones for hours, and then forgotten', async () => {
    const lost = await logIn('leczyca:eID');
    const desk = await logIn('leczyca:eID');
    const [, other] = await loginsOf(desk);
    await desk.call('endLogin', { params: { id: other!.id } });
    await portal.passDays(120 * MINUTE_IN_DAYS);
    expect(await userOf(lost)).toMatchObject({ user: null, sessionExpired: false });
    expect(await userOf(desk)).toMatchObject({ user: null, sessionExpired: true });
  });

  it('of a company are those of the person who acts: colleagues neither see nor end each other’s', async () => {
    const [petra, phone, jonas] = [portal.client(), portal.client(), portal.client()];
    for (const client of [petra, phone]) await client.logInAsBusiness('foerdewind:lindemann');
    await jonas.logInAsBusiness('foerdewind:petersen');
    const persons = await Promise.all(
      [petra, phone, jonas].map(async (client) => (await userOf(client)).user?.person),
    );
    expect(persons[1]).toBe(persons[0]);
    expect(persons[2], 'what somebody has typed is shown to no colleague').not.toBe(persons[0]);
    const own = await loginsOf(petra);
    expect(own.map(({ isThis }) => isThis)).toEqual([true, false]);
    const [his] = await loginsOf(jonas);
    expect(await loginsOf(jonas)).toHaveLength(1);
    const end = (client: PortalClient, id: string) => problemOf(client.call('endLogin', { params: { id } }));
    expect(await end(petra, his!.id)).toMatchObject({ status: 404, code: 'not-found' });
    for (const { id } of own) expect(await end(jonas, id)).toMatchObject({ status: 404, code: 'not-found' });
    for (const client of [petra, phone, jonas]) expect((await userOf(client)).user).not.toBeNull();
    expect(await end(petra, own[1]!.id)).toBeNull();
    expect((await userOf(phone)).user).toBeNull();
    expect((await userOf(jonas)).user?.name).toBe('Jonas Petersen');
  });
});
