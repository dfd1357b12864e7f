import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOperatorsProvider, type OperatorsProvider } from './operators.ts';
import {
  type ForgingProvider,
  makeKey,
  metadataOf,
  startForgingProvider,
  tokenOf,
} from './testing/forging-provider.ts';

const CALLBACK = 'https://portal.example/betrieb/anmeldung';
const STATE = 'attempt-1';
const HOUR_SECONDS = 3600;
const own = makeKey('own');

let forging: ForgingProvider;
let provider: OperatorsProvider;

beforeAll(async () => {
  forging = await startForgingProvider();
});
afterAll(() => forging.close());
beforeEach(() => {
  forging.exchanges.length = 0;
  Object.assign(forging.speech, {
    metadata: metadataOf,
    keys: [own],
    tokens: {},
    userInfo: { sub: 'op-1', name: 'Kirsten Jensen' },
    status: 200,
  });
  provider = createOperatorsProvider({
    issuer: forging.issuer,
    clientId: 'portal',
    proof: () => ({ secret: 'the-secret-that-both-of-them-know' }),
    callbackUrl: CALLBACK,
    rolesClaim: 'roles',
    roleNames: { look: ['portal-look'], repair: ['portal-repair', 'admin'], erase: ['portal-erase'] },
    maxAgeSeconds: 8 * HOUR_SECONDS,
  });
});

const now = () => Math.floor(Date.now() / 1000);
type Claims = Record<string, unknown>;

/** Begins a login, and reads an answer whose ID token is right except for the change. */
async function readWith(change: Claims = {}, by: Parameters<typeof tokenOf>[1] = own) {
  const { url, request } = await provider.begin({ state: STATE, locale: 'de' });
  const claims = {
    iss: forging.issuer,
    sub: 'op-1',
    aud: 'portal',
    nonce: new URL(url).searchParams.get('nonce'),
    iat: now(),
    exp: now() + 120,
    auth_time: now(),
    roles: ['portal-repair', 'of another program'],
    ...change,
  };
  forging.speech.tokens = { access_token: 'access', token_type: 'Bearer', id_token: tokenOf(claims, by) };
  return provider.read({ code: 'code', state: STATE, iss: forging.issuer }, STATE, request);
}

it('a right answer says who it is, with the roles that the configuration names', async () => {
  expect(await readWith()).toEqual({
    result: 'SUCCESS',
    person: { subject: 'op-1', name: 'Kirsten Jensen' },
    roles: ['repair'],
  });
});

it('a request has what binds the answer to it, and the code is exchanged with its proof', async () => {
  const { url, request } = await provider.begin({ state: STATE, locale: 'en' });
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'portal',
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: STATE,
    nonce: request.nonce,
    code_challenge_method: 'S256',
    max_age: String(8 * HOUR_SECONDS),
    ui_locales: 'en',
  });
  await provider.read({ code: 'code', state: STATE, iss: forging.issuer }, STATE, request);
  expect(forging.exchanges[0]?.get('code_verifier')).toBe(request.verifier);
});

describe('an answer is not believed', () => {
  it.each<[string, Claims, Parameters<typeof tokenOf>[1]?]>([
    ['signed by somebody else', {}, makeKey('own')],
    ['without a signature', {}, 'none'],
    ['for another audience', { aud: 'other' }],
    ['for others, too', { aud: ['portal', 'other'] }],
    ['made for another party', { azp: 'other' }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['with another nonce', { nonce: 'other' }],
    ['that has expired', { exp: now() - 120 }],
    ['older than the request', { iat: now() - 120 }],
    ['of a login of yesterday', { auth_time: now() - 24 * HOUR_SECONDS }],
    ['that does not say when the login was', { auth_time: undefined }],
    ['about another person than the data', { sub: 'op-2' }],
    ['without a person', { sub: undefined }],
    ['whose person has two lines', { sub: 'op-1\nop-2' }],
  ])('%s', async (_what, change, by) => {
    if (typeof change.sub === 'string')
      forging.speech.userInfo = { sub: change.sub === 'op-2' ? 'op-1' : change.sub };
    expect(await readWith(change, by)).toMatchObject({ result: 'ERROR', fault: 'answer-not-believed' });
  });

  it('of another state', async () => {
    const { request } = await provider.begin({ state: STATE, locale: 'de' });
    const outcome = await provider.read(
      { code: 'code', state: 'other', iss: forging.issuer },
      STATE,
      request,
    );
    expect(outcome).toMatchObject({ result: 'ERROR', fault: 'answer-not-believed' });
    expect(forging.exchanges).toEqual([]);
  });

  it('of another provider', async () => {
    const { request } = await provider.begin({ state: STATE, locale: 'de' });
    const outcome = await provider.read(
      { code: 'code', state: STATE, iss: 'https://other.example' },
      STATE,
      request,
    );
    expect(outcome).toMatchObject({ result: 'ERROR', fault: 'answer-not-believed' });
    expect(forging.exchanges).toEqual([]);
  });
});

it('who cancels is not logged in, and a provider that is away is no fault of the answer', async () => {
  const { request } = await provider.begin({ state: STATE, locale: 'de' });
  const cancelled = { error: 'access_denied', state: STATE, iss: forging.issuer };
  expect(await provider.read(cancelled, STATE, request)).toEqual({ result: 'CANCEL' });
  forging.speech.status = 503;
  expect(await readWith()).toMatchObject({ result: 'ERROR' });
});
