import { expect, test } from 'vitest';
import { loadContent } from '#server/content-store/load.ts';
import { HEADING_LETTERS, softHyphens } from '#ui/kit/soft-hyphens.ts';

test('no part of a title of the demonstration content is longer than a line of a phone', () => {
  const loaded = loadContent('content');
  if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
  const { services, metadata, topics, lifeSituations, portals, pages } = loaded.content;
  const titles = [services, metadata, topics, lifeSituations, portals, pages].flatMap((kind) =>
    [...kind.values()].map(({ title }) => title.de),
  );
  const parts = titles.flatMap((title) => softHyphens(title).match(/\p{L}+/gu) ?? []);
  expect(parts.filter((part) => part.length > HEADING_LETTERS)).toEqual([]);
});
