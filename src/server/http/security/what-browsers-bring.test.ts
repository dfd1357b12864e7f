import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WINDOW_HEADER } from '#contract/window-header.ts';
import { clearHandoverCookie, giveHandoverSecret, handoverSecretOf } from './handover-cookie.ts';
import { giveLoginCookie, readLoginCookie } from './login-cookie.ts';
import { nameOwnCookies } from './own-cookies.ts';
import { windowOf } from './window.ts';

let app: FastifyInstance;
let work: (request: FastifyRequest, reply: FastifyReply) => unknown = () => null;
beforeEach(async () => {
  app = Fastify();
  await app.register(cookie);
  nameOwnCookies(app, true);
  app.get('/', async (request, reply) => ({ said: work(request, reply) ?? null }));
});
afterEach(() => app.close());

type Headers = Record<string, string>;
/** Does something in a request with these cookies. @returns the result, and the cookies that the answer sets */
async function doing(what: typeof work, cookies: Headers = {}, headers: Headers = {}) {
  work = what;
  const answer = await app.inject({ path: '/', cookies, headers });
  return { said: answer.json().said, set: answer.cookies as unknown as Record<string, unknown>[] };
}

describe('the cookie of a login', () => {
  const begun = (name: string, page = '/dienst', ms = 1_000) => ({
    ...{ name, binding: `binding-${name}`, page },
    at: new Date(ms),
  });
  const give = (name: string, cookies: Headers = {}, page?: string) =>
    doing((request, reply) => giveLoginCookie(request, reply, begun(name, page)), cookies);
  const read = async (cookies: Headers, name: string) =>
    (await doing((request) => readLoginCookie(request, name), cookies)).said;
  const full = (name: string) => `__Host-sp_login_${name}`;
  const kept = (page: string, ms: number | string = 1_000) =>
    `binding.${Buffer.from(page).toString('base64url')}.${ms}`;

  it('is read by no script, comes back with the answer of another site, and lasts two hours', async () => {
    const { set } = await give('a1');
    expect(set).toEqual([
      expect.objectContaining({
        ...{ name: full('a1'), httpOnly: true, sameSite: 'Lax', secure: true, path: '/', maxAge: 7_200 },
      }),
    ]);
  });
  it('leads back to the login and the page that it was given for', async () => {
    const { set } = await give('a1', {}, '/dienst?x=ü');
    const brought = { [full('a1')]: String(set[0]!.value) };
    const login = { cookie: 'sp_login_a1', binding: 'binding-a1', page: '/dienst?x=ü' };
    expect(await read(brought, 'a1')).toEqual(login);
    // An answer that names no login belongs to the only one.
    expect(await read(brought, '')).toEqual(login);
    expect(await read(brought, 'b2')).toBeNull();
  });
  it('of several logins is that of the named one, and none where none is named', async () => {
    const both = { [full('a1')]: kept('/eins'), [full('b2')]: kept('/zwei') };
    expect(await read(both, 'b2')).toMatchObject({ cookie: 'sp_login_b2', page: '/zwei' });
    expect(await read(both, '')).toBeNull();
    expect(await read({}, '')).toBeNull();
    const earlier = { ...both, '__Host-sp_login': kept('/alt') };
    expect(await read(earlier, '')).toMatchObject({ cookie: 'sp_login', page: '/alt' });
    expect(await read(earlier, 'b2')).toMatchObject({ cookie: 'sp_login_b2' });
  });
  it('leads to no other site, whoever has changed it', async () => {
    for (const page of ['https://evil.example/', '//evil.example', '/\\evil.example', ''])
      expect(await read({ [full('a1')]: kept(page) }, 'a1')).toMatchObject({ page: null });
    expect(await read({ [full('a1')]: '' }, 'a1')).toEqual({
      ...{ cookie: 'sp_login_a1', binding: '', page: null },
    });
  });
  it('is one of four at the most: another one drops the oldest', async () => {
    const three = {
      [full('a1')]: kept('/', 3),
      [full('a2')]: kept('/', 1),
      [full('a3')]: kept('/', 2),
    };
    const names = async (cookies: Headers) =>
      (await give('b1', cookies)).set.map(({ name, value }) => [name, value !== '']);
    expect(await names(three)).toEqual([[full('b1'), true]]);
    expect(await names({ ...three, [full('a4')]: kept('/', 4) })).toEqual([
      [full('a2'), false],
      [full('b1'), true],
    ]);
    // One without a time that can be read is the oldest.
    expect(await names({ ...three, [full('a4')]: kept('/', 'x'), [full('a5')]: 'x' })).toEqual([
      [full('a4'), false],
      [full('a5'), false],
      [full('b1'), true],
    ]);
  });
  it('is short: a page that is too long is left out', async () => {
    const page = (length: number) => `/${'a'.repeat(length - 1)}`;
    const isKept = async (length: number) =>
      String((await give('a1', {}, page(length))).set[0]!.value).split('.')[1] !== '';
    expect([await isKept(600), await isKept(601)]).toEqual([true, false]);
    expect(String((await give('a1', {}, `/${'ü'.repeat(300)}`)).set[0]!.value).split('.')[1]).toBe('');
  });
});

describe('the secret for hand-overs', () => {
  const give = (cookies: Headers = {}) =>
    doing((request, reply) => giveHandoverSecret(request, reply), cookies);

  it('is given once, to this browser until it is closed, and read by no script', async () => {
    const { said, set } = await give();
    expect(String(said).length).toBeGreaterThan(20);
    expect(set).toEqual([
      expect.objectContaining({
        ...{ name: '__Host-sp_handover', value: said, httpOnly: true, sameSite: 'Lax', secure: true },
      }),
    ]);
    expect(set[0]).not.toHaveProperty('maxAge');
    expect(await give({ '__Host-sp_handover': 'mine' })).toEqual({ said: 'mine', set: [] });
  });
  it('is none without a cookie, and goes when it is cleared', async () => {
    expect((await doing(handoverSecretOf)).said).toBeNull();
    const { set } = await doing((_, reply) => clearHandoverCookie(reply), { '__Host-sp_handover': 'mine' });
    expect(set).toEqual([expect.objectContaining({ name: '__Host-sp_handover', value: '' })]);
  });
});

describe('the window of a request', () => {
  const [one, other] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  it.each([
    [`${one}`, { window: one }],
    [`${one},${other}`, { window: one, after: other }],
    [`${one},`, null],
    [`x${one}`, null],
    ['', null],
  ])('%s', async (named, window) => {
    expect((await doing(windowOf, {}, { [WINDOW_HEADER]: named })).said).toEqual(window);
  });
  it('is none where none is named', async () => {
    expect((await doing(windowOf)).said).toBeNull();
  });
});
