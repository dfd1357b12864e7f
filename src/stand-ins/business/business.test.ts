import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElsterProvider } from '#server/identity/elster.ts';
import type { ElsterNames } from '#server/identity/elster-attributes.ts';
import { createAnswerReader } from '#server/identity/saml-thread.ts';
import type { LoginOutcome, LoginProvider, LoginRequest } from '#server/ports/identity.ts';
import type { IdentityStandIn } from '#stand-ins/identity/account.ts';
import { type BusinessChoice, visitAccount } from '#stand-ins/identity/visit.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { DEMONSTRATION_ACCOUNTS } from './accounts.ts';
import type { BusinessFault } from './faults.ts';
import { startBusinessStandIn } from './server.ts';

const ISSUER = 'http://localhost:8080/api/auth/saml2/metadata?providerId=elster';
const ACS = 'http://localhost:8080/api/auth/saml2/acs';
const reader = createAnswerReader();

const validFrom = ({ certificate }: KeyPair): number =>
  new X509Certificate(certificate).validFromDate.getTime();

let folder: string;
let keys: KeyPair;
let newKeys: KeyPair;
let account: IdentityStandIn;
let stored: Map<string, string>;
let provider: LoginProvider;

const connect = (ours: KeyPair = keys, attributeNames: ElsterNames = {}) =>
  createElsterProvider(
    {
      entryPoint: account.entryPoint,
      idpCertificate: () => account.certificate,
      idpIssuer: account.issuer,
      issuer: ISSUER,
      assertionConsumerUrl: ACS,
      keys: () => ours,
      organizationName: 'Serviceportal',
      attributeNames,
    },
    {
      save: async (id, value) => void stored.set(id, value),
      get: async (id) => stored.get(id) ?? null,
      remove: async (id) => void stored.delete(id),
    },
    reader,
  );

const request: LoginRequest = {
  trustLevel: 'substantial',
  locale: 'de',
  timezone: 'Europe/Berlin',
  scopes: null,
  forceNew: false,
  relayState: 'attempt-1',
};

async function logIn(
  choice: BusinessChoice,
  { fault, ...change }: Partial<LoginRequest> & { fault?: BusinessFault } = {},
): Promise<LoginOutcome> {
  const form = await visitAccount(await provider.createRequest({ ...request, ...change }), choice, {
    ...(fault && { fault }),
  });
  const { RelayState = '', ...parameters } = form.fields;
  return provider.readAnswer({ relayState: RelayState, parameters });
}

const refused = (reason: RegExp) => ({ result: 'ERROR', reason: expect.stringMatching(reason) });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'business-'));
  await copyKeyPairs('business', folder, {
    portal: 'Portal',
    'portal-new': 'Portal',
    'business-account': 'Business account (demonstration)',
  });
  // Both were created together, and either may have the later second.
  const ours = await Promise.all(['portal', 'portal-new'].map((name) => loadKeyPair(folder, name, 'Portal')));
  [keys, newKeys] = ours.toSorted((a, b) => validFrom(a) - validFrom(b)) as [KeyPair, KeyPair];
  account = await startBusinessStandIn({
    port: 0,
    stateDir: folder,
    serviceProvider: { issuer: ISSUER, assertionConsumerUrl: ACS, certificate: keys.certificate },
  });
});
afterAll(async () => {
  await account.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  stored = new Map();
  provider = connect();
});

describe('logging in with the business account', () => {
  it('names the company and the person who acts for it', async () => {
    expect(await logIn('foerdewind:lindemann')).toMatchObject({
      result: 'SUCCESS',
      identity: {
        providerId: 'elster',
        providerType: 'saml2',
        subject: 'EK-7F31-0001',
        company: 'Fördewind Segelmacherei GmbH',
        name: 'Petra Lindemann',
        trustLevel: 'substantial',
        postboxHandle: null,
      },
    });
  });

  it('gives the address of a company to the company, never to the person who acts', async () => {
    const outcome = await logIn('lumiere:lindemann');
    expect(outcome.result === 'SUCCESS' && outcome.identity.userData).toEqual({
      givenName: 'Petra',
      familyName: 'Lindemann',
      birthdate: '1978-03-14',
      companyName: 'Lumière du Nord S.à r.l.',
      legalForm: 'other',
      legalFormName: 'S.à r.l.',
      companyRegistered: 'yes',
      registryCourt: 'Amtsgericht Flensburg',
      registryType: 'HRB',
      registryNumber: '14482 FL',
      vatId: 'LU99999992',
      occupation: 'Handel mit Leuchten',
      companyFoundingDate: '2019-09-15',
      companySeat: 'Rue de l’Église 7, Bâtiment B, 1458 Luxembourg, LU',
    });
  });

  it('gives a German address to the fields of the place of business as well', async () => {
    expect(await logIn('foerdewind:petersen')).toMatchObject({
      identity: {
        userData: {
          legalForm: 'gmbh',
          companySeat: 'Kaistraße 101, 24114 Kiel, DE',
          companyStreetAddress: 'Kaistraße 101',
          companyPostalCode: '24114',
          companyLocality: 'Kiel',
          companyDistrict: 'Vorstadt',
        },
      },
    });
  });

  it('gives the address of a natural person’s account to that person', async () => {
    const outcome = await logIn('thomsen:thomsen');
    expect(outcome).toMatchObject({
      identity: { name: 'Hinrich Thomsen', company: 'Thomsens Bootsverleih' },
    });
    expect(outcome.result === 'SUCCESS' && outcome.identity.userData).toEqual({
      givenName: 'Hinrich',
      familyName: 'Thomsen',
      birthdate: '1952-05-09',
      companyName: 'Thomsens Bootsverleih',
      legalForm: 'single',
      legalFormName: 'Einzelunternehmen',
      streetAddress: 'Hohle Gasse 3',
      postalCode: '25813',
      locality: 'Husum',
      country: 'DE',
    });
  });

  it('is no company for the account of a natural person without one', async () => {
    const outcome = await logIn('petersen:petersen');
    expect(outcome).toMatchObject({ identity: { name: 'Jonas Petersen' } });
    expect(outcome.result === 'SUCCESS' && outcome.identity).not.toHaveProperty('company');
  });

  it('tells one person who acts for two companies by the company', async () => {
    const subjects = new Set<string>();
    for (const choice of ['foerdewind:lindemann', 'foerdewind:petersen', 'lumiere:lindemann'] as const) {
      const outcome = await logIn(choice);
      if (outcome.result === 'SUCCESS') subjects.add(outcome.identity.subject);
    }
    expect([...subjects]).toEqual(['EK-7F31-0001', 'EK-7F31-0002']);
  });

  it('asks for what the form needs, and for who acts, and takes no more', async () => {
    const asked = await provider.createRequest({ ...request, scopes: ['legalForm', 'madeUp'] });
    const xml = Buffer.from(asked.fields.SAMLRequest ?? '', 'base64').toString();
    const named = [...xml.matchAll(/RequestedAttribute [^>]*FriendlyName="(\w+)"/g)].map(([, name]) => name);
    expect(named).toEqual(['companyName', 'familyName', 'givenName', 'id', 'legalForm', 'trustLevel']);
    expect(xml).not.toContain('madeUp');
    const outcome = await logIn('foerdewind:lindemann', { scopes: ['legalForm'] });
    expect(outcome.result === 'SUCCESS' && Object.keys(outcome.identity.providerData).sort()).toEqual(named);
  });

  it('finds the data under the names that the configuration gives it', async () => {
    provider = connect(keys, { companyName: 'occupation' });
    expect(await logIn('foerdewind:lindemann')).toMatchObject({
      identity: { company: 'Herstellung von Segeln und Persenningen' },
    });
  });
});

describe('ending without a login', () => {
  it('cancel is a cancel, an error one with its reason', async () => {
    expect(await logIn('cancel')).toEqual({ result: 'CANCEL', relayState: 'attempt-1' });
    expect(await logIn('error')).toMatchObject(refused(/Responder\/AuthnFailed/));
  });

  it.each<[BusinessFault, Partial<LoginRequest>, RegExp]>([
    ['plain', {}, /the assertion is not encrypted/],
    ['low', {}, /trust level low, asked for substantial/],
    ['memory', { forceNew: true }, /a new login was asked for/],
  ])('an answer of the kind "%s" is refused', async (fault, change, reason) => {
    expect(await logIn('foerdewind:lindemann', { ...change, fault })).toMatchObject(refused(reason));
    expect(await logIn('foerdewind:lindemann', change)).toMatchObject({ result: 'SUCCESS' });
  });

  it('the account does not pass for one of level high', async () => {
    expect(await logIn('foerdewind:lindemann', { trustLevel: 'high' })).toMatchObject(
      refused(/Requester\/NoAuthnContext/),
    );
  });
});

describe('while our key is renewed', () => {
  const both = () => ({
    privateKey: newKeys.privateKey + keys.privateKey,
    certificate: newKeys.certificate + keys.certificate,
  });

  it('the account may go on encrypting for the old one', async () => {
    const { createRequest } = provider;
    provider = { ...connect(both()), createRequest };
    expect(await logIn('foerdewind:lindemann')).toMatchObject({ result: 'SUCCESS' });
    provider = { ...connect(newKeys), createRequest };
    expect(await logIn('foerdewind:lindemann')).toMatchObject(refused(/cannot be decrypted/));
  });

  it('the metadata has both to verify, and the newer one to encrypt for', () => {
    const metadata = connect(both()).metadata() ?? '';
    const of = ({ certificate }: KeyPair) => certificate.replaceAll(/-----[^-]+-----|\s/g, '');
    expect(metadata.match(/use="signing"/g)).toHaveLength(2);
    expect(metadata).toContain(of(keys));
    const [, encryption = ''] = metadata.split('use="encryption"');
    expect(encryption).toContain(of(newKeys));
  });
});

describe('our metadata', () => {
  it('name us, our address, what we can use, and no algorithm that we refuse', () => {
    const metadata = provider.metadata() ?? '';
    expect(metadata).toContain(`entityID="${ISSUER}"`);
    expect(metadata).toContain(`Location="${ACS}"`);
    expect(metadata).toContain('FriendlyName="registryCourt"');
    expect(metadata).toContain('aes256-gcm');
    expect(metadata.replace(/<ds:X509Certificate>[^<]*/g, '')).not.toMatch(/cbc|sha1"|rsa-1_5|PRIVATE/);
  });
});

it('the page offers every account with those who may act for it', async () => {
  const redirect = await provider.createRequest(request);
  const page = await fetch(redirect.url, { method: 'POST', body: new URLSearchParams(redirect.fields) });
  const text = await page.text();
  for (const { id, name, persons } of DEMONSTRATION_ACCOUNTS) {
    expect(text).toContain(name);
    for (const person of persons) expect(text).toContain(`value="${id}:${person.id}"`);
  }
  expect(text).not.toMatch(/<script(?! src=)|style=|onload=/);
});
