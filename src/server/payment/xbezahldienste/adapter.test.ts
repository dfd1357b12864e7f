import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createXbezahldienste, type XbezahldiensteConfig } from './adapter.ts';
import { cleanPurpose, paymentRequestBody } from './request.ts';

type Said = { status?: number; type?: string; body: unknown };
type Heard = { method: string; path: string; authorization: string; accept: string; body: string };

/** Answers of a provider, in turn; the last one is repeated. */
let words: Said[];
let tokenWords: Said[];
let heard: Heard[];
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const isToken = request.url === '/token';
    heard.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      accept: request.headers.accept ?? '',
      body: await bodyOf(request),
    });
    const queue = isToken ? tokenWords : words;
    const { status = 200, type = 'application/json', body } = (queue.length > 1 ? queue.shift() : queue[0])!;
    response.writeHead(status, { 'content-type': type, location: `${origin}/elsewhere` });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  heard = [];
  tokenWords = [{ body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 } }];
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

const connect = (about: Partial<XbezahldiensteConfig> = {}) =>
  createXbezahldienste({
    baseUrl: origin,
    tokenUrl: `${origin}/token`,
    clientId: 'portal',
    clientSecret: 'a secret',
    originatorId: 'SH-1',
    timeoutMs: 3000,
    ...about,
  });
const asked = {
  requestId: 'request-1',
  endPointId: 'kiel',
  amountCents: 1100,
  purpose: 'Hundesteuer',
  description: 'Hundesteuer 2026',
  returnUrl: 'https://portal.example/return',
};

/** A transaction as the standard words it. */
const transaction = (information: object = {}, request: object = {}) => ({
  paymentRequest: { requestId: 'request-1', currency: 'EUR', grosAmount: 11, ...request },
  paymentInformation: {
    transactionId: 'T-1',
    transactionReference: 'K-1',
    transactionTimestamp: '2026-11-20T10:00:00Z',
    transactionRedirectUrl: 'https://pay.example/T-1',
    paymentMethod: 'CREDITCARD',
    status: 'INITIAL',
    ...information,
  },
});
const problem = (status: number, body: object): Said => ({ status, type: 'application/problem+json', body });
const starting = (...said: Said[]) => {
  words = said;
  return connect().start(asked);
};
const asking = (...said: Said[]) => {
  words = said;
  return connect().status('kiel', 'T-1');
};

describe('a transaction', () => {
  it.each([
    ['INITIAL', { state: 'pending', redirectUrl: 'https://pay.example/T-1', method: null }],
    ['PAYED', { state: 'paid', redirectUrl: null, method: 'CREDITCARD' }],
    ['CANCELED', { state: 'cancelled', redirectUrl: null, method: 'CREDITCARD' }],
    ['FAILED', { state: 'failed', redirectUrl: null, method: 'CREDITCARD' }],
  ])('that is %s', async (status, expected) => {
    const facts = {
      transactionId: 'T-1',
      reference: 'K-1',
      amountCents: 1100,
      timestamp: '2026-11-20T10:00:00Z',
    };
    expect(await asking({ body: transaction({ status }) })).toEqual({ ...facts, ...expected });
  });

  it('may lack what some providers do not send', async () => {
    const information = { transactionReference: null, transactionRedirectUrl: null };
    expect(await asking({ body: transaction(information) })).toMatchObject({
      reference: '',
      redirectUrl: null,
    });
    const paid = { status: 'PAYED', paymentMethod: null };
    expect(await asking({ body: transaction(paid) })).toMatchObject({ method: null });
  });

  it('is asked for by its own address, with the token', async () => {
    await asking({ body: transaction() });
    expect(heard.at(-1)).toMatchObject({
      method: 'GET',
      path: '/paymenttransaction/SH-1/kiel/T-1',
      authorization: 'Bearer token-1',
      accept: 'application/json, application/problem+json',
    });
  });

  it('may say its time with an offset', async () => {
    const transactionTimestamp = '2026-11-20T11:00:00+01:00';
    expect(await asking({ body: transaction({ transactionTimestamp }) })).toMatchObject({
      timestamp: transactionTimestamp,
    });
  });

  it('is not believed when it is another one than was asked for', async () => {
    await expect(asking({ body: transaction({ transactionId: 'T-2' }) })).rejects.toThrow(
      'answered for another transaction',
    );
    await expect(starting({ body: transaction({}, { requestId: 'request-2' }) })).rejects.toThrow(
      'answered for another request',
    );
  });

  it.each([
    ['no amount', {}, { grosAmount: undefined }],
    ['an amount of nothing', {}, { grosAmount: 0 }],
    ['another currency', {}, { currency: 'USD' }],
    ['a status outside the standard', { status: 'MAYBE' }, {}],
    ['no time', { transactionTimestamp: 'yesterday' }, {}],
    ['no id', { transactionId: '' }, {}],
    ['a page that is no web address', { transactionRedirectUrl: 'javascript:alert(1)' }, {}],
  ])('is not believed with %s', async (_what, information, request) => {
    await expect(asking({ body: transaction(information, request) })).rejects.toThrow(
      'unexpected answer (200)',
    );
  });

  it('has its amount in either spelling', async () => {
    const body = transaction({}, { grosAmount: undefined, grossAmount: '19.99' });
    expect(await asking({ body })).toMatchObject({ amountCents: 1999 });
  });
});

describe('a transaction that the provider does not have', () => {
  it('is known by its own words alone', async () => {
    expect(await asking(problem(404, { title: 'not found' }))).toBeNull();
  });

  it.each<[string, Said]>([
    ['a gateway says so', { status: 404, body: { message: 'no route' } }],
    ['a gateway says so in a page', { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }],
    ['it does not know who asks', problem(404, { code: 'NO_VALID_ORIGINATOR_OR_ENDPOINT' })],
    ['it has gone', problem(410, {})],
  ])('is not unknown when %s', async (_what, said) => {
    await expect(asking(said)).rejects.toThrow('refused');
  });
});

describe('a request that the provider has already', () => {
  it.each([
    ['its id', { code: 'PAYMENT_EXISTS', transactionId: 'T-1' }],
    ['its address', { type: 'urn:x/PAYMENT_EXISTS', instance: 'https://x/paymenttransaction/SH-1/kiel/T-1' }],
  ])('is found by %s', async (_what, body) => {
    const found = await starting(problem(409, body), { body: transaction({ status: 'PAYED' }) });
    expect(found).toMatchObject({ transactionId: 'T-1', state: 'paid' });
    expect(heard.at(-1)).toMatchObject({ method: 'GET', path: '/paymenttransaction/SH-1/kiel/T-1' });
  });

  it('is a fault when nothing says which', async () => {
    await expect(starting(problem(409, { code: 'PAYMENT_EXISTS' }))).rejects.toThrow('without saying which');
  });

  it('is a fault when it cannot be found after all', async () => {
    const exists = problem(409, { code: 'PAYMENT_EXISTS', transactionId: 'T-1' });
    await expect(starting(exists, problem(404, {}))).rejects.toThrow('answered for another request');
  });

  it('is not one that was refused for another reason, or said with success', async () => {
    await expect(starting(problem(400, { code: 'VALIDATION_ERROR', detail: 'purpose' }))).rejects.toThrow(
      'refused (400): VALIDATION_ERROR purpose',
    );
    await expect(starting({ body: { code: 'PAYMENT_EXISTS', transactionId: 'T-1' } })).rejects.toThrow(
      'unexpected answer (200)',
    );
  });
});

describe('an answer that proves nothing', () => {
  it.each<[string, Said, string]>([
    ['of a server in trouble', { status: 500, body: {} }, 'answered 500'],
    ['of one that is asked too often', { status: 429, body: {} }, 'answered 429'],
    ['that leads elsewhere', { status: 302, body: {} }, 'the request failed'],
    ['that leaves a choice', { status: 300, body: transaction() }, 'refused (300)'],
    ['that is too long', { body: { filler: 'x'.repeat(256 * 1024) } }, 'too long'],
    ['that is cut off', { body: '{"paymentRequest":' }, 'something else than the partner'],
    ['that is no JSON', { type: 'text/plain', body: 'fine' }, 'unexpected answer'],
  ])('is one %s', async (_what, said, reason) => {
    await expect(asking(said)).rejects.toThrow(reason);
  });

  it('is one with problem details that are not of the standard', async () => {
    await expect(asking(problem(422, { title: 'Whatever' }))).rejects.toThrow('refused (422): UNSPECIFIED');
  });
});

describe('the access token', () => {
  const tokensAsked = () => heard.filter(({ path }) => path === '/token');

  it('is asked for with id and secret, form-encoded, once', async () => {
    words = [{ body: transaction() }];
    const provider = connect({ clientId: 'p:1', clientSecret: 'a b&c' });
    await provider.status('kiel', 'T-1');
    await provider.status('kiel', 'T-1');
    expect(tokensAsked()).toHaveLength(1);
    const [, basic] = (tokensAsked()[0]?.authorization ?? '').split(' ');
    expect(Buffer.from(basic ?? '', 'base64').toString()).toBe('p%3A1:a+b%26c');
    expect(tokensAsked()[0]).toMatchObject({
      method: 'POST',
      accept: 'application/json',
      body: 'grant_type=client_credentials',
    });
  });

  it.each([
    ['30 seconds before its end', { expires_in: 30 }, 2],
    ['not before', { expires_in: 40 }, 1],
    ['not before five minutes have passed when it says no end', {}, 1],
  ])('is replaced %s', async (_when, about, times) => {
    tokenWords = [{ body: { access_token: 'token-1', token_type: 'bearer', ...about } }];
    words = [{ body: transaction() }];
    const provider = connect();
    await provider.status('kiel', 'T-1');
    await provider.status('kiel', 'T-1');
    expect(tokensAsked()).toHaveLength(times);
  });

  it('that is not accepted any more is replaced, once', async () => {
    const answerOf = (access_token: string) => ({ body: { access_token, token_type: 'Bearer' } });
    tokenWords = [answerOf('token-1'), answerOf('token-2')];
    expect(await asking({ status: 401, body: {} }, { body: transaction() })).toMatchObject({
      state: 'pending',
    });
    expect(heard.at(-1)?.authorization).toBe('Bearer token-2');
    heard = [];
    await expect(asking({ status: 401, body: {} })).rejects.toThrow('refused (401)');
    expect(heard.filter(({ path }) => path !== '/token')).toHaveLength(2);
  });

  it.each<[string, Said, string]>([
    ['refused', { status: 403, body: {} }, 'the token request was refused (403)'],
    ['none of OAuth', { body: { access_token: 'x', token_type: 'mac' } }, 'unexpected answer'],
    ['empty', { body: { access_token: '', token_type: 'Bearer' } }, 'unexpected answer'],
  ])('that is %s is a fault', async (_what, said, reason) => {
    tokenWords = [said];
    await expect(asking({ body: transaction() })).rejects.toThrow(reason);
  });
});

describe('a request to pay', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const body = (about: object = {}) => paymentRequestBody({ ...asked, ...about }, 'grosAmount', now);

  it('is one item without tax, posted to the end point', async () => {
    await starting({ body: transaction() });
    expect(heard.at(-1)).toMatchObject({ method: 'POST', path: '/paymenttransaction/SH-1/kiel' });
    const { requestTimestamp: _, ...sent } = JSON.parse(heard.at(-1)?.body ?? '');
    expect(sent).toEqual({
      requestId: 'request-1',
      currency: 'EUR',
      grosAmount: 11,
      purpose: 'Hundesteuer',
      description: 'Hundesteuer 2026',
      redirectUrl: 'https://portal.example/return',
      items: [
        {
          id: '1',
          reference: 'request-1',
          description: 'Hundesteuer 2026',
          taxRate: 0,
          quantity: 1,
          totalNetAmount: 11,
          totalTaxAmount: 0,
          singleNetAmount: 11,
          singleTaxAmount: 0,
          bookingData: {},
        },
      ],
    });
    expect(body().requestTimestamp).toBe('2026-11-20T10:00:00.000Z');
  });

  it('names the amount as the version of the provider does', async () => {
    words = [{ body: transaction() }];
    await connect({ version: '1.2' }).start(asked);
    expect(JSON.parse(heard.at(-1)?.body ?? '')).toMatchObject({ grossAmount: 11 });
    expect(JSON.parse(heard.at(-1)?.body ?? '')).not.toHaveProperty('grosAmount');
  });

  it('has an amount from one cent to 999,999 euros', () => {
    expect(body({ amountCents: 1 }).grosAmount).toBe(0.01);
    expect(body({ amountCents: 99_999_900 }).grosAmount).toBe(999_999);
    for (const amountCents of [0, -1, 1.5, 99_999_901])
      expect(() => body({ amountCents })).toThrow(RangeError);
  });

  it('has an address back of at most 2082 characters', () => {
    const address = (length: number) => 'https://x/'.padEnd(length, 'a');
    expect(body({ returnUrl: address(2082) }).redirectUrl).toHaveLength(2082);
    expect(() => body({ returnUrl: address(2083) })).toThrow('returnUrl is too long');
  });

  it('has a description of at most 250 characters, none of them cut in half', () => {
    expect(body({ description: `${'a'.repeat(249)}🌊b` }).description).toBe(`${'a'.repeat(249)}🌊`);
  });

  it.each(['', 'a'.repeat(37), 'a/b', 'ä'])('has no id like %j', (id) => {
    expect(() => body({ requestId: id })).toThrow('requestId must have 1 to 36 characters');
    expect(() => connect({ originatorId: id })).toThrow('originatorId');
  });

  it.each([
    ['Hundesteuer für Größe Ä', 'Hundesteuer fuer Groesse Ae'],
    ['Café – São Ødegård', 'Cafe Sao Oedegard'],
    ['a'.repeat(26).concat(' b'), 'a'.repeat(26)],
    ['Łódź łódź Đakovo đakovo', 'Lodz lodz Dakovo dakovo'],
    ['GROẞ groß Übung über Ölung', 'GROSS gross Uebung ueber Oe'],
    ['Æbeltoft æble øre ä ö', 'Aebeltoft aeble oere ae oe'],
    ['  spaces   around  ', 'spaces around'],
    ['§§§', 'Gebuehr'],
  ])('has a purpose of plain letters: %j', (purpose, plain) => {
    expect(cleanPurpose(purpose)).toBe(plain);
  });
});

it('the provider says its currency and the ways that were agreed', () => {
  expect(connect({ methods: ['CREDITCARD'] })).toMatchObject({ currency: 'EUR', methods: ['CREDITCARD'] });
  expect(connect().methods).toEqual([]);
});
