import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { complete, confirm, decide, fillIn, KIEL, offerOf, settled } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());

const startPage = (leiKaId: string) => `/formular?leiKaId=${leiKaId}&area=${KIEL}`;
const userOf = async (client: PortalClient) => (await client.call('getUser', {})).user;

async function begin(client: PortalClient, providerId: 'nkb' | 'elster', redirect = '/nutzerkonto') {
  const request = await client.call('requestSamlLogin', {
    query: { providerId, redirect, cancelUrl: redirect, locale: 'de', timezone: 'Europe/Berlin' },
  });
  const xml = Buffer.from(request.fields.SAMLRequest ?? '', 'base64').toString();
  return { request, xml };
}
async function bringBack(client: PortalClient, fields: Record<string, string>): Promise<string> {
  const posted = await fetch(new URL('/api/auth/saml2/acs', portal.url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return (await client.fetch(posted.headers.get('location') ?? '')).headers.get('location') ?? '';
}

describe('a company', () => {
  it('is logged in with the person who acts, and its form is prefilled', async () => {
    const client = portal.client();
    const offer = offerOf('gewerbeanmeldung');
    await client.logInAsBusiness('foerdewind:lindemann', { redirect: startPage(offer.leiKaId) });
    expect(await userOf(client)).toMatchObject({
      providerId: 'elster',
      name: 'Petra Lindemann',
      company: 'Fördewind Segelmacherei GmbH',
      trustLevel: 'substantial',
      hasPostbox: false,
    });
    const { id } = await client.call('startProcess', { body: { metadataId: offer.metadataId, area: KIEL } });
    const { data } = await client.openForm({ params: { id }, query: {} });
    expect(data).toMatchObject({
      legalForm: 'gmbh',
      registered: 'yes',
      companyName: 'Fördewind Segelmacherei GmbH',
      registerCourt: 'Amtsgericht Kiel',
      registerKind: 'HRB',
      registerNumber: '21007 KI',
      premisesStreet: 'Kaistraße 101',
      givenName: 'Petra',
      familyName: 'Lindemann',
      birthdate: '03/14/1978',
    });
    expect(data).toMatchObject({ streetAddress: '' });
  });

  it('that takes over its legal form takes over what it is called, too', async () => {
    const client = portal.client();
    await client.logInAsBusiness('lumiere:lindemann');
    const { id } = await fillIn(client, 'gewerbeanmeldung', { change: { legalForm: 'gbr' } });
    expect((await confirm(client, id)).facts.conflictOpen).toBe(true);
    await decide(client, id, 'all');
    const { data } = await client.openForm({ params: { id }, query: {} });
    expect(data).toMatchObject({ legalForm: 'other', legalFormName: 'S.à r.l.' });
  });

  it('is named in the documents and in the package, with the person who acted last', async () => {
    const client = portal.client();
    await client.logInAsBusiness('foerdewind:lindemann');
    const { id } = await fillIn(client, 'gewerbeanmeldung');
    await complete(client, id);
    await client.logInAsBusiness('foerdewind:petersen', { forceNew: true, processId: id });
    const { facts } = await client.call('persistProcess', { params: { id } });
    // The form names another person than the one who acts now.
    expect(facts).toMatchObject({ loginConfirmed: true, conflictOpen: true });
    const { version } = await decide(client, id);
    const { redirectUrl } = await client.call('startPayment', {
      params: { processId: id },
      body: { version },
    });
    const page = await fetch(redirectUrl!, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'card' }),
      redirect: 'manual',
    });
    const { searchParams } = new URL(page.headers.get('location')!);
    const query = { result: searchParams.get('result')!, id: searchParams.get('id')! };
    await client.call('completePayment', { query });
    const sent = await settled(client, id);
    for (const kind of ['form', 'receipt', 'coverLetter']) {
      const file = await client.fetch(`/api/process/${id}/file/${kind}`);
      const text = (await readPdf(await file.bytes())).texts.join(' ');
      for (const name of ['Fördewind Segelmacherei GmbH', 'Jonas Petersen'])
        expect(text, kind).toContain(name);
    }
    const { data } = await portal.delivery.submission(sent.result!.externalId);
    expect(data).toMatchObject({
      applicant: { name: 'Jonas Petersen', company: 'Fördewind Segelmacherei GmbH', providerId: 'elster' },
    });
  });

  it('is acted for by whoever logged in last, at the level that they prove themselves', async () => {
    const client = portal.client();
    await client.logInAsBusiness('foerdewind:lindemann');
    await client.logInAsBusiness('foerdewind:petersen', { fault: 'low' });
    expect(await userOf(client)).toMatchObject({ name: 'Jonas Petersen', trustLevel: 'low' });
    await client.logInAsBusiness('foerdewind:petersen');
    // A weaker login of the same person lowers nothing.
    await client.logInAsBusiness('foerdewind:petersen', { fault: 'low' });
    expect(await userOf(client)).toMatchObject({ name: 'Jonas Petersen', trustLevel: 'substantial' });
  });

  it('shares its applications with all who act for it, and with no other company of theirs', async () => {
    const petra = portal.client();
    await petra.logInAsBusiness('foerdewind:lindemann');
    const { metadataId } = offerOf('gewerbeanmeldung');
    const { id } = await petra.call('startProcess', { body: { metadataId, area: KIEL } });
    const drafts = async (client: PortalClient) =>
      (await client.call('listDrafts', { query: {} })).map((draft) => draft.id);
    const jonas = portal.client();
    await jonas.logInAsBusiness('foerdewind:petersen');
    expect(await drafts(jonas)).toContain(id);
    await petra.logInAsBusiness('lumiere:lindemann');
    expect(await drafts(petra)).not.toContain(id);
  });
});

describe('what a login asks for', () => {
  const named = (xml: string) => [...xml.matchAll(/FriendlyName="(\w+)"/g)].map(([, name]) => name);

  it('is what the form needs that it leads back to, and who it is', async () => {
    const client = portal.client();
    const { xml } = await begin(client, 'elster', startPage(offerOf('hundesteuer').leiKaId));
    expect(named(xml)).not.toContain('registryCourt');
    const { xml: business } = await begin(client, 'elster', startPage(offerOf('gewerbeanmeldung').leiKaId));
    expect(named(business)).toContain('registryCourt');
    for (const never of ['vatId', 'postboxId', 'occupation']) expect(named(business)).not.toContain(never);
  });

  it('is what any form needs where there is none', async () => {
    const { xml } = await begin(portal.client(), 'elster', '/formular?id=madeUp');
    expect(named(xml)).toContain('registryCourt');
    expect(named(xml)).not.toContain('vatId');
  });

  it('reaches the citizens’ account, too', async () => {
    const { xml } = await begin(portal.client(), 'nkb', startPage(offerOf('hundesteuer').leiKaId));
    const oids = [...xml.matchAll(/RequestedAttribute [^>]*Name="([^"]+)"/g)].map(([, oid]) => oid);
    expect(oids).toContain('urn:oid:1.2.40.0.10.2.1.1.55');
    expect(oids, 'the place of birth').not.toContain('urn:oid:1.3.6.1.5.5.7.9.2');
  });
});

describe('an answer of the other account', () => {
  it.each([
    ['elster', 'nkb'],
    ['nkb', 'elster'],
  ] as const)('of %s to the login at %s is a failed login', async (answering, asked) => {
    const client = portal.client();
    const { request: other } = await begin(client, answering);
    const { request } = await begin(client, asked);
    const choice = answering === 'nkb' ? 'petersen:Elster' : 'foerdewind:petersen';
    const { fields } = await visitAccount(other, choice);
    const RelayState = request.fields.RelayState ?? '';
    expect(await bringBack(client, { ...fields, RelayState })).toContain('login=ERROR');
    expect(await userOf(client)).toBeNull();
  });

  it('that is not encrypted is a failed login at the business account', async () => {
    const client = portal.client();
    expect(await client.logInAsBusiness('foerdewind:petersen', { fault: 'plain' })).toContain('login=ERROR');
    expect(await userOf(client)).toBeNull();
  });
});
