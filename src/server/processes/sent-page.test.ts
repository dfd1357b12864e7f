import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { countSentAt, MOST_COUNTED, offersSentWith, type SentPlace, sentPage } from './sent-page.ts';

let storage: Storage;
const userId = randomUUID();
const levels = ['low', 'substantial', 'high'] as const;
const offers = ['offer-a', 'offer-b', null] as const;
type Stored = SentPlace & { level: (typeof levels)[number] | null; offer: (typeof offers)[number] };
let stored: Stored[] = [];

/** Newest first; of one moment, the higher id. */
const inOrder = (rows: readonly Stored[]) =>
  rows.toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1));
const idsOf = (places: readonly SentPlace[]) => places.map(({ id }) => id);

beforeAll(async () => {
  storage = await openTestStorage();
  const { db } = storage;
  await db
    .insertInto('appUser')
    .values(
      [userId, randomUUID()].map((id) => ({
        id,
        providerId: 'nkb',
        subject: id as never,
        createdAt: new Date(),
      })),
    )
    .execute();
  // Three of each moment, so that pages end among entries of one moment.
  stored = Array.from({ length: 90 }, (_, index) => ({
    id: randomUUID(),
    at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 60_000),
    level: index % 10 === 0 ? null : levels[index % 3]!,
    offer: offers[Math.floor(index / 2) % 3]!,
  }));
  await db
    .insertInto('process')
    .values([
      ...stored.map(({ id, at, level, offer }) =>
        processRow(at, { id, userId, status: 'SUBMITTED', madeAtLevel: level, offerId: offer }),
      ),
      // Neither somebody else's nor a draft.
      processRow(new Date(), { status: 'SUBMITTED', madeAtLevel: 'low' }),
      processRow(new Date(), { userId, status: 'EDITING', madeAtLevel: 'low', offerId: 'offer-draft' }),
    ])
    .execute();
});
afterAll(() => storage?.close());

type Asked = Partial<Omit<Parameters<typeof sentPage>[1], 'userId'>>;
const page = (asked: Asked = {}) =>
  sentPage(storage.db, { userId, levels, offers: null, from: null, limit: 7, ...asked });

async function walk(asked: Asked = {}): Promise<SentPlace[][]> {
  const pages = [await page(asked)];
  for (;;) {
    const last = pages.at(-1)!.at(-1);
    const next = last ? await page({ ...asked, from: { side: 'after', place: last } }) : [];
    if (next.length === 0) return pages;
    pages.push(next);
  }
}

it.each<[string, Asked, (row: Stored) => boolean]>([
  ['all', {}, () => true],
  ['those of a level, and of none', { levels: ['low'] }, ({ level }) => level === 'low' || level === null],
  ['those of an offer', { offers: ['offer-a'] }, ({ offer }) => offer === 'offer-a'],
  ['those of two offers', { offers: ['offer-a', 'offer-b'] }, ({ offer }) => offer !== null],
  ['none of another offer', { offers: ['offer-draft'] }, () => false],
])('pages have %s, each once, newest first, in both directions', async (_, asked, isMeant) => {
  const expected = idsOf(inOrder(stored.filter(isMeant)));
  const pages = await walk(asked);
  expect(idsOf(pages.flat())).toEqual(expected);
  for (const [index, those] of pages.entries()) {
    if (index === 0 || those.length === 0) continue;
    const before = await page({ ...asked, from: { side: 'before', place: those[0]! } });
    expect(idsOf(before)).toEqual(idsOf(pages[index - 1]!));
  }
});

it('a page keeps its place when something is sent meanwhile, and when its last entry is gone', async () => {
  const [first, second] = await walk();
  const last = first!.at(-1)!;
  const from = { side: 'after', place: last } as const;
  const later = processRow(new Date(), { userId, status: 'SUBMITTED', madeAtLevel: 'low' });
  await storage.db.insertInto('process').values(later).execute();
  expect(idsOf(await page({ from }))).toEqual(idsOf(second!));
  await storage.db
    .updateTable('process')
    .set({ status: 'EDITING' })
    .where('id', 'in', [last.id, later.id])
    .execute();
  expect(idsOf(await page({ from }))).toEqual(idsOf(second!));
  await storage.db.updateTable('process').set({ status: 'SUBMITTED' }).where('id', '=', last.id).execute();
});

it('offers are those of sent applications, each once', async () => {
  expect(await offersSentWith(storage.db, userId)).toEqual(['offer-a', 'offer-b']);
  expect(await offersSentWith(storage.db, randomUUID())).toEqual([]);
});

it('counting ends at the limit', async () => {
  const other = randomUUID();
  await storage.db
    .insertInto('appUser')
    .values({ id: other, providerId: 'nkb', subject: other as never, createdAt: new Date() })
    .execute();
  const row = processRow(new Date(), { userId: other, status: 'SUBMITTED', madeAtLevel: 'high' });
  await storage.db.insertInto('process').values(row).execute();
  await sql`insert into process select (jsonb_populate_record(process, jsonb_build_object('id', gen_random_uuid()))).*
    from process, generate_series(1, ${MOST_COUNTED + 5}) where id = ${row.id}`.execute(storage.db);
  expect([...(await countSentAt(storage.db, other, ['substantial', 'high']))]).toEqual([
    ['substantial', 0],
    ['high', MOST_COUNTED],
  ]);
});
