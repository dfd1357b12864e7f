import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderId } from '#domain/login.ts';
import type { AdmissionRules } from '#domain/login-ways.ts';
import { LOGINS } from '#server/config/login-settings.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { complete, fillIn, KIEL, offerOf, type ServiceName, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';

let content: OwnContent;
let portal: Portal;

/** Logins that this portal does not offer, although some forms accept only these. */
const { elster, sk } = LOGINS;
const pagesOfThem = ['ELSTER_SLO_URL', 'ELSTER_ACCOUNT_URL', 'ELSTER_ATTRIBUTE_NAMES', 'SK_ACCOUNT_URL'];
const withoutThem = Object.fromEntries(
  [...elster.needed, ...sk.needed, ...sk.oneOf, ...pagesOfThem].map((name) => [name, undefined]),
);

beforeAll(async () => {
  content = await ownContent();
  await content.set('hundesteuer', { mode: 'start', trustLevel: 'substantial', idpIds: ['nkb'] });
  await content.set('gewerbeanmeldung', { idpIds: ['elster', 'sk'] });
  await content.set('wohngeld', { mode: 'complete', idpIds: ['anon', 'nkb'], trustLevel: 'substantial' });
  await content.set('meldebescheinigung', { mode: 'complete', idpIds: ['anon', 'elster'] });
  await content.set('bewohnerparkausweis', { mode: 'complete', idpIds: ['nkb'] });
  portal = await startPortal({
    contentDir: content.dir,
    environment: { LOG_LEVEL: 'fatal', ...withoutThem },
  });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const person = async (choice: LoginChoice): Promise<PortalClient> => {
  const client = portal.client();
  await client.logIn(choice);
  return client;
};
const anonymous = async (): Promise<PortalClient> => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};
/** Changes the logins that a form takes. */
const setLogins = (service: ServiceName, idpIds: ProviderId[]) => setForm(service, { idpIds });

/** Changes the logins that a form accepts, and waits until the server has read it. */
async function setForm(
  service: ServiceName,
  change: Partial<Pick<AdmissionRules, 'idpIds' | 'trustLevel' | 'mode'>>,
): Promise<void> {
  await content.set(service, change);
  portal.reloadContent();
  const { leiKaId, authority } = offerOf(service);
  const query = { leiKaId, authorityKeys: authority.id, lang: 'de' as const };
  const read = async () => (await portal.client().call('availableMetadata', { query }))[0];
  await expect.poll(read).toMatchObject(change);
}

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );

describe('a sent application below whose level somebody is logged in', () => {
  const sentTo = async (client: PortalClient, id: string) =>
    (await client.call('listSent', { query: {} })).find((one) => one.id === id);
  const closedTo = (client: PortalClient) => client.call('countClosed', {});
  const nothing = { drafts: { substantial: 0, high: 0 }, sent: { substantial: 0, high: 0 } };

  it('is counted and not listed, and everything of it is closed', async () => {
    const strong = await person('lindemann:eID');
    const { id } = await fillIn(strong, 'hundesteuer');
    await complete(strong, id);
    const { messageId } = await submit(strong, id);
    expect((await sentTo(strong, id))?.documents).not.toEqual([]);
    expect(await closedTo(strong)).toEqual(nothing);

    // The form asks for less: it was made at level high.
    const weak = await person('lindemann:Elster');
    expect(await sentTo(weak, id)).toBeUndefined();
    expect(await closedTo(weak)).toEqual({ ...nothing, sent: { substantial: 0, high: 1 } });
    const refusal = { status: 403, code: 'trust-level-too-low', trustLevel: 'high', accepted: ['nkb'] };
    const params = { id };
    const tried = [
      () => weak.call('getProcess', { params, query: {} }),
      () => weak.openForm({ params, query: {} }),
      () => weak.call('getSnapshot', { params, query: {} }),
      () => weak.call('getTransportReport', { params: { messageId: messageId! } }),
      () => weak.call('acknowledgeResult', { params, query: {} }),
      () => weak.call('getFileExpiry', { params: { id, file: 'form' } }),
    ];
    for (const call of tried) expect(await problemOf(call())).toMatchObject(refusal);
    for (const file of ['form', 'receipt', 'attachment']) {
      const answer = await weak.fetch(`/api/process/${id}/file/${file}`);
      expect([answer.status, await answer.json()]).toMatchObject([403, refusal]);
    }

    await weak.logIn('lindemann:eID');
    expect(await sentTo(weak, id)).toBeDefined();
    expect((await weak.fetch(`/api/process/${id}/file/form`)).status).toBe(200);
    await weak.call('acknowledgeResult', { params, query: {} });
  });

  it('needs the level it was made with, not that of a later look at it, nor that of its form now', async () => {
    // Begun at level high, and sent at the level of the form by the same person.
    const strong = await person('lindemann:eID');
    const { id } = await fillIn(strong, 'hundesteuer');
    const weak = await person('lindemann:Elster');
    await complete(weak, id);
    await submit(weak, id);
    await strong.call('acknowledgeResult', { params: { id }, query: {} });
    expect(await sentTo(weak, id)).toBeDefined();
    await setForm('hundesteuer', { trustLevel: 'high' });
    try {
      expect(await sentTo(weak, id)).toBeDefined();
      expect((await weak.fetch(`/api/process/${id}/file/form`)).status).toBe(200);
      expect(await sentTo(await person('lindemann:Benutzername'), id)).toBeUndefined();
    } finally {
      await setForm('hundesteuer', { trustLevel: 'substantial' });
    }
  });
});

describe('whom a form admits', () => {
  const start = (client: PortalClient, service: ServiceName) =>
    client.call('startProcess', { body: { metadataId: offerOf(service).metadataId, area: KIEL } });

  it('is decided at the start, with the logins that would do', async () => {
    const { id } = await start(await person('petersen:Elster'), 'hundesteuer');
    expect(id).toBeDefined();
    expect(await problemOf(start(await person('lindemann:Benutzername'), 'hundesteuer'))).toMatchObject({
      status: 403,
      code: 'trust-level-too-low',
      trustLevel: 'substantial',
      accepted: ['nkb'],
    });
    expect(await problemOf(start(await person('petersen:Elster'), 'gewerbeanmeldung'))).toMatchObject({
      status: 403,
      code: 'login-not-accepted',
      accepted: [],
    });
    // Without an account, a form can be started only if "anon" is accepted, at whatever moment the login is due.
    expect(await problemOf(start(await anonymous(), 'bewohnerparkausweis'))).toMatchObject({
      status: 401,
      code: 'login-required',
      accepted: ['nkb'],
    });
    // It could be filled in but never sent: no login that it accepts is offered here.
    expect(await problemOf(start(await anonymous(), 'meldebescheinigung'))).toMatchObject({
      status: 401,
      code: 'login-required',
      accepted: [],
    });
  });

  it('is decided at the login before sending', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'wohngeld');
    await complete(client, id);
    const persist = () => problemOf(client.call('persistProcess', { params: { id } }));
    expect(await persist()).toMatchObject({ status: 401, code: 'login-required' });
    await client.logIn('lindemann:Benutzername');
    expect(await persist()).toMatchObject({
      status: 403,
      code: 'trust-level-too-low',
      trustLevel: 'substantial',
      accepted: ['nkb'],
    });
    await setLogins('wohngeld', ['anon', 'elster']);
    expect(await persist()).toMatchObject({ status: 403, code: 'login-not-accepted', accepted: [] });
    await setLogins('wohngeld', ['anon', 'nkb']);
    expect(await persist(), 'nothing has happened to it').toMatchObject({ code: 'trust-level-too-low' });
    await client.logIn('lindemann:Elster', { processId: id });
    expect(await persist()).toBeNull();
  });

  it('is decided once more when it is sent and when it is paid', async () => {
    const client = await person('petersen:Elster');
    const free = await fillIn(client, 'hundesteuer');
    await complete(client, free.id);
    const costly = await fillIn(client, 'fischereischein');
    const { version } = await complete(client, costly.id);
    await setLogins('hundesteuer', ['elster']);
    await setLogins('fischereischein', ['anon', 'elster']);
    const refusal = { status: 403, code: 'login-not-accepted' };
    expect(await problemOf(client.call('submitProcess', { params: { id: free.id } }))).toMatchObject(refusal);
    const payment = client.call('startPayment', { params: { processId: costly.id }, body: { version } });
    expect(await problemOf(payment)).toMatchObject(refusal);
  });
});
