import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { complete, fillIn, KIEL, offerOf, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let contentDir: string;
let portal: Portal;

/** Changes the settings of a demonstration form. */
async function set(service: string, change: Record<string, unknown>): Promise<void> {
  const file = path.join(contentDir, 'services', service, 'metadata.json');
  const present = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...present, ...change }));
}

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'levels-'));
  await cp('content', contentDir, { recursive: true });
  await set('hundesteuer', { mode: 'start', trustLevel: 'substantial', idpIds: ['nkb'] });
  await set('gewerbeanmeldung', { idpIds: ['elster', 'sk'] });
  await set('wohngeld', { mode: 'complete', idpIds: ['anon', 'elster'] });
  await set('bewohnerparkausweis', { mode: 'complete', idpIds: ['nkb'] });
  portal = await startPortal({ contentDir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
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
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );

describe('a sent application below whose level somebody is logged in', () => {
  it('is there with its status, and everything in it is closed', async () => {
    const strong = await person('lindemann:eID');
    const { id } = await fillIn(strong, 'hundesteuer');
    await complete(strong, id);
    const { messageId } = await submit(strong, id);
    const sentTo = async (client: PortalClient) =>
      (await client.call('listSent', { query: {} })).find((one) => one.id === id);
    expect(await sentTo(strong)).toMatchObject({ trustLevel: 'substantial', closed: false });
    expect((await sentTo(strong))?.documents).not.toEqual([]);

    const weak = await person('lindemann:Benutzername');
    expect(await sentTo(weak)).toMatchObject({ trustLevel: 'substantial', closed: true, documents: [] });
    const refusal = { status: 403, code: 'trust-level-too-low', trustLevel: 'substantial' };
    const params = { id };
    const tried = [
      () => weak.call('getProcess', { params, query: {} }),
      () => weak.call('getAccessData', { params, query: {} }),
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

    await weak.logIn('lindemann:Elster');
    expect(await sentTo(weak)).toMatchObject({ closed: false });
    expect((await weak.fetch(`/api/process/${id}/file/form`)).status).toBe(200);
  });
});

describe('the logins that a form takes', () => {
  const start = (client: PortalClient, service: 'hundesteuer' | 'gewerbeanmeldung' | 'bewohnerparkausweis') =>
    client.call('startProcess', { body: { metadataId: offerOf(service).metadataId, area: KIEL } });

  it('decide at the start', async () => {
    const { id } = await start(await person('petersen:Elster'), 'hundesteuer');
    expect(id).toBeDefined();
    expect(await problemOf(start(await person('petersen:Elster'), 'gewerbeanmeldung'))).toMatchObject({
      status: 403,
      code: 'login-not-accepted',
    });
    // Without an account it works only where "anon" is one of them, whenever a login is due.
    expect(await problemOf(start(await anonymous(), 'bewohnerparkausweis'))).toMatchObject({
      status: 401,
      code: 'login-required',
    });
  });

  it('decide about the login before sending', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'wohngeld');
    await complete(client, id);
    await client.logIn('petersen:Elster', { forceNew: true });
    expect(await problemOf(client.call('persistProcess', { params: { id } }))).toMatchObject({
      status: 403,
      code: 'login-not-accepted',
    });
  });

  it('decide once more when it is sent and when it is paid', async () => {
    const client = await person('petersen:Elster');
    const free = await fillIn(client, 'hundesteuer');
    await complete(client, free.id);
    const costly = await fillIn(client, 'fischereischein');
    const { version } = await complete(client, costly.id);
    await set('hundesteuer', { idpIds: ['elster'] });
    await set('fischereischein', { idpIds: ['anon', 'elster'] });
    portal.reloadContent();
    await expect
      .poll(
        async () => (await client.call('getProcess', { params: { id: free.id }, query: {} })).metadata.idpIds,
        {
          timeout: 60_000,
        },
      )
      .toEqual(['elster']);
    const refusal = { status: 403, code: 'login-not-accepted' };
    expect(await problemOf(client.call('submitProcess', { params: { id: free.id } }))).toMatchObject(refusal);
    const payment = client.call('startPayment', { params: { processId: costly.id }, body: { version } });
    expect(await problemOf(payment)).toMatchObject(refusal);
  });
});
