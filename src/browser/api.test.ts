import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { type Api, createApi } from './api.ts';
import { ApiProblem } from './api-problem.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let server: Server;
let base: string;
let seen: Seen[];
let answers: ((response: ServerResponse) => void)[];

const json =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, more = {}) =>
  json(status, { type: `urn:serviceportal:problem:${code}`, title: code, status, code, ...more });

const ID = '8a147205-a032-4077-bd9f-ff4452a2fae6';
const saved = {
  version: 4,
  status: 'EDITING',
  savedAt: '2026-11-20T12:00:00Z',
  availableUntil: '2026-12-20T12:00:00Z',
};

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const answer = answers.shift() ?? problem(500, 'internal');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const client = (more = {}): Api =>
  createApi(calls, { base, cookies: () => 'locale=de; XSRF-TOKEN=a%2Fb; other=1', ...more });
const caught = (promise: Promise<unknown>): Promise<ApiProblem> =>
  promise.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ApiProblem) => error,
  );

describe('a call', () => {
  it('is made as the contract says: path, query, body, anti-forgery header on writes only', async () => {
    answers = [json(200, []), json(200, saved)];
    const api = client();
    await api.listDrafts({ query: { lang: 'en', leiKaId: undefined } });
    await api.saveProgress({
      params: { id: ID },
      query: { lang: 'en' },
      body: { version: 3, data: { name: 'Ada' }, page: 'p1' },
    });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/processes?lang=en' });
    expect(seen[0]?.headers['x-xsrf-token']).toBeUndefined();
    expect(seen[1]).toMatchObject({ method: 'PUT', url: `/api/process/${ID}/progress?lang=en` });
    expect(seen[1]?.headers['x-xsrf-token']).toBe('a/b');
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ version: 3, data: { name: 'Ada' }, page: 'p1' });
  });

  it('names its window, when it reads as well: opening a form is for the window that edits', async () => {
    answers = [json(200, []), json(200, saved)];
    const api = client({ window: () => ID });
    await api.listDrafts({ query: {} });
    await api.saveProgress({ params: { id: ID }, query: {}, body: { version: 3, data: {}, page: null } });
    expect(seen.map(({ headers }) => headers['x-window'])).toEqual([ID, ID]);
  });

  it('of a form server prolonged its session says nothing of anybody being here', async () => {
    const onActivity = vi.fn();
    answers = [json(200, { expires: '2026-11-23T12:00:00Z' })];
    await client({ onActivity }).prolongForm({ params: { id: ID }, body: { caseId: ID } });
    expect(onActivity).not.toHaveBeenCalled();
  });

  it('of what a frame did says nothing of anybody being here either', async () => {
    const onActivity = vi.fn();
    answers = [(response) => response.writeHead(204).end()];
    const body = { caseId: ID, reason: 'flooded' } as const;
    await client({ onActivity }).reportFrame({ params: { id: ID }, body });
    expect(seen[0]).toMatchObject({ method: 'PUT', url: `/api/process/${ID}/form-session/closed` });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body);
    expect(onActivity).not.toHaveBeenCalled();
  });

  it('refuses an answer that is not what the contract says', async () => {
    answers = [json(200, { ...saved, version: 'four' })];
    const error = await caught(
      client().saveProgress({ params: { id: ID }, query: {}, body: { version: 3, data: {}, page: null } }),
    );
    expect(error.code).toBe('internal');
  });

  it('without an answer ends well', async () => {
    answers = [(response) => response.writeHead(204).end()];
    await expect(client().endLogin({ params: { id: ID } })).resolves.toBeUndefined();
  });

  it('says that somebody is here, but for asking who it is, for prolonging and for leaving', async () => {
    const onActivity = vi.fn();
    const api = client({ onActivity });
    const nobody = {
      user: null,
      sessionExpired: false,
      limits: { idleMinutes: 30, absoluteMinutes: 480 },
    };
    answers = [
      json(200, []),
      json(200, nobody),
      json(200, { user: 'not looked at' }),
      json(200, []),
      json(200, { account: null }),
    ];
    await api.listDrafts({ query: {} });
    expect(onActivity).toHaveBeenCalledTimes(1);
    await api.getUser();
    await caught(api.prolongSession());
    await api.eraseSession({ query: {} });
    await api.logout({ query: {} });
    expect(onActivity).toHaveBeenCalledTimes(1);
  });

  it('that a window makes by itself says so, and nothing of anybody being here', async () => {
    const onActivity = vi.fn();
    let isAttended = true;
    const api = client({ onActivity, isAttended: () => isAttended });
    answers = [json(200, []), json(200, []), json(200, {}), json(200, {})];
    await api.listDrafts({ query: {} });
    isAttended = false;
    await api.listDrafts({ query: {} });
    // The request is made only where somebody wants to go on, or waits for the bytes of a file.
    await caught(api.prolongSession());
    isAttended = true;
    await caught(api.checkPayment({ params: { processId: ID }, query: {} }));
    expect(seen.map(({ headers }) => headers['x-unattended'])).toEqual([
      undefined,
      'true',
      undefined,
      'true',
    ]);
    expect(onActivity).toHaveBeenCalledTimes(1);
  });

  it('of a window that waits for a payment says nothing of anybody being here', async () => {
    const onActivity = vi.fn();
    answers = [json(200, {})];
    await caught(client({ onActivity }).checkPayment({ params: { processId: ID }, query: {} }));
    answers = [json(200, {})];
    await caught(client({ onActivity }).getUpload({ params: { id: ID, file: ID } }));
    expect(onActivity).not.toHaveBeenCalled();
  });
});

describe('a failure', () => {
  it('carries code, status of the process and number for support', async () => {
    const onProblem = vi.fn();
    answers = [problem(409, 'status-conflict', { processStatus: 'PAID', requestId: 'r-1' })];
    const error = await caught(client({ onProblem }).submitProcess({ params: { id: ID }, query: {} }));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ code: 'status-conflict', processStatus: 'PAID', requestId: 'r-1' });
    expect(onProblem).toHaveBeenCalledWith(error);
  });

  it('of something between us and the service is told in general words', async () => {
    answers = [
      (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'),
    ];
    expect((await caught(client().listDrafts({ query: {} }))).code).toBe('internal');
  });

  it('of the network is told as such and not repeated', async () => {
    answers = [(response) => response.destroy()];
    expect((await caught(client().listDrafts({ query: {} }))).code).toBe('network');
    expect(seen).toHaveLength(1);
  });
});

describe('a body-less call is repeated once', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('when a read gets %i', async (status) => {
    answers = [problem(status, 'internal', {}), json(200, [])];
    await expect(client().listDrafts({ query: {} })).resolves.toEqual([]);
    expect(seen).toHaveLength(2);
  });

  it('and not a third time', async () => {
    answers = [problem(503, 'payment-unavailable'), problem(503, 'payment-unavailable'), json(200, [])];
    expect((await caught(client().listDrafts({ query: {} }))).code).toBe('payment-unavailable');
    expect(seen).toHaveLength(2);
  });

  it('but a write is not when its status or version is refused', async () => {
    answers = [problem(409, 'status-conflict')];
    await caught(client().submitProcess({ params: { id: ID }, query: {} }));
    expect(seen).toHaveLength(1);
  });

  it('and a call with a body never is', async () => {
    answers = [problem(503, 'internal')];
    await caught(
      client().saveProgress({ params: { id: ID }, query: {}, body: { version: 1, data: {}, page: null } }),
    );
    expect(seen).toHaveLength(1);
  });
});

describe('a service that asks to come back', () => {
  const busy = problem(503, 'overloaded');
  const later = (seconds: number) =>
    json(503, { code: 'overloaded', status: 503 }, { 'retry-after': seconds });

  it('is asked again when it has said, a few times, and the person is told', async () => {
    answers = [later(0.05), later(0.05), later(0.05), later(0.05), json(200, [])];
    const onPause = vi.fn();
    await expect(client({ onPause }).listDrafts({ query: {} })).resolves.toEqual([]);
    expect([seen.length, onPause.mock.calls.length]).toEqual([5, 4]);
  });

  it('is not asked for ever', async () => {
    answers = Array.from({ length: 9 }, () => later(0.01));
    const error = await caught(client().listDrafts({ query: {} }));
    expect([error.code, seen.length]).toEqual(['overloaded', 5]);
  });

  it('is not asked again before its time', async () => {
    answers = [later(0.4), json(200, [])];
    const began = performance.now();
    await client().listDrafts({ query: {} });
    expect(performance.now() - began).toBeGreaterThan(390);
  });

  it('is not waited for when that would take long', async () => {
    answers = [later(11), json(200, [])];
    const onPause = vi.fn();
    vi.useFakeTimers();
    const asked = client({ onPause }).listDrafts({ query: {} });
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    await asked;
    expect([seen.length, onPause.mock.calls.length]).toEqual([2, 0]);
  });

  it('is asked once more when it does not say when', async () => {
    answers = [busy, busy];
    const onPause = vi.fn();
    await caught(client({ onPause }).listDrafts({ query: {} }));
    expect([seen.length, onPause.mock.calls.length]).toEqual([2, 0]);
  });

  it('is not asked a third time for what writes', async () => {
    answers = [later(0.01), later(0.01), json(200, {})];
    await caught(client().submitProcess({ params: { id: ID }, query: {} }));
    expect(seen).toHaveLength(2);
  });

  it('is told to nobody when a window asks by itself', async () => {
    answers = [later(0.05), json(200, { version: '1', commit: 'a' })];
    const onPause = vi.fn();
    await client({ onPause }).getVersion();
    expect(onPause).not.toHaveBeenCalled();
  });

  it('tells the form when to save again', async () => {
    answers = [later(4)];
    const error = await caught(
      client().saveProgress({ params: { id: ID }, query: {}, body: { version: 1, data: {}, page: null } }),
    );
    expect([error.code, error.retryAfter, seen.length]).toEqual(['overloaded', 4, 1]);
  });
});
