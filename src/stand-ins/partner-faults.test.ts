import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLipServer } from '#server/engines/lip/server.ts';
import { createNationalFeedback } from '#server/feedback/national/adapter.ts';
import { createOidcProvider } from '#server/identity/oidc.ts';
import { skProfile } from '#server/identity/sk-profile.ts';
import { createNeighbours } from '#server/neighbours/neighbours.ts';
import { type Partner as PartnerName, PartnerUnavailable } from '#server/partner-unavailable.ts';
import { type PartnerPresence, partnerPresence } from '#server/partners/partner-presence.ts';
import { createXbezahldienste } from '#server/payment/xbezahldienste/adapter.ts';
import { createClamd } from '#server/scanner/clamd.ts';
import { createTransit } from '#server/sealing/vault/transit.ts';
import { createFitConnect } from '#server/submission/fit-connect/adapter.ts';
import { announce, packageOf, startForTest } from '#stand-ins/delivery/fixture.ts';
import { startFeedbackStandIn } from '#stand-ins/feedback/server.ts';
import { CLIENT_ID, newPair, PORTAL } from '#stand-ins/forms/fixture.ts';
import { startFormsStandIn } from '#stand-ins/forms/server.ts';
import { type Faults, type UselessAnswer, uselessAnswers } from '#stand-ins/kit/faults.ts';
import { startNeighbourStandIn } from '#stand-ins/neighbour/server.ts';
import { startOpenIdStandIn } from '#stand-ins/openid/server.ts';
import { startPaymentStandIn } from '#stand-ins/payment/server.ts';
import {
  type ScannerBehaviour,
  type ScannerStandIn,
  startScannerStandIn,
} from '#stand-ins/scanner/server.ts';
import { startVaultStandIn } from '#stand-ins/vault/server.ts';

/** Every fault of a connection at every partner: the call ends, stays within the limits, and works again afterwards. */

/** Long enough for a right answer on a busy machine. */
const TIMEOUT_MS = 1500;
const SECRET = 'a secret that is long enough';
const callbackUrl = `${PORTAL}/api/auth/oidc/callback/sk`;
const logoutUrl = `${PORTAL}/api/auth/oidc/logout/sk`;

type Partner = {
  /** Name in the log. */
  name: string;
  faults(): Faults;
  /** Address of the partner, which faults of addresses replace. */
  origin: string;
  /** Calls of the portal, each by a new adapter without knowledge of the partner. */
  asks: Record<string, (origin: string, presence: PartnerPresence) => Promise<unknown>>;
};

let folder: string;
const closing: (() => Promise<unknown>)[] = [];
const partners = new Map<string, Partner>();
const partner = (name: string) => partners.get(name)!;

async function startPayment(): Promise<Partner> {
  const client = { clientId: 'portal', clientSecret: SECRET };
  const standIn = await startPaymentStandIn({ port: 0, stateDir: path.join(folder, 'payment'), ...client });
  closing.push(standIn.close);
  const provider = (origin: string, presence: PartnerPresence) =>
    createXbezahldienste({
      baseUrl: standIn.baseUrl.replace(standIn.origin, origin),
      tokenUrl: standIn.tokenUrl.replace(standIn.origin, origin),
      ...client,
      originatorId: 'portal-sh',
      timeoutMs: TIMEOUT_MS,
      presence,
    });
  const payment = {
    endPointId: '01002000',
    amountCents: 3070,
    purpose: 'Gebühr',
    description: 'Hundesteuer',
    returnUrl: `${PORTAL}/api/payment/complete?id=sign`,
  };
  return {
    name: 'payment',
    faults: () => standIn.faults,
    origin: standIn.origin,
    asks: {
      start: (...at) => provider(...at).start({ ...payment, requestId: randomUUID() }),
      status: (...at) => provider(...at).status('01002000', randomUUID()),
    },
  };
}

async function startDelivery(): Promise<Partner> {
  const standIn = await startForTest();
  closing.push(standIn.end);
  const service = (origin: string, presence: PartnerPresence) => {
    const { config } = standIn;
    const moved = Object.fromEntries(
      (['tokenUrl', 'submissionUrl', 'destinationUrl'] as const).map((name) => [
        name,
        config[name].replace(standIn.origin, origin),
      ]),
    );
    const retry = { limit: 0, firstDelayMs: 1 };
    return createFitConnect({ ...config, ...moved, timeoutMs: TIMEOUT_MS, retry, presence });
  };
  const content = packageOf(10);
  const announced = announce(createFitConnect(standIn.config), content);
  const { destinationId } = content;
  const tags = { metadata: '', data: '', attachments: {} };
  return {
    name: 'delivery service',
    faults: standIn.faults,
    origin: standIn.origin,
    asks: {
      announce: (...at) => announce(service(...at), content),
      seal: (...at) => service(...at).seal(content),
      events: async (...at) =>
        service(...at).events(await announced, { destinationId, authenticationTags: tags }),
    },
  };
}

async function startForms(): Promise<Partner> {
  const key = newPair();
  const privateKey = String(key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const options = { port: 0, stateDir: path.join(folder, 'forms'), clientId: CLIENT_ID };
  const standIn = await startFormsStandIn({ ...options, clientKey: key.publicPem });
  closing.push(standIn.close);
  const server = (url: string, presence: PartnerPresence) => {
    const { publicKey } = standIn;
    const keys = { clientId: CLIENT_ID, privateKey, publicKey };
    return createLipServer({ url, ...keys, timeoutMs: TIMEOUT_MS, presence }, PORTAL);
  };
  const opening = { locale: 'de', page: null, stored: {} } as const;
  return {
    name: 'form server',
    faults: () => standIn.faults,
    origin: standIn.origin,
    asks: {
      open: (...at) => server(...at).open({ formId: 'jagdschein' }, { ...opening, processId: randomUUID() }),
    },
  };
}

async function startNeighbour(): Promise<Partner> {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = (kind: 'pkcs8' | 'spki') =>
    kind === 'pkcs8'
      ? key.export({ type: kind, format: 'pem' }).toString()
      : createPublicKey(key).export({ type: kind, format: 'pem' }).toString();
  const standIn = await startNeighbourStandIn({
    port: 0,
    stateDir: path.join(folder, 'neighbour'),
    portal: { id: 'sh', address: PORTAL, publicKey: pem('spki') },
    services: [],
  });
  closing.push(standIn.close);
  const portal = (address: string, presence: PartnerPresence) =>
    createNeighbours({
      id: 'sh',
      privateKey: pem('pkcs8'),
      address: PORTAL,
      partners: [{ ...standIn.entry, portal: address }],
      timeoutMs: TIMEOUT_MS,
      presence,
      now: () => new Date(),
    });
  return {
    name: 'neighbour mv',
    faults: () => standIn.faults,
    origin: standIn.origin,
    asks: { ask: (...at) => portal(...at).ask('mv', randomUUID()) },
  };
}

async function startFeedback(): Promise<Partner> {
  const standIn = await startFeedbackStandIn({ port: 0, token: SECRET });
  closing.push(standIn.close);
  const feedback = {
    day: '2026-11-20',
    leiKaId: '99102013104000',
    area: null,
    locale: 'de',
    stars: 4,
  } as const;
  return {
    name: 'feedback component',
    faults: () => standIn.faults,
    origin: standIn.origin,
    asks: {
      pass: (origin, presence) =>
        createNationalFeedback({
          url: standIn.url.replace(standIn.origin, origin),
          token: () => SECRET,
          region: '010000000000',
          timeoutMs: TIMEOUT_MS,
          presence,
        }).pass({ ...feedback, id: randomUUID(), text: '' }),
    },
  };
}

async function startKeys(): Promise<Partner> {
  const approle = { roleId: 'portal', secretId: SECRET };
  const standIn = await startVaultStandIn({ port: 0, token: SECRET, approle });
  closing.push(standIn.close);
  const by = (login: Parameters<typeof createTransit>[0]['login']) => {
    return async (url: string, presence: PartnerPresence) => {
      const at = { url, mount: 'transit', key: 'portal', timeoutMs: TIMEOUT_MS };
      const keys = createTransit({ ...at, login, presence });
      await keys.wrap(new Uint8Array(32), 'about').finally(keys.stop);
    };
  };
  return {
    name: 'key service',
    faults: () => standIn.faults,
    origin: standIn.origin,
    asks: {
      wrap: by({ kind: 'token', token: SECRET }),
      logIn: by({ kind: 'approle', mount: 'approle', ...approle }),
    },
  };
}

async function startLogin(): Promise<Partner> {
  const client = { id: 'portal', redirectUri: callbackUrl, logoutUri: logoutUrl, proof: { secret: SECRET } };
  const options = { kind: 'sk' as const, port: 0, stateDir: path.join(folder, 'openid'), client };
  const standIn = await startOpenIdStandIn(options);
  closing.push(standIn.close);
  const store = { save: async () => {}, get: async () => null, remove: async () => {} };
  const login = (issuer: string, presence: PartnerPresence) => {
    const config = { clientId: 'portal', callbackUrl, logoutUrl, proof: () => ({ secret: SECRET }) };
    const patienceSeconds = TIMEOUT_MS / 1000;
    return createOidcProvider({ ...config, issuer, patienceSeconds, presence }, skProfile, store);
  };
  const request = { trustLevel: 'low', locale: 'de', timezone: 'Europe/Berlin', scopes: null } as const;
  return {
    name: 'identity sk',
    faults: () => standIn.faults,
    origin: standIn.issuer,
    asks: {
      createRequest: (...at) =>
        login(...at).createRequest({ ...request, forceNew: false, relayState: randomUUID() }),
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partners-'));
  const starts = [
    startPayment,
    startDelivery,
    startForms,
    startNeighbour,
    startLogin,
    startFeedback,
    startKeys,
  ];
  for (const start of starts) {
    const started = await start();
    partners.set(started.name, started);
  }
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await rm(folder, { recursive: true, force: true });
});

/** Collects the entries of the operators' log about partners. */
function listening() {
  const said: string[] = [];
  const warn = (facts: object, message: string) => void said.push(`${message}: ${JSON.stringify(facts)}`);
  return { said, presence: partnerPresence({ warn } as Parameters<typeof partnerPresence>[0], () => 0) };
}

/**
 * Calls of every partner over HTTP, by their names below. The database and the scanner speak other protocols; the
 * collector of traces, for which nothing is an answer, has its own test (collector/tracer.test.ts).
 */
const calls: Record<
  Exclude<PartnerName, 'database' | 'scanner' | 'trace collector'>,
  readonly [name: string, call: string][]
> = {
  payment: [
    ['payment', 'start'],
    ['payment', 'status'],
  ],
  'delivery service': [
    ['delivery service', 'announce'],
    ['delivery service', 'seal'],
    ['delivery service', 'events'],
  ],
  'form server': [['form server', 'open']],
  neighbour: [['neighbour mv', 'ask']],
  'key service': [
    ['key service', 'wrap'],
    ['key service', 'logIn'],
  ],
  identity: [['identity sk', 'createRequest']],
  'feedback component': [['feedback component', 'pass']],
};

describe.each(Object.values(calls).flat())('%s, %s', (name, call) => {
  const ask = (origin: string, presence: PartnerPresence) => partner(name).asks[call]!(origin, presence);

  it.each<UselessAnswer>(uselessAnswers)('ends when it meets: %s; and heals', async (fault) => {
    const { said, presence } = listening();
    const { faults, origin } = partner(name);
    faults().set({ fault, requests: 100 });
    await expect(ask(origin, presence)).rejects.toBeInstanceOf(PartnerUnavailable);
    if (fault.startsWith('huge')) expect(faults().sentBytes()).toBeLessThan(32 * 1024 * 1024);
    faults().end();
    await ask(origin, presence);
    expect(said).toEqual([
      expect.stringContaining(`a partner is away: {"partner":"${name}","reason":"`),
      `a partner is back: {"partner":"${name}","seconds":0}`,
    ]);
    expect(said.join()).not.toContain(SECRET);
  });

  it.each([
    ['that speaks no TLS', (origin: string) => origin.replace('http:', 'https:')],
    ['that has no name', () => 'http://partner.invalid'],
    ['that nobody listens at', () => 'http://127.0.0.1:9'],
  ])('ends at an address %s', async (_what, moved) => {
    const { said, presence } = listening();
    await expect(ask(moved(partner(name).origin), presence)).rejects.toBeInstanceOf(PartnerUnavailable);
    expect(said).toEqual([expect.stringContaining('a partner is away')]);
  });
});

describe('the scanner', () => {
  let scanner: ScannerStandIn;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('clean');
  }
  beforeAll(async () => {
    scanner = await startScannerStandIn({ port: 0 });
    closing.push(scanner.close);
  });

  it.each<ScannerBehaviour>(['away', 'silent', 'garbled', 'trickle', 'huge'])(
    'ends when it is %s; and heals',
    async (behaviour) => {
      const { said, presence } = listening();
      const { scan } = createClamd(scanner.url, { presence });
      scanner.behave(behaviour);
      await expect(scan(content(), TIMEOUT_MS)).rejects.toMatchObject({ partner: 'scanner' });
      scanner.behave('works');
      expect(await scan(content(), TIMEOUT_MS)).toEqual({ kind: 'clean' });
      expect(said).toEqual([
        expect.stringContaining('a partner is away: {"partner":"scanner"'),
        'a partner is back: {"partner":"scanner","seconds":0}',
      ]);
    },
  );
});
