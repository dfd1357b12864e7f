import { expect, test } from 'vitest';
import type { Content } from '#server/content/types.ts';
import { deadLinks } from './dead-links.ts';

const content = {
  services: new Map([['99102013104000', {}]]),
  topics: new Map([['familie', {}]]),
  lifeSituations: new Map([['umzug', {}]]),
  portals: new Map([
    ['bauen', { topics: ['familie'] }],
    ['klima', { topics: [], url: 'https://klima.example/' }],
  ]),
  pages: new Map([['help', { slug: { de: 'hilfe', en: 'help/more' } }]]),
} as unknown as Content;

const faults = (href: string) => deadLinks(content, [{ file: 'a.md', line: 3, href }]);

test.each([
  '/',
  '/en',
  '/suche?q=hund#top',
  '/leistung/99102013104000',
  '/en/service/99102013104000/',
  '/themenfelder/familie',
  '/en/circumstances/umzug',
  '/themenportale',
  '/themenportale/bauen',
  '/en/portals/bauen',
  '/inhalt/help',
  '/hilfe',
  '/en/help/more',
  '/licences/noto-sans.txt',
])('%s leads somewhere', (href) => expect(faults(href)).toEqual([]));

test.each([
  '/leistung/99102013104001',
  '/en/topics/umzug',
  '/lebenslagen/familie',
  '/themenportale/familie',
  '/en/portals/klima',
  '/inhalt/hilfe',
  '/help/more',
  '/en/hilfe',
  '/impressum',
  '/licences/other.txt',
])('%s leads nowhere', (href) => {
  expect(faults(href)).toEqual([{ file: 'a.md', line: 3, reason: `the portal has no page ${href}` }]);
});
