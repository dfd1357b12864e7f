import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Identity, LoginProvider, LogoutReading, LogoutRequest } from '#server/ports/identity.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Actor, SecurityEvent } from '#server/security/events.ts';
import { lastAccountSession } from '#server/sessions/account-session.ts';
import {
  findSession,
  openAnonymousSession,
  openSessionOf,
  type Session,
  sessionNow,
  wasEndedElsewhere,
} from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { logOut, receiveLogout } from './log-out.ts';
import { personOf } from './one-person.ts';

let storage: Storage;
let recorded: [SecurityEvent, Actor][];
/** The account's next answer. */
let reading: LogoutReading;
let asked: LogoutRequest[];
const page = { url: 'https://account.example/logout', method: 'GET' as const, fields: {} };
const createRequest = vi.fn<NonNullable<LoginProvider['logout']>['createRequest']>();

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());
beforeEach(() => {
  recorded = [];
  asked = [];
  createRequest.mockReset().mockImplementation(async (request) => {
    asked.push(request);
    return page;
  });
});

const provider = (id: LoginProvider['id'], logout: unknown) => ({ id, logout }) as LoginProvider;
const nkb = provider('nkb', { createRequest, read: async () => reading });
const elster = provider('elster', null);
const dataKeys = testKeys();
const context = () =>
  ({
    storage,
    dataKeys,
    now: () => new Date(),
    config: { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_MINUTES: 480 },
    identityProviders: new Map([nkb, elster].map((one) => [one.id, one])),
    content: () => ({ metadata: new Map() }),
    counts: { add: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
    security: { record: (event: SecurityEvent, actor: Actor) => void recorded.push([event, actor]) },
  }) as unknown as ServerContext;

const accountSession = { protocol: 'saml2', nameId: { value: 'name' }, sessionIndex: 'index' } as const;
async function logIn(about: Partial<Identity> = {}) {
  const identity: Identity = {
    providerId: 'nkb',
    providerType: 'saml2',
    subject: 'anna',
    name: 'Anna',
    trustLevel: 'low',
    providerData: {},
    userData: {},
    postboxHandle: null,
    ...about,
  };
  const userId = await personOf(context(), identity);
  return (await openSessionOf(context(), userId, identity, { at: new Date(), kept: null }))!;
}
const actor = { request: 'r-1' };
const leave = (session: Session) => logOut(context(), session, { locale: 'en', actor });
const receive = () => receiveLogout(context(), nkb, { query: '' }, { locale: 'de', actor: {} });
const events = () => recorded.map(([event]) => event);

describe('logging out', () => {
  it('ends the session here before anybody is sent to the account', async () => {
    const { session, token } = await logIn({ accountSession });
    createRequest.mockImplementation(async () => {
      expect(await findSession(context(), token)).toBeNull();
      expect(await lastAccountSession(context(), session)).toBeNull();
      return page;
    });
    expect(await leave(session)).toEqual({ providerId: 'nkb', page });
    expect(createRequest).toHaveBeenCalledWith({
      session: accountSession,
      locale: 'en',
      relayState: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(events()).toEqual([
      { event: 'logout', outcome: 'succeeded' },
      { event: 'account-logout', outcome: 'requested', provider: 'nkb' },
    ]);
  });

  it.each<[string, Partial<Identity>]>([
    ['whose session is not known', {}],
    ['that has no single logout', { providerId: 'elster', accountSession }],
  ])('of an account %s leads nowhere', async (_what, about) => {
    const { session, token } = await logIn(about);
    expect(await leave(session)).toEqual({ providerId: about.providerId ?? 'nkb', page: null });
    expect(await findSession(context(), token)).toBeNull();
    expect(events()).toEqual([{ event: 'logout', outcome: 'succeeded' }]);
  });

  it('succeeds when the account cannot be asked', async () => {
    createRequest.mockRejectedValue(new Error('no key'));
    const { session, token } = await logIn({ accountSession });
    expect(await leave(session)).toEqual({ providerId: 'nkb', page: null });
    expect(await findSession(context(), token)).toBeNull();
  });

  it('without an account is about none', async () => {
    const { session } = await openAnonymousSession(context());
    expect(await leave(session)).toBeNull();
  });
});

describe('the answer of the account', () => {
  async function answered(about: (relayState: string) => LogoutReading) {
    const { session } = await logIn({ accountSession });
    await leave(session);
    recorded = [];
    reading = about(asked.at(-1)!.relayState);
    return receive();
  }

  it('confirms it once, in the language that it was asked in', async () => {
    const confirmed = await answered((relayState) => ({ kind: 'answer', relayState, fault: null }));
    expect(confirmed).toEqual({ location: '/redirect?lang=en&left=confirmed' });
    expect(recorded).toEqual([[{ event: 'account-logout', outcome: 'succeeded', provider: 'nkb' }, actor]]);
    expect(await receive()).toEqual({ location: '/redirect?lang=de&left=open' });
    expect(events().at(-1)).toMatchObject({ outcome: 'refused', reason: 'no-logout-under-way' });
  });

  it('says that it has not logged out', async () => {
    const reason = 'Success/PartialLogout';
    const failed = await answered((relayState) => ({
      kind: 'answer',
      relayState,
      fault: 'refused-by-account',
      reason,
    }));
    expect(failed).toEqual({ location: '/redirect?lang=en&left=open' });
    expect(events()).toEqual([
      { event: 'account-logout', outcome: 'failed', provider: 'nkb', reason: 'refused-by-account' },
    ]);
  });

  it('that says nothing confirms nothing: somebody may have come back after a "no"', async () => {
    const back = await answered((relayState) => ({ kind: 'return', relayState }));
    expect(back).toEqual({ location: '/redirect?lang=en&left=open' });
    expect(events()).toEqual([{ event: 'account-logout', outcome: 'returned', provider: 'nkb' }]);
  });

  it('of another account confirms nothing', async () => {
    const { session } = await logIn({ accountSession });
    await leave(session);
    reading = { kind: 'answer', relayState: asked.at(-1)!.relayState, fault: null };
    const sk = provider('sk', { read: async () => reading });
    const onward = await receiveLogout(context(), sk, { query: '' }, { locale: 'de', actor: {} });
    expect(onward).toEqual({ location: '/redirect?lang=en&left=open' });
  });

  it('that is not believed is none', async () => {
    reading = { kind: 'refused', fault: 'answer-not-believed', reason: 'not signed' };
    expect(await receive()).toEqual({ location: '/redirect?lang=de&left=open' });
    expect(events()).toEqual([
      { event: 'account-logout', outcome: 'refused', provider: 'nkb', reason: 'answer-not-believed' },
    ]);
  });
});

it('what the account demands ends the sessions of that person in it, and no others; their windows learn of a logout', async () => {
  const named = (value: string, sessionIndex: string) => ({
    accountSession: { ...accountSession, nameId: { value }, sessionIndex },
  });
  const one = await logIn(named('one', '1'));
  const same = await logIn(named('one', '2'));
  const other = await logIn({ ...named('other', '1'), subject: 'boris' });
  const elsewhere = await logIn({ ...named('one', '1'), providerId: 'elster' });
  const answer = async () => page;
  reading = { kind: 'demand', name: 'one', sessionIndexes: ['1'], answer };
  expect(await receive()).toEqual({ page });
  const isOpen = async ({ session }: { session: Session }) => (await sessionNow(context(), session)) !== null;
  expect([await isOpen(one), await isOpen(same), await isOpen(other)]).toEqual([false, true, true]);
  expect(await isOpen(elsewhere), 'a name at another account').toBe(true);
  expect(await wasEndedElsewhere(context(), one.token)).toBe(true);
  expect(await lastAccountSession(context(), one.session)).toBeNull();
  expect(events()).toEqual([{ event: 'session-end', outcome: 'succeeded', reason: 'account' }]);
  reading = { kind: 'demand', name: 'one', sessionIndexes: [], answer };
  await receive();
  expect([await isOpen(same), await isOpen(other)]).toEqual([false, true]);
});

it('of several logins in one session the last is left, and any of the last four can be ended', async () => {
  const identity = (at: number): Identity => ({
    providerId: 'nkb',
    providerType: 'saml2',
    subject: 'several',
    name: 'Several',
    trustLevel: 'low',
    providerData: {},
    userData: {},
    postboxHandle: null,
    accountSession: { ...accountSession, nameId: { value: `name ${at}` }, sessionIndex: `${at}` },
  });
  const userId = await personOf(context(), identity(1));
  const open = async () => {
    let session: Session | null = null;
    for (const at of [1, 2, 3, 4, 5])
      session = (await openSessionOf(context(), userId, identity(at), { at: new Date(), kept: session }))!
        .session;
    return session!;
  };
  expect(await lastAccountSession(context(), await open())).toMatchObject({ sessionIndex: '5' });
  const isEndedBy = async (at: number) => {
    const session = await open();
    reading = { kind: 'demand', name: `name ${at}`, sessionIndexes: [], answer: async () => page };
    await receive();
    return (await sessionNow(context(), session)) === null;
  };
  expect([await isEndedBy(5), await isEndedBy(2), await isEndedBy(1)]).toEqual([true, true, false]);
});
