import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AnyActorLogic, createActor, createMachine, toPromise } from 'xstate';
import { SETTINGS_ID } from '#contract/settings.ts';
import type { PageApi } from '../api.ts';
import { wireAccountLogout } from './account-logout.ts';
import { wireLogin } from './login.ts';
import { wireSession } from './session.ts';

const settings = {
  loginProviders: [
    { id: 'nkb', type: 'saml2', keepsSession: true },
    { id: 'eid', type: 'oidc' },
  ],
};
beforeEach(() => {
  document.body.innerHTML = `<script id="${SETTINGS_ID}" type="application/json">${JSON.stringify(settings)}</script>`;
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

const page = { url: 'https://login.example/', method: 'POST', fields: { SAMLRequest: 'abc' } } as const;
const query = { providerId: 'nkb', redirect: '/antrag?id=p1' } as const;

function wire() {
  const requestSamlLogin = vi.fn(async () => page);
  const requestOidcLogin = vi.fn(async () => page);
  const flow = wireLogin({ requestSamlLogin, requestOidcLogin } as unknown as PageApi);
  const act = (action: string, params?: unknown) =>
    (flow.implementations.actions[action as never] as unknown as (scope: object, params: unknown) => void)(
      {},
      params,
    );
  const request = (input: object) => {
    const logic = flow.implementations.actors.requestLogin as AnyActorLogic;
    return toPromise(createActor(logic, { input }).start());
  };
  return { requestSamlLogin, requestOidcLogin, act, request };
}

it('a login names the account, the way back, the level and the application that it is for', async () => {
  const { requestSamlLogin, requestOidcLogin, request } = wire();
  await request({ ...query, trustLevel: 'high', forceNew: true, processId: 'p1', person: 'x' });
  expect(requestSamlLogin).toHaveBeenCalledExactlyOnceWith({
    query: {
      ...query,
      cancelUrl: query.redirect,
      locale: 'de',
      timezone: expect.any(String),
      trustLevel: 'high',
      forceNew: 'true',
      processId: 'p1',
      person: 'x',
    },
    signal: expect.any(AbortSignal),
  });
  await request({ ...query, providerId: 'eid', forceNew: false });
  expect(requestOidcLogin).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ query: expect.objectContaining({ providerId: 'eid', forceNew: undefined }) }),
  );
});

it('a login that is not offered here is not asked for', async () => {
  const { requestSamlLogin, requestOidcLogin, request } = wire();
  await expect(request({ ...query, providerId: 'elster' })).rejects.toThrow('login-failed');
  expect([requestSamlLogin, requestOidcLogin].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('leaves for the login by a form with all its fields, and leaves no form behind', () => {
  const posted: unknown[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    posted.push([this.method, this.action, Object.fromEntries(new FormData(this))]);
  });
  wire().act('leaveForProvider', { page, query });
  expect(posted).toEqual([['post', page.url, page.fields]]);
  expect(document.forms).toHaveLength(0);
  expect(JSON.parse(sessionStorage.getItem('serviceportal.login')!)).toMatchObject({ query });
});

it('a login that is given up leaves nothing behind that “back” would first lead to', async () => {
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  vi.spyOn(window, 'stop').mockImplementation(() => undefined);
  const { act, request } = wire();
  act('leaveForProvider', { page, query });
  expect(history.state).toEqual({ leftForLogin: true });
  act('stayHere');
  expect(window.stop).toHaveBeenCalledOnce();
  await request(query);
  expect(history.state).toBeNull();
});

it('leaves for the account to log out there, and remembers which it was', () => {
  const flow = wireAccountLogout();
  const leave = flow.implementations.actions.leaveForAccount as unknown as (_: object, left: object) => void;
  // jsdom only says that it does not leave.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  leave({}, { account: { providerId: 'nkb', page: { url: '#left' } } });
  expect(sessionStorage.getItem('serviceportal.logout')).toBe('nkb');
  expect(location.hash).toBe('#left');
});

it.each([
  [true, 'nkb', true],
  [false, 'eid', false],
])(
  'after a logout, the account’s page waits while something is unsaved: %s',
  (hasUnsaved, providerId, staysOpen) => {
    const flow = wireSession({} as PageApi, () => hasUnsaved);
    const tell = flow.implementations.actions.tellAccountLogout as unknown as (
      scope: object,
      left: object,
    ) => void;
    const send = vi.fn();
    const account = { providerId, page: null };
    tell({ system: { get: () => ({ send }) } }, { account });
    expect(send.mock.calls).toEqual([[{ type: 'session.left', account, staysOpen, hasUnsaved }]]);
  },
);

it('going back or forward gives up a login and a logout on their way, and only those', () => {
  const heard: unknown[] = [];
  const hearing = { actions: ({ event }: { event: unknown }) => void heard.push(event) };
  const watching = [wireLogin({} as PageApi), wireAccountLogout()].map((flow) => {
    const src = flow.implementations.actors.watchHistory as AnyActorLogic;
    return createActor(createMachine({ invoke: { src }, on: { '*': hearing } })).start();
  });
  dispatchEvent(new PopStateEvent('popstate'));
  expect(heard).toEqual([{ type: 'login.abandoned' }, { type: 'exit.abandoned' }]);
  for (const actor of watching) actor.stop();
  dispatchEvent(new PopStateEvent('popstate'));
  expect(heard).toHaveLength(2);
});
