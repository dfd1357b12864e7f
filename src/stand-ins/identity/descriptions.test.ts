import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginProviderId } from '#domain/login.ts';
import { eidProfile } from '#server/identity/eid-profile.ts';
import { createElsterProvider } from '#server/identity/elster.ts';
import { createNkbProvider } from '#server/identity/nkb.ts';
import { createOidcProvider } from '#server/identity/oidc.ts';
import { listProviders } from '#server/identity/providers.ts';
import { skProfile } from '#server/identity/sk-profile.ts';
import type { LoginProvider, RequestStore } from '#server/ports/identity.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from '#stand-ins/kit/key-pair.ts';

let folder: string;
let own: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'descriptions-'));
  await copyKeyPairs('descriptions', folder, { own: 'own', other: 'other' });
  own = await loadKeyPair(folder, 'own', 'own');
  other = await loadKeyPair(folder, 'other', 'other');
});
afterAll(() => rm(folder, { recursive: true }));

const requests: RequestStore = {
  save: async () => undefined,
  get: async () => null,
  remove: async () => undefined,
};
const saml = (change: object = {}) => ({
  entryPoint: 'https://account.example/saml/login',
  idpCertificate: () => other.certificate,
  idpIssuer: 'https://account.example',
  issuer: 'https://portal.example',
  assertionConsumerUrl: 'https://portal.example/acs',
  keys: () => own,
  organizationName: 'Serviceportal',
  onlineServiceId: 'SH-0001',
  attributeNames: {},
  ...change,
});
const oidc = {
  issuer: 'https://service.example/realm',
  clientId: 'portal',
  proof: () => ({ secret: 'secret' }),
  callbackUrl: 'https://portal.example/callback',
  logoutUrl: 'https://portal.example/logout',
};

it('programs find every way to log in, with where it leads and whether its level varies', () => {
  const logins: LoginProvider[] = [
    createNkbProvider(saml(), requests),
    createElsterProvider(saml(), requests),
    createOidcProvider(oidc, eidProfile, requests),
    createOidcProvider(oidc, skProfile, requests),
  ];
  const listed = listProviders(new Map(logins.map((login) => [login.id as LoginProviderId, login])));
  const account = { type: 'saml2', serviceUrl: 'https://account.example', transient: false };
  const service = { type: 'oidc', serviceUrl: 'https://service.example', transient: false };
  const goesTo = (authRequestDestination: string) => ({ authRequestDestination });
  expect(listed).toMatchObject([
    { id: 'anon', type: 'pseudo', transient: true, variableTrustLevel: false, defaultScopes: [] },
    { id: 'nkb', ...account, variableTrustLevel: true, ...goesTo('https://account.example/saml/login') },
    { id: 'elster', ...account, variableTrustLevel: false, ...goesTo('https://account.example/saml/login') },
    { id: 'eid', ...service, variableTrustLevel: false, ...goesTo('https://service.example/realm') },
    { id: 'sk', ...service, variableTrustLevel: true, ...goesTo('https://service.example/realm') },
  ]);
  const scopes = Object.fromEntries(listed.map(({ id, defaultScopes }) => [id, defaultScopes]));
  expect(scopes.nkb).toEqual(expect.arrayContaining(['bPK2', 'surname', 'trustLevel']));
  expect(scopes.elster?.filter((scope) => scope === 'trustLevel')).toHaveLength(1);
  expect(scopes.eid).toContain('RestrictedID');
  expect(scopes.sk).toContain('given_name');
});

it('a request is posted to the account by the browser, never put into an address', async () => {
  const request = await createNkbProvider(saml(), requests).createRequest({
    trustLevel: 'substantial',
    locale: 'de',
    timezone: 'Europe/Berlin',
    scopes: null,
    forceNew: false,
    relayState: 'attempt-1',
  });
  expect(request).toMatchObject({
    url: 'https://account.example/saml/login',
    method: 'POST',
    fields: { RelayState: 'attempt-1', SAMLRequest: expect.stringMatching(/^[\w+/=]{1000,}$/) },
  });
});

it.each<[string, () => object]>([
  ['no certificate of the account', () => ({ idpCertificate: () => '' })],
  [
    'a key that is not that of the certificate',
    () => ({ keys: () => ({ ...own, privateKey: other.privateKey }) }),
  ],
])('%s is noticed when the server starts, not at the first login', (_what, change) => {
  expect(() => createNkbProvider(saml(change()), requests)).toThrow();
});
