import { expect, test } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { createSearch } from '#server/search/search.ts';
import { demonstration } from '#server/search/testing/content.ts';
import { englishQueries, germanQueries } from './relevance-queries.ts';

const { content, synonyms } = demonstration();
const search = await createSearch(content, synonyms, {
  error: (fault: unknown) => expect.unreachable(String(fault)),
});
const slugs = new Map([...content.services].map(([leiKaId, { slug }]) => [leiKaId, slug]));

type Place = { query: string; wanted: string; place: number; instead: string[] };

function placesOf(locale: Locale, table: Record<string, string[]>): Place[] {
  return Object.entries(table).flatMap(([wanted, queries]) =>
    queries.map((query) => {
      const { results } = search.search({ query, locale, kind: 'SERVICE', page: 1 });
      const found = results.map(({ id }) => slugs.get(id) ?? id);
      return { query, wanted, place: found.indexOf(wanted) + 1, instead: found.slice(0, 3) };
    }),
  );
}

test.each([
  { locale: 'de', table: germanQueries },
  { locale: 'en', table: englishQueries },
] as const)('what people write finds the service they look for: $locale', ({ locale, table }) => {
  const places = placesOf(locale, table);
  const share = (most: number) =>
    places.filter(({ place }) => place > 0 && place <= most).length / places.length;
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  process.stdout.write(
    `${locale}: ${places.length} queries, first ${percent(share(1))}, in the first three ${percent(share(3))}\n`,
  );
  for (const { query, wanted, place, instead } of places.filter((found) => found.place !== 1)) {
    process.stdout.write(`  ${query}: ${wanted} is number ${place || '–'} (${instead.join(', ')})\n`);
  }
  expect(places.length).toBeGreaterThanOrEqual(100);
  expect(share(1)).toBeGreaterThanOrEqual(0.95);
  expect(share(3)).toBeGreaterThanOrEqual(0.98);
});

test('every service of the demonstration is looked for in the table', () => {
  expect(Object.keys(germanQueries).sort()).toEqual([...slugs.values()].sort());
});
