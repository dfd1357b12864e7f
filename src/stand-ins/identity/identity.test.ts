import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNkbProvider } from '#server/identity/nkb.ts';
import { createAnswerReader } from '#server/identity/saml-thread.ts';
import type { LoginOutcome, LoginProvider, LoginRequest, RequestStore } from '#server/ports/identity.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import type { IdentityStandIn } from './account.ts';
import { loginOf } from './attributes.ts';
import type { ServiceProvider } from './authn-request.ts';
import { DEMONSTRATION_PERSONS } from './persons.ts';
import { OIDS } from './profile.ts';
import { type Exchange, loginResponse } from './response.ts';
import { startIdentityStandIn } from './server.ts';
import { type LoginChoice, visitAccount } from './visit.ts';

const ISSUER = 'http://localhost:8080';
const ACS = 'http://localhost:8080/api/auth/saml2/acs';

let folder: string;
let keys: KeyPair;
let idpKeys: KeyPair;
let portal: ServiceProvider;
let account: IdentityStandIn;
let plainAccount: IdentityStandIn;
const reader = createAnswerReader();
let stored: Map<string, string>;
let provider: LoginProvider;

/** A real store in memory: the requests of one test. */
function memoryStore(): RequestStore {
  return {
    save: async (id, value) => void stored.set(id, value),
    get: async (id) => stored.get(id) ?? null,
    remove: async (id) => void stored.delete(id),
  };
}

function connect(
  to: IdentityStandIn = account,
  { idpCertificate = to.certificate, ours = keys }: { idpCertificate?: string; ours?: KeyPair } = {},
) {
  return createNkbProvider(
    {
      entryPoint: to.entryPoint,
      idpCertificate: () => idpCertificate,
      idpIssuer: to.issuer,
      issuer: ISSUER,
      assertionConsumerUrl: ACS,
      keys: () => ours,
      organizationName: 'Serviceportal Schleswig-Holstein',
      onlineServiceId: 'SH-0001',
    },
    memoryStore(),
    reader,
  );
}

const request: LoginRequest = {
  trustLevel: 'low',
  locale: 'de',
  timezone: 'Europe/Berlin',
  scopes: null,
  forceNew: false,
  relayState: 'attempt-1',
};

/** The provider's reading of a form that the browser brings back. */
const answer = ({ RelayState = '', ...parameters }: Record<string, string>): Promise<LoginOutcome> =>
  provider.readAnswer({ relayState: RelayState, parameters });

async function logIn(choice: LoginChoice, change: Partial<LoginRequest> = {}): Promise<LoginOutcome> {
  const form = await visitAccount(await provider.createRequest({ ...request, ...change }), choice);
  expect(form.url).toBe(ACS);
  return answer(form.fields);
}

/** An answer of the account to a new request, built by hand so that one part of it can be wrong. */
async function answerBy(
  change: Partial<Exchange> & { encrypted?: boolean },
  asked: Partial<LoginRequest> = {},
) {
  await provider.createRequest({ ...request, ...asked });
  const inResponseTo = [...stored.keys()].at(-1) ?? '';
  const exchange: Exchange = {
    idpIssuer: `${account.origin}/saml`,
    portal,
    keys: idpKeys,
    inResponseTo,
    now: new Date(),
    ...change,
  };
  const person = DEMONSTRATION_PERSONS[2]!;
  const login = loginOf(person, 'Benutzername', Object.values(OIDS));
  return loginResponse(exchange, login, { encrypted: change.encrypted ?? false });
}

function read(xml: string, relayState = request.relayState): Promise<LoginOutcome> {
  return answer({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState });
}

const identityOf = (outcome: LoginOutcome) => {
  if (outcome.result !== 'SUCCESS') throw new Error(JSON.stringify(outcome));
  return outcome.identity;
};
const refused = (reason: RegExp) => ({ result: 'ERROR', reason: expect.stringMatching(reason) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-'));
  await copyKeyPairs('identity', folder, {
    portal: 'Portal',
    'identity-provider': 'Citizens account (demonstration)',
  });
  keys = await loadKeyPair(folder, 'portal', 'Portal');
  portal = { issuer: ISSUER, assertionConsumerUrl: ACS, certificate: keys.certificate };
  account = await startIdentityStandIn({ port: 0, stateDir: folder, serviceProvider: portal });
  plainAccount = await startIdentityStandIn({
    port: 0,
    stateDir: folder,
    serviceProvider: portal,
    encrypted: false,
  });
  idpKeys = await loadKeyPair(folder, 'identity-provider', 'not used, it exists');
});

afterAll(async () => {
  await Promise.all([account.close(), plainAccount.close()]);
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  stored = new Map();
  provider = connect();
});

it('the page on how to get an account names those who have one', async () => {
  const page = await fetch(account.registerUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<li>Petra Lindemann</li>');
});

describe('logging in with the citizens’ account', () => {
  it.each([
    ['low', 'yildiz:Benutzername', 'low'],
    ['low', 'lindemann:eID', 'high'],
    ['substantial', 'petersen:Elster', 'substantial'],
    ['high', 'lindemann:eID', 'high'],
  ] as const)('asked for %s, %s comes back with %s', async (trustLevel, choice, reached) => {
    const outcome = await logIn(choice, { trustLevel });
    expect(outcome).toMatchObject({
      result: 'SUCCESS',
      relayState: 'attempt-1',
      identity: { providerId: 'nkb', providerType: 'saml2', trustLevel: reached },
    });
  });

  it('hands over the attributes as scopes and as user data, letter for letter', async () => {
    const outcome = await logIn('leczyca:eID');
    expect(outcome).toMatchObject({
      identity: {
        name: 'Anđelka-Þórdís Ǧalāl-Ñúñez von Łęczyca-Škvorecká',
        postboxHandle: '4f6c1b1e-58f4-4d0f-9b2e-6a1c0d4e7a04',
        providerData: { surname: 'Ǧalāl-Ñúñez von Łęczyca-Škvorecká', gender: '3', trustLevel: 'high' },
        userData: {
          honorificPrefix: 'Prof. Dr.',
          givenName: 'Anđelka-Þórdís',
          familyName: 'Ǧalāl-Ñúñez von Łęczyca-Škvorecká',
          birthName: 'K̛ávayová',
          gender: 'diverse',
          email: 'andelka.leczyca@example.org',
          streetAddress: 'Großflecken 59',
          postalCode: '24534',
          locality: 'Neumünster',
          country: 'DE',
          placeOfBirth: 'Łęczyca',
          birthdate: '1965-12-31',
        },
      },
    });
  });

  it('knows the same person again, whatever the way to log in', async () => {
    const subjects = new Set<string>();
    for (const choice of ['lindemann:eID', 'lindemann:Benutzername'] as const) {
      const outcome = await logIn(choice);
      if (outcome.result === 'SUCCESS') subjects.add(outcome.identity.subject);
    }
    expect(subjects.size).toBe(1);
  });

  it('manages with a name alone, and without a postbox', async () => {
    expect(await logIn('nguyen:Benutzername')).toMatchObject({
      identity: { postboxHandle: null, userData: { givenName: 'Mai', familyName: 'Nguyễn' } },
    });
    expect(await logIn('thomsen:Elster')).toMatchObject({ identity: { postboxHandle: null } });
  });

  it('reads assertions that are not encrypted as well', async () => {
    provider = connect(plainAccount);
    const form = await visitAccount(await provider.createRequest(request), 'petersen:Elster');
    expect(Buffer.from(form.fields.SAMLResponse ?? '', 'base64').toString()).toContain('Petersen');
    expect(await answer(form.fields)).toMatchObject({ identity: { name: 'Jonas Petersen' } });
  });

  it('goes on while the account changes its key, when both certificates are configured', async () => {
    provider = connect(account, { idpCertificate: keys.certificate + account.certificate });
    expect(await logIn('petersen:Elster')).toMatchObject({ result: 'SUCCESS' });
  });

  it('sends nothing readable of the person through the browser when encrypted', async () => {
    const form = await visitAccount(await provider.createRequest(request), 'petersen:Elster');
    expect(Buffer.from(form.fields.SAMLResponse ?? '', 'base64').toString()).not.toContain('Petersen');
  });

  it('asks for a new login when told to', async () => {
    const redirect = await provider.createRequest({ ...request, forceNew: true });
    expect(Buffer.from(redirect.fields.SAMLRequest ?? '', 'base64').toString()).toContain(
      'ForceAuthn="true"',
    );
  });
});

describe('what a form does not need', () => {
  const asked = { scopes: ['mail'] };

  it('is not asked for, but who it is and the postbox', async () => {
    const { fields } = await provider.createRequest({ ...request, ...asked });
    const xml = Buffer.from(fields.SAMLRequest ?? '', 'base64').toString();
    const names = Object.entries(OIDS).filter(([, oid]) => xml.includes(`"${oid}"`));
    expect(names.map(([name]) => name).sort()).toEqual([
      'bPK2',
      'givenName',
      'legacyPostkorbHandle',
      'mail',
      'surname',
    ]);
  });

  it('is not read when the account says it all the same', async () => {
    const all = await read(await answerBy({}));
    expect(Object.keys(identityOf(all).userData)).toContain('birthdate');
    const needed = await read(await answerBy({}, asked));
    expect(Object.keys(identityOf(needed).userData)).not.toContain('birthdate');
  });
});

it('a request is signed by an algorithm that the portal itself would take', async () => {
  const { fields } = await provider.createRequest(request);
  const xml = Buffer.from(fields.SAMLRequest ?? '', 'base64').toString();
  expect(/SignatureMethod Algorithm="([^"]*)"/.exec(xml)?.[1]).toMatch(/#rsa-sha256$/);
  expect(/DigestMethod Algorithm="([^"]*)"/.exec(xml)?.[1]).toMatch(/#sha256$/);
});

describe('ending without a login', () => {
  it('cancel is a cancel', async () => {
    expect(await logIn('cancel')).toEqual({ result: 'CANCEL', relayState: 'attempt-1' });
  });

  it('an error of the account is an error with its reason', async () => {
    expect(await logIn('error')).toMatchObject({
      ...refused(/^Responder\/AuthnFailed$/),
      fault: 'refused-by-account',
    });
  });

  it('a person whose level is too low is refused by the account', async () => {
    expect(await logIn('yildiz:Benutzername', { trustLevel: 'substantial' })).toMatchObject({
      ...refused(/Requester\/NoAuthnContext/),
      fault: 'level-too-low',
    });
  });

  it('a level lower than asked for is refused here too, should the account let it pass', async () => {
    expect(await read(await answerBy({}, { trustLevel: 'high' }))).toMatchObject(
      refused(/trust level low, asked for high/),
    );
  });
});

describe('answers that must not be believed', () => {
  it('believes the untouched answer that the following ones are made from', async () => {
    expect(await read(await answerBy({}))).toMatchObject({ result: 'SUCCESS' });
  });

  it('tampered: another name', async () => {
    const forged = (await answerBy({})).replace('Yıldız', 'Lindemann');
    expect(await read(forged)).toMatchObject(refused(/signature/));
  });

  it('without a signature at all', async () => {
    const bare = (await answerBy({})).replaceAll(/<ds:Signature .*?<\/ds:Signature>/g, '');
    expect(bare).not.toContain('Signature');
    expect(await read(bare)).toMatchObject(refused(/signature/));
  });

  it('signed by somebody else', async () => {
    expect(await read(await answerBy({ keys }))).toMatchObject(refused(/signature/));
  });

  it('replayed: an answer counts once', async () => {
    const answer = await answerBy({});
    expect(await read(answer)).toMatchObject({ result: 'SUCCESS' });
    expect(await read(answer)).toMatchObject(refused(/InResponseTo/));
  });

  it('to a request that was never made', async () => {
    expect(await read(await answerBy({ inResponseTo: '_unknown' }))).toMatchObject(refused(/InResponseTo/));
  });

  it('an old assertion put into the answer to another request', async () => {
    const answer = await answerBy({});
    const [oldId = ''] = stored.keys();
    await provider.createRequest(request);
    const newId = [...stored.keys()].at(-1) ?? '';
    const unsigned = answer
      .replace(/(<samlp:Response .*?)<ds:Signature .*?<\/ds:Signature>/, '$1')
      .replace(`InResponseTo="${oldId}"`, `InResponseTo="${newId}"`);
    expect(await read(unsigned)).toMatchObject(refused(/InResponseTo/));
  });

  it('meant for another portal', async () => {
    const elsewhere = { ...portal, issuer: 'https://other.example' };
    expect(await read(await answerBy({ portal: elsewhere }))).toMatchObject(refused(/audience/));
  });

  it('meant for another address of ours', async () => {
    const elsewhere = { ...portal, assertionConsumerUrl: 'https://other.example/acs' };
    expect(await read(await answerBy({ portal: elsewhere }))).toMatchObject(refused(/another address/));
    const assertion = (markup: string) =>
      markup.replace(`Recipient="${ACS}"`, 'Recipient="https://x.example"');
    expect(await read(await answerBy({ rewrite: { assertion } }))).toMatchObject(
      refused(/assertion is for another address/),
    );
  });

  it.each([
    ['expired', -3, /expired|No valid subject confirmation/],
    ['from the future', 3, /not yet valid/],
  ])('%s', async (_what, minutes, reason) => {
    const now = new Date(Date.now() + minutes * 60_000);
    expect(await read(await answerBy({ now }))).toMatchObject(refused(reason));
  });

  it('brought back with the state of another login', async () => {
    expect(await read(await answerBy({}), 'attempt-2')).toMatchObject(refused(/RelayState/));
  });

  it.each([
    '',
    'not base64 at all',
    Buffer.from('<a>').toString('base64'),
    Buffer.from('<a/>').toString('base64'),
  ])('rubbish is an error, never a crash: %j', async (SAMLResponse) => {
    expect(await answer({ SAMLResponse, RelayState: 'x' })).toMatchObject({ result: 'ERROR' });
    expect(await answer({ SAMLResponse })).toMatchObject({ result: 'ERROR', relayState: '' });
  });
});

describe('what the profile demands of an answer', () => {
  const SHA_1 = {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  };
  const SHA_256 = {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  };
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const put = (name: string, value: Date) => (markup: string) =>
    markup.replace('<saml:AuthnStatement ', `<saml:AuthnStatement ${name}="${value.toISOString()}" `);
  const unsigned = (answer: string) =>
    answer.replace(/(<samlp:Response .*?)<ds:Signature .*?<\/ds:Signature>/, '$1');

  it.each([
    ['signed with SHA-1', { ...SHA_256, signature: SHA_1.signature }, /rsa-sha1 as SignatureMethod/],
    ['with a digest by SHA-1', { ...SHA_256, digest: SHA_1.digest }, /sha1 as DigestMethod/],
  ])('refuses one %s, encrypted or not', async (_what, algorithms, reason) => {
    for (const encrypted of [false, true]) {
      expect(await read(await answerBy({ algorithms, encrypted }))).toMatchObject(refused(reason));
    }
  });

  it('refuses an assertion signed with SHA-1 inside what is encrypted', async () => {
    const answer = await answerBy({ algorithms: SHA_1, encrypted: true });
    expect(unsigned(answer)).not.toContain('rsa-sha1');
    expect(await read(unsigned(answer))).toMatchObject(refused(/rsa-sha1 as SignatureMethod/));
  });

  it.each([
    ['http://www.w3.org/2001/04/xmlenc#aes256-cbc', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'],
    ['http://www.w3.org/2001/04/xmlenc#rsa-1_5', 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'],
  ])('refuses one encrypted by %s', async (weak, strong) => {
    const answer = unsigned(await answerBy({ encrypted: true })).replace(strong, weak);
    expect(await read(answer)).toMatchObject(refused(/as EncryptionMethod/));
  });

  it('takes the stronger algorithms, too', async () => {
    const algorithms = {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    };
    expect(await read(await answerBy({ algorithms, encrypted: true }))).toMatchObject({ result: 'SUCCESS' });
  });

  it('refuses another issuer, of the answer or of the assertion', async () => {
    const other = (markup: string) => markup.replace(`${account.origin}/saml`, 'https://other.example');
    expect(await read(await answerBy({ rewrite: { response: other } }))).toMatchObject(
      refused(/the answer is of another issuer/),
    );
    expect(await read(await answerBy({ rewrite: { assertion: other } }))).toMatchObject(
      refused(/the assertion is of another issuer/),
    );
  });

  it.each<[string, (markup: string) => string]>([
    ['issuer', (markup) => markup.replace(/(<saml:Issuer[^>]*>)[^<]*/, '$1MARK')],
    ['algorithm', (markup) => markup.replace(/Algorithm="[^"]*"/, 'Algorithm="http://www.w3.org/MARK#x"')],
    ['destination', (markup) => markup.replace(/Destination="[^"]*"/, 'Destination="https://MARK"')],
    ['request', (markup) => markup.replace(/InResponseTo="[^"]*"/, 'InResponseTo="MARK"')],
  ])('quotes nothing of an answer that it refuses: %s', async (_what, response) => {
    const outcome = await read(await answerBy({ rewrite: { response } }));
    expect(outcome).toMatchObject({ result: 'ERROR' });
    expect(JSON.stringify(outcome)).not.toContain('MARK');
  });

  it('nor whom an assertion is for', async () => {
    const assertion = (markup: string) => markup.replace(/(<saml:Audience>)[^<]*/, '$1MARK');
    const outcome = await read(await answerBy({ rewrite: { assertion } }));
    expect(outcome).toMatchObject(refused(/^SAML assertion audience mismatch\.$/));
  });

  it('refuses another Destination, signed or not, and none where the answer is signed', async () => {
    const elsewhere = (markup: string) =>
      markup.replace(`Destination="${ACS}"`, 'Destination="https://x.example"');
    const nowhere = (markup: string) => markup.replace(`Destination="${ACS}"`, '');
    for (const response of [elsewhere, nowhere]) {
      const answer = await answerBy({ rewrite: { response } });
      expect(await read(answer)).toMatchObject(refused(/Destination/));
    }
    expect(await read(unsigned(await answerBy({ rewrite: { response: elsewhere } })))).toMatchObject(
      refused(/Destination/),
    );
    expect(await read(unsigned(await answerBy({ rewrite: { response: nowhere } })))).toMatchObject({
      result: 'SUCCESS',
    });
  });

  it('refuses a login in the future, and a session that has ended', async () => {
    expect(await read(await answerBy({ authnInstant: inMinutes(2) }))).toMatchObject(refused(/AuthnInstant/));
    const ended = { assertion: put('SessionNotOnOrAfter', inMinutes(-2)) };
    expect(await read(await answerBy({ rewrite: ended }))).toMatchObject(refused(/SessionNotOnOrAfter/));
    for (const minutes of [2, -0.75]) {
      const end = inMinutes(minutes);
      const lasting = { assertion: put('SessionNotOnOrAfter', end) };
      expect(await read(await answerBy({ rewrite: lasting }))).toMatchObject({
        result: 'SUCCESS',
        // By the later of two clocks that may differ, so that an accepted login does not end immediately.
        identity: { endsAt: new Date(end.getTime() + 60_000).toISOString() },
      });
    }
    expect(identityOf(await read(await answerBy({})))).not.toHaveProperty('endsAt');
  });

  it('keeps by what the account knows person and session, if it says so', async () => {
    const session = { nameId: '_name', index: '_index' };
    expect(identityOf(await read(await answerBy({ session }))).accountSession).toMatchObject({
      protocol: 'saml2',
      nameId: { value: '_name', format: expect.stringContaining('transient') },
      sessionIndex: '_index',
    });
    const without = { assertion: (markup: string) => markup.replace(/<saml:NameID.*<\/saml:NameID>/, '') };
    const silent = identityOf(await read(await answerBy({ rewrite: without })));
    expect(silent).not.toHaveProperty('accountSession');
  });

  it('refuses an assertion from the future, whatever its conditions say', async () => {
    const assertion = (markup: string) =>
      markup.replace(/IssueInstant="[^"]*"/, `IssueInstant="${inMinutes(2).toISOString()}"`);
    expect(await read(await answerBy({ rewrite: { assertion } }))).toMatchObject(
      refused(/issued in the future/),
    );
  });

  it('refuses a document type', async () => {
    const answer = `<!DOCTYPE x [<!ENTITY name "Lindemann">]>${await answerBy({})}`;
    expect(await read(answer)).toMatchObject(refused(/document type/));
  });

  it('refuses a hostile tree inside what is encrypted: everybody knows the key to encrypt with', async () => {
    const deep = `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`;
    const assertion = (markup: string) => markup.replace('</saml:Assertion>', `${deep}</saml:Assertion>`);
    const answer = await answerBy({ rewrite: { assertion }, encrypted: true });
    expect(answer).not.toContain('<a>');
    expect(await read(answer)).toMatchObject(refused(/nested too deeply/));
  });

  it.each([-45, 45])(
    'puts up with clocks that differ by %i seconds, encrypted as always',
    async (seconds) => {
      const now = new Date(Date.now() + seconds * 1000);
      expect(await read(await answerBy({ now, encrypted: true }))).toMatchObject({ result: 'SUCCESS' });
      const anew = await answerBy({ now, encrypted: true }, { forceNew: true });
      expect(await read(anew)).toMatchObject({ login: { isNew: true } });
    },
  );
});

describe('a login that must be new', () => {
  const hourAgo = () => new Date(Date.now() - 3_600_000);

  it('is not that of an hour ago', async () => {
    const answer = await answerBy({ authnInstant: hourAgo() }, { forceNew: true });
    expect(await read(answer)).toMatchObject(refused(/a new login was asked for/));
  });

  it('is known from one that was there already', async () => {
    const at = hourAgo();
    const old = await read(await answerBy({ authnInstant: at }));
    expect(old).toMatchObject({ result: 'SUCCESS', login: { isNew: false } });
    // As early as the tolerated clock difference allows.
    expect(old).toHaveProperty('login.at', new Date(at.getTime() - 60_000));
    expect(await logIn('petersen:Elster', { forceNew: true })).toMatchObject({ login: { isNew: true } });
  });
});

describe('the account towards the portal', () => {
  it('refuses a request that the portal has not signed', async () => {
    const redirect = await connect(account, { ours: idpKeys }).createRequest(request);
    await expect(visitAccount(redirect, 'cancel')).rejects.toThrow('not that of the registered portal');
  });

  it('refuses a request that was changed on the way', async () => {
    const redirect = await provider.createRequest({ ...request, trustLevel: 'high' });
    const xml = Buffer.from(redirect.fields.SAMLRequest ?? '', 'base64').toString();
    const SAMLRequest = Buffer.from(xml.replace('Level-4', 'Level-1')).toString('base64');
    const changed = { ...redirect, fields: { ...redirect.fields, SAMLRequest } };
    await expect(visitAccount(changed, 'cancel')).rejects.toThrow('not that of the registered portal');
  });

  it('shows every person, with a strict policy and no inline script', async () => {
    const redirect = await provider.createRequest(request);
    const page = await fetch(redirect.url, { method: 'POST', body: new URLSearchParams(redirect.fields) });
    const text = await page.text();
    for (const { attributes } of DEMONSTRATION_PERSONS) expect(text).toContain(attributes.surname);
    expect(text).toContain('Serviceportal Schleswig-Holstein');
    expect(text).not.toMatch(/<script(?! src=)|style=|onload=/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('keeps its key, so that the portal need not be set up anew after a restart', async () => {
    expect(plainAccount.certificate).toBe(account.certificate);
  });
});

describe('our metadata', () => {
  it('names the entity, the address for answers, and the keys to sign and to encrypt', () => {
    const metadata = provider.metadata();
    expect(metadata).toContain(`entityID="${ISSUER}"`);
    expect(metadata).toContain(`Location="${ACS}"`);
    expect(metadata).toContain('use="signing"');
    expect(metadata).toContain('use="encryption"');
    expect(metadata).not.toContain('PRIVATE');
  });
});
