import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryPackage, DeliveryService } from '#server/ports/delivery.ts';
import { createFitConnect } from './adapter.ts';
import { createMisses } from './key-misses.ts';

const ids = {
  submissionId: 'c1a3a3b0-3a1b-4f0e-9d55-3a7f9c9d1e01',
  caseId: 'c1a3a3b0-3a1b-4f0e-9d55-3a7f9c9d1e02',
};
const DESTINATION_ID = '6e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c11';
const schema = { schemaUri: 'urn:example:form:1', mimeType: 'application/json' } as const;
const ISSUER = 'https://delivery.example.org';
const sent = { metadata: 'm', data: 'd', attachments: { a: '1', b: '2' } };
const header: JWTHeaderParameters = { alg: 'PS512', typ: 'secevent+jwt', kid: 'service' };

let server: Server;
let service: DeliveryService;
let keys: Record<'service' | 'destination' | 'stranger', CryptoKey>;
let eventLog: string[] = [];
let lookUps: string[] = [];

/** Publishes the keys of delivery service and destination, and the present event log, as FIT-Connect does. */
beforeAll(async () => {
  const pairs = await Promise.all([1, 2, 3].map(() => generateKeyPair('PS512', { modulusLength: 4096 })));
  const [one, two, three] = pairs as [(typeof pairs)[0], (typeof pairs)[0], (typeof pairs)[0]];
  keys = { service: one.privateKey, destination: two.privateKey, stranger: three.privateKey };
  const jwk = async (key: CryptoKey, kid: string): Promise<JWK> => ({
    ...(await exportJWK(key)),
    kid,
    alg: 'PS512',
  });
  const answers: Record<string, unknown> = {
    '/token': { access_token: 't', expires_in: 1800 },
    '/.well-known/jwks.json': { keys: [{ kty: 'EC' }, await jwk(one.publicKey, 'service')] },
    [`/v2/destinations/${DESTINATION_ID}/keys/destination`]: await jwk(two.publicKey, 'destination'),
    [`/v2/destinations/${DESTINATION_ID}/keys/wrapping`]: {
      ...(await jwk(two.publicKey, 'wrapping')),
      key_ops: ['wrapKey'],
    },
    [`/v2/destinations/${DESTINATION_ID}`]: {
      destinationId: DESTINATION_ID,
      status: 'active',
      encryptionKid: 'verifying',
      publicServices: [{ identifier: 'service', submissionSchemas: [schema] }],
    },
    [`/v2/destinations/${DESTINATION_ID}/keys/verifying`]: {
      ...(await jwk(two.publicKey, 'verifying')),
      alg: 'RSA-OAEP-256',
      key_ops: ['verify'],
    },
    [`/v2/destinations/${DESTINATION_ID}/keys/encryption`]: {
      ...(await jwk(two.publicKey, 'encryption')),
      alg: 'RSA-OAEP-256',
    },
  };
  server = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? '', ISSUER);
    const offset = Number(searchParams.get('offset'));
    if (/jwks|keys/.test(pathname)) lookUps.push(pathname);
    const answer = pathname.endsWith('/events')
      ? { totalCount: eventLog.length, eventLog: eventLog.slice(offset, offset + 2) }
      : answers[pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = createFitConnect({
    tokenUrl: `${base}/token`,
    submissionUrl: base,
    destinationUrl: base,
    issuer: ISSUER,
    clientId: 'portal',
    clientSecret: 'secret',
    userAgent: 'Serviceportal/0.1.0',
    retry: { limit: 0, firstDelayMs: 1 },
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Kind = 'create' | 'submit' | 'notify' | 'forward' | 'reject' | 'accept' | 'delete' | 'explode';
const eventOf = (kind: Kind, content: object = {}) => ({
  [`https://schema.fitko.de/fit-connect/events/${kind}-submission`]: content,
});

function claims(events: object, more: object = {}) {
  return {
    iss: ISSUER,
    iat: 1_700_000_000,
    jti: crypto.randomUUID(),
    sub: `submission:${ids.submissionId}`,
    txn: `case:${ids.caseId}`,
    events,
    ...more,
  };
}

const sign = (payload: object, key: CryptoKey, protectedHeader: JWTHeaderParameters = header) =>
  new SignJWT({ ...payload }).setProtectedHeader(protectedHeader).sign(key);

const byService = (kind: Kind, content?: object) => sign(claims(eventOf(kind, content)), keys.service);
const byDestination = (kind: Kind, content?: object) =>
  sign(claims(eventOf(kind, content), { iss: DESTINATION_ID }), keys.destination, {
    ...header,
    kid: 'destination',
  });

async function read(...tokens: string[]) {
  eventLog = tokens;
  return service.events(ids, { destinationId: DESTINATION_ID, authenticationTags: sent });
}

describe('the event log of a delivery', () => {
  it('is read over all pages, in its order', async () => {
    const problems = [{ type: 'urn:x', title: 'Unleserlich', detail: 'Seite 2' }];
    const log = await read(
      await byService('create'),
      await byService('submit', { authenticationTags: sent }),
      await byService('notify'),
      await byDestination('forward'),
      await byDestination('reject', { authenticationTags: sent, problems }),
    );
    expect(log.rejected).toBe(0);
    expect(log.events.map(({ kind }) => kind)).toEqual(['create', 'submit', 'notify', 'forward', 'reject']);
    expect(log.events[4]).toMatchObject({
      issuer: DESTINATION_ID,
      issuedAt: '2023-11-14T22:13:20.000Z',
      problems,
      token: eventLog[4],
    });
  });

  it('lets the service reject on its own, as it does after 14 days', async () => {
    expect((await read(await byService('reject', { problems: [] }))).events).toHaveLength(1);
  });

  const forgeries: [reason: string, token: () => Promise<string>][] = [
    [
      'is signed by a stranger under the service’s key id',
      () => sign(claims(eventOf('create')), keys.stranger),
    ],
    [
      'is signed with an unknown key',
      () => sign(claims(eventOf('create')), keys.service, { ...header, kid: 'x' }),
    ],
    [
      'is signed by the service in the name of another one',
      () => sign(claims(eventOf('create'), { iss: 'https://other.example.org' }), keys.service),
    ],
    ['is not signed', async () => unsigned(claims(eventOf('create')))],
    ['is no token', async () => 'nonsense'],
    ['has another type', () => sign(claims(eventOf('create')), keys.service, { ...header, typ: 'JWT' })],
    [
      'is of another submission',
      () => sign(claims(eventOf('create'), { sub: 'submission:x' }), keys.service),
    ],
    ['is of another case', () => sign(claims(eventOf('create'), { txn: 'case:x' }), keys.service)],
    ['holds two events', () => sign(claims({ ...eventOf('create'), ...eventOf('notify') }), keys.service)],
    ['holds no event', () => sign(claims({}), keys.service)],
    ['holds an event that we do not know', () => byService('explode')],
    ['was altered after signing', async () => altered(await byService('create'))],
    ['accepts in the service’s name', () => byService('accept', { authenticationTags: sent })],
    ['submits in the authority’s name', () => byDestination('submit', { authenticationTags: sent })],
    [
      'names another destination',
      () => sign(claims(eventOf('accept'), { iss: ids.caseId }), keys.destination),
    ],
    [
      'is signed with a key that the destination has for encryption',
      () =>
        sign(claims(eventOf('reject'), { iss: DESTINATION_ID }), keys.destination, {
          ...header,
          kid: 'encryption',
        }),
    ],
    [
      'is signed with a key that says it is for wrapping keys',
      () =>
        sign(claims(eventOf('reject'), { iss: DESTINATION_ID }), keys.destination, {
          ...header,
          kid: 'wrapping',
        }),
    ],
    ['accepts without saying what', () => byDestination('accept')],
    ['accepts other data', () => byDestination('accept', { authenticationTags: { ...sent, data: 'x' } })],
    [
      'accepts another attachment',
      () => byDestination('accept', { authenticationTags: { ...sent, attachments: { a: '1', b: 'x' } } }),
    ],
    [
      'accepts an attachment that was not sent instead of one that was',
      () => byDestination('accept', { authenticationTags: { ...sent, attachments: { a: '1', c: '2' } } }),
    ],
    ['submits without saying what', () => byService('submit')],
    ['submits something else', () => byService('submit', { authenticationTags: { ...sent, data: 'x' } })],
    [
      'accepts fewer attachments',
      () => byDestination('accept', { authenticationTags: { ...sent, attachments: { a: '1' } } }),
    ],
    [
      'accepts more attachments',
      () =>
        byDestination('accept', { authenticationTags: { ...sent, attachments: { a: '1', b: '2', c: '3' } } }),
    ],
    [
      'rejects something else',
      () => byDestination('reject', { authenticationTags: { ...sent, metadata: 'x' } }),
    ],
  ];

  it.each(forgeries)('counts as not verified what %s', async (_reason, token) => {
    expect(await read(await byService('create'), await token())).toMatchObject({
      events: [{ kind: 'create' }],
      rejected: 1,
    });
  });
});

it('nothing is sealed with a key that says it is for verifying', async () => {
  const sealing = service.seal({
    destinationId: DESTINATION_ID,
    publicService: { identifier: 'service', name: 'Service' },
    area: null,
    data: [{ schema, text: '{}' }],
  } as unknown as DeliveryPackage);
  await expect(sealing).rejects.toThrow(/key verifying is for verify, not for wrapKey or encrypt/);
});

describe('keys that nobody knows', () => {
  const byUnknown = (iss: string, kid: string) =>
    sign(claims(eventOf('create'), { iss }), keys.stranger, { ...header, kid });

  it('are asked for a few times, not once for each that a log names', async () => {
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, index) => byUnknown(ISSUER, `key-${index}`)),
    );
    const ofAuthority = await Promise.all(
      Array.from({ length: 60 }, (_, index) => byUnknown(DESTINATION_ID, `key-${index}`)),
    );
    lookUps = [];
    expect((await read(...many, ...ofAuthority)).rejected).toBe(120);
    expect((await read(...many, ...ofAuthority)).rejected).toBe(120);
    expect(lookUps.filter((path) => path.includes('jwks')).length).toBeLessThanOrEqual(10);
    expect(lookUps.filter((path) => path.includes('keys/key-')).length).toBeLessThanOrEqual(10);
  });

  it('are not asked for twice within five minutes, and then again', async () => {
    let time = 1;
    const misses = createMisses(() => time);
    misses.note('issuer', 'a');
    expect([misses.mayAsk('issuer', 'a'), misses.mayAsk('issuer', 'b')]).toEqual([false, true]);
    time += 5 * 60_000 + 1;
    expect(misses.mayAsk('issuer', 'a')).toBe(true);
  });

  it('of one issuer do not keep another’s from being asked for', () => {
    const misses = createMisses();
    for (const kid of '0123456789') misses.note('issuer', kid);
    expect([misses.mayAsk('issuer', 'x'), misses.mayAsk('other', 'x')]).toEqual([false, true]);
  });
});

function unsigned(payload: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ ...header, alg: 'none' })}.${part(payload)}.`;
}

function altered(token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const payload = Buffer.from(body, 'base64url').toString().replace('create-submission', 'delete-submission');
  return [head, Buffer.from(payload).toString('base64url'), signature].join('.');
}
