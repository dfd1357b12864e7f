import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Content } from '#server/content/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { expireOffers } from '#server/processes/expire-offers.ts';
import { keepOffer, offersOf } from '#server/processes/kept-offer.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
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
