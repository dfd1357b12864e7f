import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readClientKeys } from '#server/config/client-keys.ts';
import { eidProfile } from '#server/identity/eid-profile.ts';
import { createOidcProvider } from '#server/identity/oidc.ts';
import { skProfile } from '#server/identity/sk-profile.ts';
import type {
  AccountSession,
  LoginOutcome,
  LoginProvider,
  LoginRequest,
  RequestStore,
} from '#server/ports/identity.ts';
import { type OpenIdStandIn, startOpenIdStandIn } from './server.ts';
import { type OpenIdChoice, visitProvider } from './visit.ts';

const CALLBACK = 'http://localhost:8080/api/auth/oidc/callback/';
const LOGOUT = 'http://localhost:8080/api/auth/oidc/logout/sk';
const SECRET = 'the-secret-of-the-service-account';
const privateKey = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);

let folder: string;
let standIns: Record<'eid' | 'sk', OpenIdStandIn>;
let stored: Map<string, string>;
let logins: Record<'eid' | 'sk', LoginProvider>;

const store: RequestStore = {
  save: async (id, value) => void stored.set(id, value),
  get: async (id) => stored.get(id) ?? null,
  remove: async (id) => void stored.delete(id),
};

const request: LoginRequest = {
  trustLevel: 'low',
  locale: 'de',
  timezone: 'Europe/Berlin',
  scopes: null,
  forceNew: false,
  relayState: 'attempt-1',
};

const connect = (kind: 'eid' | 'sk') =>
  createOidcProvider(
    {
      issuer: standIns[kind].issuer,
      clientId: 'portal',
      callbackUrl: `${CALLBACK}${kind}`,
      logoutUrl: LOGOUT,
      proof: () => (kind === 'eid' ? { privateKey } : { secret: SECRET }),
    },
    kind === 'eid' ? eidProfile : skProfile,
    store,
  );

/** The provider's reading of the address that the browser brings back. */
function answer(kind: 'eid' | 'sk', address: string): Promise<LoginOutcome> {
  const { searchParams } = new URL(address);
  return logins[kind].readAnswer({
    relayState: searchParams.get('state') ?? '',
    parameters: Object.fromEntries(searchParams),
    receivedBy: kind,
  });
}

async function logIn(
  kind: 'eid' | 'sk',
  choice: OpenIdChoice,
  change: Partial<LoginRequest> = {},
  options: { sessionIsOld?: boolean; levelIsLow?: boolean } = {},
): Promise<LoginOutcome> {
  const { url, method } = await logins[kind].createRequest({ ...request, ...change });
  expect(method).toBe('GET');
  const back = await visitProvider(url, choice, options);
  expect(back.startsWith(`${CALLBACK}${kind}?`)).toBe(true);
  return answer(kind, back);
}

const identityOf = (outcome: LoginOutcome) => {
  if (outcome.result !== 'SUCCESS') throw new Error(JSON.stringify(outcome));
  return outcome.identity;
};
const control = (kind: 'eid' | 'sk', command: object) =>
  fetch(`${standIns[kind].origin}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openid-'));
  const start = (kind: 'eid' | 'sk') =>
    startOpenIdStandIn({
      kind,
      port: 0,
      stateDir: folder,
      client: {
        id: 'portal',
        redirectUri: `${CALLBACK}${kind}`,
        logoutUri: LOGOUT,
        proof:
          kind === 'eid' ? { keys: readClientKeys(privateKey).map(({ jwk }) => jwk) } : { secret: SECRET },
      },
    });
  standIns = { eid: await start('eid'), sk: await start('sk') };
});
afterAll(async () => {
  await Promise.all([standIns.eid.close(), standIns.sk.close()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  stored = new Map();
  logins = { eid: connect('eid'), sk: connect('sk') };
});

it('the page on how to get an account names those who have one', async () => {
  const page = await fetch(standIns.sk.registerUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<li>Emil Brandt</li>');
});

describe('logging in with the online ID card', () => {
  it('shows the card, at level high whatever was asked for', async () => {
    const identity = identityOf(await logIn('eid', 'lindemann:high'));
    expect(identity).toMatchObject({
      providerId: 'eid',
      providerType: 'oidc',
      trustLevel: 'high',
      name: 'Petra Lindemann',
      postboxHandle: null,
    });
    expect(identity.userData).toEqual({
      givenName: 'Petra',
      familyName: 'Lindemann',
      birthName: 'Clausen',
      gender: 'female',
      salutation: 'ms',
      birthdate: '1978-03-14',
      placeOfBirth: 'Eckernförde',
      streetAddress: 'Holtenauer Straße 112',
      postalCode: '24105',
      locality: 'Kiel',
      region: 'Schleswig-Holstein',
      country: 'DE',
    });
    expect(identity.subject).toBe(identity.providerData.RestrictedID);
    expect(identity.providerData.PlaceOfResidence).toBe(
      'Holtenauer Straße 112, 24105 Kiel, Schleswig-Holstein, D',
    );
  });
});

describe('cards', () => {
  it('keep every letter of DIN 91379, composed', async () => {
    const { name, userData } = identityOf(await logIn('eid', 'leczyca:high'));
    expect(name).toBe('Anđelka-Þórdís Ǧalāl-Ñúñez von Łęczyca-Škvorecká');
    expect(userData).toMatchObject({ honorificPrefix: 'Prof. Dr.', birthName: 'K̛ávayová', country: 'DE' });
    expect(userData.gender).toBeUndefined();
    expect(userData.region).toBeUndefined();
  });

  it.each([
    ['rahimi:high', '1984'],
    ['baumgart:high', '1990-07-00'],
  ] as const)(
    'with an incomplete birthdate (%s) show it as it is, and prefill none',
    async (choice, date) => {
      const { providerData, userData } = identityOf(await logIn('eid', choice));
      expect(providerData.DateOfBirth).toBe(date);
      expect(userData.birthdate).toBeUndefined();
    },
  );

  it('without a home prefill no address, with an artistic name that', async () => {
    const { userData } = identityOf(await logIn('eid', 'baumgart:high'));
    expect(userData).toMatchObject({ artisticName: 'Jo Stern', honorificPrefix: 'Dr.' });
    expect(Object.keys(userData)).not.toContain('streetAddress');
  });

  it('are asked for what the form needs, and for who it is', async () => {
    const scopes = ['DateOfBirth', 'unknown'];
    const { url } = await logins.eid.createRequest({ ...request, scopes });
    const asked = new URL(url).searchParams.get('scope');
    expect(asked?.split(' ').sort()).toEqual([
      'DateOfBirth',
      'FamilyNames',
      'GivenNames',
      'RestrictedID',
      'openid',
    ]);
    const { userData } = identityOf(await logIn('eid', 'lindemann:high', { scopes }));
    expect(userData).toEqual({ givenName: 'Petra', familyName: 'Lindemann', birthdate: '1978-03-14' });
  });
});

describe('logging in with the service account', () => {
  it('fetches every field', async () => {
    const identity = identityOf(await logIn('sk', 'carstens:substantial'));
    expect(identity).toMatchObject({ providerId: 'sk', trustLevel: 'substantial', subject: 'carstens' });
    expect(identity.userData).toEqual({
      honorificPrefix: 'Dr.',
      givenName: 'Frauke',
      middleName: 'Marie',
      familyName: 'Carstens',
      birthName: 'Hansen',
      artisticName: 'Fee Carstens',
      gender: 'female',
      salutation: 'ms',
      birthdate: '1983-02-17',
      placeOfBirth: 'Heide',
      email: 'frauke.carstens@example.org',
      phoneNumber: '+49 431 23125 08',
      streetAddress: 'Süderstraße 14, Hinterhaus',
      postalCode: '25746',
      locality: 'Heide',
      region: 'Schleswig-Holstein',
      country: 'DE',
    });
  });

  it('asks by name for what the form needs', async () => {
    const { url } = await logins.sk.createRequest({ ...request, scopes: ['email', 'title'] });
    const { searchParams } = new URL(url);
    expect(searchParams.get('scope')).toBe('openid profile email');
    const { userinfo } = JSON.parse(searchParams.get('claims') ?? '') as { userinfo: object };
    expect(Object.keys(userinfo).sort()).toEqual(['email', 'family_name', 'given_name', 'title']);
  });

  it.each([
    ['low', 'carstens:low', 'low'],
    ['low', 'carstens:high', 'high'],
    ['substantial', 'carstens:high', 'high'],
  ] as const)('asked for %s, %s comes back with %s', async (trustLevel, choice, reached) => {
    expect(identityOf(await logIn('sk', choice, { trustLevel })).trustLevel).toBe(reached);
  });

  it.each([
    ['eid', 'brandt:low'],
    ['sk', 'nobody:low'],
  ] as const)('an error of %s is one that is told', async (kind, choice) => {
    expect(await logIn(kind, choice)).toMatchObject({
      result: 'ERROR',
      fault: 'refused-by-account',
      reason: 'the provider answered server_error',
    });
  });
});

describe('without a login', () => {
  it('comes back by cancelling', async () => {
    expect(await logIn('eid', 'cancel')).toEqual({ result: 'CANCEL', relayState: 'attempt-1' });
  });

  it('comes back when the level is not reached', async () => {
    const outcome = await logIn('sk', 'carstens:low', { trustLevel: 'high' });
    expect(outcome).toMatchObject({ result: 'ERROR', fault: 'level-too-low' });
  });

  it.each(['eid', 'sk'] as const)('refuses a lower level of %s than asked for', async (kind) => {
    const [choice] = kind === 'eid' ? (['lindemann:high'] as const) : (['carstens:high'] as const);
    const outcome = await logIn(kind, choice, { trustLevel: 'high' }, { levelIsLow: true });
    expect(outcome).toMatchObject({ result: 'ERROR', fault: 'level-too-low' });
  });
});

describe('how fresh a login is', () => {
  it('is what the provider says, less the tolerance', async () => {
    const from = Date.now();
    const outcome = await logIn('eid', 'lindemann:high', {}, { sessionIsOld: true });
    const { login } = outcome as Extract<LoginOutcome, { result: 'SUCCESS' }>;
    expect(login.isNew).toBe(false);
    const ago = from - (login as { at: Date }).at.getTime();
    expect(ago).toBeGreaterThanOrEqual(3_600_000);
    expect(ago).toBeLessThan(3_800_000);
  });

  it('is new when a new one was asked for and made', async () => {
    const { url } = await logins.sk.createRequest({ ...request, forceNew: true });
    const { searchParams } = new URL(url);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(await logIn('sk', 'carstens:high', { forceNew: true })).toMatchObject({ login: { isNew: true } });
  });

  it('is refused when a new one was asked for, and the provider answers from memory', async () => {
    const outcome = await logIn('sk', 'carstens:high', { forceNew: true }, { sessionIsOld: true });
    expect(outcome).toMatchObject({ result: 'ERROR', reason: expect.stringContaining('auth_time') });
  });
});

it('says what helps the provider to help the person', async () => {
  const { url } = await logins.eid.createRequest({ ...request, locale: 'en', timezone: 'Asia/Tokyo' });
  const { searchParams } = new URL(url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ui_locales: 'en',
    timezone: 'Asia/Tokyo',
    acr_values: 'http://eidas.europa.eu/LoA/high',
    code_challenge_method: 'S256',
    response_type: 'code',
    client_id: 'portal',
    redirect_uri: `${CALLBACK}eid`,
  });
});

describe('a provider', () => {
  it('changes its key while the portal runs, and the old one is not believed any more', async () => {
    expect(await logIn('eid', 'lindemann:high')).toMatchObject({ result: 'SUCCESS' });
    await control('eid', { action: 'rotate' });
    expect(await logIn('eid', 'lindemann:high')).toMatchObject({ result: 'SUCCESS' });
  });

  it.each(['down', 'reset', 'page'] as const)(
    'that answers as in "%s" cannot be asked to begin',
    async (fault) => {
      standIns.sk.faults.set({ fault });
      await expect(logins.sk.createRequest(request)).rejects.toMatchObject({ partner: 'identity' });
      expect(await logIn('sk', 'carstens:low')).toMatchObject({ result: 'SUCCESS' });
    },
  );

  it.each([
    ['down', 1],
    ['reset', 1],
    ['page', 1],
    // The exchange succeeds, and then the keys, or the data, do not come.
    ['down', 3],
  ] as const)(
    'that answers as in "%s" when it is asked what the person has said is one that fails',
    async (fault, requests) => {
      const { url } = await logins.sk.createRequest(request);
      const back = await visitProvider(url, 'carstens:low');
      standIns.sk.faults.set({ fault, requests });
      expect(await answer('sk', back)).toMatchObject({ result: 'ERROR', fault: 'provider-unavailable' });
      standIns.sk.faults.end();
    },
  );

  it('that is slow is not waited for', async () => {
    logins.sk = createOidcProvider(
      {
        issuer: standIns.sk.issuer,
        clientId: 'portal',
        callbackUrl: `${CALLBACK}sk`,
        logoutUrl: LOGOUT,
        proof: () => ({ secret: SECRET }),
        patienceSeconds: 0.5,
      },
      skProfile,
      store,
    );
    const slow = { fault: 'slow', delayMs: 20_000 } as const;
    standIns.sk.faults.set(slow);
    await expect(logins.sk.createRequest(request)).rejects.toMatchObject({ partner: 'identity' });
    const { url } = await logins.sk.createRequest(request);
    const back = await visitProvider(url, 'carstens:low');
    standIns.sk.faults.set(slow);
    expect(await answer('sk', back)).toMatchObject({ result: 'ERROR', fault: 'provider-unavailable' });
  });
});

describe('a logout there', () => {
  const RELAY = '0b1a6e3c-94a0-4f0c-9a5a-6f1f0b6f8d11';
  const sessionOf = async () => identityOf(await logIn('sk', 'carstens:low')).accountSession!;
  const begin = async (session: AccountSession) =>
    logins.sk.logout!.createRequest({ session, locale: 'en', relayState: RELAY });
  const read = (query: string) => logins.sk.logout!.read({ query });

  it('names whom, and where to come back to', async () => {
    const session = await sessionOf();
    const { url, method } = (await begin(session))!;
    expect([method, url.startsWith(`${standIns.sk.issuer}/session/end?`)]).toEqual(['GET', true]);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: 'portal',
      id_token_hint: session.protocol === 'oidc' ? session.idToken : '',
      post_logout_redirect_uri: LOGOUT,
      state: RELAY,
      ui_locales: 'en',
    });
    // This browser has no login, and the provider need not ask about one.
    expect((await fetch(url)).status).toBe(200);
    const forged = new URL(url);
    forged.searchParams.set('post_logout_redirect_uri', 'https://x.example');
    expect((await fetch(forged)).status).toBe(400);
  });

  it('comes back with the state, which confirms nothing, or is none', async () => {
    expect(await read(`state=${RELAY}`)).toEqual({ kind: 'return', relayState: RELAY });
    for (const query of ['', 'state=', 'state=%00', `state=${'a'.repeat(5000)}`])
      expect(await read(query)).toMatchObject({ kind: 'refused' });
  });

  it('is not asked for where the provider does not offer it, or does not answer', async () => {
    const session = await sessionOf();
    logins.sk = createOidcProvider(
      {
        issuer: 'http://127.0.0.1:9',
        clientId: 'portal',
        callbackUrl: `${CALLBACK}sk`,
        logoutUrl: LOGOUT,
        proof: () => ({ secret: SECRET }),
      },
      skProfile,
      store,
    );
    expect(await begin(session)).toBeNull();
    const ofSaml = { protocol: 'saml2', nameId: { value: 'x' }, sessionIndex: null } as const;
    logins.sk = connect('sk');
    expect(await begin(ofSaml)).toBeNull();
  });
});
