import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createNationalFeedback } from '#server/feedback/national/adapter.ts';
import { storeFeedback } from '#server/feedback/store.ts';
import type { Storage } from '#server/storage/database.ts';
import type { FeedbackTable } from '#server/storage/tables.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { passFeedbackOn } from '#server/use-cases/pass-feedback-on.ts';
import { type FeedbackStandIn, startFeedbackStandIn } from './server.ts';

const TOKEN = 'a token that is long enough';
const DOG_TAX = '99102013104000';
const KIEL = '010020000000';
const STATE = '010000000000';
let storage: Storage;
let component: FeedbackStandIn;
const said: string[] = [];
beforeAll(async () => {
  storage = await openTestStorage();
  component = await startFeedbackStandIn({ port: 0, token: TOKEN });
});
afterEach(async () => {
  said.length = 0;
  component.forget(null);
  component.take(Number.POSITIVE_INFINITY);
  component.faults.end();
  await storage.db.deleteFrom('feedback').execute();
});
afterAll(async () => {
  await component?.close();
  await storage?.close();
});

const context = (token = TOKEN, url = component.url, now = () => token) =>
  ({
    storage,
    now: () => new Date('2026-11-20T12:00:00Z'),
    feedbackComponent: createNationalFeedback({ url, token: now, region: STATE, timeoutMs: 1_500 }),
    log: { warn: (_: object, message: string) => void said.push(message) },
  }) as unknown as Parameters<typeof passFeedbackOn>[0] & Parameters<typeof storeFeedback>[0];

const about = { occasion: 'service', leiKaId: DOG_TAX, area: KIEL } as const;
const given = { stars: 4, found: 'yes', text: 'Gut.' } as const;

async function store(
  change: Partial<typeof about | typeof given | object> = {},
  by = context(),
): Promise<string> {
  const all = { id: randomUUID(), ...about, ...given, ...change };
  const { occasion, leiKaId, area, ...feedback } = all;
  await storeFeedback(by, 'de', { occasion, leiKaId, area }, feedback);
  return all.id;
}
const passingOf = async (id: string): Promise<FeedbackTable['passing']> =>
  (await storage.db.selectFrom('feedback').select('passing').where('id', '=', id).executeTakeFirstOrThrow())
    .passing;
const keptOf = (id: string) => component.kept().filter((one) => one.id === id);

it('passes stars and text on, once', async () => {
  const id = await store();
  expect(await passingOf(id)).toBe('waiting');
  await passFeedbackOn(context());
  await passFeedbackOn(context());
  expect(await passingOf(id)).toBe('taken');
  expect(keptOf(id)).toEqual([
    { id, date: '2026-11-20', issue: DOG_TAX, region: KIEL, language: 'de', rating: 4, comment: 'Gut.' },
  ]);
  expect(said).toEqual([]);
});

it('is passed on with the token of the moment', async () => {
  let token = 'of last year';
  const by = context(TOKEN, component.url, () => token);
  const id = await store();
  await passFeedbackOn(by);
  expect(await passingOf(id)).toBe('waiting');
  token = TOKEN;
  await passFeedbackOn(by);
  expect(await passingOf(id)).toBe('taken');
});

it('names the state where the place is unknown, and leaves an empty text out', async () => {
  const id = await store({ area: null, text: '' });
  await passFeedbackOn(context());
  expect(keptOf(id)).toEqual([
    { id, date: '2026-11-20', issue: DOG_TAX, region: STATE, language: 'de', rating: 4 },
  ]);
});

it.each([
  ['without stars', { stars: null }],
  ['about the portal', { occasion: 'portal', leiKaId: null, area: null }],
])('keeps feedback %s here', async (_, change) => {
  const id = await store(change);
  await passFeedbackOn(context());
  expect(await passingOf(id)).toBeNull();
  expect(keptOf(id)).toEqual([]);
});

it('keeps what was given before an installation passed any on', async () => {
  const id = await store({}, { ...context(), feedbackComponent: null });
  await passFeedbackOn(context());
  expect(await passingOf(id)).toBeNull();
  expect(keptOf(id)).toEqual([]);
});

it('counts as taken what the component has although its answer was lost', async () => {
  const id = await store();
  component.faults.set({ fault: 'dropAnswer', requests: 1 });
  await passFeedbackOn(context());
  expect(await passingOf(id)).toBe('waiting');
  await passFeedbackOn(context());
  expect(await passingOf(id)).toBe('taken');
  expect(keptOf(id)).toHaveLength(1);
});

it('is taken once from two servers that pass it on at the same time', async () => {
  const ids = [await store(), await store()];
  await Promise.all([passFeedbackOn(context()), passFeedbackOn(context())]);
  for (const id of ids) expect([await passingOf(id), keptOf(id).length]).toEqual(['taken', 1]);
  expect(said).toEqual([]);
});

it('sends nothing again that the component refuses, and goes on with the rest', async () => {
  const refused = await store({ leiKaId: '99108008060000' });
  const other = await store();
  component.forget('99108008060000');
  await passFeedbackOn(context());
  component.forget(null);
  await passFeedbackOn(context());
  expect([await passingOf(refused), await passingOf(other)]).toEqual(['refused', 'taken']);
  expect(said).toEqual(['the feedback component refused a feedback']);
});

it.each([
  ['is away', () => context(TOKEN, 'http://127.0.0.1:9')],
  ['does not know the token', () => context('another token that is long')],
  [
    'takes no more for now',
    () => {
      component.take(0);
      return context();
    },
  ],
])('keeps feedback waiting while the component %s, and asks once a minute', async (_, troubled) => {
  const ids = [await store(), await store()];
  await passFeedbackOn(troubled());
  expect(said).toEqual(['feedback could not be passed on']);
  expect(await Promise.all(ids.map(passingOf))).toEqual(['waiting', 'waiting']);
  component.take(Number.POSITIVE_INFINITY);
  await passFeedbackOn(context());
  expect(await Promise.all(ids.map(passingOf))).toEqual(['taken', 'taken']);
});

it.each([
  ['a field that nobody asks for', { email: 'a@b.example' }],
  ['a rating of six', { rating: 6 }],
  ['a place that is no key', { region: 'Kiel' }],
  ['a day to come', { date: '2999-01-01' }],
])('the component refuses %s', async (_, change) => {
  const body = {
    id: randomUUID(),
    date: '2026-11-20',
    issue: DOG_TAX,
    region: KIEL,
    language: 'de',
    rating: 4,
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
  const post = (json: object) =>
    fetch(`${component.url}/feedback`, { method: 'POST', headers, body: JSON.stringify(json) });
  expect((await post({ ...body, ...change })).status).toBe(400);
  expect((await post(body)).status).toBe(201);
});
