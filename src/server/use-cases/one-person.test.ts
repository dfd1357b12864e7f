import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { SearchKeyGone } from '#server/sealing/installation-keys.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Named } from '#server/sessions/person.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { hashSubjects, knownId, personOf } from './one-person.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  await storage.db.deleteFrom('appUser').execute();
});
afterAll(() => storage.close());

const dataKeys = testKeys();
const context = (about: object = {}) =>
  ({
    storage,
    dataKeys,
    now: () => new Date(),
    log: { error: () => undefined },
    ...about,
  }) as unknown as ServerContext;
const named = (subject: string = randomUUID(), providerId: Named['providerId'] = 'nkb'): Named => ({
  providerId,
  subject,
});
/** A server that has read no key of this database yet. */
const restarted = (about: object = {}) =>
  context({ dataKeys: testKeys(), storage: { ...storage, db: storage.db.withTables() }, ...about });
const people = () => storage.db.selectFrom('appUser').select(['id', 'subject']).orderBy('id').execute();
const isHashed = (subject: string) => /^hmac:1:[\w-]{43}$/.test(subject);

/** Stores a person as a server of an earlier version does at a login. */
async function logInAtEarlier({ providerId, subject }: Named): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into app_user (id, provider_id, subject, created_at)
    values (${randomUUID()}, ${providerId}, ${subject}, now())
    on conflict (provider_id, subject) do update set needed_at = now() returning id`.execute(storage.db);
  return rows[0]!.id;
}
/** An application, a session, a hand-over and a note of a person. */
async function give(userId: string) {
  const row = { ...processRow(new Date(), { status: 'EDITING' }), userId };
  await storage.db.insertInto('process').values(row).execute();
  await sql`insert into session (id, token_hash, user_id, identity, created_at, fetched_at, expires_at, session_expires_at)
    values (${randomUUID()}, ${randomUUID()}, ${userId}, '{}', now(), now(), now(), now())`.execute(
    storage.db,
  );
  await sql`insert into expired_draft (id, user_id, metadata_id, area_key, expired_at)
    values (${randomUUID()}, ${userId}, 'm', '01', now())`.execute(storage.db);
  await sql`insert into handover (id, direction, partner, reference, lei_ka_id, area_key, locale, data_state, user_id,
      asks, created_at, code_until)
    values (${randomUUID()}, 'out', 'kiel', ${randomUUID()}, '1', '01', 'de', 'none', ${userId}, 0, now(), now())`.execute(
    storage.db,
  );
}
const owned = async (id: string) => {
  const tables = ['process', 'session', 'handover', 'expiredDraft'] as const;
  const counts = tables.map(async (table) => {
    const rows = await storage.db.selectFrom(table).select('id').where('userId', '=', id).execute();
    return rows.length;
  });
  return Promise.all(counts);
};

describe('a person', () => {
  it('is stored without the subject, which nobody finds without the key', async () => {
    const petra = named('bPK2-of-petra');
    await personOf(context(), petra);
    const { rows } = await sql<{ text: string }>`select app_user::text as text from app_user`.execute(
      storage.db,
    );
    expect(rows.map(({ text }) => text).join()).not.toContain('petra');
    // Another installation, with another key, has another hash of the same subject.
    const [mine] = await people();
    const other = await openTestStorage();
    await personOf(context({ storage: other, dataKeys: testKeys() }), petra);
    const theirs = await other.db.selectFrom('appUser').select('subject').executeTakeFirstOrThrow();
    expect([isHashed(mine!.subject), isHashed(theirs.subject)]).toEqual([true, true]);
    expect(theirs.subject).not.toBe(mine!.subject);
    await other.close();
  });

  it('is the same at the same account, and nobody known at another', async () => {
    const one = named();
    expect(await knownId(context(), one)).toBeNull();
    const id = await personOf(context(), one);
    expect([await personOf(context(), one), await knownId(context(), one)]).toEqual([id, id]);
    expect(await personOf(context(), { ...one, providerId: 'elster' })).not.toBe(id);
    expect(await personOf(context(), named())).not.toBe(id);
  });

  it('is one for a server that starts later, with the key of the database', async () => {
    const one = named();
    const id = await personOf(context(), one);
    expect(await personOf(restarted(), one)).toBe(id);
  });

  it('is one, however many logins of theirs come at once', async () => {
    const one = named();
    const ids = await Promise.all(Array.from({ length: 5 }, () => personOf(context(), one)));
    expect(new Set(ids).size).toBe(1);
    expect(await people()).toHaveLength(1);
  });
});

describe('a person whom an earlier version has stored', () => {
  it('is known, keeps their id, and is hashed by the next login', async () => {
    const one = named();
    const id = await logInAtEarlier(one);
    expect(await knownId(context(), one)).toBe(id);
    const logins = await Promise.all(Array.from({ length: 5 }, () => personOf(context(), one)));
    expect(new Set(logins)).toEqual(new Set([id]));
    expect((await people()).map(({ subject }) => isHashed(subject))).toEqual([true]);
    expect(await knownId(context(), one)).toBe(id);
  });

  it.each([
    ['logs in', personOf],
    ['is asked for', knownId],
  ])('and whom this one knows already, becomes one with all that both have when they %s', async (_, find) => {
    const one = named();
    const id = await personOf(context(), one);
    const twin = await logInAtEarlier(one);
    expect(twin).not.toBe(id);
    await give(id);
    await give(twin);
    expect(await find(context(), one)).toBe(id);
    expect(await owned(id)).toEqual([2, 2, 2, 2]);
    expect(await owned(twin)).toEqual([0, 0, 0, 0]);
    expect((await people()).map((person) => person.id)).toEqual([id]);
  });

  it('while this one stores them as well, is one after the next login', async () => {
    const one = named();
    await Promise.all([
      logInAtEarlier(one),
      personOf(context(), one),
      logInAtEarlier(one),
      personOf(context(), one),
    ]);
    const id = await personOf(context(), one);
    expect((await people()).map((person) => person.id)).toEqual([id]);
  });

  it('at another account is another person', async () => {
    const one = named();
    const id = await logInAtEarlier({ ...one, providerId: 'elster' });
    expect(await personOf(context(), one)).not.toBe(id);
    expect(await people()).toHaveLength(2);
  });

  it('is nobody’s by the hash of another person, however it came to be their name', async () => {
    const id = await personOf(context(), named());
    const [{ subject } = { subject: '' }] = await people();
    expect(await knownId(context(), named(subject))).toBeNull();
    expect(await personOf(context(), named(subject))).not.toBe(id);
    expect((await people()).map((person) => person.subject)).toContain(subject);
  });
});

describe('hashing the subjects of an earlier version', () => {
  it('is done for all of them, in batches, and keeps who they are', async () => {
    const all = Array.from({ length: 450 }, () => named());
    const ids = [];
    for (const one of all) ids.push(await logInAtEarlier(one));
    await hashSubjects(context());
    expect((await people()).filter(({ subject }) => !isHashed(subject))).toEqual([]);
    expect(await personOf(context(), all[0]!)).toBe(ids[0]);
    expect(await knownId(context(), all[449]!)).toBe(ids[449]);
    expect(await people()).toHaveLength(450);
  });

  it('makes one of a person who is stored twice', async () => {
    const one = named();
    const id = await personOf(context(), one);
    const twin = await logInAtEarlier(one);
    await give(twin);
    await hashSubjects(context());
    expect((await people()).map((person) => person.id)).toEqual([id]);
    expect(await owned(id)).toEqual([1, 1, 1, 1]);
  });

  it('and logins of the same people at the same time leave each of them once', async () => {
    const all = Array.from({ length: 20 }, () => named());
    const ids = await Promise.all(all.map(logInAtEarlier));
    const logins = Promise.all(all.map((one) => personOf(context(), one)));
    await Promise.all([hashSubjects(context()), logins]);
    expect(await logins).toEqual(ids);
    expect(await people()).toHaveLength(20);
  });

  it('changes nothing while the key service is away, and nobody becomes two', async () => {
    const one = named();
    const id = await logInAtEarlier(one);
    const away = { ...dataKeys, of: () => Promise.reject(new Error('away')) };
    await expect(personOf(restarted({ dataKeys: away }), one)).rejects.toThrow('away');
    expect(await people()).toEqual([{ id, subject: one.subject }]);
    expect(await personOf(context(), one)).toBe(id);
  });

  it('refuses to begin anew with another key, by which nobody would be found', async () => {
    await personOf(context(), named());
    const row = await storage.db
      .deleteFrom('dataKey')
      .where('kind', '=', 'installation')
      .returningAll()
      .executeTakeFirstOrThrow();
    await expect(personOf(restarted(), named())).rejects.toThrow(SearchKeyGone);
    expect(await people()).toHaveLength(1);
    await storage.db.insertInto('dataKey').values(row).execute();
    await personOf(restarted(), named());
    expect(await people()).toHaveLength(2);
  });
});
