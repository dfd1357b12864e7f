import cookies from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperatorRole } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { SecurityEvent } from '#server/security/events.ts';
import { findSession, leaveTrace, openAnonymousSession } from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { answerProblems } from '../problems.ts';
import { beginOperatorLogin, endOperatorLoginAtProvider } from './operator-login.ts';
import { operatorTokenLogin } from './operator-token.ts';
import { giveOperatorSession, operatorOf, requireOperator } from './operators.ts';
import { nameOwnCookies } from './own-cookies.ts';
import { giveSessionCookie, knowViewers, requireSession } from './session.ts';

/** Logins of people and of operators, as a browser and the routes see them. */

let storage: Storage;
let context: ServerContext;
let app: FastifyInstance;
let now: Date;
let events: SecurityEvent[];
/** Answer of the provider of the administration about whoever comes back from it. */
let roles: readonly OperatorRole[];
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());
beforeEach(async () => {
  now = new Date('2026-11-28T08:00:00Z');
  events = [];
  roles = ['look'];
  for (const table of ['session', 'loginState'] as const) await storage.db.deleteFrom(table).execute();
  context = {
    storage,
    dataKeys: testKeys(),
    now: () => now,
    log: { warn: () => undefined, error: () => undefined },
    config: {
      SESSION_IDLE_MINUTES: 30,
      SESSION_ABSOLUTE_MINUTES: 480,
      OPERATIONS_TOKEN: 'right',
      OPERATORS_CLIENT_SECRET: 's',
    },
    security: { record: (event: SecurityEvent) => void events.push(event) },
    operatorsProvider: {
      begin: async () => ({ url: 'https://provider.example', request: {} }),
      read: async () => ({ result: 'SUCCESS', person: { subject: 'op-1', name: 'Kirsten Jensen' }, roles }),
    },
  } as unknown as ServerContext;
  app = Fastify();
  answerProblems(app);
  await app.register(cookies);
  await app.register(rateLimit, { global: false });
  nameOwnCookies(app, true);
  knowViewers(app);
  app.decorateRequest('caller', 'caller');
  const byToken = operatorTokenLogin(app, context)!;
  app.get('/own', async (request) => (await requireSession(context, request)).id);
  app.get('/quiet', async (request) => (await requireSession(context, request, { unattended: true })).id);
  app.get('/new', async (_, reply) => {
    const opened = await openAnonymousSession(context);
    giveSessionCookie(reply, opened);
    return opened.token;
  });
  app.get('/operator', async (request) => (await requireOperator(context, request)).roles);
  app.get('/is-operator', async (request) => (await operatorOf(context, request)) !== null);
  app.get('/enter', async (request, reply) => {
    await giveOperatorSession(context, { request, reply }, { operator: { way: 'token' } });
    return '';
  });
  app.post<{ Body: string }>('/token', async (request, reply) => byToken(request, reply, request.body));
  app.get('/begin', async (_, reply) => beginOperatorLogin(context, reply, 'de'));
  app.get<{ Querystring: { state: string } }>('/back', async (request, reply) =>
    endOperatorLoginAtProvider(context, { request, reply }, request.query),
  );
});

const get = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });
const codeOf = async (url: string, cookie = '') => (await get(url, cookie)).json().code as string;
/** The cookie with this name that an answer gives, as the browser sends it back. */
const given = (answer: { headers: object }, name: string): string => {
  const all = [(answer.headers as Record<string, string | string[] | undefined>)['set-cookie'] ?? []].flat();
  return all.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? '';
};
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

describe('a session', () => {
  it('is in a cookie that no script reads, of this host alone, until the browser is closed', async () => {
    const cookie = String((await get('/new')).headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-sp_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
  it('is asked for, and its end is told apart from a logout', async () => {
    expect(await codeOf('/own')).toBe('login-required');
    const cookie = given(await get('/new'), '__Host-sp_session');
    expect((await get('/own', cookie)).statusCode).toBe(200);
    pass(31);
    expect(await codeOf('/own', cookie)).toBe('session-expired');
    const other = await get('/new');
    const session = await findSession(context, other.body);
    await storage.db.transaction().execute((trx) => leaveTrace(trx, session!, now));
    expect(await codeOf('/own', given(other, '__Host-sp_session'))).toBe('login-required');
  });
  it('lasts longer by what its person does, not by what their window does', async () => {
    const cookie = given(await get('/new'), '__Host-sp_session');
    pass(20);
    await get('/own', cookie);
    pass(20);
    expect((await get('/quiet', cookie)).statusCode).toBe(200);
    pass(20);
    expect(await codeOf('/own', cookie)).toBe('session-expired');
  });
});

describe('a login of an operator', () => {
  const COOKIE = '__Host-sp_operations';
  const enter = async (cookie = '') => given(await get('/enter', cookie), COOKIE);
  const tryToken = (token: string, remoteAddress = '10.0.0.1') =>
    app.inject({
      ...{ method: 'POST' as const, url: '/token', payload: token, remoteAddress },
      headers: { 'content-type': 'text/plain' },
    });

  it('is asked for, and replaces the one that the browser had', async () => {
    expect(await codeOf('/operator')).toBe('operator-login-required');
    const first = await enter();
    expect((await get('/operator', first)).json()).toContain('erase');
    const second = await enter(first);
    expect([(await get('/is-operator', first)).json(), (await get('/is-operator', second)).json()]).toEqual([
      false,
      true,
    ]);
  });
  it('is in a cookie that no script reads, and that no other site has sent', async () => {
    const cookie = String((await get('/enter')).headers['set-cookie']);
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(events).toMatchObject([{ event: 'operator', action: 'login', outcome: 'succeeded' }]);
  });
  it('needs the right token, and each wrong one is recorded', async () => {
    expect((await tryToken('wrong')).json()).toEqual({ outcome: 'wrong' });
    expect(events).toMatchObject([{ action: 'login', outcome: 'refused', reason: 'wrong-token' }]);
    const answer = await tryToken(' right ');
    expect(answer.json()).toEqual({ outcome: 'in' });
    expect((await get('/is-operator', given(answer, COOKIE))).json()).toBe(true);
  });
  it('has to wait after ten wrong tokens in a minute from one address, which is recorded once', async () => {
    for (let count = 0; count < 10; count += 1)
      expect((await tryToken('wrong')).json().outcome).toBe('wrong');
    for (let count = 0; count < 2; count += 1)
      expect((await tryToken('right')).json().outcome).toBe('tooMany');
    expect((await tryToken('right', '10.0.0.2')).json()).not.toEqual({ outcome: 'wrong' });
    const tooMany = events.filter((event) => 'reason' in event && event.reason === 'too-many-tries');
    expect(tooMany).toHaveLength(1);
    expect(tooMany[0]).toMatchObject({ event: 'operator', outcome: 'refused' });
  });
  it('has to wait after many wrong tokens, also with the right one', async () => {
    // The limit of an address lets ten through in a minute.
    for (let count = 0; count < 20; count += 1) {
      now = new Date(now.getTime() + 1);
      expect((await tryToken('wrong', `10.0.0.${count}`)).json().outcome).toBe('wrong');
    }
    expect((await tryToken('right', '10.0.1.1')).json()).toEqual({ outcome: 'tooMany', seconds: 2 });
    pass(1);
    expect((await tryToken('right', '10.0.1.1')).json()).toEqual({ outcome: 'in' });
  });

  describe('at the provider of the administration', () => {
    async function back(cookie?: string) {
      const begun = await get('/begin');
      const [{ key }] = (await storage.db.selectFrom('loginState').select('key').execute()) as [
        { key: string },
      ];
      const own = given(begun, '__Host-sp_operations_login');
      return get(`/back?state=${key.replace('operations-login:', '')}`, cookie ?? own);
    }

    it('opens one with the roles that it gives', async () => {
      const answer = await back();
      expect(answer.json()).toEqual({ outcome: 'in', locale: 'de' });
      expect((await get('/operator', given(answer, COOKIE))).json()).toEqual(['look']);
    });
    it('begins in a cookie that no script reads and that comes back with the provider, for its time', async () => {
      const begun = await get('/begin');
      expect(begun.body).toBe('https://provider.example');
      expect(String(begun.headers['set-cookie'])).toMatch(
        /^__Host-sp_operations_login=[\w-]{32}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });
    it('is good for one answer', async () => {
      const begun = await get('/begin');
      const [{ key }] = (await storage.db.selectFrom('loginState').select('key').execute()) as [
        { key: string },
      ];
      const own = given(begun, '__Host-sp_operations_login');
      const answer = () => get(`/back?state=${key.replace('operations-login:', '')}`, own);
      const first = await answer();
      expect(String(first.headers['set-cookie'])).toMatch(/__Host-sp_operations_login=;/);
      events = [];
      expect((await answer()).json()).toEqual({ outcome: 'over', locale: 'de' });
      expect((await get('/back?state=', own)).json()).toEqual({ outcome: 'over', locale: 'de' });
      expect(events).toMatchObject(Array(2).fill({ outcome: 'refused', reason: 'no-login-under-way' }));
    });
    it.each([
      [{ result: 'CANCEL' }, 'cancelled', { outcome: 'cancelled' }],
      [
        { result: 'ERROR', fault: 'answer-refused', reason: 'x' },
        'failed',
        { outcome: 'refused', reason: 'answer-refused' },
      ],
    ])('opens none for the answer %o', async (said, outcome, event) => {
      context.operatorsProvider!.read = async () => said as never;
      const answer = await back();
      expect([answer.json().outcome, given(answer, COOKIE)]).toEqual([outcome, '']);
      expect(events).toMatchObject([{ event: 'operator', action: 'login', ...event }]);
    });
    it('is none where there is no provider', async () => {
      context.operatorsProvider = null;
      expect((await get('/begin')).statusCode).toBe(500);
    });
    it('opens none without a role', async () => {
      roles = [];
      const answer = await back();
      expect([answer.json().outcome, given(answer, COOKIE)]).toEqual(['noRole', '']);
      expect(events).toMatchObject([{ outcome: 'refused', reason: 'no-role' }]);
    });
    it('opens none in another browser than the one that began it', async () => {
      const answer = await back('__Host-sp_operations_login=other');
      expect([answer.json().outcome, given(answer, COOKIE)]).toEqual(['over', '']);
      expect(events).toMatchObject([{ outcome: 'refused', reason: 'other-browser' }]);
    });
  });
});
