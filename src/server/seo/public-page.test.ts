import { expect, test } from 'vitest';
import type { Content } from '#server/content/types.ts';
import { publicPageAt, publicPages } from './public-page.ts';

const title = { de: 'Bauen', en: 'Building' };
const content = {
  services: new Map(),
  topics: new Map(),
  lifeSituations: new Map(),
  portals: new Map([
    ['bauen', { id: 'bauen', title, topics: ['wohnen'] }],
    ['klima', { id: 'klima', title, topics: [], url: 'https://klima.example/' }],
  ]),
  pages: new Map(),
} as unknown as Content;
const paths = { de: '/themenportale/bauen', en: '/en/portals/bauen' };

test('a thematic portal is a page in both languages, one that is elsewhere is not', () => {
  const listed = publicPages(content).filter(({ screen }) => screen === 'portal');
  expect(listed).toEqual([{ screen: 'portal', id: 'bauen', paths, title }]);
  for (const path of [paths.de, paths.en, `${paths.de}/`]) {
    expect(publicPageAt(content, path)).toEqual(listed[0]);
  }
});

test.each(['/themenportale/klima', '/en/portals/xyz', '/themenportale/toString'])('%s is no page', (path) => {
  expect(publicPageAt(content, path)).toBeNull();
});
