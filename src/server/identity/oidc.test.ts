import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoginProvider, LoginRequest, RequestStore } from '#server/ports/identity.ts';
import { eidProfile } from './eid-profile.ts';
import { createOidcProvider } from './oidc.ts';
import type { ClientProof } from './oidc-authentication.ts';
import { skProfile } from './sk-profile.ts';
import {
  type ForgingProvider,
  makeKey,
  metadataOf,
  startForgingProvider,
  tokenOf,
} from './testing/forging-provider.ts';
import { wellFormed } from './well-formed.ts';

const CALLBACK = 'https://portal.example/api/auth/oidc/callback/sk';
const LOGOUT = 'http://localhost:8080/api/auth/oidc/logout/sk';
const SECRET = 'the-secret-that-both-of-them-know';
const LOW = 'http://eidas.europa.eu/LoA/low';
const HIGH = 'http://eidas.europa.eu/LoA/high';
const MINUTE_SECONDS = 60;

const own = makeKey('own');
const ownRsa = makeKey('own-rsa', 'RS256');
const foreign = makeKey('own');
const request: LoginRequest = {
  trustLevel: 'low',
  locale: 'de',
  timezone: 'Europe/Berlin',
  scopes: null,
  forceNew: false,
  relayState: 'attempt-1',
};

let forging: ForgingProvider;
let stored: Map<string, string>;
let login: LoginProvider;

const store: RequestStore = {
  save: async (id, value) => void stored.set(id, value),
  get: async (id) => stored.get(id) ?? null,
  remove: async (id) => void stored.delete(id),
};
const connect = (proof: ClientProof = { secret: SECRET }, issuer = forging.issuer) =>
  createOidcProvider(
    { issuer, clientId: 'portal', callbackUrl: CALLBACK, logoutUrl: LOGOUT, proof: () => proof },
    skProfile,
    store,
  );

beforeAll(async () => {
  forging = await startForgingProvider();
});
afterAll(() => forging.close());
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  stored = new Map();
  forging.exchanges.length = 0;
  Object.assign(forging.speech, {
    metadata: metadataOf,
    keys: [own, ownRsa],
    tokens: {},
    userInfo: { sub: 'person-1', given_name: 'Frauke', family_name: 'Carstens' },
    status: 200,
  });
  login = connect();
});

const now = () => Math.floor(Date.now() / 1000);

/** Begins a login. @returns the request to the provider, and a right ID token for it */
async function begin(change: Partial<LoginRequest> = {}) {
  const { url } = await login.createRequest({ ...request, ...change });
  const asked = new URL(url).searchParams;
  const claims: Record<string, unknown> = {
    iss: forging.issuer,
    sub: 'person-1',
    aud: 'portal',
    nonce: asked.get('nonce'),
    iat: now(),
    exp: now() + 2 * MINUTE_SECONDS,
    auth_time: now(),
    acr: LOW,
  };
  return { asked, claims };
}

const says = (idToken: string | undefined, change: object = {}) => {
  forging.speech.tokens = { access_token: 'access', token_type: 'Bearer', id_token: idToken, ...change };
};

const read = (parameters: Record<string, string> = {}, receivedBy = 'sk') =>
  login.readAnswer({
    relayState: request.relayState,
    parameters: { code: 'code', state: request.relayState, iss: forging.issuer, ...parameters },
    receivedBy,
  });

type Change = (claims: Record<string, unknown>) => Record<string, unknown>;

/** Reads an answer whose ID token is right except for the change. */
async function readWith(
  change: Change,
  asked: Partial<LoginRequest> = {},
  by: Parameters<typeof tokenOf>[1] = own,
) {
  const { claims } = await begin(asked);
  says(tokenOf({ ...claims, ...change(claims) }, by));
  return read();
}
const disbelieved = { result: 'ERROR', fault: 'answer-not-believed' };

it('a right answer is a login, by each algorithm that is believed', async () => {
  for (const key of [own, ownRsa]) {
    expect(await readWith(() => ({}), {}, key)).toMatchObject({
      result: 'SUCCESS',
      identity: { subject: 'person-1', name: 'Frauke Carstens', trustLevel: 'low' },
      login: { isNew: false },
    });
  }
});

it('an access token that the ID token does not belong to is not used', async () => {
  // The left half of the SHA-256 of "access", and of another text.
  const hash = (token: string) =>
    createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
  for (const key of [own, ownRsa]) {
    expect(await readWith(() => ({ at_hash: hash('access') }), {}, key)).toMatchObject({ result: 'SUCCESS' });
    for (const at_hash of [hash('another'), hash('access').slice(0, -1), `${hash('access')}=`, '', 7]) {
      expect(await readWith(() => ({ at_hash }), {}, key), String(at_hash)).toMatchObject(disbelieved);
    }
  }
});

it('what is signed counts more than what is said beside it', async () => {
  Object.assign(forging.speech.userInfo, { acr: HIGH });
  expect(await readWith(() => ({ given_name: 'Anna' }))).toMatchObject({
    identity: { name: 'Anna Carstens', trustLevel: 'low' },
  });
  expect(await readWith(() => ({ acr: undefined })), 'a level must be signed').toMatchObject(disbelieved);
});

it.each([-50, 50])('a clock that differs by %i seconds is put up with', async (seconds) => {
  const shifted: Change = ({ iat, auth_time }) => ({
    iat: Number(iat) + seconds,
    auth_time: Number(auth_time) + seconds,
    nbf: Number(iat) + seconds,
    exp: seconds < 0 ? now() + seconds : now() + 2 * MINUTE_SECONDS,
  });
  expect(await readWith(shifted)).toMatchObject({ result: 'SUCCESS' });
});

it.each([
  ['eid', eidProfile, { sub: 'person-1', GivenNames: 'Frauke' }],
  ['sk', skProfile, { sub: '', given_name: 'Frauke' }],
] as const)('of %s, claims that do not say who it is are no login', (_id, profile, claims) => {
  expect(() => profile.read(claims)).toThrow(/the claims have no/);
});

describe('an ID token is refused', () => {
  it.each<[string, Change]>([
    ['of another issuer', () => ({ iss: 'https://other.example' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['for another client', () => ({ aud: 'other' })],
    ['for others, too', () => ({ aud: ['portal', 'other'], azp: 'portal' })],
    ['for a party other than us', () => ({ azp: 'other' })],
    ['without an audience', () => ({ aud: undefined })],
    ['with another nonce', () => ({ nonce: 'other' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['that has expired', () => ({ exp: now() - 2 * MINUTE_SECONDS })],
    ['without an end', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: now() + 2 * MINUTE_SECONDS })],
    ['older than the request', () => ({ iat: now() - 2 * MINUTE_SECONDS })],
    ['issued in the future', () => ({ iat: now() + 2 * MINUTE_SECONDS })],
    ['without the time of its issue', () => ({ iat: undefined })],
    ['of a login in the future', () => ({ auth_time: now() + 2 * MINUTE_SECONDS })],
    ['with a time of the login that is none', () => ({ auth_time: 'today' })],
    ['without a person', () => ({ sub: undefined })],
    ['of another person than the data', () => ({ sub: 'person-2' })],
    ['without a level', () => ({ acr: undefined })],
    ['with a level that nobody knows', () => ({ acr: 'gold' })],
    ['with a level that is a name of every object', () => ({ acr: 'constructor' })],
  ])('%s', async (_what, change) => {
    expect(await readWith(change)).toMatchObject(disbelieved);
  });

  it('without a signature (alg none)', async () => {
    expect(await readWith(() => ({}), {}, 'none')).toMatchObject(disbelieved);
  });

  it('signed with the secret that the provider shares (HS256)', async () => {
    expect(await readWith(() => ({}), {}, { secret: SECRET })).toMatchObject(disbelieved);
  });

  it('signed by an algorithm that is not on the list, though the provider publishes the key', async () => {
    const kid = 'new-kind';
    const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44');
    const algorithms = ['ES256', 'ML-DSA-44'];
    forging.speech.metadata = (issuer) => ({
      ...metadataOf(issuer),
      id_token_signing_alg_values_supported: algorithms,
    });
    forging.speech.keys = [{ kid, alg: 'ML-DSA-44', privateKey, publicKey } as never];
    const { claims } = await begin();
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = `${encode({ alg: 'ML-DSA-44', kid })}.${encode(claims)}`;
    const signature = sign(null, Buffer.from(content), privateKey).toString('base64url');
    says(`${content}.${signature}`);
    expect(await read()).toMatchObject(disbelieved);
  });

  it('signed by somebody else, with the name of a known key', async () => {
    expect(await readWith(() => ({}), {}, foreign)).toMatchObject(disbelieved);
  });

  it('signed by a key that the provider does not publish', async () => {
    expect(await readWith(() => ({}), {}, makeKey('unknown'))).toMatchObject(disbelieved);
  });

  it('changed after it was signed', async () => {
    const { claims } = await begin();
    const [header, , signature] = tokenOf(claims, own).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, acr: HIGH })).toString('base64url');
    says([header, changed, signature].join('.'));
    expect(await read()).toMatchObject(disbelieved);
  });

  it('that is missing, or is none', async () => {
    for (const token of [undefined, '', 'token', 'a.b.c']) {
      await begin();
      says(token);
      expect((await read()).result).toBe('ERROR');
    }
  });
});

describe('keys', () => {
  it('that are new are believed at once, and those that were withdrawn are not', async () => {
    expect(await readWith(() => ({}))).toMatchObject({ result: 'SUCCESS' });
    const next = makeKey('next');
    forging.speech.keys = [next];
    expect(await readWith(() => ({}), {}, next)).toMatchObject({ result: 'SUCCESS' });
    expect(await readWith(() => ({}))).toMatchObject(disbelieved);
  });
});

describe('an answer is refused', () => {
  it.each<[string, Record<string, string>, string?]>([
    ['that says it is from another provider', { iss: 'https://other.example' }],
    ['that came to the address of another provider', {}, 'eid'],
    ['with another state than that of the login', { state: 'attempt-2' }],
    ['that brings a token instead of a code', { id_token: 'token' }],
    ['that brings a response instead of a code', { response: 'jwt' }],
  ])('%s, and no code is shown to anybody', async (_what, parameters, receivedBy) => {
    const { claims } = await begin();
    says(tokenOf(claims, own));
    expect(await read(parameters, receivedBy)).toMatchObject(disbelieved);
    expect(forging.exchanges).toEqual([]);
  });

  it('that does not say where it is from, though the provider always does', async () => {
    forging.speech.metadata = (issuer) => ({
      ...metadataOf(issuer),
      authorization_response_iss_parameter_supported: true,
    });
    await begin();
    const { relayState } = request;
    const outcome = await login.readAnswer({
      relayState,
      parameters: { code: 'code', state: relayState },
      receivedBy: 'sk',
    });
    expect(outcome).toMatchObject(disbelieved);
    expect(forging.exchanges).toEqual([]);
  });

  it('to no request, and to one that was answered', async () => {
    const unasked = { ...disbelieved, reason: 'the state is not that of a request under way' };
    expect(await read()).toMatchObject(unasked);
    const { claims } = await begin();
    says(tokenOf(claims, own));
    expect(await read()).toMatchObject({ result: 'SUCCESS' });
    expect(await read()).toMatchObject(unasked);
    expect(forging.exchanges).toHaveLength(1);
  });

  it('with a token of an earlier login', async () => {
    const { claims } = await begin();
    await begin();
    says(tokenOf(claims, own));
    expect(await read()).toMatchObject(disbelieved);
  });

  it('whose code the provider does not take', async () => {
    await begin();
    forging.speech.status = 400;
    forging.speech.tokens = { error: 'invalid_grant', error_description: 'of Petra Lindemann' };
    expect(await read()).toEqual({
      ...disbelieved,
      relayState: request.relayState,
      reason: 'the exchange was refused: invalid_grant',
    });
  });

  it('that is far too large', async () => {
    const { claims } = await begin();
    says(tokenOf(claims, own), { more: 'x'.repeat(300_000) });
    expect((await read()).result).toBe('ERROR');
  });
});

it('a code is exchanged with what only the beginner of the login knows', async () => {
  const { asked, claims } = await begin();
  says(tokenOf(claims, own));
  await read();
  const [exchange] = forging.exchanges;
  expect(exchange?.get('redirect_uri')).toBe(CALLBACK);
  const verifier = exchange?.get('code_verifier') ?? '';
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(verifier));
  expect(Buffer.from(digest).toString('base64url')).toBe(asked.get('code_challenge'));
});

it('a code goes nowhere by http: when the provider is at https:', async () => {
  const issuer = 'https://provider.example';
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string | URL) => {
    asked.push(String(address));
    return Response.json({ ...metadataOf(issuer), token_endpoint: 'http://provider.example/token' });
  });
  login = connect(undefined, issuer);
  await begin();
  expect(await read({ iss: issuer })).toMatchObject({ result: 'ERROR' });
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
});

describe('the portal signs in at the provider', () => {
  const rsaKey = String(ownRsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const ecKey = String(own.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  /** Returns the parameters that are sent with a code. */
  async function exchanged(change: object) {
    forging.speech.metadata = (issuer) => ({ ...metadataOf(issuer), ...change });
    const { claims } = await begin();
    says(tokenOf(claims, own));
    expect(await read()).toMatchObject({ result: 'SUCCESS' });
    return forging.exchanges.at(-1);
  }
  const headerOf = (assertion: string | null | undefined) =>
    JSON.parse(Buffer.from(assertion?.split('.')[0] ?? '', 'base64url').toString()) as object;

  it.each([
    ['client_secret_basic', null],
    ['client_secret_post', SECRET],
  ])('by its secret, as the provider takes it: %s', async (method, sent) => {
    const exchange = await exchanged({ token_endpoint_auth_methods_supported: [method] });
    expect(exchange?.get('client_secret')).toBe(sent);
  });

  it('by its first key, with an algorithm that the provider takes, and publishes all keys', async () => {
    const proof = { privateKey: rsaKey + ecKey };
    const keys = (connect(proof).publicKeys()?.keys ?? []) as { kty: string; kid: string }[];
    expect(keys.map(({ kty }) => kty)).toEqual(['RSA', 'EC']);
    const { kid } = keys[0]!;
    for (const alg of ['PS256', 'RS256']) {
      login = connect(proof);
      const exchange = await exchanged({ token_endpoint_auth_signing_alg_values_supported: [alg] });
      expect(headerOf(exchange?.get('client_assertion'))).toMatchObject({ alg, kid });
    }
  });

  it('by a key also where the provider does not say which algorithms it takes', async () => {
    login = connect({ privateKey: ecKey });
    const exchange = await exchanged({});
    expect(headerOf(exchange?.get('client_assertion'))).toMatchObject({ alg: 'ES256' });
  });
});

it('a provider that does not know the parameter is sent no claims', async () => {
  forging.speech.metadata = (issuer) => ({ ...metadataOf(issuer), claims_parameter_supported: undefined });
  expect((await begin()).asked.has('claims')).toBe(false);
});

describe('levels', () => {
  it('are asked for by all names that will do, the lowest first', async () => {
    const { asked } = await begin({ trustLevel: 'substantial' });
    expect(asked.get('acr_values')).toBe(`http://eidas.europa.eu/LoA/substantial ${HIGH}`);
  });

  it('lower than asked for are refused, by their name', async () => {
    expect(await readWith(() => ({ acr: LOW }), { trustLevel: 'substantial' })).toMatchObject({
      result: 'ERROR',
      fault: 'level-too-low',
    });
  });

  it.each([
    [HIGH, 'high'],
    ['http://bsi.bund.de/eID/LoA/substantiell', 'substantial'],
  ])('%s is %s', async (acr, trustLevel) => {
    expect(await readWith(() => ({ acr }), { trustLevel: 'substantial' })).toMatchObject({
      identity: { trustLevel },
    });
  });
});

describe('a login that must be new', () => {
  it.each<[string, Change]>([
    ['is not one from before', () => ({ auth_time: now() - 2 * MINUTE_SECONDS })],
    ['is not one of which nobody knows when', () => ({ auth_time: undefined })],
  ])('%s', async (_what, change) => {
    expect(await readWith(change, { forceNew: true })).toMatchObject({
      result: 'ERROR',
      fault: 'answered-from-memory',
    });
  });

  it('is one by a clock that is a little behind', async () => {
    expect(await readWith(() => ({ auth_time: now() - 50 }), { forceNew: true })).toMatchObject({
      login: { isNew: true },
    });
  });

  it('need not be asked for: of which nobody knows when is from long ago', async () => {
    expect(await readWith(() => ({ auth_time: undefined }))).toMatchObject({
      login: { isNew: false, at: new Date(0) },
    });
  });

  it('need not be asked for: one that is there is as old as the clocks may differ', async () => {
    const at = now() - 600;
    expect(await readWith(() => ({ auth_time: at }))).toMatchObject({
      login: { isNew: false, at: new Date((at - MINUTE_SECONDS) * 1000) },
    });
  });
});

it('a provider whose metadata cannot be read for an answer after a restart is one that fails', async () => {
  await begin();
  login = connect();
  forging.speech.metadata = () => ({});
  expect(await read()).toMatchObject({ result: 'ERROR', fault: 'provider-unavailable' });
});

describe.each([
  ['sk', { given_name: 'Frauke' }, 'family_name', {}],
  ['eid', { GivenNames: 'Frauke' }, 'FamilyNames', { acr: HIGH }],
] as const)('what %s says of a person', (kind, claimed, familyName, level) => {
  const callbackUrl = `https://portal.example/api/auth/oidc/callback/${kind}`;
  const NUL = String.fromCharCode(0);
  const HALF = String.fromCharCode(0xd800);

  /** Returns the outcome of a login whose ID token, signed with the right key, has these claims. */
  async function answerWith(said: { sub?: string; name?: string }) {
    const { sub = 'person-1', name = 'Carstens' } = said;
    const profile = kind === 'sk' ? skProfile : eidProfile;
    const proof = () => ({ secret: SECRET });
    const config = { issuer: forging.issuer, clientId: 'portal', callbackUrl, logoutUrl: LOGOUT, proof };
    login = wellFormed(createOidcProvider(config, profile, store));
    const { claims } = await begin({ trustLevel: kind === 'sk' ? 'low' : 'high' });
    const person = { ...claimed, [familyName]: name, RestrictedID: sub };
    forging.speech.userInfo = { sub, ...person };
    says(tokenOf({ ...claims, ...person, sub, ...level }, own));
    return read({}, kind);
  }

  it('is believed when it can be stored and shown', async () => {
    expect(await answerWith({ sub: 'a'.repeat(255) })).toMatchObject({ result: 'SUCCESS' });
  });

  it.each([
    ['a name with U+0000', { name: `Car${NUL}stens` }],
    ['a name with half a character', { name: `Carstens${HALF}` }],
    ['a name that is too long', { name: 'a'.repeat(501) }],
    ['a subject with U+0000', { sub: `person${NUL}` }],
    ['a subject with half a character', { sub: `person${HALF}` }],
    ['a subject of 20 KB', { sub: 'a'.repeat(20_000) }],
    ['a subject of 256 bytes', { sub: 'a'.repeat(256) }],
  ])('is not with %s', async (_, said) => {
    expect(await answerWith(said)).toMatchObject(disbelieved);
  });

  it('is not with more than anybody has to say', async () => {
    const said = { sub: 'a'.repeat(300_000) };
    expect(await answerWith(said)).toMatchObject({ result: 'ERROR', fault: 'provider-unavailable' });
  });
});

describe('errors of the provider', () => {
  it.each([
    ['access_denied', { result: 'CANCEL' }],
    [
      'server_error',
      { result: 'ERROR', fault: 'refused-by-account', reason: 'the provider answered server_error' },
    ],
    ['login_required', { result: 'ERROR', fault: 'refused-by-account' }],
    ['unmet_authentication_requirements', { result: 'ERROR', fault: 'level-too-low' }],
    ['Petra Lindemann', { result: 'ERROR', reason: 'the provider answered an unknown error' }],
  ])('%s', async (error, outcome) => {
    await begin();
    expect(
      await login.readAnswer({
        relayState: request.relayState,
        parameters: {
          error,
          error_description: 'Petra Lindemann',
          state: request.relayState,
          iss: forging.issuer,
        },
        receivedBy: 'sk',
      }),
    ).toMatchObject(outcome);
  });
});

describe('a provider is not asked', () => {
  it.each<[string, (issuer: string) => object]>([
    ['that calls itself otherwise', (issuer) => ({ ...metadataOf(issuer), issuer: 'https://other.example' })],
    [
      'that signs by no algorithm that is believed',
      (issuer) => ({ ...metadataOf(issuer), id_token_signing_alg_values_supported: ['HS256', 'none'] }),
    ],
    ['that does not publish its keys', (issuer) => ({ ...metadataOf(issuer), jwks_uri: undefined })],
    ['that says nothing', () => ({})],
  ])('%s', async (_what, metadata) => {
    forging.speech.metadata = metadata as never;
    await expect(login.createRequest(request)).rejects.toMatchObject({ partner: 'identity' });
  });
});

describe('a logout', () => {
  const begin = () => {
    const session = { protocol: 'oidc', idToken: 'token' } as const;
    return login.logout!.createRequest({ session, locale: 'de', relayState: 'left' });
  };

  it('is asked for where the provider names an address for it, and only there', async () => {
    expect(await begin()).toBeNull();
    forging.speech.metadata = (issuer) => ({ ...metadataOf(issuer), end_session_endpoint: `${issuer}/end` });
    login = connect();
    expect((await begin())?.url.startsWith(`${forging.issuer}/end?`)).toBe(true);
  });
});
