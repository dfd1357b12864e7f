import { applicationScreens, paths } from '#contract/pages.ts';

/**
 * Returns rules for crawlers (RFC 9309): no applications and no calls; and the address of the sitemap. Crawlers may
 * read pages of search results, because those ask themselves not to be listed.
 * @param origin public address of the portal
 */
export function robotsText(origin: string): string {
  const screens = [...applicationScreens].flatMap((screen) => [paths[screen].de, paths[screen].en]);
  const closed = ['/api/', '/location/', '/builds/', '/*/_payload.json', '/_payload.json', ...screens];
  return [
    'User-agent: *',
    ...new Set(closed.map((path) => `Disallow: ${path}`)),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
