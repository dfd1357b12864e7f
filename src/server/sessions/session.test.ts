import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '#contract/auth.ts';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { lastAccountSession, sessionsNamed } from './account-session.ts';
import { keep, peek, take } from './login-state.ts';
import { storedPerson } from './person.ts';
import {
  extendSession,
  findSession,
  nobody,
  openAnonymousSession,
  openSessionOf,
  type Session,
  sessionNow,
  wasEndedElsewhere,
} from './session.ts';

const IDLE = 30;
const ABSOLUTE = 480;
let storage: Storage;
let now: Date;

beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(() => {
  now = new Date('2026-11-01T10:00:00Z');
  told = [];
});
afterAll(async () => {
  await storage.close();
});

/** Told to the operators. */
let told: unknown[] = [];
const dataKeys = testKeys();
const context = () =>
  ({
    storage,
    dataKeys,
    log: { error: (about: unknown) => void told.push(about) },
    now: () => now,
    config: { SESSION_IDLE_MINUTES: IDLE, SESSION_ABSOLUTE_MINUTES: ABSOLUTE },
  }) as unknown as ServerContext;
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const pass = (minutes: number) => {
  now = inMinutes(minutes);
};

describe('a session', () => {
  it('is nobody’s at first, and its token is not stored', async () => {
    const { session, token } = await openAnonymousSession(context());
    expect(session).toMatchObject({
      identity: nobody,
      userId: null,
      authenticatedAt: null,
      createdAt: now,
      fetchedAt: now,
      expiresAt: inMinutes(IDLE),
      sessionExpiresAt: inMinutes(ABSOLUTE),
    });
    expect(nobody).toMatchObject({ providerId: 'anon', providerType: 'pseudo', trustLevel: 'low', name: '' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(session)).not.toContain(token);
    expect(session.tokenHash).toMatch(/^[\da-f]{64}$/);
  });

  it('is found by its token until nobody has used it for long, to the moment', async () => {
    const { session, token } = await openAnonymousSession(context());
    expect((await findSession(context(), token))?.id).toBe(session.id);
    expect(await findSession(context(), `${token}x`)).toBeNull();
    now = new Date(session.expiresAt.getTime() - 1);
    expect((await findSession(context(), token))?.id).toBe(session.id);
    now = session.expiresAt;
    expect(await findSession(context(), token)).toBeNull();
  });

  it('ends at the latest when its absolute time is over', async () => {
    const { session, token } = await openAnonymousSession(context());
    await storage.db
      .updateTable('session')
      .set({ expiresAt: inMinutes(ABSOLUTE + 60) })
      .where('id', '=', session.id)
      .execute();
    now = session.sessionExpiresAt;
    expect(await findSession(context(), token)).toBeNull();
  });

  it('that was ended on another device is not found, and says so', async () => {
    const { session, token } = await openAnonymousSession(context());
    const other = await openAnonymousSession(context());
    await storage.db.updateTable('session').set({ endedAt: now }).where('id', '=', session.id).execute();
    expect(await findSession(context(), token)).toBeNull();
    expect(await wasEndedElsewhere(context(), token)).toBe(true);
    expect(await wasEndedElsewhere(context(), other.token)).toBe(false);
    expect(await sessionNow(context(), session)).toBeNull();
    expect((await sessionNow(context(), other.session))?.id).toBe(other.session.id);
  });
});

describe('using a session', () => {
  const extended = async (minutes: number) => {
    const { session } = await openAnonymousSession(context());
    pass(minutes);
    const found = await extendSession(context(), session);
    return { session, found, stored: await sessionNow(context(), session) };
  };

  it('postpones its end, at most once a minute', async () => {
    const soon = await extended(0.99);
    expect(soon.found.expiresAt).toEqual(soon.session.expiresAt);
    const later = await extended(1);
    expect(later.found).toMatchObject({ fetchedAt: now, expiresAt: inMinutes(IDLE) });
    expect(later.stored).toMatchObject({ fetchedAt: now, expiresAt: inMinutes(IDLE) });
  });

  it('postpones it never beyond the absolute end', async () => {
    const { session, found } = await extended(ABSOLUTE - 10);
    expect(found.expiresAt).toEqual(session.sessionExpiresAt);
  });

  it('leaves other sessions as they are', async () => {
    const other = await openAnonymousSession(context());
    await extended(5);
    expect((await sessionNow(context(), other.session))?.expiresAt).toEqual(other.session.expiresAt);
  });
});

describe('a login', () => {
  const identityOf = (about: Partial<Identity> = {}): Identity => ({
    providerId: 'nkb',
    providerType: 'saml2',
    subject: 'secret-subject',
    name: 'Anna Lindemann',
    trustLevel: 'substantial',
    providerData: {},
    userData: {},
    postboxHandle: null,
    ...about,
  });
  const logIn = async (identity: Identity, kept: Session | null, device: Device | null = null) => {
    const { id } = await storedPerson(context(), identity);
    return openSessionOf(context(), id, identity, { at: now, kept, device });
  };

  it('keeps the device that it was made on, no other does', async () => {
    const { session } = (await logIn(identityOf(), null, { browser: 'firefox', system: 'linux' } as never))!;
    const other = (await logIn(identityOf(), null))!;
    expect((await sessionNow(context(), session))?.device).toEqual({ browser: 'firefox', system: 'linux' });
    expect((await sessionNow(context(), other.session))?.device).toBeNull();
  });

  it('takes over the id of the session before, with a new token, and nothing of its subject', async () => {
    const before = await openAnonymousSession(context());
    const opened = await logIn(identityOf(), before.session);
    expect(opened?.session).toMatchObject({
      id: before.session.id,
      authenticatedAt: now,
      identity: { name: 'Anna Lindemann' },
    });
    expect(JSON.stringify(opened?.session.identity)).not.toContain('secret-subject');
    expect(await findSession(context(), before.token)).toBeNull();
    expect((await findSession(context(), opened?.token ?? ''))?.id).toBe(before.session.id);
  });

  it('finds nothing to continue when the session has been continued meanwhile', async () => {
    const before = await openAnonymousSession(context());
    await logIn(identityOf(), before.session);
    expect(await logIn(identityOf(), before.session)).toBeNull();
  });

  it('that is weaker lowers nothing and prolongs nothing; the postbox is what the account says now', async () => {
    const strong = await logIn(identityOf({ trustLevel: 'high', postboxHandle: 'old' }), null);
    pass(60);
    const weak = await logIn(identityOf({ trustLevel: 'low', postboxHandle: 'new' }), strong!.session);
    expect(weak?.session.identity).toMatchObject({ trustLevel: 'high', postboxHandle: 'new' });
    expect(weak?.session.sessionExpiresAt).toEqual(strong?.session.sessionExpiresAt);
    const again = await logIn(identityOf({ trustLevel: 'high' }), weak!.session);
    expect(again?.session.sessionExpiresAt).toEqual(inMinutes(ABSOLUTE));
  });

  it('shortly before the end of the stronger one ends with it', async () => {
    const strong = await logIn(identityOf({ trustLevel: 'high' }), null);
    pass(ABSOLUTE - 5);
    const weak = await logIn(identityOf({ trustLevel: 'low' }), strong!.session);
    expect(weak?.session.expiresAt).toEqual(strong?.session.sessionExpiresAt);
  });

  it.each([
    ['another person', { subject: 'somebody-else' }, {}],
    ['another person of the same company', { name: 'Boris', company: 'Meier' }, { company: 'Meier' }],
  ])('of %s takes nothing over of the level', async (_who, about, kept) => {
    const strong = await logIn(identityOf({ trustLevel: 'high', ...kept }), null);
    const other = await logIn(identityOf({ trustLevel: 'low', ...about }), strong!.session);
    expect(other?.session.identity.trustLevel).toBe('low');
    expect(other?.session.sessionExpiresAt).toEqual(inMinutes(ABSOLUTE));
  });

  it('of the same person for the same company keeps the level', async () => {
    const strong = await logIn(identityOf({ trustLevel: 'high', company: 'Meier' }), null);
    const weak = await logIn(identityOf({ trustLevel: 'low', company: 'Meier' }), strong!.session);
    expect(weak?.session.identity.trustLevel).toBe('high');
  });

  const endsIn = (minutes: number) => ({ endsAt: inMinutes(minutes).toISOString() });

  it('ends with the account’s session, where that comes first', async () => {
    const short = await logIn(identityOf(endsIn(10)), null);
    expect(short?.session).toMatchObject({ expiresAt: inMinutes(10), sessionExpiresAt: inMinutes(10) });
    pass(5);
    expect((await extendSession(context(), short!.session)).expiresAt).toEqual(inMinutes(5));
    const long = await logIn(identityOf(endsIn(ABSOLUTE + 10)), null);
    expect(long?.session).toMatchObject({
      expiresAt: inMinutes(IDLE),
      sessionExpiresAt: inMinutes(ABSOLUTE),
    });
  });

  it.each([
    ['later than the stronger one', 20, 60, 10],
    ['before the stronger one', 60, 20, 20],
  ])('that is weaker ends %s: the earlier end counts', async (_when, strongEnds, weakEnds, left) => {
    const strong = await logIn(identityOf({ trustLevel: 'high', ...endsIn(strongEnds) }), null);
    pass(10);
    const weak = await logIn(identityOf({ trustLevel: 'low', ...endsIn(weakEnds) }), strong!.session);
    expect(weak?.session.sessionExpiresAt).toEqual(inMinutes(left));
    const anew = await logIn(identityOf({ trustLevel: 'high', ...endsIn(90) }), weak!.session);
    expect(anew?.session.sessionExpiresAt).toEqual(inMinutes(90));
  });

  const inAccount = (name: string, sessionIndex: string | null) => ({
    accountSession: { protocol: 'saml2', nameId: { value: name }, sessionIndex } as const,
  });

  it('keeps apart from the session what ends it at the account, of this login and those that it continues', async () => {
    const first = await logIn(identityOf({ ...inAccount('name-1', 'index-1'), ...endsIn(60) }), null);
    const later = await logIn(
      identityOf({ trustLevel: 'low', ...inAccount('name-2', 'index-2') }),
      first!.session,
    );
    expect(JSON.stringify(later?.session)).not.toMatch(/name-|index-|endsAt|accountSession/);
    expect(await lastAccountSession(context(), later!.session)).toMatchObject({
      nameId: { value: 'name-2' },
    });
    const ids = async (name: string, sessionIndexes: string[] = []) =>
      (await sessionsNamed(context(), 'nkb', { name, sessionIndexes })).map(({ id }) => id);
    const { id } = later!.session;
    expect(await ids('name-1')).toEqual([id]);
    expect(await ids('name-2', ['index-1', 'index-2'])).toEqual([id]);
    expect(await ids('name-2', ['index-1'])).toEqual([]);
    expect(await ids('name-3')).toEqual([]);
    expect(await sessionsNamed(context(), 'elster', { name: 'name-1', sessionIndexes: [] })).toEqual([]);
  });

  it('without an index ends with any of that name', async () => {
    const name = randomUUID();
    const { id } = (await logIn(identityOf(inAccount(name, null)), null))!.session;
    const found = async (of: string) =>
      (await sessionsNamed(context(), 'nkb', { name: of, sessionIndexes: ['index'] })).map((it) => it.id);
    expect(await found(name)).toEqual([id]);
    expect(await found(randomUUID())).toEqual([]);
  });

  it('forgets the oldest of many at the account', async () => {
    let session: Session | null = null;
    for (const turn of [1, 2, 3, 4, 5])
      session = (await logIn(identityOf(inAccount(`turn-${turn}`, '')), session))!.session;
    const found = async (turn: number) =>
      (await sessionsNamed(context(), 'nkb', { name: `turn-${turn}`, sessionIndexes: [] })).length;
    expect([await found(1), await found(2), await found(5)]).toEqual([0, 1, 1]);
  });
});

describe('what is remembered of a login under way', () => {
  const key = () => `key-${randomUUID()}`;

  it('is taken once, and only by its name', async () => {
    const [one, other] = [key(), key()];
    await keep(context(), one, { a: 1 });
    await keep(context(), other, { b: 2 });
    expect(await peek(context(), one)).toEqual({ a: 1 });
    expect(await take(context(), one)).toEqual({ a: 1 });
    expect(await take(context(), one)).toBeNull();
    expect(await peek(context(), one)).toBeNull();
    expect(await peek(context(), other)).toEqual({ b: 2 });
  });

  it('is the newest of a name', async () => {
    const name = key();
    await keep(context(), name, 1);
    await keep(context(), name, 2);
    expect(await take(context(), name)).toBe(2);
  });

  it.each([
    ['half an hour', undefined, 30],
    ['the minutes that it is given', 5, 5],
  ])('is gone after %s', async (_what, minutes, most) => {
    const name = key();
    await keep(context(), name, 'x', minutes);
    pass(most - 0.01);
    expect(await peek(context(), name)).toBe('x');
    pass(0.01);
    expect(await peek(context(), name)).toBeNull();
    expect(await take(context(), name)).toBeNull();
  });
});
