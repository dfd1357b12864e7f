import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { type Portal, startPortal } from './portal.ts';

const TOKEN = 'an operator’s token of more than thirty-two letters';
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({
    publicUrl: 'https://portal.example',
    environment: { LOG_LEVEL: 'fatal', OPERATIONS_TOKEN: TOKEN },
  });
});
afterAll(() => portal?.close());

const xsrf = { '__Host-XSRF-TOKEN': 'own' };
/** A request with cookies, as it arrives through the proxy that terminates https. */
const send = (path: string, cookies: Record<string, string>, init: RequestInit = {}) =>
  fetch(new URL(path, portal.url), {
    redirect: 'manual',
    ...init,
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      'x-xsrf-token': 'own',
      ...init.headers,
    },
  });
const given = (response: Response) => response.headers.getSetCookie();
/** Name and value of the cookie set. */
const cookieIn = (response: Response, name: string) =>
  given(response)
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0] ?? '';
const openSession = (cookies: Record<string, string>) =>
  send('/api/auth/pseudo', cookies, {
    method: 'PUT',
    body: JSON.stringify({ locale: 'de' }),
    headers: { 'content-type': 'application/json' },
  });
const userOf = async (cookies: Record<string, string>) =>
  ((await (await send('/api/auth/user', cookies)).json()) as { user: { name: string } | null }).user;

describe('by https', () => {
  it('every cookie that decides something is of this host alone', async () => {
    const page = await send('/', {});
    expect(given(page)).toContainEqual(
      expect.stringMatching(/^__Host-XSRF-TOKEN=[\w-]{32}; Path=\/; Secure; SameSite=Lax$/),
    );
    const session = await openSession(xsrf);
    expect(given(session)).toEqual([
      expect.stringMatching(/^__Host-sp_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const login = await send('/betrieb', {}, { method: 'POST', body: new URLSearchParams({ token: TOKEN }) });
    expect(given(login)).toEqual([
      expect.stringMatching(/^__Host-sp_operations=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    const out = await send(
      '/api/auth/logout',
      { ...xsrf, '__Host-sp_session': cookieIn(session, '__Host-sp_session') },
      { method: 'PUT' },
    );
    expect(given(out)).toEqual([
      expect.stringMatching(/^__Host-sp_session=; .*Path=\/;.* Secure/),
      expect.stringMatching(/^__Host-sp_handover=; .*Path=\/;.* Secure/),
    ]);
    const handover = await send('/api/handover/open', xsrf, {
      method: 'PUT',
      body: JSON.stringify({ code: 'a code of nobody' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(given(handover)).toEqual([
      expect.stringMatching(/^__Host-sp_handover=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('a token that another site below the same domain has planted opens nothing', async () => {
    expect((await openSession({ 'XSRF-TOKEN': 'own' })).status).toBe(403);
    expect((await openSession({ 'XSRF-TOKEN': 'planted', ...xsrf })).status).toBe(200);
  });

  it('a planted session is none', async () => {
    const session = cookieIn(await openSession(xsrf), '__Host-sp_session');
    expect(await userOf({ sp_session: session })).toBeNull();
    expect(await userOf({ '__Host-sp_session': session })).not.toBeNull();
  });

  it('a planted login leads nobody into another person’s account', async () => {
    const query = new URLSearchParams({
      providerId: 'nkb',
      redirect: '/nutzerkonto',
      cancelUrl: '/',
      locale: 'de',
      timezone: 'Europe/Berlin',
    });
    const ticketOfAttacker = async () => {
      const asked = await send(`/api/auth/saml2/request?${query}`, {});
      const { fields } = await visitAccount(
        (await asked.json()) as Parameters<typeof visitAccount>[0],
        'petersen:Elster',
      );
      const posted = await send(
        '/api/auth/saml2/acs',
        {},
        { method: 'POST', body: new URLSearchParams(fields) },
      );
      const ticket = posted.headers.get('location') ?? '';
      const cookie = `sp_login_${new URLSearchParams(ticket.split('?')[1]).get('login')}`;
      return { ticket, cookie, binding: cookieIn(asked, `__Host-${cookie}`) };
    };
    const planted = await ticketOfAttacker();
    expect(planted.binding).not.toBe('');
    const victim = await send(planted.ticket, { [planted.cookie]: planted.binding });
    expect(victim.headers.get('location')).toBe('/redirect?lang=de&lost=login');
    const own = await ticketOfAttacker();
    const back = await send(own.ticket, { [`__Host-${own.cookie}`]: own.binding });
    expect(back.headers.get('location')).toBe('/nutzerkonto?login=SUCCESS');
    expect(given(back)).toContainEqual(expect.stringMatching(/^__Host-sp_login_\w+=; .*Path=\/;.* Secure/));
    expect(await userOf({ '__Host-sp_session': cookieIn(back, '__Host-sp_session') })).toMatchObject({
      name: 'Jonas Petersen',
    });
  });
});
