import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Content } from '#server/content/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { expireOffers } from '#server/processes/expire-offers.ts';
import { keepOffer, offersOf } from '#server/processes/kept-offer.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { keepOffers } from './keep-offers.ts';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const whole = loaded.content;
const dogs = [...whole.metadata.values()].find(({ fmsFormId }) => fmsFormId === 'hundesteuer')!;
const areaKey = dogs.areas[0]!;
const without = (change: Partial<Content>): Content => ({ ...whole, version: randomUUID(), ...change });
const noForms = without({ metadata: new Map() });

let storage: Storage;
let content = whole;
let now = new Date('2026-11-27T12:00:00Z');
const warn = vi.fn();
const context = () =>
  ({
    storage,
    content: () => content,
    now: () => now,
    log: { warn, error: vi.fn() },
  }) as unknown as ServerContext;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage?.close());

const store = async (about: Parameters<typeof processRow>[1] = {}) => {
  const row = processRow(now, { metadataId: dogs.metadataId, areaKey, ...about });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
};
const rowOf = (id: string) =>
  storage.db.selectFrom('process').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const namesOf = async (id: string) => {
  const row = await rowOf(id);
  const { metadata, areaName } = (await offersOf(context(), [row]))(row);
  return [metadata.title.de, metadata.title.en, metadata.authority.name.de, areaName];
};

it('applications of an earlier version are given what they were made for, while the content has it', async () => {
  const ids = [await store(), await store({ status: 'SUBMITTED' })];
  const lost = await store({ metadataId: 'gone-before' });
  const names = await namesOf(ids[0]!);
  await keepOffers(context());
  expect(await storage.db.selectFrom('keptOffer').select('metadataId').execute()).toEqual([
    { metadataId: dogs.metadataId },
  ]);
  expect(warn.mock.calls).toEqual([[{ metadataId: 'gone-before', drafts: 1, sent: 0 }, expect.any(String)]]);
  content = without({ metadata: new Map(), areas: new Map(), services: new Map() });
  for (const id of ids) expect(await namesOf(id)).toEqual(names);
  expect((await namesOf(lost))[0]).toBe('Leistung, die es hier nicht mehr gibt');

  // Service and authority are found by the id where only the form is gone, and nobody has kept it.
  content = noForms;
  const never = await store();
  expect((await namesOf(never)).slice(0, 3)).toEqual([
    whole.services.get(dogs.leiKaId)!.title.de,
    whole.services.get(dogs.leiKaId)!.title.en,
    dogs.authority.name.de,
  ]);
});

it('what the content has is named as it is today', async () => {
  content = whole;
  const id = await store();
  await keepOffers(context());
  const title = { de: 'Hunde melden', en: 'Register dogs' };
  content = without({ metadata: new Map([[dogs.metadataId, { ...dogs, title }]]) });
  expect((await namesOf(id)).slice(0, 2)).toEqual([title.de, title.en]);
});

it('an offer goes two days after nothing was made with it any more', async () => {
  content = whole;
  const offerId = (await keepOffer(context(), storage.db, { metadataId: dogs.metadataId, areaKey }))!;
  const left = () => storage.db.selectFrom('keptOffer').select('id').where('id', '=', offerId).execute();
  const expire = () => expireOffers(context(), 'offers', now, () => false);
  const user = await store({ offerId });
  now = new Date('2026-11-30T12:00:00Z');
  await expire();
  expect(await left()).toHaveLength(1);
  await storage.db.deleteFrom('process').execute();
  now = new Date('2026-12-01T12:00:00Z');
  await expire();
  expect(await left()).toHaveLength(1);
  now = new Date('2026-12-03T12:00:00Z');
  await expire();
  expect(await left()).toEqual([]);
  expect(user).toBeDefined();
});

it('an application that moves to another place meanwhile is not given what is offered at the first one', async () => {
  content = without({});
  const [stays, moves] = [await store(), await store()];
  let looks = 0;
  const meanwhile = () => {
    looks += 1;
    // The second look is for the offer of what was found.
    if (looks === 2) {
      const moving = storage.db.updateTable('process').set({ areaKey: '010030000000' });
      void moving.where('id', '=', moves).execute();
    }
    return content;
  };
  await keepOffers({ ...context(), content: meanwhile } as unknown as ServerContext);
  expect((await rowOf(stays)).offerId).not.toBeNull();
  expect(await rowOf(moves)).toMatchObject({ offerId: null, areaKey: '010030000000' });
});

it('news of an earlier version gets its person, and news of a person who is known keeps theirs', async () => {
  content = without({});
  const [person, other] = [randomUUID(), randomUUID()];
  const users = [person, other].map(
    (id) => ({ id, providerId: 'nkb', subject: id, createdAt: now }) as never,
  );
  await storage.db.insertInto('appUser').values(users).execute();
  const news = async (unseenBy: string | null) => {
    const id = await store({ status: 'SUBMITTED', userId: person, sessionId: null });
    await recorded(context(), (trx) => insertSubmission(context(), trx, id, 'server'));
    await storage.db
      .updateTable('submission')
      .set({ unseenSince: now, unseenBy })
      .where('processId', '=', id)
      .execute();
    return async () =>
      (
        await storage.db
          .selectFrom('submission')
          .select('unseenBy')
          .where('processId', '=', id)
          .executeTakeFirstOrThrow()
      ).unseenBy;
  };
  const [earlier, known] = [await news(null), await news(other)];
  await keepOffers(context());
  expect([await earlier(), await known()]).toEqual([person, other]);
});

it('applications of several places are each given the offer of their own', async () => {
  content = without({});
  const other = [...whole.metadata.values()].find(
    ({ fmsFormId, areas }) => fmsFormId === 'hundesteuer' && !areas.includes(areaKey),
  )!;
  const here = await store();
  const there = await store({ metadataId: other.metadataId, areaKey: other.areas[0]! });
  const elsewhere = await store({ areaKey: dogs.areas[1] ?? other.areas[0]! });
  await keepOffers(context());
  const offers = await Promise.all([here, there, elsewhere].map(async (id) => (await rowOf(id)).offerId));
  expect(new Set(offers).size).toBe(3);
  expect(offers).not.toContain(null);
});

it('goes on in the next minute where the time was not enough', async () => {
  content = without({});
  const { now: clock } = Date;
  await store();
  let calls = 0;
  // Every look at the clock finds that minutes have passed.
  const late = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 600_000 * ++calls);
  await keepOffers(context());
  late.mockRestore();
  // The next run goes on behind what this one has done.
  const id = await store({ id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' });
  await keepOffers(context());
  expect((await rowOf(id)).offerId).not.toBeNull();
});
