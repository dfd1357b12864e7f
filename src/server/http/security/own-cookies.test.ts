import cookies from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerProblems } from '../problems.ts';
import { loginCookiesOf, nameOwnCookies } from './own-cookies.ts';
import { assertXsrf, giveXsrfCookie } from './xsrf.ts';

/** A server with a page that gives the anti-forgery cookie, and a call that asks for it. */
async function service(secure: boolean) {
  const app = Fastify();
  answerProblems(app);
  await app.register(cookies);
  nameOwnCookies(app, secure);
  app.get('/', async (request, reply) => {
    giveXsrfCookie(request, reply);
    return loginCookiesOf(request);
  });
  app.put('/', async (request) => {
    assertXsrf(request);
    return 'done';
  });
  const page = (cookie = '') => app.inject({ url: '/', headers: { cookie } });
  const call = async (cookie: string, token?: string) => {
    const headers = { cookie, ...(token !== undefined && { 'x-xsrf-token': token }) };
    return (await app.inject({ method: 'PUT', url: '/', headers })).statusCode;
  };
  return { page, call };
}

describe.each([
  [true, '__Host-', '; Path=/; Secure; SameSite=Lax'],
  [false, '', '; Path=/; SameSite=Lax'],
])('where the address is secure: %s', (secure, prefix, rest) => {
  it('a page gives an anti-forgery token to those who have none', async () => {
    const { page } = await service(secure);
    const given = String((await page()).headers['set-cookie']);
    expect(given).toMatch(new RegExp(`^${prefix}XSRF-TOKEN=[\\w-]{32}${rest}$`));
    expect((await page(`${prefix}XSRF-TOKEN=own`)).headers['set-cookie']).toBeUndefined();
  });

  it('a call has the token of the cookie', async () => {
    const { call } = await service(secure);
    expect(await call(`${prefix}XSRF-TOKEN=own`, 'own')).toBe(200);
    expect(await call(`${prefix}XSRF-TOKEN=own`, 'oww')).toBe(403);
    expect(await call(`${prefix}XSRF-TOKEN=own`, 'longer')).toBe(403);
    expect(await call(`${prefix}XSRF-TOKEN=own`)).toBe(403);
    expect(await call(`${prefix}XSRF-TOKEN=undefined`)).toBe(403);
    expect(await call('', '')).toBe(403);
    expect(await call('')).toBe(403);
  });
});

it('logins under way are those of cookies of this host alone', async () => {
  const { page } = await service(true);
  const names = [
    '__Host-sp_login_ab12',
    '__Host-sp_login',
    '__Host-sp_session',
    '__Host-sp_login_xy',
    'sp_login_cd',
    '__Else-sp_login_ef',
  ];
  const logins = (await page(names.map((name) => `${name}=a`).join('; '))).json();
  expect(logins).toEqual(['sp_login_ab12', 'sp_login']);
});
