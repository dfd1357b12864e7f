import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { ProblemCode } from '#domain/problem.ts';
import { type Partner, PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import { KeyUnknown } from '#server/sealing/key-faults.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { answerProblems } from './problems.ts';
import { knowCallers } from './security/callers.ts';

const ID = '00000000-0000-4000-8000-000000000000';

type Line = { level: number; msg: string };
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function service(tellRefusal?: () => void) {
  const lines: Line[] = [];
  const done: string[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = Fastify({ logger: { level: 'debug', stream }, forceCloseConnections: true });
  knowCallers(app);
  answerProblems(app, undefined, tellRefusal);
  app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload);
  app.post('/file', async ({ body }) => {
    try {
      for await (const _piece of body as AsyncIterable<Uint8Array>);
      return 'whole';
    } finally {
      done.push('file');
    }
  });
  app.post('/file-in-other-words', async ({ body }) => {
    try {
      for await (const _piece of body as AsyncIterable<Uint8Array>);
      return 'whole';
    } catch (cause) {
      throw new Error('the file could not be taken', { cause });
    } finally {
      done.push('file');
    }
  });
  app.post('/given-up', async ({ body }) => {
    try {
      for await (const _piece of body as AsyncIterable<Uint8Array>);
      return 'whole';
    } catch {
      throw Object.assign(new Error('given up'), { code: 'ABORT_ERR' });
    } finally {
      done.push('file');
    }
  });
  app.post('/json', async () => 'read');
  app.get('/download', async (_request, reply) => {
    // Larger than what sockets hold, so that the end is never sent.
    const pieces = function* () {
      try {
        for (let piece = 0; piece < 1_000; piece += 1) yield Buffer.alloc(64 * 1024);
      } finally {
        done.push('download');
      }
    };
    return reply.type('application/pdf').send(Readable.from(pieces()));
  });
  app.get('/late', async () => {
    await pause(30);
    done.push('late');
    throw new ProblemError('not-found', {}, { foreign: 'x' });
  });
  app.get('/broken', async () => {
    await pause(30);
    done.push('broken');
    throw new TypeError('this is a fault of ours');
  });
  app.get('/stopped', async () => {
    throw Object.assign(new Error('stopped by ourselves'), { code: 'ABORT_ERR' });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { port, lines, done, url: `http://127.0.0.1:${port}` };
}

/** Sends the beginning of a request and resets the connection. */
async function hangUp(port: number, request: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(request.replaceAll('\n', '\r\n'));
  await pause(10);
  socket.resetAndDestroy();
}
const messages = (lines: Line[]) => lines.map(({ msg }) => msg);
const errors = (lines: Line[]) => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);

it.each([
  ['a file', 'POST /file HTTP/1.1\nHost: x\nContent-Type: x/y\nContent-Length: 9\n\nabc', 'file'],
  [
    'a file in pieces',
    'POST /file HTTP/1.1\nHost: x\nContent-Type: x/y\nTransfer-Encoding: chunked\n\n3\nabc\n',
    'file',
  ],
  [
    'a file, told in other words,',
    'POST /file-in-other-words HTTP/1.1\nHost: x\nContent-Type: x/y\nContent-Length: 9\n\nabc',
    'file',
  ],
  [
    'a file whose work is given up',
    'POST /given-up HTTP/1.1\nHost: x\nContent-Type: x/y\nContent-Length: 9\n\nabc',
    'file',
  ],
])('%s that is not sent to its end is no error', async (_what, request, end) => {
  const { port, lines, done } = await service();
  await hangUp(port, request);
  await expect.poll(() => done).toEqual([end]);
  await expect.poll(() => messages(lines)).toContain('callers have hung up in the middle of a request');
  expect(errors(lines)).toEqual([]);
});

it('nor is a body of JSON that ends early', async () => {
  const { port, lines } = await service();
  await hangUp(
    port,
    'POST /json HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: 9\n\n{"a"',
  );
  await pause(50);
  expect(errors(lines)).toEqual([]);
});

it('a fault of ours is an error, whether or not somebody still waits', async () => {
  const { port, lines, done } = await service();
  await hangUp(port, 'GET /broken HTTP/1.1\nHost: x\n\n');
  await expect.poll(() => done).toEqual(['broken']);
  await expect.poll(() => errors(lines)).toEqual(['unexpected error']);
});

it('work that the server itself stops is a fault of ours, too', async () => {
  const { url, lines } = await service();
  expect((await fetch(`${url}/stopped`)).status).toBe(500);
  expect(errors(lines)).toEqual(['unexpected error']);
});

it('a refusal is told of a caller who has hung up, too', async () => {
  const told: string[] = [];
  const { port, done } = await service(() => void told.push('told'));
  await hangUp(port, 'GET /late HTTP/1.1\nHost: x\n\n');
  await expect.poll(() => done).toEqual(['late']);
  await expect.poll(() => told).toEqual(['told']);
});

it('a refusal that cannot be told is answered, and an error', async () => {
  const { url, lines } = await service(() => {
    throw new Error('cannot be told');
  });
  const answer = await fetch(`${url}/late`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ]);
  expect(await answer.json()).toMatchObject({ code: 'not-found', requestId: expect.any(String) });
  expect(errors(lines)).toEqual(['a problem could not be told']);
});

it('whoever gets a fault of the server is told when to come back', async () => {
  const { url } = await service();
  const answer = await fetch(`${url}/broken`);
  expect(answer.status).toBe(500);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('nor is a download that is not read to its end', async () => {
  const { port, lines, done } = await service();
  await hangUp(port, 'GET /download HTTP/1.1\nHost: x\n\n');
  await expect.poll(() => done).toEqual(['download']);
  expect(errors(lines)).toEqual([]);
});

/** A server that answers every request with this error. */
function failing(first: Error, waitingPageOf?: Parameters<typeof answerProblems>[1]) {
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const failingApp = Fastify({ logger: { level: 'debug', stream } });
  app = failingApp;
  answerProblems(failingApp, waitingPageOf);
  let error = first;
  failingApp.all('/*', async () => {
    throw error;
  });
  const ask = (url = '/', headers = {}, method: 'GET' | 'PUT' = 'GET') =>
    failingApp.inject({ url, headers, method });
  const failWith = (next: Error) => {
    error = next;
  };
  return { ask, lines, failWith };
}
const OUTAGE = 'people were answered that something is not to be had';
const away = (partner: Partner) => new PartnerUnavailable(partner, 'no answer');
const withStatus = (statusCode: number) => Object.assign(new Error('said so'), { statusCode });

const failures: [string, Error, number, ProblemCode, pauses: [from: number, to: number] | null][] = [
  ['the payment provider', away('payment'), 503, 'payment-unavailable', [11, 15]],
  ['the delivery service', away('delivery service'), 503, 'delivery-unavailable', [11, 15]],
  ['an account', away('identity'), 503, 'login-failed', [11, 15]],
  ['the database', away('database'), 503, 'database-unavailable', [2, 2]],
  ['the scanner', away('scanner'), 503, 'scanner-unavailable', [11, 15]],
  ['the key service', away('key service'), 503, 'database-unavailable', [2, 2]],
  ['a key that is not here', new KeyUnknown('local:2025'), 503, 'database-unavailable', [2, 2]],
  ['a form server', away('form server'), 503, 'form-server-unavailable', [11, 15]],
  ['another portal', away('neighbour'), 503, 'neighbour-unavailable', [11, 15]],
  ['the feedback component', away('feedback component'), 500, 'internal', [5, 15]],
  ['the trace collector', away('trace collector'), 500, 'internal', [5, 15]],
  ['too much to do', new ProblemError('overloaded'), 503, 'overloaded', [2, 6]],
  ['no time to look', new ProblemError('check-unavailable'), 503, 'check-unavailable', [2, 6]],
  ['a limit', new ProblemError('too-many-requests', {}, { retryAfter: 7 }), 429, 'too-many-requests', [7, 7]],
  ['nothing there', new ProblemError('not-found'), 404, 'not-found', null],
  ['a body that is too large', withStatus(413), 413, 'file-too-large', null],
  ['a limit of calls', withStatus(429), 429, 'too-many-requests', null],
  ['a request that is none', withStatus(400), 400, 'input-invalid', null],
  ['a method that is none', withStatus(499), 400, 'input-invalid', null],
  ['a library that wants to lead elsewhere', withStatus(399), 500, 'internal', [5, 15]],
  ['a library that fails', withStatus(500), 500, 'internal', [5, 15]],
];

it.each(failures)(
  '%s is a problem with its code, and when to come back',
  async (_, error, status, code, range) => {
    const { ask } = failing(error);
    for (let times = 0; times < 30; times += 1) {
      const answer = await ask();
      expect([answer.statusCode, answer.json()]).toEqual([
        status,
        expect.objectContaining({ status, code, type: `urn:serviceportal:problem:${code}` }),
      ]);
      const pause = answer.headers['retry-after'];
      if (range === null) expect(pause).toBeUndefined();
      else {
        expect(Number(pause)).toBeGreaterThanOrEqual(range[0]);
        expect(Number(pause)).toBeLessThanOrEqual(range[1]);
      }
    }
  },
);

it('each problem has a title', async () => {
  const titleOf = async (error: Error) => (await failing(error).ask()).json().title;
  expect(await titleOf(new TypeError('x'))).toBe('Internal error');
  expect(await titleOf(new ProblemError('not-found'))).toBe('Not found');
  expect(await titleOf(new ProblemError('overloaded'))).toBe('overloaded');
});

it('operators hear of a database without room', async () => {
  const { ask, lines } = failing(new DatabaseUnavailable('refused', { cause: { code: '53100' } }));
  await ask();
  expect(errors(lines)).toEqual(['the database wants for room']);
});

it.each(failures.filter(([, , status, code]) => status >= 500 && code !== 'internal'))(
  'operators hear once that people met %s, and with which reference',
  async (_what, error, _status, code) => {
    const { ask, lines } = failing(error);
    const { requestId } = (await ask()).json();
    await ask();
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
      { level: 40, msg: OUTAGE, code, count: 1, reqId: requestId },
    ]);
  },
);

it('operators hear of each kind of failure, and not of what a person can mend', async () => {
  const { ask, lines, failWith } = failing(away('payment'));
  for (const error of [away('payment'), away('identity'), new ProblemError('not-found'), withStatus(413)]) {
    failWith(error);
    await ask();
  }
  expect(errors(lines)).toEqual([OUTAGE, OUTAGE]);
});

it('people who open a page get the page that says so', async () => {
  const { ask } = failing(away('database'), (request, code) =>
    request.headers.accept === 'text/html' ? `<p>${code}</p>` : null,
  );
  const { statusCode, headers, body } = await ask('/', { accept: 'text/html' });
  expect([statusCode, headers['content-type'], headers['retry-after'], body]).toEqual([
    503,
    'text/html; charset=utf-8',
    '2',
    '<p>database-unavailable</p>',
  ]);
  expect((await ask()).headers['content-type']).toContain('application/problem+json');
});

it('people who follow a link to a document that is not there get the application', async () => {
  const { ask } = failing(new ProblemError('download-expired'));
  const link = `/api/process/${ID}/file/receipt`;
  const ledTo = async (headers: object, ...[url = link, method = 'GET']: [string?, ('GET' | 'PUT')?]) =>
    (await ask(url, { accept: 'text/html', ...headers }, method)).headers.location;
  expect(await ledTo({})).toBe(`/formular?id=${ID}`);
  expect(await ledTo({}, `${link}?x=1`)).toBe(`/formular?id=${ID}`);
  expect(await ledTo({ referer: 'https://portal.example/en/account' })).toBe(`/en/form?id=${ID}`);
  expect(await ledTo({ referer: 'no address' })).toBe(`/formular?id=${ID}`);
  expect((await ask(link, { accept: 'text/html' })).statusCode).toBe(303);
  expect(await ledTo({ accept: 'application/json' })).toBeUndefined();
  expect((await ask(link)).headers.location).toBeUndefined();
  expect(await ledTo({}, link, 'PUT')).toBeUndefined();
  expect(await ledTo({}, `/api/process/${ID}`)).toBeUndefined();
});
