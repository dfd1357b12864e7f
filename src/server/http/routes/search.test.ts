import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { searchAnswer } from '#contract/content.ts';
import type { Content } from '#server/content/types.ts';
import type { ContentListener } from '#server/content-store/content-store.ts';
import { demonstration } from '#server/search/testing/content.ts';
import { answerProblems } from '../problems.ts';
import { searchRoutes } from './search.ts';

const { content } = demonstration();
const contentListeners = new Set<ContentListener>();
const app = Fastify();
answerProblems(app);
await searchRoutes(app, {
  content: () => content,
  contentListeners,
  log: app.log,
});
afterAll(() => app.close());

const get = (path: string, query: Record<string, string>) => app.inject({ method: 'GET', url: path, query });

test.each([
  ['nothing', ''],
  ['2,000 characters', 'Hundesteuer '.repeat(167).slice(0, 2000)],
  ['control characters', '\u0000\u0007\u001B[31mHund\u0000'],
  ['HTML', '<img src=x onerror=alert(1)>"><script>alert(1)</script>'],
  ['words without meaning', 'ich der die das und'],
  ['a lone half of a character', '%ED%A0%80'],
])('%s is answered', async (_, q) => {
  const answer = await get('/api/search', { q, lang: 'de', place: q });
  expect(answer.statusCode).toBe(200);
  expect(z.safeParse(searchAnswer, answer.json()).error).toBeUndefined();
  expect((await get('/api/search/suggestions', { q, lang: 'de' })).statusCode).toBe(200);
});

test('without anything but the language there are ten results of the first page', async () => {
  const answer = (await get('/api/search', { lang: 'en' })).json();
  expect(answer).toMatchObject({ kind: 'ALL_CONTENT', page: 1, pageSize: 10 });
  expect(answer.results).toHaveLength(10);
});

test('new content is found without a new start', async () => {
  const q = 'Hundesteuer';
  const total = async () => (await get('/api/search', { q, lang: 'de', kind: 'SERVICE' })).json().total;
  expect(await total()).toBeGreaterThan(0);
  const empty: Content = { ...content, services: new Map(), frequent: [] };
  const takeOvers = await Promise.all([...contentListeners].map((prepare) => prepare(empty)));
  expect(await total()).toBeGreaterThan(0);
  for (const takeOver of takeOvers) takeOver();
  expect(await total()).toBe(0);
});
