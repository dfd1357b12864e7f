import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNkbProvider } from '#server/identity/nkb.ts';
import { createAnswerReader } from '#server/identity/saml-thread.ts';
import type { LoginProvider, LogoutReading, RequestStore } from '#server/ports/identity.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import type { IdentityStandIn } from './account.ts';
import type { LogoutFault } from './logout.ts';
import { logoutRequest, logoutResponse, queryOf, type Sender } from './logout-messages.ts';
import { newSession, signElement } from './response.ts';
import { startIdentityStandIn } from './server.ts';
import { visitAccount } from './visit.ts';

const ISSUER = 'http://localhost:8080';
const SLO = 'http://localhost:8080/api/auth/saml2/slo/nkb';
const portal = { issuer: ISSUER, assertionConsumerUrl: `${ISSUER}/api/auth/saml2/acs`, logoutUrl: SLO };
const RELAY = '0b1a6e3c-94a0-4f0c-9a5a-6f1f0b6f8d11';
/** The account's session that the tests make messages about. */
const SESSION = newSession();

let folder: string;
let keys: KeyPair;
let idpKeys: KeyPair;
let account: IdentityStandIn;
let provider: LoginProvider;
let stored: Map<string, string>;
const reader = createAnswerReader();

const store: RequestStore = {
  save: async (id, value) => void stored.set(id, value),
  get: async (id) => stored.get(id) ?? null,
  remove: async (id) => void stored.delete(id),
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'single-logout-'));
  await copyKeyPairs('single-logout', folder, { 'identity-provider': 'idp', portal: 'portal' });
  keys = await loadKeyPair(folder, 'portal', 'Serviceportal');
  idpKeys = await loadKeyPair(folder, 'identity-provider', 'Citizens account');
  const serviceProvider = { ...portal, certificate: keys.certificate };
  account = await startIdentityStandIn({ port: 0, stateDir: folder, serviceProvider });
});
afterAll(async () => {
  await account.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  stored = new Map();
  provider = connect();
});

const connect = (ours: KeyPair = keys) =>
  createNkbProvider(
    {
      entryPoint: account.entryPoint,
      idpCertificate: () => idpKeys.certificate,
      idpIssuer: account.issuer,
      issuer: ISSUER,
      assertionConsumerUrl: portal.assertionConsumerUrl,
      keys: () => ours,
      organizationName: 'Serviceportal',
      onlineServiceId: 'SH-0001',
      logout: { theirs: account.logoutUrl, ours: SLO },
    },
    store,
    reader,
  );

/** Logs a person in, and returns the session at the account that the portal stores. */
async function logIn() {
  const request = await provider.createRequest({
    trustLevel: 'low',
    locale: 'de',
    timezone: 'Europe/Berlin',
    scopes: null,
    forceNew: false,
    relayState: RELAY,
  });
  const { fields } = await visitAccount(request, 'petersen:Elster');
  const outcome = await provider.readAnswer({ relayState: RELAY, parameters: fields });
  if (outcome.result !== 'SUCCESS') throw new Error(JSON.stringify(outcome));
  return outcome.identity.accountSession!;
}

const begin = async (session = undefined as Awaited<ReturnType<typeof logIn>> | undefined) =>
  (await provider.logout!.createRequest({
    session: session ?? (await logIn()),
    locale: 'de',
    relayState: RELAY,
  }))!;

const misbehave = (fault: LogoutFault) =>
  fetch(`${account.origin}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'logout', fault }),
  });

/** Goes to the account, and returns its message. */
async function bring(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  const back = answer.headers.get('location');
  if (back === null) throw new Error(`the account leads nowhere: ${await answer.text()}`);
  expect(back.startsWith(`${SLO}?`)).toBe(true);
  return back.slice(SLO.length + 1);
}
const read = (query: string): Promise<LogoutReading> => provider.logout!.read({ query });
const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) });

describe('a logout that the portal asks for', () => {
  it('is confirmed once by the account, which ends its own session', async () => {
    const session = await logIn();
    const query = await bring((await begin(session)).url);
    expect(await read(query)).toEqual({ kind: 'answer', relayState: RELAY, fault: null });
    expect(await read(query)).toMatchObject(refused(/InResponseTo/));
    const again = await read(await bring((await begin(session)).url));
    expect(again).toMatchObject({ fault: 'refused-by-account', reason: 'Requester/UnknownPrincipal' });
  });

  it.each<[LogoutFault, object]>([
    ['unsigned', refused(/not signed/)],
    ['other-request', refused(/InResponseTo/)],
    ['partial', { kind: 'answer', fault: 'refused-by-account', reason: 'Success/PartialLogout' }],
    ['error', { kind: 'answer', fault: 'refused-by-account', reason: 'Responder' }],
  ])('is not taken for one by an answer that is %s', async (fault, reading) => {
    const { url } = await begin();
    await misbehave(fault);
    expect(await read(await bring(url))).toMatchObject(reading);
  });

  it('is not confirmed by an answer to another way there', async () => {
    await begin();
    const id = [...stored.keys()].at(-1)!.replace('logout:', '');
    const message = logoutResponse(sender(), id, ['Success']);
    const answer = (relayState: string) => queryOf('SAMLResponse', message, { keys: idpKeys, relayState });
    expect(await read(answer('another'))).toMatchObject(refused(/RelayState/));
    expect(await read(answer(RELAY))).toMatchObject({ kind: 'answer', fault: null });
  });

  it('is confirmed by a post as well, which the account alone can sign', async () => {
    await begin();
    const id = [...stored.keys()].at(-1)!.replace('logout:', '');
    const message = logoutResponse(sender(), id, ['Success']);
    const answer = (by: KeyPair) => ({
      fields: {
        SAMLResponse: Buffer.from(signElement(message, 'LogoutResponse', { keys: by })).toString('base64'),
        RelayState: RELAY,
      },
    });
    expect(await provider.logout!.read(answer(keys))).toMatchObject(refused(/signature/i));
    expect(await provider.logout!.read(answer(idpKeys))).toMatchObject({ kind: 'answer', fault: null });
  });

  it('is refused by the account when somebody else has signed it, or it was changed', async () => {
    const session = await logIn();
    provider = connect(idpKeys);
    const { url } = await begin(session);
    expect(await (await fetch(url)).text()).toContain('not that of the registered portal');
    provider = connect();
    const mine = (await begin(session)).url;
    const other = new URL(mine);
    other.searchParams.set('RelayState', 'another');
    expect((await fetch(other)).status).toBe(400);
    expect((await fetch(mine.replace(/&Signature=.*/, ''))).status).toBe(400);
    expect((await fetch(mine, { redirect: 'manual' })).status).toBe(303);
  });

  it('names the person and the session as the assertion did', async () => {
    const session = await logIn();
    if (session.protocol !== 'saml2') throw new Error('another protocol');
    const message = new URL((await begin(session)).url).searchParams.get('SAMLRequest') ?? '';
    const xml = inflateRawSync(Buffer.from(message, 'base64')).toString();
    expect(xml).toContain(`>${session.nameId.value}</saml:NameID>`);
    expect(xml).toContain(`>${session.sessionIndex}</saml2p:SessionIndex>`);
  });

  it('is not asked for by a session of another protocol', async () => {
    const session = { protocol: 'oidc', idToken: 'x' } as const;
    expect(await provider.logout!.createRequest({ session, locale: 'de', relayState: RELAY })).toBeNull();
  });
});

const sender = (change: Partial<Sender> = {}): Sender => ({
  idpIssuer: account.issuer,
  portal: { ...portal, certificate: keys.certificate },
  keys: idpKeys,
  ...change,
});
const signed = (xml: string, name: 'SAMLRequest' | 'SAMLResponse' = 'SAMLRequest') =>
  queryOf(name, xml, { keys: idpKeys });
const posted = (xml: string, root = 'LogoutRequest', by = idpKeys) => ({
  fields: { SAMLRequest: Buffer.from(signElement(xml, root, { keys: by })).toString('base64') },
});

describe('a demand of the account', () => {
  it('names whom to log out, once, and is answered by a signed message', async () => {
    const query = signed(logoutRequest(sender(), SESSION));
    const reading = await read(query);
    expect(reading).toMatchObject({ kind: 'demand', name: SESSION.nameId, sessionIndexes: [SESSION.index] });
    if (reading.kind !== 'demand') throw new Error(reading.kind);
    const { url } = await reading.answer();
    expect(url.startsWith(`${account.logoutUrl}?SAMLResponse=`)).toBe(true);
    // The account made no such demand, but trusts the sender.
    expect(await (await fetch(url)).text()).toContain('no such demand was made');
    expect(await read(query)).toMatchObject(refused(/has come before/));
  });

  it('may come by a post', async () => {
    const message = posted(logoutRequest(sender(), SESSION));
    expect(await provider.logout!.read(message)).toMatchObject({ kind: 'demand', name: SESSION.nameId });
    expect(await provider.logout!.read(message)).toMatchObject(refused(/has come before/));
  });

  it.each<[string, () => string, RegExp]>([
    [
      'not signed',
      () => queryOf('SAMLRequest', logoutRequest(sender(), SESSION), { keys: idpKeys, isSigned: false }),
      /not signed/,
    ],
    [
      'signed by somebody else',
      () => queryOf('SAMLRequest', logoutRequest(sender(), SESSION), { keys }),
      /not that of the account/,
    ],
    [
      'changed',
      () => signed(logoutRequest(sender(), SESSION)).replace('SAMLRequest=', 'SAMLRequest=%20'),
      /not that of the account/,
    ],
    [
      'signed by SHA-1',
      () => signed(logoutRequest(sender(), SESSION)).replace('rsa-sha256', 'rsa-sha1'),
      /no allowed algorithm/,
    ],
    ['there twice', () => `${signed(logoutRequest(sender(), SESSION))}&SAMLRequest=x`, /twice/],
    ['with an answer', () => `${signed(logoutRequest(sender(), SESSION))}&SAMLResponse=x`, /not one message/],
    [
      'of another issuer',
      () => signed(logoutRequest(sender({ idpIssuer: 'https://x.example' }), SESSION)),
      /another issuer/,
    ],
    [
      'for another address',
      () =>
        signed(
          logoutRequest(
            sender({ portal: { ...portal, logoutUrl: 'https://x.example', certificate: '' } }),
            SESSION,
          ),
        ),
      /Destination/,
    ],
    [
      'old',
      () => signed(logoutRequest(sender(), SESSION, { now: new Date(Date.now() - 7 * 60_000) })),
      /too old/,
    ],
    [
      'of the future',
      () => signed(logoutRequest(sender(), SESSION, { now: new Date(Date.now() + 2 * 60_000) })),
      /in the future/,
    ],
    [
      'over',
      () =>
        signed(
          logoutRequest(sender(), SESSION).replace(
            /NotOnOrAfter="[^"]*"/,
            `NotOnOrAfter="${new Date(Date.now() - 90_000).toISOString()}"`,
          ),
        ),
      /NotOnOrAfter/,
    ],
    [
      'about nobody',
      () => signed(logoutRequest(sender(), SESSION).replace(/<saml:NameID.*<\/saml:NameID>/, '')),
      /NameID/,
    ],
    [
      'about two',
      () => signed(logoutRequest(sender(), SESSION).replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&')),
      /NameID/,
    ],
    [
      'an answer',
      () => signed(logoutResponse(sender(), '_1', ['Success']), 'SAMLRequest'),
      /no LogoutRequest/,
    ],
    [
      'with a document type',
      () => signed(`<!DOCTYPE x>${logoutRequest(sender(), SESSION)}`),
      /document type/,
    ],
    [
      'huge',
      () => signed(logoutRequest(sender(), { ...SESSION, nameId: 'x'.repeat(200_000) })),
      /larger than/,
    ],
    [
      'of two issuers',
      () =>
        signed(logoutRequest(sender(), SESSION).replace('<saml:NameID', '<saml:Issuer>x</saml:Issuer>$&')),
      /issuer/i,
    ],
    [
      'of another language',
      () =>
        signed(
          logoutRequest(sender(), SESSION)
            .replaceAll('samlp:', 'x:')
            .replace('xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"', 'xmlns:x="urn:x"')
            .replace('xmlns:x:', 'xmlns:'),
        ),
      /no LogoutRequest/,
    ],
    ['without an ID', () => signed(logoutRequest(sender(), SESSION).replace(/ ID="[^"]*"/, '')), /no ID/],
    [
      'encoded otherwise',
      () => `${signed(logoutRequest(sender(), SESSION))}&SAMLEncoding=urn%3Ax`,
      /encoded otherwise/,
    ],
    [
      'too long a name',
      () => signed(logoutRequest(sender(), { ...SESSION, nameId: 'x'.repeat(257) })),
      /too long/,
    ],
  ])('is refused: %s', async (_what, query, reason) => {
    expect(await read(query())).toMatchObject(refused(reason));
  });

  it.each<[string, () => object, RegExp]>([
    [
      'not signed',
      () => ({ SAMLRequest: Buffer.from(logoutRequest(sender(), SESSION)).toString('base64') }),
      /not signed/,
    ],
    [
      'signed by somebody else',
      () => posted(logoutRequest(sender(), SESSION), 'LogoutRequest', keys).fields,
      /signature/,
    ],
    ['nothing', () => ({}), /not one message/],
  ])('is refused by post: %s', async (_what, fields, reason) => {
    const reading = await provider.logout!.read({ fields: fields() as Record<string, string> });
    expect(reading).toMatchObject(refused(reason));
  });

  it('is remembered for a day at most, however long it counts', async () => {
    let kept = 0;
    const { save } = store;
    store.save = async (id, value, minutes = 0) => {
      kept = minutes;
      return save(id, value);
    };
    const message = logoutRequest(sender(), SESSION).replace(
      /NotOnOrAfter="[^"]*"/,
      'NotOnOrAfter="2099-01-01T00:00:00Z"',
    );
    expect(await read(signed(message))).toMatchObject({ kind: 'demand' });
    store.save = save;
    expect(kept).toBeGreaterThan(23 * 60);
    expect(kept).toBeLessThanOrEqual(24 * 60 + 1);
  });

  it('counts a minute after its end: clocks differ', async () => {
    const end = new Date(Date.now() - 45_000).toISOString();
    const message = logoutRequest(sender(), SESSION).replace(/NotOnOrAfter="[^"]*"/, `NotOnOrAfter="${end}"`);
    expect(await read(signed(message))).toMatchObject({ kind: 'demand' });
  });
});

it('our metadata name the address for logouts, by redirect and post', () => {
  const metadata = provider.metadata();
  for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
    expect(metadata).toContain(
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${SLO}"/>`,
    );
});
