import { applicationScreens, paths } from '#contract/pages.ts';

/**
 * Rules for crawlers (RFC 9309): no applications and no calls; and where the sitemap is. Pages of search results
 * themselves ask not to be listed, so crawlers may read them.
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
