import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { eraseAll } from '#server/storage/testing/erase-all.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { actorOf } from './actor.ts';
import { keepUntil } from './availability.ts';
import { noteExpired, oldNotes, whyMissing } from './expired-drafts.ts';
import { isSubmitted } from './is-submitted.ts';
import { findNewest } from './newest.ts';
import { assertRoom, mostOpen } from './quota.ts';
import { findProcess } from './row.ts';

const DAY_MS = 24 * 3_600_000;
const start = new Date('2026-11-01T10:00:00Z');
let storage: Storage;
let now = start;
let person = '';

beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  now = start;
  await storage.db.deleteFrom('process').execute();
  person = await newPerson();
});
afterAll(async () => {
  await storage.close();
});

async function newPerson(): Promise<string> {
  const id = randomUUID();
  await storage.db
    .insertInto('appUser')
    .values({ id, providerId: 'nkb', subject: id as never, createdAt: now })
    .execute();
  return id;
}

const metadata = {
  metadataId: 'hundesteuer-kiel',
  trustLevel: 'low',
  identificationType: 'none',
  leiKaId: '1',
};
const contextWith = (about: object = {}, anonymous = 1000) =>
  ({
    storage,
    now: () => now,
    content: () => ({ metadata: new Map([['hundesteuer-kiel', { ...metadata, ...about }]]) }),
    config: { ANONYMOUS_APPLICATIONS: anonymous },
  }) as unknown as ServerContext;

const sessionOf = (userId: string | null, trustLevel = 'low', id: string = randomUUID()) =>
  ({ id, userId, identity: { trustLevel } }) as unknown as Session;

/** Stores an application that is open for another hour. */
async function stored(about: Parameters<typeof processRow>[1] = {}): Promise<string> {
  const row = processRow(now, { availableUntil: new Date(now.getTime() + 3_600_000), ...about });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}

describe('the newest open application for a form', () => {
  const newest = async (session: Session, context = contextWith()) =>
    (await findNewest(context, session, 'hundesteuer-kiel')).id;

  it('is the one that the person has changed last', async () => {
    await stored({ userId: person, updatedAt: new Date(start.getTime() - 2000) });
    const id = await stored({ userId: person, updatedAt: new Date(start.getTime() - 1000) });
    await stored({ userId: person, updatedAt: new Date(start.getTime() - 3000) });
    expect(await newest(sessionOf(person))).toBe(id);
  });

  it.each([
    ['of another form', { metadataId: 'wohngeld-kiel' }],
    ['that is sent', { status: 'SUBMITTED' }],
    ['whose time is over', { availableUntil: start }],
  ] as const)('is none %s', async (_what, about) => {
    await stored({ userId: person, ...about });
    await expect(newest(sessionOf(person))).rejects.toThrow('not-found');
  });

  it('is never somebody else’s', async () => {
    const session = sessionOf(null);
    await stored({ userId: await newPerson() });
    await stored({ sessionId: session.id, userId: person });
    await stored({ sessionId: randomUUID() });
    await expect(newest(session)).rejects.toThrow('not-found');
    await expect(newest(sessionOf(await newPerson()))).rejects.toThrow('not-found');
    const own = await stored({ sessionId: session.id });
    expect(await newest(session)).toBe(own);
  });

  it('is not told to a login below its level', async () => {
    const id = await stored({ userId: person });
    const context = contextWith({ trustLevel: 'high' });
    await expect(newest(sessionOf(person, 'substantial'), context)).rejects.toThrow('not-found');
    expect(await newest(sessionOf(person, 'high'), context)).toBe(id);
  });
});

describe('room for one more application', () => {
  const room = (session: Session, anonymous?: number) =>
    storage.db.transaction().execute((trx) => assertRoom(contextWith({}, anonymous), trx, session));

  it('is there up to the most that a session or a person may have, the sent ones apart', async () => {
    const session = sessionOf(null);
    for (let open = 1; open < mostOpen.session; open++) await stored({ sessionId: session.id });
    await stored({ sessionId: session.id, status: 'SUBMITTED' });
    await stored({ userId: person });
    await stored();
    await expect(room(session)).resolves.toBeUndefined();
    await stored({ sessionId: session.id });
    await expect(room(session)).rejects.toThrow('too-many-applications');
    await expect(room(sessionOf(null))).resolves.toBeUndefined();
    await expect(room(sessionOf(person))).resolves.toBeUndefined();
  });

  it('is there for a person who has more than a session may have', async () => {
    for (let open = 0; open < mostOpen.session; open++) await stored({ userId: person });
    await expect(room(sessionOf(person))).resolves.toBeUndefined();
  });

  it('is shared by all without an account, and by nobody else', async () => {
    await stored();
    await stored({ status: 'SUBMITTED' });
    await stored({ userId: person });
    await expect(room(sessionOf(null), 2)).resolves.toBeUndefined();
    await stored();
    await expect(room(sessionOf(null), 2)).rejects.toThrow(
      expect.objectContaining({ code: 'too-many-anonymous', facts: { retryAfter: 600 } }),
    );
    await expect(room(sessionOf(person), 2)).resolves.toBeUndefined();
  });
});

describe('a draft whose time is over', () => {
  const erase = async (about: Parameters<typeof processRow>[1]) => {
    const id = await stored(about);
    const row = await findProcess(contextWith(), storage.db, id);
    await storage.db.transaction().execute((trx) => noteExpired(contextWith(), trx, row!));
    await storage.db.deleteFrom('process').where('id', '=', id).execute();
    return id;
  };
  const why = (session: Session, id: string, about: object = {}) =>
    storage.db.transaction().execute((trx) => whyMissing(contextWith(about), trx, session, id));

  it('says to its owner that it has expired, and where to start again', async () => {
    const id = await erase({ userId: person });
    expect(await why(sessionOf(person), id)).toMatchObject({
      code: 'draft-expired',
      details: { startOver: { leiKaId: '1', area: '010020000000' } },
    });
    expect((await why(sessionOf(person), id, { isDeprecated: true })).details).toEqual({});
    const withoutForm = { ...contextWith(), content: () => ({ metadata: new Map() }) } as never;
    const gone = await whyMissing(withoutForm, storage.db, sessionOf(person), id);
    expect(gone).toMatchObject({ code: 'draft-expired', details: {} });
  });

  it.each(['another person', 'nobody'])('says nothing to %s', async (who) => {
    const id = await erase({ userId: person });
    const other = who === 'nobody' ? null : await newPerson();
    expect((await why(sessionOf(other), id)).code).toBe('not-found');
  });

  it.each([
    ['without an account', () => ({ userId: null })],
    ['that was sent', () => ({ userId: person, status: 'SUBMITTED' as const })],
  ])('%s leaves no note', async (_what, about) => {
    const id = await erase(about());
    expect((await why(sessionOf(person), id)).code).toBe('not-found');
  });

  it('is forgotten after 90 days, not before', async () => {
    const id = await erase({ userId: person });
    now = new Date(start.getTime() + 90 * DAY_MS - 1);
    await eraseAll(storage, now, oldNotes);
    expect((await why(sessionOf(person), id)).code).toBe('draft-expired');
    now = new Date(start.getTime() + 90 * DAY_MS);
    await eraseAll(storage, now, oldNotes);
    expect((await why(sessionOf(person), id)).code).toBe('not-found');
  });
});

it('an application is sent for good when its status says so', async () => {
  expect(await isSubmitted(storage.db, null)).toBe(false);
  expect(await isSubmitted(storage.db, await stored())).toBe(false);
  expect(await isSubmitted(storage.db, await stored({ status: 'SUBMITTED' }))).toBe(true);
});

it('what happens to an application is recorded of its owner', async () => {
  const session = randomUUID();
  const id = await stored({ sessionId: session, userId: person });
  expect(await actorOf(contextWith(), id)).toEqual({ session, person });
  expect(await actorOf(contextWith(), randomUUID())).toEqual({});
});

it('an application is kept until the moment that it is given, and no other with it', async () => {
  const [id, other] = [await stored({ context: json({}) }), await stored()];
  await keepUntil(storage.db, id, start);
  const until = await storage.db.selectFrom('process').select(['id', 'availableUntil']).execute();
  const of = (wanted: string) => until.find((row) => row.id === wanted)?.availableUntil;
  expect([of(id), of(other)]).toEqual([start, new Date(start.getTime() + 3_600_000)]);
});
