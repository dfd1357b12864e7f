import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { elsterScopes } from '#domain/elster-scopes.ts';
import { createElsterProvider } from '#server/identity/elster.ts';
import { createNkbProvider } from '#server/identity/nkb.ts';
import { createAnswerReader } from '#server/identity/saml-thread.ts';
import { wellFormed } from '#server/identity/well-formed.ts';
import type { LoginOutcome, LoginProvider, LoginRequest } from '#server/ports/identity.ts';
import { DEMONSTRATION_ACCOUNTS } from '#stand-ins/business/accounts.ts';
import { loginOf as businessLogin } from '#stand-ins/business/attributes.ts';
import { LOW, SUBSTANTIAL } from '#stand-ins/business/profile.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { loginOf } from './attributes.ts';
import type { ServiceProvider } from './authn-request.ts';
import { encryptAssertion } from './encryption.ts';
import { DEMONSTRATION_PERSONS } from './persons.ts';
import { OIDS } from './profile.ts';
import { type Exchange, type Login, loginResponse } from './response.ts';

const ACS = 'http://localhost:8080/api/auth/saml2/acs';
const reader = createAnswerReader();
const kinds = ['nkb', 'elster'] as const;
type Kind = (typeof kinds)[number];

let folder: string;
/** Keys of the portal and of the account, by login, and those of a stranger. */
let ours: Record<Kind, KeyPair>;
let theirs: Record<Kind, KeyPair>;
let stranger: KeyPair;
let stored: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  const names = ['nkb', 'elster', 'nkb-account', 'elster-account', 'stranger'];
  await copyKeyPairs('hostile', folder, Object.fromEntries(names.map((name) => [name, name])));
  const load = (name: string) => loadKeyPair(folder, name, name);
  const [a, b, c, d] = await Promise.all(['nkb', 'elster', 'nkb-account', 'elster-account'].map(load));
  ours = { nkb: a!, elster: b! };
  theirs = { nkb: c!, elster: d! };
  stranger = await load('stranger');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  stored = new Map();
});

const issuerOf = (kind: Kind) => `https://portal.example/${kind}`;
const accountOf = (kind: Kind) => `https://${kind}.example/saml`;

function provider(kind: Kind): LoginProvider {
  const config = {
    entryPoint: `https://${kind}.example/login`,
    idpCertificate: () => theirs[kind].certificate,
    idpIssuer: accountOf(kind),
    issuer: issuerOf(kind),
    assertionConsumerUrl: ACS,
    keys: () => ours[kind],
    organizationName: 'Serviceportal',
  };
  const requests = {
    save: async (id: string, value: string) => void stored.set(id, value),
    get: async (id: string) => stored.get(id) ?? null,
    remove: async (id: string) => void stored.delete(id),
  };
  return wellFormed(
    kind === 'nkb'
      ? createNkbProvider({ ...config, onlineServiceId: 'SH-0001' }, requests, reader)
      : createElsterProvider({ ...config, attributeNames: {} }, requests, reader),
  );
}

const request: LoginRequest = {
  trustLevel: 'substantial',
  locale: 'de',
  timezone: 'Europe/Berlin',
  scopes: null,
  forceNew: false,
  relayState: 'attempt-1',
};

/** A login of the victim, or a weaker one; `says` replaces claims of the account. */
function login(kind: Kind, isWeak = false, says: Says = {}): Login {
  const [account] = DEMONSTRATION_ACCOUNTS;
  if (kind === 'elster') {
    const [first] = account!.persons;
    const changed = {
      ...(says.name !== undefined && { familyName: says.name }),
      ...(says.subject !== undefined && { id: says.subject }),
    };
    const acting = { ...first, attributes: { ...first.attributes, ...changed } };
    return businessLogin(account!, acting, isWeak ? LOW : SUBSTANTIAL, elsterScopes);
  }
  const person = DEMONSTRATION_PERSONS[0]!;
  const changed = {
    ...(says.name !== undefined && { surname: says.name }),
    ...(says.subject !== undefined && { bPK2: says.subject }),
  };
  const victim = { ...person, attributes: { ...person.attributes, ...changed } };
  return loginOf(victim, isWeak ? 'Benutzername' : 'Elster', Object.values(OIDS));
}

type Says = { name?: string; subject?: string };
type Change = Partial<Omit<Exchange, 'portal'>> & {
  isWeak?: boolean;
  says?: Says;
  encrypted?: boolean;
  portal?: Partial<ServiceProvider>;
};

/** An answer of the account to a new request. */
async function answer(
  kind: Kind,
  { isWeak, says, encrypted, portal, ...change }: Change = {},
): Promise<string> {
  await provider(kind).createRequest(request);
  const exchange: Exchange = {
    idpIssuer: accountOf(kind),
    portal: {
      issuer: issuerOf(kind),
      assertionConsumerUrl: ACS,
      certificate: ours[kind].certificate,
      ...portal,
    },
    keys: theirs[kind],
    inResponseTo: [...stored.keys()].at(-1) ?? '',
    now: new Date(),
    ...change,
  };
  return loginResponse(exchange, login(kind, isWeak, says), { encrypted: encrypted ?? kind === 'elster' });
}

const read = (kind: Kind, xml: string): Promise<LoginOutcome> =>
  provider(kind).readAnswer({
    relayState: request.relayState,
    parameters: { SAMLResponse: Buffer.from(xml).toString('base64') },
  });

async function expectRefused(kind: Kind, xml: string, reason: RegExp): Promise<void> {
  const outcome = await read(kind, xml);
  expect(outcome).toMatchObject({ result: 'ERROR', reason: expect.stringMatching(reason) });
}

/** The parts of an answer that is not encrypted, to put together in another way. */
async function parts(kind: Kind) {
  const xml = await answer(kind, { encrypted: false });
  const signature = /<ds:Signature .*?<\/ds:Signature>/;
  const bare = xml.replace(signature, '');
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/.exec(bare)?.[0] ?? '';
  const seal = signature.exec(assertion)?.[0] ?? '';
  const evil = assertion
    .replace(seal, '')
    .replace(/ ID="[^"]+"/, ' ID="_evil"')
    .replaceAll('Lindemann', 'Mallory');
  return { bare, assertion, seal, evil, around: (content: string) => bare.replace(assertion, content) };
}
/** A forged content, encrypted for the portal if the account must encrypt: the portal's certificate is public. */
const sealed = (kind: Kind, content: string) =>
  kind === 'elster' ? encryptAssertion(content, ours.elster.certificate).text : content;
const inside = (element: string, content: string) =>
  element.replace('</saml:Assertion>', `${content}</saml:Assertion>`);
const afterIssuer = (element: string, content: string) =>
  element.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
const withObject = (seal: string, content: string) =>
  seal.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);

describe.each(kinds)('of %s', (kind) => {
  it('the answer that the following ones are made from is believed', async () => {
    expect(await read(kind, await answer(kind))).toMatchObject({ result: 'SUCCESS' });
    const { assertion, around } = await parts(kind);
    expect(await read(kind, around(sealed(kind, assertion)))).toMatchObject({ result: 'SUCCESS' });
  });

  /** The eight ways to wrap a signed element (Somorovsky and others, 2012): which is signed, and which is read? */
  it.each<[number, (of: Awaited<ReturnType<typeof parts>>) => string]>([
    [1, ({ bare, seal, evil, around }) => afterIssuer(around(evil), withObject(seal, bare))],
    [2, ({ bare, seal, evil, around }) => afterIssuer(around(evil), bare + seal)],
    [3, ({ evil, assertion, around }) => around(sealed(kind, evil + assertion))],
    [4, ({ evil, assertion, around }) => around(sealed(kind, inside(evil, assertion)))],
    [5, ({ evil, seal, assertion, around }) => around(sealed(kind, afterIssuer(evil, seal) + assertion))],
    [
      6,
      ({ evil, seal, assertion, around }) =>
        around(sealed(kind, afterIssuer(evil, withObject(seal, assertion)))),
    ],
    [
      7,
      ({ evil, assertion, around }) =>
        around(
          sealed(
            kind,
            `${`<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${evil}</samlp:Extensions>`}${assertion}`,
          ),
        ),
    ],
    [
      8,
      ({ evil, seal, assertion, around }) =>
        around(sealed(kind, afterIssuer(evil, withObject(seal, assertion.replace(seal, ''))))),
    ],
  ])('refuses wrapping no. %i', async (_number, wrap) => {
    await expectRefused(kind, wrap(await parts(kind)), /more than one (Assertion|Response)|not well formed/);
  });

  it.each<[string, Says]>([
    ['a name with U+0000', { name: `Linde${String.fromCharCode(0)}mann` }],
    ['a name with a control character', { name: 'Linde\u0007mann' }],
    ['a name with half a character', { name: `Linde${String.fromCharCode(0xd800)}` }],
    ['a name that is too long', { name: 'a'.repeat(501) }],
    ['a subject with U+0000', { subject: `EK${String.fromCharCode(0)}` }],
    ['a subject that is too long', { subject: 'a'.repeat(256) }],
    ['a subject with half a character', { subject: `EK${String.fromCharCode(0xd800)}` }],
  ])('refuses a signed answer with %s', async (_, says) => {
    const outcome = await read(kind, await answer(kind, { says }));
    expect(outcome).toMatchObject({ result: 'ERROR', fault: 'answer-not-believed' });
  });

  it('refuses a second answer to one request, and one answer twice', async () => {
    const xml = await answer(kind);
    expect(await read(kind, xml)).toMatchObject({ result: 'SUCCESS' });
    await expectRefused(kind, xml, /InResponseTo/);
  });

  it.each([
    ['an assertion in clear beside an encrypted one', 'before'],
    ['an encrypted assertion beside one in clear', 'after'],
  ])('refuses %s', async (_what, place) => {
    const { assertion, evil, around } = await parts(kind);
    const hidden = encryptAssertion(assertion, ours[kind].certificate).text;
    await expectRefused(
      kind,
      around(place === 'before' ? evil + hidden : hidden + evil),
      /more than one Assertion/,
    );
  });

  it.each(['EncryptedAttribute', 'EncryptedID'])('refuses an %s in an assertion', async (name) => {
    const assertion = (markup: string) => inside(markup, `<saml:${name}/>`);
    await expectRefused(kind, await answer(kind, { rewrite: { assertion } }), new RegExp(`has an ${name}`));
  });

  it('refuses an encrypted assertion in another', async () => {
    const { assertion, evil, around } = await parts(kind);
    const hidden = encryptAssertion(assertion, ours[kind].certificate).text;
    const nested = encryptAssertion(inside(evil, hidden), ours[kind].certificate).text;
    await expectRefused(kind, around(nested), /more than one Assertion/);
  });

  it('refuses something else that is encrypted', async () => {
    const { around } = await parts(kind);
    const other = encryptAssertion('<Response/>', ours[kind].certificate).text;
    await expectRefused(kind, around(other), /something else than an Assertion is encrypted/);
  });

  it('refuses an assertion that is encrypted for another key, or changed on the way', async () => {
    const foreign = await answer(kind, { encrypted: true, portal: { certificate: stranger.certificate } });
    await expectRefused(kind, foreign, /cannot be decrypted/);
    const values = /<xenc:CipherValue>(.{40})/g;
    for (const index of [0, 1]) {
      const xml = await answer(kind, { encrypted: true });
      const found = [...xml.matchAll(values)][index]?.[1] ?? '';
      const changed = found.replace(/^./, found.startsWith('A') ? 'B' : 'A');
      await expectRefused(kind, xml.replace(found, changed), /cannot be decrypted/);
    }
  });

  it.each(['<!-- x -->', '<?x?>', '<![CDATA[x]]>'])('refuses %s in a value', async (markup) => {
    // Changed after signing: the canonical form has no comments, so the signature of the last one still holds.
    const { assertion, around } = await parts(kind);
    const changed = assertion.replace('Lindemann', `Linde${markup}mann`);
    await expectRefused(kind, around(sealed(kind, changed)), /comment|processing instruction|CDATA/);
  });

  it.each<[string, () => Change, RegExp]>([
    ['another audience', () => ({ portal: { issuer: 'https://other.example' } }), /audience/],
    [
      'another recipient',
      () => ({
        rewrite: { assertion: (xml) => xml.replace(`Recipient="${ACS}"`, 'Recipient="https://x.example"') },
      }),
      /assertion is for another address/,
    ],
    [
      'another destination',
      () => ({
        rewrite: {
          response: (xml) => xml.replace(`Destination="${ACS}"`, 'Destination="https://x.example"'),
        },
      }),
      /answer is for another address/,
    ],
    ['another issuer', () => ({ idpIssuer: 'https://other.example' }), /another issuer/],
    [
      'an issuer that differs inside',
      () => ({ rewrite: { assertion: (xml) => xml.replace(accountOf(kind), 'https://other.example') } }),
      /assertion is of another issuer/,
    ],
    ['a time long ago', () => ({ now: new Date(Date.now() - 600_000) }), /expired|No valid subject/],
    ['a time to come', () => ({ now: new Date(Date.now() + 600_000) }), /not yet valid|future/],
    ['a login to come', () => ({ authnInstant: new Date(Date.now() + 600_000) }), /AuthnInstant/],
    ['a lower level', () => ({ isWeak: true }), /trust level low, asked for substantial/],
    [
      'a level that nobody knows',
      () => ({
        rewrite: {
          assertion: (xml) =>
            xml.replace(
              /(<saml:AuthnContextClassRef>)[^<]*/,
              '$1urn:oasis:names:tc:SAML:2.0:ac:classes:Kerberos',
            ),
        },
      }),
      /unknown AuthnContext/,
    ],
    ['the key of a stranger', () => ({ keys: stranger }), /signature/],
    ['our own key', () => ({ keys: ours[kind] }), /signature/],
    [
      'SHA-1',
      () => ({
        algorithms: {
          signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
          digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
        },
      }),
      /sha1 as/,
    ],
  ])('refuses %s', async (_what, change, reason) => {
    await expectRefused(kind, await answer(kind, change()), reason);
  });

  it('refuses an assertion that is not signed, signed around it or not', async () => {
    const { assertion, seal, around } = await parts(kind);
    await expectRefused(kind, around(sealed(kind, assertion.replace(seal, ''))), /signature/);
    // The account signs the response around an assertion from which it leaves the signature out.
    const response = (xml: string) => xml.replace(/<ds:Signature .*?<\/ds:Signature>/, '');
    const signedAround = await answer(kind, { encrypted: false, rewrite: { response } });
    expect(signedAround.match(/<ds:Signature /g)).toHaveLength(1);
    await expectRefused(kind, signedAround, /signature/);
  });

  it('refuses the answer of the other account, whatever it says about itself', async () => {
    const other = kind === 'nkb' ? 'elster' : 'nkb';
    await expectRefused(kind, await answer(kind, { keys: theirs[other] }), /signature/);
    const encrypted = kind === 'elster';
    // A genuine answer of the other account, to its own request.
    await expectRefused(kind, await answer(other, { encrypted }), /another issuer/);
    const asIf = { keys: theirs[other], idpIssuer: accountOf(kind) };
    await expectRefused(kind, await answer(kind, asIf), /signature/);
    const forOther = { keys: theirs[other], portal: { issuer: issuerOf(other) } };
    await expectRefused(kind, await answer(kind, forOther), /signature/);
  });

  it('refuses an answer to a request of more than half an hour ago', async () => {
    const xml = await answer(kind);
    for (const [id, value] of stored) {
      const asked = JSON.parse(value) as { instant: string };
      const instant = new Date(Date.parse(asked.instant) - 31 * 60_000).toISOString();
      stored.set(id, JSON.stringify({ ...asked, instant }));
    }
    await expectRefused(kind, xml, /InResponseTo/);
  });

  it.each<[string, (assertion: string) => string]>([
    ['confirmed in another way than by its bearer', (xml) => xml.replace(':cm:bearer', ':cm:holder-of-key')],
    [
      'that names no request',
      (xml) => xml.replace(/(<saml:SubjectConfirmationData) InResponseTo="[^"]*"/, '$1'),
    ],
    [
      'whose confirmation has no end',
      (xml) => xml.replace(/(ConfirmationData [^>]*) NotOnOrAfter="[^"]*"/, '$1'),
    ],
    ['of two logins', (xml) => xml.replace(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, '$&$&')],
    [
      'that was issued long ago, whatever its conditions say',
      (xml) => xml.replace(/(IssueInstant=")[^"]*/, `$1${new Date(Date.now() - 600_000).toISOString()}`),
    ],
  ])('refuses an assertion %s', async (_what, change) => {
    const seen: string[] = [];
    const assertion = (xml: string) => {
      seen.push(xml, change(xml));
      return change(xml);
    };
    await expectRefused(
      kind,
      await answer(kind, { rewrite: { assertion } }),
      /^the assertion lacks|subject confirmation|InResponseTo|expired|NotOnOrAfter/,
    );
    expect(seen[0]).not.toBe(seen[1]);
  });

  it('takes an assertion of some minutes ago: a slow connection is no attack', async () => {
    const ago = new Date(Date.now() - 4 * 60_000).toISOString();
    const assertion = (xml: string) => xml.replace(/(IssueInstant=")[^"]*/, `$1${ago}`);
    expect(await read(kind, await answer(kind, { rewrite: { assertion } }))).toMatchObject({
      result: 'SUCCESS',
    });
  });

  it('takes an answer that names no issuer around a signed assertion', async () => {
    const { assertion, around } = await parts(kind);
    const complete = around(sealed(kind, assertion));
    const xml = complete.replace(/(<samlp:Response[^>]*>)<saml:Issuer.*?<\/saml:Issuer>/, '$1');
    expect(xml).not.toBe(complete);
    expect(await read(kind, xml)).toMatchObject({ result: 'SUCCESS' });
  });

  it('takes an assertion that says in which encoding it was encrypted', async () => {
    const { assertion, around } = await parts(kind);
    const declared = `<?xml version="1.0" encoding="UTF-8"?>${assertion}`;
    const hidden = encryptAssertion(declared, ours[kind].certificate).text;
    expect(await read(kind, around(hidden))).toMatchObject({ result: 'SUCCESS' });
  });

  it('refuses an assertion that says an attribute twice, in one statement or in two', async () => {
    const again = (name: string, value: string) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
    const twice = kind === 'nkb' ? again(OIDS.bPK2, 'X1:somebody-else') : again('trustLevel', 'high');
    const inOne = (xml: string) => xml.replace('</saml:AttributeStatement>', `${twice}$&`);
    const inTwo = (xml: string) =>
      xml.replace(
        '</saml:AttributeStatement>',
        `$&<saml:AttributeStatement>${twice}</saml:AttributeStatement>`,
      );
    for (const assertion of [inOne, inTwo]) {
      await expectRefused(kind, await answer(kind, { rewrite: { assertion } }), /an attribute twice/);
    }
  });

  it('refuses a document type, before and inside of what is encrypted', async () => {
    const { assertion, around } = await parts(kind);
    const doctype = '<!DOCTYPE x [<!ENTITY name "Lindemann">]>';
    await expectRefused(kind, doctype + around(sealed(kind, assertion)), /document type/);
    const hidden = encryptAssertion(doctype + assertion, ours[kind].certificate).text;
    await expectRefused(kind, around(hidden), /document type/);
  });
});

it.each<[Kind, string, RegExp]>([
  ['nkb', OIDS.bPK2, /has no bPK2/],
  ['elster', 'id', /has no id/],
  ['elster', 'familyName|givenName', /names nobody/],
])('of %s, an assertion without %s is refused', async (kind, names, reason) => {
  const attribute = new RegExp(`<saml:Attribute (?=[^>]*Name="(?:${names})").*?</saml:Attribute>`, 'g');
  const assertion = (xml: string) => xml.replaceAll(attribute, '');
  await expectRefused(kind, await answer(kind, { rewrite: { assertion } }), reason);
});

it('of elster, a login below the level of the account is one of that lower level', async () => {
  const assertion = (xml: string) =>
    xml.replace(/(<saml:AuthnContextClassRef>)[^<]*/, '$1http://eidas.europa.eu/LoA/low');
  await expectRefused('elster', await answer('elster', { rewrite: { assertion } }), /trust level low/);
});

it.each([
  ['http://eidas.europa.eu/LoA/low', /trust level low, asked for substantial/],
  ['verified', /unknown trustLevel verified/],
])('of elster, a level that its own attribute does not confirm is refused: %s', async (level, reason) => {
  const assertion = (xml: string) =>
    xml.replace(/(Name="trustLevel"[^>]*><saml:AttributeValue>)[^<]*/, `$1${level}`);
  await expectRefused('elster', await answer('elster', { rewrite: { assertion } }), reason);
});
