import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrustLevel } from '#domain/trust-level.ts';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { complete, fillIn } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

/** A login in progress: its state, and the id of the request. */
type Asked = {
  forceNew?: 'true' | 'false';
  processId?: string;
  trustLevel?: TrustLevel;
  providerId?: 'nkb' | 'elster';
};
async function begun(client: PortalClient, asked: Asked = {}) {
  const request = await client.call('requestSamlLogin', {
    query: {
      providerId: 'nkb',
      redirect: '/nutzerkonto',
      cancelUrl: '/leistung/1',
      locale: 'de',
      timezone: 'Europe/Berlin',
      ...asked,
    },
  });
  const xml = Buffer.from(request.fields.SAMLRequest ?? '', 'base64').toString();
  return { request, id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', RelayState: request.fields.RelayState ?? '' };
}

const requestOf = async (client: PortalClient, asked: Asked) =>
  Buffer.from((await begun(client, asked)).request.fields.SAMLRequest ?? '', 'base64').toString();

const answer = (SAMLResponse: string, RelayState: string) =>
  fetch(new URL('/api/auth/saml2/acs', portal.url), {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse, RelayState }),
    redirect: 'manual',
  });
const base64 = (xml: string) => Buffer.from(xml).toString('base64');
const response = (id: string, content: string) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" InResponseTo="${id}">${content}</samlp:Response>`;

describe('a hostile answer', () => {
  it.each([
    ['of nested namespaces', '<a xmlns:b="c">'.repeat(5000) + '</a>'.repeat(5000)],
    ['of many elements', '<a/>'.repeat(20_000)],
  ])('%s is a failed login, and the next login succeeds', async (_what, content) => {
    const client = portal.client();
    const { id, RelayState } = await begun(client);
    const posted = await answer(base64(response(id, content)), RelayState);
    const returned = await client.fetch(posted.headers.get('location') ?? '');
    expect(returned.headers.get('location')).toBe('/leistung/1?login=ERROR');
    expect(await client.logIn('petersen:Elster')).toBe('/nutzerkonto?login=SUCCESS');
  });

  it('that is larger than any of the account is not taken at all', async () => {
    const client = portal.client();
    const { id, RelayState, request } = await begun(client);
    const large = await answer(base64(response(id, 'a'.repeat(200_000))), RelayState);
    expect(large.status).toBe(413);
    // The refused answer has not used up the login.
    const { fields } = await visitAccount(request, 'petersen:Elster');
    const posted = await answer(fields.SAMLResponse ?? '', fields.RelayState ?? '');
    const returned = await client.fetch(posted.headers.get('location') ?? '');
    expect(returned.headers.get('location')).toBe('/nutzerkonto?login=SUCCESS');
  });

  it('brought back with the state of another login is a failed login', async () => {
    const client = portal.client();
    const { request } = await begun(client);
    const other = await begun(client);
    const { fields } = await visitAccount(request, 'petersen:Elster');
    const posted = await answer(fields.SAMLResponse ?? '', other.RelayState);
    const returned = await client.fetch(posted.headers.get('location') ?? '');
    expect(returned.headers.get('location')).toBe('/leistung/1?login=ERROR');
  });
});

describe('the account’s certificate', () => {
  it('is exchanged without a stop, old and new side by side', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'account-'));
    const file = path.join(folder, 'account.pem');
    // The account does not sign with the portal's own certificate.
    const other = portal.partners.environment.NKB_CERTIFICATE ?? '';
    await writeFile(file, other);
    const renewing = await startPortal({ environment: { LOG_LEVEL: 'fatal', NKB_IDP_CERTIFICATE: file } });
    try {
      const client = renewing.client();
      const logIn = () => client.logIn('petersen:Elster');
      expect(await logIn()).toContain('login=ERROR');
      await writeFile(file, other + renewing.partners.identity.certificate);
      renewing.reloadContent();
      await expect.poll(logIn, { interval: 1000 }).toContain('login=SUCCESS');
      await writeFile(file, 'nothing');
      renewing.reloadContent();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      expect(await logIn()).toContain('login=SUCCESS');
    } finally {
      await renewing.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the login before sending', () => {
  const confirmed = async (client: PortalClient, id: string) =>
    (await client.call('persistProcess', { params: { id } })).facts.loginConfirmed;

  it('is made for this application, and the account is told to ask again', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    const other = await fillIn(client, 'gewerbeanmeldung');
    await complete(client, id);
    expect(await confirmed(client, id)).toBe(false);
    await client.logIn('lindemann:eID', { sessionIsOld: true });
    expect(await confirmed(client, id)).toBe(false);
    await client.logIn('lindemann:eID', { forceNew: true });
    expect(await confirmed(client, id), 'it was not made for this').toBe(false);
    await complete(client, other.id);
    await client.logIn('lindemann:eID', { processId: other.id });
    expect(await confirmed(client, id), 'it was made for another').toBe(false);
    // The browser does not ask for a new login: the server does.
    await client.logIn('lindemann:eID', { processId: id, sessionIsOld: true });
    expect(await confirmed(client, id)).toBe(true);
    expect(await confirmed(client, other.id), 'the one made for it is not forgotten').toBe(true);
  });

  it('is refused from an account that answers from memory, and nothing is lost', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    await complete(client, id);
    expect(await client.logIn('lindemann:eID', { processId: id, sessionIsKept: true })).toBe(
      '/nutzerkonto?login=ERROR&refusal=answered-from-memory',
    );
    expect(await confirmed(client, id)).toBe(false);
    await client.logIn('lindemann:eID', { processId: id });
    expect(await confirmed(client, id)).toBe(true);
  });

  it('that the account cannot make at the level of the form says so', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'meldebescheinigung');
    await complete(client, id);
    expect(await client.logIn('lindemann:Benutzername', { processId: id })).toBe(
      '/nutzerkonto?login=ERROR&refusal=level-too-low',
    );
  });

  it('is at the level of the form, by a login that it takes', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'meldebescheinigung');
    await complete(client, id);
    const xml = await requestOf(client, { processId: id });
    expect(xml).toContain('ForceAuthn="true"');
    expect(xml).toContain('STORK-QAA-Level-3');
    expect(await requestOf(client, { processId: id, trustLevel: 'high' })).toContain('STORK-QAA-Level-4');
    await expect(begun(client, { processId: id, providerId: 'elster' })).rejects.toMatchObject({
      problem: { code: 'login-not-accepted', accepted: ['nkb'] },
    });
  });

  it('is none before the form is completed: a step up need not be a new login', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'meldebescheinigung');
    expect(await requestOf(client, { processId: id })).not.toContain('ForceAuthn="true"');
  });

  it('counts in a session that has ended in the meantime, for the owner alone', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    await complete(client, id);
    await client.call('logout', {});
    await client.logIn('petersen:Elster', { processId: id });
    // A browser that does not know the owner: the person is logged in, and the application stays hidden.
    await expect(confirmed(client, id)).rejects.toMatchObject({ problem: { code: 'not-found' } });
    await client.call('logout', {});
    await client.logIn('lindemann:eID', { processId: id, sessionIsOld: true });
    expect(await confirmed(client, id)).toBe(true);
  });

  it('is refused to somebody else when the session has ended, whether there is such an application or not', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { person } = (await client.call('getUser', {})).user!;
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    await complete(client, id);
    await client.call('logout', {});
    // Thomsen may never have logged in here before.
    for (const choice of ['petersen:Elster', 'thomsen:Elster'] as const) {
      for (const processId of [id, randomUUID()]) {
        expect(await client.logIn(choice, { processId, person: person! })).toBe(
          '/nutzerkonto?login=ERROR&refusal=other-person',
        );
        expect((await client.call('getUser', {})).user).toBeNull();
      }
    }
    expect(await client.logIn('lindemann:eID', { processId: id, person: person! })).toContain('SUCCESS');
    expect(await confirmed(client, id)).toBe(true);
    // A browser's statement about the owner opens nothing.
    const stranger = portal.client();
    await stranger.logIn('petersen:Elster');
    const own = (await stranger.call('getUser', {})).user!.person!;
    expect(await stranger.logIn('petersen:Elster', { processId: id, person: own })).toContain('SUCCESS');
    await expect(confirmed(stranger, id)).rejects.toMatchObject({ problem: { code: 'not-found' } });
  });

  it('is not one that was made for it before the form was completed', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    await client.call('logout', {});
    await client.logIn('lindemann:eID', { processId: id });
    await complete(client, id);
    expect(await confirmed(client, id)).toBe(false);
  });

  it('is not one that was demanded before the data was confirmed and made after it', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    const { request } = await begun(client, { processId: id, forceNew: 'true' });
    await complete(client, id);
    const { fields } = await visitAccount(request, 'lindemann:eID');
    const posted = await answer(fields.SAMLResponse ?? '', fields.RelayState ?? '');
    const returned = await client.fetch(posted.headers.get('location') ?? '');
    expect(returned.headers.get('location')).toBe('/nutzerkonto?login=SUCCESS');
    expect(await confirmed(client, id)).toBe(false);
  });
});
