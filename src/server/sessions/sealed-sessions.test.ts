import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { accountSessionsOf, lastAccountSession, sessionsNamed } from './account-session.ts';
import {
  findSession,
  type OpenedSession,
  openAnonymousSession,
  openSessionOf,
  sessionsOf,
} from './session.ts';

let storage: Storage;
let told: unknown[] = [];
beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(() => {
  told = [];
});
afterAll(() => storage.close());

const dataKeys = testKeys();
const context = () =>
  ({
    storage,
    dataKeys,
    now: () => new Date(),
    config: { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_MINUTES: 480 },
    log: { error: (about: unknown) => void told.push(about) },
  }) as unknown as ServerContext;

const identity: Identity = {
  providerId: 'nkb',
  providerType: 'saml2',
  subject: 'pseudonym-of-petra',
  name: 'Petra Lindemann',
  trustLevel: 'high',
  providerData: { surname: 'Lindemann' },
  userData: { birthdate: '03/14/1978' },
  postboxHandle: 'postbox-of-petra',
  accountSession: {
    protocol: 'saml2',
    nameId: { value: 'name-at-account' },
    sessionIndex: 'index-at-account',
  },
};
const device = { browser: 'firefox', system: 'linux' } as never;

async function logIn(
  about: Partial<Identity> = {},
  kept: OpenedSession | null = null,
  userId = randomUUID(),
) {
  const options = { at: new Date(), kept: kept?.session ?? null, device };
  return (await openSessionOf(context(), userId, { ...identity, ...about }, options))!;
}
/** Everything that the tables of sessions have, as text. */
async function dump(): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`select session::text || coalesce(account_session::text, '') as text
    from session left join account_session on session_id = session.id`.execute(storage.db);
  return rows.map(({ text }) => text).join('\n');
}
const keyOf = (id: string) => dataKeys.find(storage.db, id);
const move = (column: string, from: OpenedSession, to: OpenedSession) =>
  sql`update session set ${sql.ref(column)} = (select ${sql.ref(column)} from session where id = ${from.session.id})
    where id = ${to.session.id}`.execute(storage.db);

describe('a session', () => {
  it('is stored so that nothing in it names its person, and opens with its token', async () => {
    const { token, session } = await logIn();
    const values = [
      'Petra',
      'Lindemann',
      '1978',
      'of-petra',
      'firefox',
      'linux',
      'name-at',
      'index-at',
      'high',
    ];
    const stored = await dump();
    expect(stored).toContain(session.id);
    expect(values.filter((value) => stored.includes(value))).toEqual([]);
    const found = await findSession(context(), token);
    expect(found).toEqual(session);
    expect(found).toMatchObject({
      device,
      identity: { name: 'Petra Lindemann', postboxHandle: 'postbox-of-petra' },
    });
    expect(found).not.toHaveProperty('wrapped');
  });

  it('needs a key once it has something to say, keeps it when it is continued, and ends with it', async () => {
    const anonymous = await openAnonymousSession(context());
    const { id } = anonymous.session;
    expect(await keyOf(id)).toBeNull();
    const first = await logIn({}, anonymous);
    const key = await keyOf(id);
    expect(key).not.toBeNull();
    const again = await logIn({}, first);
    expect(again.session.id).toBe(id);
    expect(await keyOf(id)).toEqual(key);
    await storage.db.deleteFrom('session').where('id', '=', id).execute();
    expect(await keyOf(id)).toBeNull();
  });

  it.each(['identity', 'device'])('with the %s of another one is none', async (column) => {
    const userId = randomUUID();
    const [mine, other] = [await logIn({}, null, userId), await logIn({ name: 'Jonas' }, null, userId)];
    await move(column, other, mine);
    expect(await findSession(context(), mine.token)).toBeNull();
    expect(await findSession(context(), other.token)).not.toBeNull();
    expect((await sessionsOf(context(), userId)).map(({ id }) => id)).toEqual([other.session.id]);
    expect(told[0]).toEqual({
      table: 'session',
      column: 'identity',
      id: mine.session.id,
      reason: `a sealed value does not open: session.${column}:${mine.session.id}`,
    });
  });

  it.each([
    [
      'was cut',
      (id: string) =>
        sql`update session set identity = to_jsonb(left(identity #>> '{}', 60)) where id = ${id}`,
    ],
    ['lost its key', (id: string) => sql`delete from data_key where id = ${id}`],
    [
      'has a key that was changed',
      (id: string) => sql`update data_key set wrapped = 'AAAA' where id = ${id}`,
    ],
    [
      'has a key that nobody knows',
      (id: string) => sql`update data_key set wrapped_by = 'local:lost' where id = ${id}`,
    ],
  ])('that %s is none, and the operators are told', async (_, breakIt) => {
    const { session, token } = await logIn();
    await breakIt(session.id).execute(storage.db);
    // By a server that has not opened it before.
    expect(await findSession({ ...context(), dataKeys: testKeys() }, token)).toBeNull();
    expect(told).toEqual([expect.objectContaining({ table: 'session', id: session.id })]);
    expect(JSON.stringify(told)).not.toContain('Lindemann');
  });

  it('waits for the key service, and is not taken for none', async () => {
    const { token } = await logIn();
    const away = { ...dataKeys, joined: () => Promise.reject(new Error('away')) };
    await expect(findSession({ ...context(), dataKeys: away }, token)).rejects.toThrow('away');
  });

  it('of an earlier version is read as it is', async () => {
    const { session, token } = await openAnonymousSession(context());
    const stored = { ...session.identity, name: 'Anna' };
    await sql`update session set identity = ${JSON.stringify(stored)}, device = ${JSON.stringify(device)}
      where id = ${session.id}`.execute(storage.db);
    expect(await findSession(context(), token)).toMatchObject({ identity: stored, device });
  });
});

describe('the account’s session', () => {
  const ids = async (name: string, sessionIndexes: string[]) =>
    (await sessionsNamed(context(), 'nkb', { name, sessionIndexes })).map(({ id }) => id);
  const named = (name: string) =>
    ({ accountSession: { protocol: 'saml2', nameId: { value: name }, sessionIndex: '1' } }) as const;

  it('opens for our session, also for one that continues it', async () => {
    const first = await logIn();
    const later = await logIn({ accountSession: { protocol: 'oidc', idToken: 'token-at-account' } }, first);
    expect(await lastAccountSession(context(), later.session)).toEqual({
      protocol: 'oidc',
      idToken: 'token-at-account',
    });
    expect(await dump()).not.toContain('token-at-account');
    await storage.db
      .deleteFrom('accountSession')
      .where('sessionId', '=', later.session.id)
      .where('name', 'is', null)
      .execute();
    expect(await lastAccountSession(context(), later.session)).toEqual(identity.accountSession);
  });

  it('of another person does not open', async () => {
    const [mine, other] = [await logIn(), await logIn()];
    await sql`update account_session set account =
      (select account from account_session where session_id = ${other.session.id})
      where session_id = ${mine.session.id}`.execute(storage.db);
    expect(await lastAccountSession(context(), mine.session)).toBeNull();
    expect(told).toEqual([expect.objectContaining({ table: 'account_session', id: mine.session.id })]);
  });

  it('ends ours by its name and number, also where ours does not open, and where an earlier version stored them', async () => {
    const name = randomUUID();
    const [sealed, broken, earlier] = [
      await logIn(named(name)),
      await logIn(named(name)),
      await logIn(named('x')),
    ];
    await storage.db.deleteFrom('dataKey').where('id', '=', broken.session.id).execute();
    await sql`update account_session set name = ${name}, session_index = '1'
      where session_id = ${earlier.session.id}`.execute(storage.db);
    const all = [sealed, broken, earlier].map(({ session }) => session.id).sort();
    expect((await ids(name, [])).sort()).toEqual(all);
    expect((await ids(name, ['1'])).sort()).toEqual(all);
    expect(await ids(name, ['2'])).toEqual([]);
    expect(await ids(randomUUID(), [])).toEqual([]);
  });

  it('is found by no hash that was made without the key', async () => {
    const name = randomUUID();
    const { session } = await logIn(named(name));
    const [kept] = await storage.db.transaction().execute((trx) => accountSessionsOf(trx, session));
    expect(kept?.name).toMatch(/^hmac:1:[\w-]{43}$/);
    // The name as a session of another installation would have it.
    const other = await openTestStorage();
    const foreign = { ...context(), storage: other, dataKeys: testKeys() };
    const elsewhere = await openSessionOf(
      foreign,
      randomUUID(),
      { ...identity, ...named(name) },
      {
        at: new Date(),
        kept: null,
      },
    );
    const [theirs] = await other.db
      .transaction()
      .execute((trx) => accountSessionsOf(trx, elsewhere!.session));
    expect(theirs?.name).not.toBe(kept?.name);
    await other.close();
  });
});
